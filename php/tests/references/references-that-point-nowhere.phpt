--TEST--
A back reference to a container that does not exist: PECL's warning and null
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['92 90 82c0020009', '92 90 82c0020000', '92 90 82c00200ff', '82c0020005', '92 82c0020003 90', '91 82c002 00 a161', '91 82c002 00 c0',
    '91 82c004 00 cf ffffffffffffffff', '91 82c005 00 d3 8000000000000000', '91 82c002 00 cb3ff0000000000000', '91 81c002', '91 81c004', '92 82c001c002 90',
    '91 82c002 a161 01', '91 83c002 00 01 a161 05'] as $hex) {
    unpacks($hex);
}
?>
--EXPECT--
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
