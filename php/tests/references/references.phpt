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
[[], []]
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
