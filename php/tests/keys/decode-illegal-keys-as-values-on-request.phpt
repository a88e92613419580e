--TEST--
illegal_key_insert=1 appends an illegal key and its value as two values
--INI--
msgpack.php_only=0
msgpack.illegal_key_insert=1
--FILE--
<?php
require __DIR__ . '/../support.inc';

unpacks('81 c3 01');
unpacks('82 a161 01 cb3ff8000000000000 02');
unpacks('82 05 01 c2 02');
?>
--EXPECT--
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
81 c3 01: [true, 1]
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
82 a161 01 cb3ff8000000000000 02: ['a' => 1, 0 => 1.5, 1 => 2]
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
82 05 01 c2 02: [5 => 1, 6 => false, 7 => 2]
