--TEST--
Back references to open containers, or to themselves
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['82c0020001', '91 82c0020001', '91 82c0020002', '82 c001 00 82c0020001', '81 a161 82c0020001', '92 81 a161 82c0020002 82c0020002',
    '91 82c0040001', '81 a161 82c0050001', '82 c0 a8 737464436c617373 a161 82c0040001', '82 c0 a8 737464436c617373 a161 82c0050001',
    '91 91 82c0020001', '91 91 82c0020002', '92 80 82c0040002', '92 81 80 01 82c0040002'] as $hex) {
    unpacks($hex);
}
?>
--EXPECT--
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
