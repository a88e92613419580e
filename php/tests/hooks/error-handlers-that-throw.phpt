--TEST--
An error handler that turns a warning into an exception
--FILE--
<?php
require __DIR__ . '/../support.inc';

set_error_handler(function ($level, $message) { throw new ErrorException($message); });
foreach (['c1', '91', '0102', '81 c3 01', '92 90 82c0020009', '92 81 c3 01 c1'] as $hex) {
    unpacks($hex);
}
class S { public function __sleep() { return ['nope']; } }
echo outcome(fn () => msgpack_pack([1, new S, 2])), "\n";
class N { public function __sleep() { return null; } }
echo outcome(fn () => msgpack_pack([1, new N, 2])), "\n";
echo outcome(fn () => msgpack_pack([1, fopen('php://memory', 'r'), 2])), "\n";
echo show(msgpack_unpack("\x91\x01")), "\n";
?>
--EXPECT--
c1: ErrorException: [msgpack] (php_msgpack_unserialize) Parse error
91: ErrorException: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
0102: ErrorException: [msgpack] (php_msgpack_unserialize) Extra bytes
81 c3 01: ErrorException: [msgpack] (msgpack_unserialize_map_item) illegal key type
92 90 82c0020009: ErrorException: [msgpack] (msgpack_unserialize_map_item) Invalid references value: 8
92 81 c3 01 c1: ErrorException: [msgpack] (msgpack_unserialize_map_item) illegal key type
ErrorException: [msgpack] (msgpack_serialize_class) "nope" returned as member variable from __sleep() but does not exist
ErrorException: [msgpack] (msgpack_serialize_object) __sleep should return an array only containing the names of instance-variables to serialize
ErrorException: [msgpack] (msgpack_serialize_zval) type is unsupported, encoded as null
[1]
