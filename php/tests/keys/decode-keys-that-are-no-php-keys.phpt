--TEST--
A key that is neither an integer nor a string becomes a string, with a warning
--INI--
msgpack.php_only=0
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['81 c3 01', '81 c2 01', '81 cb3ff8000000000000 01', '81 ca40000000 01', '82 a161 01 c3 02'] as $hex) {
    unpacks($hex);
}
ini_set('msgpack.error_display', '0');
unpacks('81 c3 01');
?>
--EXPECT--
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
81 c3 01: [1 => 1]
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
81 c2 01: ['' => 1]
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
81 cb3ff8000000000000 01: ['1.5' => 1]
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
81 ca40000000 01: [2 => 1]
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
82 a161 01 c3 02: ['a' => 1, 1 => 2]
81 c3 01: [1 => 1]
