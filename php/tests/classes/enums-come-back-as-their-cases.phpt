--TEST--
Enum cases are packed as by PECL msgpack 3.0 with any options, and unpacked as the same case
--FILE--
<?php
require __DIR__ . '/../support.inc';

enum Plain { case One; case Two; }
enum Suit: string { case Hearts = 'H'; case Spades = 'S'; const Wild = self::Spades; }
enum Level: int { case Low = 1; case High = 300; }
packs('pure', Plain::Two);
packs('string', Suit::Hearts);
packs('int', Level::High);
packs('constant', Suit::Wild);
packs('php_only off', Suit::Hearts, ['php_only' => false]);
packs('php_only and assoc off', Suit::Hearts, ['php_only' => false, 'assoc' => false]);
$suit = Suit::Spades;
packs('behind a reference', [&$suit, &$suit]);
foreach ([Plain::One, Suit::Spades, Level::Low, [Suit::Hearts, Suit::Spades, Suit::Hearts], ['s' => Suit::Hearts]] as $value) {
    var_dump(msgpack_unpack(msgpack_pack($value)) === $value);
}
$object = (object) ['suit' => Suit::Hearts, 'level' => Level::High];
echo show(msgpack_unpack(msgpack_pack($object))), "\n";
class Card { public function __construct(public Suit $suit, public readonly Level $level) { } }
echo show(msgpack_unpack(msgpack_pack(new Card(Suit::Spades, Level::Low)))), "\n";
echo show(msgpack_unpack(msgpack_pack([&$suit, &$suit]))), "\n";
?>
--EXPECT--
pure: 82c006a5506c61696ea354776f
string: 82c006a453756974a6486561727473
int: 82c006a54c6576656ca448696768
constant: 82c006a453756974a6537061646573
php_only off: 82c006a453756974a6486561727473
php_only and assoc off: 82c006a453756974a6486561727473
behind a reference: 9282c006a453756974a653706164657382c0050002
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
stdClass{suit: Suit::Hearts, level: Level::High}#1
Card{suit: Suit::Spades, level: Level::Low}#1
[&Suit::Spades, &Suit::Spades]
