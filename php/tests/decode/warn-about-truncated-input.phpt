--TEST--
Truncated input: PECL's warning and false
--FILE--
<?php
require __DIR__ . '/../support.inc';

// vectors/run.php has every truncation.
foreach (['91', 'cc', 'd405', '82 a161 01', 'dd ffffffff'] as $hex) {
    unpacks($hex);
}
?>
--EXPECT--
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
91: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
cc: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
d405: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
82 a161 01: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
dd ffffffff: false
