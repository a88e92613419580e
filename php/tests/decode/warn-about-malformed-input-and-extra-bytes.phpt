--TEST--
PECL's other warnings: a parse error gives false, extra bytes the value
--FILE--
<?php
require __DIR__ . '/../support.inc';

unpacks('c1');
unpacks('92 01 c1');
unpacks('01 02');
unpacks('90 c1');
unpacks('93 01 02 03 04');
unpacks('');
ini_set('msgpack.error_display', '0');
unpacks('c1');
unpacks('91');
unpacks('01 02');
?>
--EXPECT--
Warning: [msgpack] (php_msgpack_unserialize) Parse error
c1: false
Warning: [msgpack] (php_msgpack_unserialize) Parse error
92 01 c1: false
Warning: [msgpack] (php_msgpack_unserialize) Extra bytes
01 02: 1
Warning: [msgpack] (php_msgpack_unserialize) Extra bytes
90 c1: []
Warning: [msgpack] (php_msgpack_unserialize) Extra bytes
93 01 02 03 04: [1, 2, 3]
: null
c1: false
91: false
01 02: 1
