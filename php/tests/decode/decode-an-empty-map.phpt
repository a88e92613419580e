--TEST--
An empty map is a stdClass, as in PECL, but an array if php_only is off
--FILE--
<?php
require __DIR__ . '/../support.inc';

unpacks('80');
unpacks('92 80 80');
unpacks('81 a161 80');
ini_set('msgpack.php_only', '0');
unpacks('80');
unpacks('92 80 80');
?>
--EXPECT--
80: stdClass{}#1
92 80 80: [stdClass{}#1, stdClass{}#2]
81 a161 80: ['a' => stdClass{}#1]
80: []
92 80 80: [[], []]
