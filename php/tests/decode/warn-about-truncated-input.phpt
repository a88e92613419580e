--TEST--
Truncated input: PECL's warning and false
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['91', 'a5 68', 'cc', 'cd00', 'cb00', 'c4', 'c402 00', 'd4', 'd405', 'c7', '82 a161 01', 'dc00', 'dd ffffffff', 'df ffffffff', 'db ffffffff', '92 01'] as $hex) {
    unpacks($hex);
}
?>
--EXPECT--
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
91: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
a5 68: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
cc: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
cd00: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
cb00: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
c4: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
c402 00: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
d4: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
d405: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
c7: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
82 a161 01: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
dc00: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
dd ffffffff: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
df ffffffff: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
db ffffffff: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
92 01: false
