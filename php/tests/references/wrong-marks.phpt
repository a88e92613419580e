--TEST--
Marks of references that point nowhere, or are no references
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- Marks in positions where no writer puts them', "\n";
foreach (['81c001', '91 81c001', '82c001c001', '81c003', '82c003 c0 c0', '82c003 05 a161', '82c003 a8737464436c617373 a161', '82c003 a8737464436c617373 05',
    '81c000', '81c006', '81c0ff', '82c000 a161 01', '81c0c0', '81c0c3', '81c090', '82 a161 01 c001', '82 c0 a8737464436c617373 c0 90', '82c0 90 a161 01'] as $hex) {
    unpacks($hex);
}

echo '--- A back reference to a container that does not exist: PECL\'s warning and null', "\n";
foreach (['92 90 82c0020009', '92 90 82c0020000', '92 90 82c00200ff', '82c0020005', '92 82c0020003 90', '91 82c002 00 a161', '91 82c002 00 c0',
    '91 82c004 00 cf ffffffffffffffff', '91 82c005 00 d3 8000000000000000', '91 82c002 00 cb3ff0000000000000', '91 81c002', '91 81c004', '92 82c001c002 90',
    '91 82c002 a161 01', '91 83c002 00 01 a161 05'] as $hex) {
    unpacks($hex);
}
?>
--EXPECT--
--- Marks in positions where no writer puts them
81c001: null
91 81c001: [null]
82c001c001: null
81c003: null
82c003 c0 c0: null
Warning: [msgpack] (php_msgpack_unserialize) Parse error
82c003 05 a161: false
Warning: [msgpack] (msgpack_unserialize_map_item) Class stdClass has no unserializer
82c003 a8737464436c617373 a161: null
Warning: [msgpack] (php_msgpack_unserialize) Parse error
82c003 a8737464436c617373 05: false
81c000: null
81c006: null
81c0ff: null
82c000 a161 01: ['a' => 1]
81c0c0: null
81c0c3: null
81c090: null
82 a161 01 c001: ['a' => 1]
82 c0 a8737464436c617373 c0 90: stdClass{}#1
82c0 90 a161 01: ['a' => 1]
--- A back reference to a container that does not exist: PECL's warning and null
Warning: [msgpack] (msgpack_unserialize_map_item) Invalid references value: 8
92 90 82c0020009: [[], null]
Warning: [msgpack] (msgpack_unserialize_map_item) Invalid references value: -1
92 90 82c0020000: [[], null]
Warning: [msgpack] (msgpack_unserialize_map_item) Invalid references value: -2
92 90 82c00200ff: [[], null]
Warning: [msgpack] (msgpack_unserialize_map_item) Invalid references value: 4
82c0020005: null
Warning: [msgpack] (msgpack_unserialize_map_item) Invalid references value: 2
92 82c0020003 90: [null, []]
Warning: [msgpack] (php_msgpack_unserialize) Parse error
91 82c002 00 a161: false
Warning: [msgpack] (php_msgpack_unserialize) Parse error
91 82c002 00 c0: false
Warning: [msgpack] (php_msgpack_unserialize) Parse error
91 82c004 00 cf ffffffffffffffff: false
Warning: [msgpack] (msgpack_unserialize_map_item) Invalid references value: 9223372036854775807
91 82c005 00 d3 8000000000000000: [null]
Warning: [msgpack] (php_msgpack_unserialize) Parse error
91 82c002 00 cb3ff0000000000000: false
91 81c002: [null]
91 81c004: [null]
92 82c001c002 90: [null, []]
Warning: [msgpack] (php_msgpack_unserialize) Parse error
91 82c002 a161 01: false
Warning: [msgpack] (php_msgpack_unserialize) Parse error
91 83c002 00 01 a161 05: false
