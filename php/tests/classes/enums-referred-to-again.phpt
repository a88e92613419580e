--TEST--
An enum case that occurs again is packed as a back reference, and unpacked as the case
--FILE--
<?php
require __DIR__ . '/../support.inc';

enum Suit: string { case Hearts = 'H'; case Spades = 'S'; }
packs('twice', [Suit::Hearts, Suit::Hearts]);
echo show(msgpack_unpack(msgpack_pack([Suit::Hearts, Suit::Hearts, Suit::Spades, Suit::Hearts]))), "\n";
?>
--EXPECT--
twice: 9282c006a453756974a648656172747382c0040002
[Suit::Hearts, Suit::Hearts, Suit::Spades, Suit::Hearts]
