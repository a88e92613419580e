--TEST--
assoc=0: maps are unpacked as stdClass, and stdClass is packed as a plain map
--INI--
msgpack.assoc=0
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['80', '81 a161 01', '81 a161 81 a162 02', '92 81 01 02 90', '82 00 61 01 62', '81 a0 01', '81 a15f c0', '82 a161 01 a161 02', '82 a161 9101 05 c3'] as $hex) {
    $value = msgpack_unpack(bytes($hex));
    echo $hex, ': ', show($value), ' ', hex(msgpack_pack($value)), "\n";
}
class Point { public $x = 1; }
packs('stdClass', (object) ['a' => 1]);
packs('stdClass, empty', new stdClass);
packs('other class', new Point);
packs('other class without php_only', new Point, ['php_only' => false]);
packs('array', ['a' => [1]]);
echo show(msgpack_unpack(msgpack_pack([new Point, (object) ['p' => new Point]]))), "\n";
?>
--EXPECT--
80: stdClass{}#1 80
81 a161 01: stdClass{a: 1}#1 81a16101
81 a161 81 a162 02: stdClass{a: stdClass{b: 2}#2}#1 81a16181a16202
92 81 01 02 90: [stdClass{1: 2}#1, []] 9281a1310290
82 00 61 01 62: stdClass{0: 97, 1: 98}#1 82a13061a13162
81 a0 01: stdClass{: 1}#1 81a001
81 a15f c0: stdClass{_: null}#1 81a15fc0
82 a161 01 a161 02: stdClass{a: 2}#1 81a16102
82 a161 9101 05 c3: stdClass{a: [1], 5: true}#1 82a1619101a135c3
stdClass: 81a16101
stdClass, empty: 80
other class: 82c0a5506f696e74a17801
other class without php_only: 81a17801
array: 81a1619101
[Point{x: 1}#1, stdClass{p: Point{x: 1}#3}#2]
