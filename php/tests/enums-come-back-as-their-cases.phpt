--TEST--
Enum cases are packed as objects with name and value, and come back as the case itself
--FILE--
<?php
require __DIR__ . '/support.inc';

enum Plain { case One; case Two; }
enum Suit: string { case Hearts = 'H'; case Spades = 'S'; const Wild = self::Spades; }
enum Level: int { case Low = 1; case High = 300; }
packs('pure', Plain::Two);
packs('string', Suit::Hearts);
packs('int', Level::High);
packs('constant', Suit::Wild);
foreach ([Plain::One, Suit::Spades, Level::Low, [Suit::Hearts, Suit::Spades, Suit::Hearts], ['s' => Suit::Hearts]] as $value) {
    var_dump(msgpack_unpack(msgpack_pack($value)) === $value);
}
$object = (object) ['suit' => Suit::Hearts, 'level' => Level::High];
echo show(msgpack_unpack(msgpack_pack($object))), "\n";
class Card { public function __construct(public Suit $suit, public readonly Level $level) { } }
echo show(msgpack_unpack(msgpack_pack(new Card(Suit::Spades, Level::Low)))), "\n";
?>
--EXPECT--
pure: 82c0a5506c61696ea46e616d65a354776f
string: 83c0a453756974a46e616d65a6486561727473a576616c7565a148
int: 83c0a54c6576656ca46e616d65a448696768a576616c7565cd012c
constant: 83c0a453756974a46e616d65a6537061646573a576616c7565a153
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
stdClass{suit: Suit::Hearts, level: Level::High}#1
Card{suit: Suit::Spades, level: Level::Low}#1
