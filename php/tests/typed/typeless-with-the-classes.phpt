--TEST--
types: with the classes, in streams, and if user code changes the options during a call
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Pair { public $a; public $b; }
class Meddler { public $x = 1; public function __serialize(): array { global $packer; $packer->setOptions(['types' => null]); return ['y' => 2]; } }
class Loud { public $x; public function __get($name) { global $packer; $packer->setOptions(['types' => null]); return 5; } }

function registry(): MsgpackTypeRegistry
{
    $types = new MsgpackTypeRegistry();
    $types->register('Pair', 'Demo.Pair, Demo', fields: ['a' => 'A', 'b' => 'B']);
    $types->register('Loud', 'Demo.Loud, Demo');
    return $types;
}

$pair = new Pair();
[$pair->a, $pair->b] = [1, [2, 3]];
$packer = new MessagePack(options: ['types' => registry()]);
echo hex($packer->pack($pair)), "\n";
echo show($packer->unpack($packer->pack([$pair, $pair]))), "\n";
$packer->setOption(MessagePack::OPT_PHPONLY, true);
$packer->setOption(MessagePack::OPT_ASSOC, true);
echo hex($packer->pack($pair)), "\n";

$msgpack = new Msgpack(['types' => registry(), 'assoc' => false]);
echo show($msgpack->unpacker($msgpack->packer(['p' => $pair]))), "\n";

$unpacker = $packer->unpacker();
foreach (str_split($packer->pack($pair) . $packer->pack(new MsgpackTyped('N', $pair)) . "\x05", 5) as $piece) {
    $unpacker->feed($piece);
    while ($unpacker->execute()) {
        echo show($unpacker->data()), "\n";
    }
}

// The registry is kept alive during a call.
echo hex($packer->pack([new Meddler(), $pair])), "\n";
$loud = new Loud();
unset($loud->x);
$packer->setOptions(['types' => registry()]);
echo hex($packer->pack([$loud, $pair])), "\n";
echo hex($packer->pack([$pair])), "\n";

// A value that occurs twice is written twice; a cycle is too_deep.
$pair->b = $pair;
echo outcome(fn () => msgpack_pack($pair, ['types' => registry(), 'throw' => true])), "\n";
$pair->b = null;
echo outcome(fn () => clone registry()), "\n";
echo outcome(fn () => serialize(registry())), "\n";
echo show(unserialize(serialize(new MsgpackTyped('N', [1])))), "\n";
echo outcome(fn () => unserialize('O:12:"MsgpackTyped":0:{}')), "\n";
$typed = new MsgpackTyped('N', 1);
echo outcome(fn () => $typed->__construct('M', 2)), "\n";
echo outcome(fn () => $typed->name = 'M'), "\n";
?>
--EXPECT--
c71964af44656d6f2e506169722c2044656d6f82a14101a142920203
[Pair{a: 1, b: [2, 3]}#1, Pair{a: 1, b: [2, 3]}#2]
c71964af44656d6f2e506169722c2044656d6f82a14101a142920203
stdClass{p: Pair{a: 1, b: [2, 3]}#2}#1
Pair{a: 1, b: [2, 3]}#1
MsgpackTyped{name: 'N', value: Pair{a: 1, b: [2, 3]}#2, hasValue: true}#1
5
9282c0a74d6564646c6572c081a17902c71964af44656d6f2e506169722c2044656d6f82a14101a142920203
92c71464af44656d6f2e4c6f75642c2044656d6f81a17805c71964af44656d6f2e506169722c2044656d6f82a14101a142920203
9182a16101a162920203
MsgpackException too_deep at 14336, path $.B.B.B.B.B.B.B.B.B.B.B.B.B.B.B.B.B.B.B.B...
Error: Trying to clone an uncloneable object of class MsgpackTypeRegistry
Exception: Serialization of 'MsgpackTypeRegistry' is not allowed
MsgpackTyped{name: 'N', value: [1], hasValue: true}#1
Exception: Invalid serialization data for MsgpackTyped object
Error: Cannot modify readonly property MsgpackTyped
Error: Cannot modify readonly property MsgpackTyped::$name
