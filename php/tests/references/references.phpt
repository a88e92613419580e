--TEST--
References to arrays, objects and scalars
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- A PHP reference to an array has mark 1, a back reference to it mark 2', "\n";
$a = ['foo'];
packs('same array twice, no reference', [$a, $a]);
packs('same reference twice', [&$a, &$a]);
packs('reference that comes once', [&$a]);
packs('map', ['x' => &$a, 'y' => &$a]);
$empty = [];
packs('empty', [&$empty, &$empty]);
foreach ([[&$a, &$a], ['x' => &$a, 'y' => 5, 'z' => &$a], [&$empty, &$empty]] as $value) {
    $back = msgpack_unpack(msgpack_pack($value));
    echo show($back), "\n";
}
$back = msgpack_unpack(msgpack_pack([&$a, &$a]));
$back[0][] = 'changed in both';
echo show($back), "\n";
$scalar = 1;
$back = msgpack_unpack(msgpack_pack([&$scalar, &$scalar]));
$back[0] = 'scalars are not shared';
echo show($back), "\n";

echo '--- A back reference to an object has mark 4, to a PHP reference to an object mark 5', "\n";
class Obj { public $a = 1; }
$o = new Obj;
packs('same object twice', [$o, $o]);
packs('reference', [&$o]);
packs('same reference twice', [&$o, &$o]);
packs('reference, then object', [&$o, 'k' => $o]);
unset($o);
$o = new Obj;
foreach ([[$o, $o], ['x' => &$o, 'y' => &$o], [$o, [$o], (object) ['o' => $o]]] as $value) {
    $back = msgpack_unpack(msgpack_pack($value));
    echo show($back), "\n";
}
$back = msgpack_unpack(msgpack_pack(['x' => &$o, 'y' => &$o]));
$back['x'] = 'replaced in both';
echo show($back), "\n";

