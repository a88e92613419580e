--TEST--
$GLOBALS can be packed
--FILE--
<?php
require __DIR__ . '/../support.inc';

$a = [1];
$bytes = msgpack_pack($GLOBALS, ['php_only' => false]);
$back = msgpack_unpack($bytes, null, ['php_only' => false]);
echo show($back['a']), ' ', isset($back['bytes']) ? 'with itself' : 'before', "\n";
?>
--EXPECT--
[1] before
