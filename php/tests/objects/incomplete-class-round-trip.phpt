--TEST--
An object of an unknown class becomes __PHP_Incomplete_Class, and is packed as the same message
--FILE--
<?php
require __DIR__ . '/../support.inc';

$bytes = bytes('83 c0 a4 476f6e65 a161 01 a4 002a0062 02');
$value = msgpack_unpack($bytes);
echo show($value), "\n", hex(msgpack_pack($value)), "\n";
echo hex(msgpack_pack($value)) === hex($bytes) ? 'same bytes' : 'other bytes', "\n";
$bytes = bytes('92 81 c0 a4 476f6e65 82 c0 a4 476f6e65 05 c3');
echo show(msgpack_unpack($bytes)), "\n";
echo hex(msgpack_pack(msgpack_unpack($bytes))), "\n";
?>
--EXPECT--
__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone', a: 1, *b: 2}#1
83c0a4476f6e65a16101a4002a006202
same bytes
[__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone'}#1, __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone', 5: true}#2]
9281c0a4476f6e6582c0a4476f6e65a135c3
