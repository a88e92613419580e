--TEST--
Enum cases in hayapack's form before PECL msgpack 3.0: objects with name and value
--FILE--
<?php
require __DIR__ . '/../support.inc';

enum Plain { case One; case Two; }
enum Suit: string { case Hearts = 'H'; case Spades = 'S'; }
class Card { public Suit $suit; }
$hearts = '83 c0 a4 53756974 a4 6e616d65 a6 486561727473 a5 76616c7565 a1 48';
foreach (['82 c0 a5 506c61696e a4 6e616d65 a3 54776f', $hearts, "92 $hearts 82 c0 04 00 02", "82 c0 a4 43617264 a4 73756974 $hearts"] as $hex) {
    unpacks($hex);
}
?>
--EXPECT--
82 c0 a5 506c61696e a4 6e616d65 a3 54776f: Plain::Two
83 c0 a4 53756974 a4 6e616d65 a6 486561727473 a5 76616c7565 a1 48: Suit::Hearts
92 83 c0 a4 53756974 a4 6e616d65 a6 486561727473 a5 76616c75...: [Suit::Hearts, Suit::Hearts]
82 c0 a4 43617264 a4 73756974 83 c0 a4 53756974 a4 6e616d65 ...: Card{suit: Suit::Hearts}#1