echo '--- References to containers that are written without mark 1', "\n";
class Sleeper { public $a = 1; public function __sleep() { return ['a']; } }
class Magician { public $d; public function __serialize(): array { return []; } public function __unserialize(array $d): void { $this->d = $d; } }
class Holder { public array $list = []; public ?array $other = null; public mixed $any = []; }
enum Suit { case Hearts; }
foreach ([new Sleeper, new Magician, Suit::Hearts] as $written) {
    $reference = $written;
    packs($written::class, [&$reference, &$reference]);
    echo show(msgpack_unpack(msgpack_pack([&$reference, &$reference, 'k' => $reference]))), "\n";
}
unset($reference);
$holder = new Holder;
$holder->other = &$holder->list;
$empty = [];
$value = [5 => &$empty, 'and' => [&$empty], 'holder' => $holder, 3 => &$holder->list];
packs('empty arrays', $value);
$back = msgpack_unpack(msgpack_pack($value));
echo show($back), "\n";
$back['and'][0][] = 'in both';
$back[3][] = 'in three';
echo show($back), "\n";
try {
    $back['holder']->other = null;
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
unpacks('92 82 a161 90 a161 90 82c0020003');
unpacks('92 82 a161 90 a161 90 82c0020004');
unpacks('92 90 82c002cc0002');
unpacks('92 a5 82c0020002 90');
unpacks('93 90 82c002cc0002 82c0020002');
unpacks('92 82 90 01 a161 90 82c0020003');
unpacks('83 c0 a6486f6c646572 a46c697374 90 a56f74686572 82c0020002');
unpacks('83 c0 a6486f6c646572 a3616e79 90 a56f74686572 82c0020002');
unpacks('83 c0 a6486f6c646572 a3616e79 80 a56f74686572 82c0020002');
unpacks('84 c0 a6486f6c646572 a46c697374 90 a46c697374 91 82c0020002 a56f74686572 82c0020002');
$object = new stdClass;
foreach ([[$object, 'x' => &$object, 'y' => &$object, 'z' => $object], ['x' => &$object, 'y' => &$object]] as $value) {
    packs('stdClass as a map', $value, ['assoc' => false]);
    echo show(msgpack_unpack(msgpack_pack($value, ['assoc' => false]), null, ['assoc' => false])), "\n";
}
packs('stdClass, then references', [$object, &$object, &$object]);

echo '--- A back reference to a value that a duplicate key has replaced', "\n";
foreach (['92 82 a161 9101 a161 9102 82c0020003', '92 82 a161 9101 a161 02 82c0020003', '92 82 a161 81c0a8737464436c617373 a161 02 82c0040003',
    '93 82 a161 9101 a161 9102 82c0020003 82c0020004', '92 83 c0 a8 737464436c617373 a161 91 01 a161 91 02 82c0020003',
    '92 82 05 9101 05 c0 82c0020003'] as $hex) {
    unpacks($hex);
    for ($i = 0; $i < 3; $i++) {
        @msgpack_unpack(bytes($hex));
    }
}

echo '--- Back references to open containers, or to themselves', "\n";
foreach (['82c0020001', '91 82c0020001', '91 82c0020002', '82 c001 00 82c0020001', '81 a161 82c0020001', '92 81 a161 82c0020002 82c0020002',
    '91 82c0040001', '81 a161 82c0050001', '82 c0 a8 737464436c617373 a161 82c0040001', '82 c0 a8 737464436c617373 a161 82c0050001',
    '91 91 82c0020001', '91 91 82c0020002', '92 80 82c0040002', '92 81 80 01 82c0040002'] as $hex) {
    unpacks($hex);
}

echo '--- References to scalars are packed as the scalars, also if they are shared', "\n";
$value = 5;
$array = [&$value, 'k' => &$value];
packs('references to a scalar', $array);
unset($value);
packs('with one owner left', $array);
$one = [1];
$reference = &$one[0];
unset($reference);
packs('a reference that nobody shares', $one);
$text = 'shared';
$list = [&$text, &$text];
packs('references to a string', $list);
packs('nulls', [null, 'a' => null]);
?>
--EXPECT--
--- A PHP reference to an array has mark 1, a back reference to it mark 2
same array twice, no reference: 9291a3666f6f91a3666f6f
same reference twice: 9282c00100a3666f6f82c0020002
reference that comes once: 9182c00100a3666f6f
map: 82a17882c00100a3666f6fa17982c0020002
empty: 929082c0020002
[&['foo'], &['foo']]
['x' => &['foo'], 'y' => 5, 'z' => &['foo']]
[&[], &[]]
[&['foo', 'changed in both'], &['foo', 'changed in both']]
['scalars are not shared', 1]
--- A back reference to an object has mark 4, to a PHP reference to an object mark 5
same object twice: 9282c0a34f626aa1610182c0040002
reference: 9183c001c0a34f626aa16101
same reference twice: 9283c001c0a34f626aa1610182c0050002
reference, then object: 820083c001c0a34f626aa16101a16b82c0040002
[Obj{a: 1}#1, =#1]
['x' => &Obj{a: 1}#1, 'y' => &=#1]
[Obj{a: 1}#1, [=#1], stdClass{o: =#1}#2]
['x' => &'replaced in both', 'y' => &'replaced in both']
--- References to containers that are written without mark 1
Sleeper: 9282c0a7536c6565706572a1610182c0050002
[0 => &Sleeper{a: 1}#1, 1 => &=#1, 'k' => =#1]
Magician: 9282c0a84d6167696369616ec09082c0050002
[0 => &Magician{d: []}#1, 1 => &=#1, 'k' => =#1]
Suit: 9282c006a453756974a648656172747382c0050002
[0 => &Suit::Hearts, 1 => &Suit::Hearts, 'k' => Suit::Hearts]
empty arrays: 840590a3616e649182c0020002a6686f6c64657284c0a6486f6c646572a46c69737490a56f7468657282c0020006a3616e79900382c0020006
[5 => &[], 'and' => [&[]], 'holder' => Holder{list: &[], other: &[], any: []}#1, 3 => &[]]
[5 => &['in both'], 'and' => [&['in both']], 'holder' => Holder{list: &['in three'], other: &['in three'], any: []}#1, 3 => &['in three']]
Cannot assign null to reference held by property Holder::$list of type array
92 82 a161 90 a161 90 82c0020003: [['a' => []], []]
92 82 a161 90 a161 90 82c0020004: [['a' => &[]], &[]]
92 90 82c002cc0002: [[], []]
92 a5 82c0020002 90: ['\202\300\002\000\002', []]
93 90 82c002cc0002 82c0020002: [&[], &[], &[]]
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
Warning: Array to string conversion
92 82 90 01 a161 90 82c0020003: [['Array' => 1, 'a' => []], []]
83 c0 a6486f6c646572 a46c697374 90 a56f74686572 82c0020002: Holder{list: &[], other: &[], any: []}#1
83 c0 a6486f6c646572 a3616e79 90 a56f74686572 82c0020002: Holder{list: [], other: &[], any: &[]}#1
83 c0 a6486f6c646572 a3616e79 80 a56f74686572 82c0020002: TypeError: Cannot assign stdClass to property Holder::$other of type ?array
84 c0 a6486f6c646572 a46c697374 90 a46c697374 91 82c0020002 ...: Holder{list: [&[]], other: &[], any: []}#1
stdClass as a map: 840080a17882c0050002a17982c0050002a17a82c0040002
stdClass{0: &stdClass{}#2, x: &=#2, y: &=#2, z: =#2}#1
stdClass as a map: 82a17880a17982c0050002
stdClass{x: &stdClass{}#2, y: &=#2}#1
stdClass, then references: 9381c0a8737464436c61737382c005000282c0050002
--- A back reference to a value that a duplicate key has replaced
92 82 a161 9101 a161 9102 82c0020003: [['a' => [2]], [1]]
92 82 a161 9101 a161 02 82c0020003: [['a' => 2], [1]]
92 82 a161 81c0a8737464436c617373 a161 02 82c0040003: [['a' => 2], stdClass{}#1]
93 82 a161 9101 a161 9102 82c0020003 82c0020004: [['a' => [2]], [1], [2]]
92 83 c0 a8 737464436c617373 a161 91 01 a161 91 02 82c0020003: [stdClass{a: [2]}#1, [1]]
92 82 05 9101 05 c0 82c0020003: [[5 => null], [1]]
--- Back references to open containers, or to themselves
Warning: [msgpack] (msgpack_unserialize_map_item) Invalid references value: 0
82c0020001: null
91 82c0020001: [&[&^]]
Warning: [msgpack] (msgpack_unserialize_map_item) Invalid references value: 1
91 82c0020002: [null]
82 c001 00 82c0020001: [&[&^]]
81 a161 82c0020001: ['a' => &['a' => &^]]
92 81 a161 82c0020002 82c0020002: [['a' => &['a' => &^]], ['a' => &['a' => &^]]]
91 82c0040001: [&[&^]]
81 a161 82c0050001: ['a' => &['a' => &^]]
82 c0 a8 737464436c617373 a161 82c0040001: stdClass{a: =#1}#1
82 c0 a8 737464436c617373 a161 82c0050001: stdClass{a: =#1}#1
91 91 82c0020001: [[[[[[[[[[[[[[[[[[[[...]]]]]]]]]]]]]]]]]]]]
91 91 82c0020002: [[&[&^]]]
92 80 82c0040002: [stdClass{}#1, =#1]
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
92 81 80 01 82c0040002: [[], []]
--- References to scalars are packed as the scalars, also if they are shared
references to a scalar: 820005a16b05
with one owner left: 820005a16b05
a reference that nobody shares: 9101
references to a string: 92a6736861726564a6736861726564
nulls: 8200c0a161c0
