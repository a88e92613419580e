--TEST--
An enum case that comes again is a back reference, and the case again
--FILE--
<?php
require __DIR__ . '/support.inc';

enum Suit: string { case Hearts = 'H'; case Spades = 'S'; }
packs('twice', [Suit::Hearts, Suit::Hearts]);
echo show(msgpack_unpack(msgpack_pack([Suit::Hearts, Suit::Hearts, Suit::Spades, Suit::Hearts]))), "\n";
?>
--EXPECT--
twice: 9283c0a453756974a46e616d65a6486561727473a576616c7565a14882c0040002
[Suit::Hearts, Suit::Hearts, Suit::Spades, Suit::Hearts]
