--TEST--
Objects of classes that are not there
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- An object of an unknown class becomes __PHP_Incomplete_Class, and is packed as the same message', "\n";
$bytes = bytes('83 c0 a4 476f6e65 a161 01 a4 002a0062 02');
$value = msgpack_unpack($bytes);
echo show($value), "\n", hex(msgpack_pack($value)), "\n";
echo hex(msgpack_pack($value)) === hex($bytes) ? 'same bytes' : 'other bytes', "\n";
$bytes = bytes('92 81 c0 a4 476f6e65 82 c0 a4 476f6e65 05 c3');
echo show(msgpack_unpack($bytes)), "\n";
echo hex(msgpack_pack(msgpack_unpack($bytes))), "\n";

echo '--- An incomplete object whose __serialize data refers to an open array gets none of its elements', "\n";
for ($i = 0; $i < 4; $i++) {
    msgpack_unpack(bytes('91 83 a161 01 a162 02 a163 03'));
}
unpacks('91 83 a161 01 a162 82 c0 a4 476f6e65 c0 82c0020002 a163 03');
unpacks('83 a161 01 a162 82 c0 a4 476f6e65 c0 82c0020001 a163 03');
unpacks('91 83 a161 01 a162 82 c0 a4 476f6e65 c0 82c0020001 a163 03');
unpacks('92 82 a161 01 a162 02 82 c0 a4 476f6e65 c0 82c0020002');
unpacks('84 c001 a161 01 a162 82 c0 a4 476f6e65 c0 82c0020001 a163 03');
?>
--EXPECT--
--- An object of an unknown class becomes __PHP_Incomplete_Class, and is packed as the same message
__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone', a: 1, *b: 2}#1
83c0a4476f6e65a16101a4002a006202
same bytes
[__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone'}#1, __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone', 5: true}#2]
9281c0a4476f6e6582c0a4476f6e65a135c3
--- An incomplete object whose __serialize data refers to an open array gets none of its elements
91 83 a161 01 a162 82 c0 a4 476f6e65 c0 82c0020002 a163 03: [['a' => 1, 'b' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone'}#1, 'c' => 3]]
83 a161 01 a162 82 c0 a4 476f6e65 c0 82c0020001 a163 03: ['a' => 1, 'b' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone'}#1, 'c' => 3]
91 83 a161 01 a162 82 c0 a4 476f6e65 c0 82c0020001 a163 03: [['a' => 1, 'b' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone'}#1, 'c' => 3]]
92 82 a161 01 a162 02 82 c0 a4 476f6e65 c0 82c0020002: [['a' => 1, 'b' => 2], __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone', a: 1, b: 2}#1]
84 c001 a161 01 a162 82 c0 a4 476f6e65 c0 82c0020001 a163 03: ['a' => 1, 'b' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone'}#1, 'c' => 3]
