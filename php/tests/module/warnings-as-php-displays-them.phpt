--TEST--
The warnings go through PHP's own error display
--FILE--
<?php
var_dump(msgpack_unpack("\xc1"));
var_dump(msgpack_unserialize("\x91"));
var_dump(msgpack_unserialize("\x01\x02"));
var_dump(@msgpack_unpack("\xc1"));
?>
--EXPECTF--

Warning: [msgpack] (php_msgpack_unserialize) Parse error in %s on line 2
bool(false)

Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing in %s on line 3
bool(false)

Warning: [msgpack] (php_msgpack_unserialize) Extra bytes in %s on line 4
int(1)
bool(false)
