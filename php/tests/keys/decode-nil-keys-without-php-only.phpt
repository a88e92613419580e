--TEST--
Without php_only a nil key is handled as any other illegal key
--INI--
msgpack.php_only=0
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['81 c0 a4 4576696c', '82 c0 01 a161 02', '82 c002 00 01', '81 c0 05'] as $hex) {
    unpacks($hex);
    unpacks($hex, ['throw' => true]);
}
unpacks('91 81 c0 a4 4576696c', ['assoc' => false]);
?>
--EXPECT--
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
81 c0 a4 4576696c: ['' => 'Evil']
81 c0 a4 4576696c: MsgpackException invalid_key at 1, path ${key #0}
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
82 c0 01 a161 02: ['' => 1, 'a' => 2]
82 c0 01 a161 02: MsgpackException invalid_key at 1, path ${key #0}
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
82 c002 00 01: ['' => 2, 0 => 1]
82 c002 00 01: MsgpackException invalid_key at 1, path ${key #0}
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
81 c0 05: ['' => 5]
81 c0 05: MsgpackException invalid_key at 1, path ${key #0}
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
91 81 c0 a4 4576696c: [stdClass{: 'Evil'}#1]
