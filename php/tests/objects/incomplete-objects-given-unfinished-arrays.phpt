--TEST--
An incomplete object whose __serialize data refers to an open array gets none of its elements
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
91 83 a161 01 a162 82 c0 a4 476f6e65 c0 82c0020002 a163 03: [['a' => 1, 'b' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone'}#1, 'c' => 3]]
83 a161 01 a162 82 c0 a4 476f6e65 c0 82c0020001 a163 03: ['a' => 1, 'b' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone'}#1, 'c' => 3]
91 83 a161 01 a162 82 c0 a4 476f6e65 c0 82c0020001 a163 03: [['a' => 1, 'b' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone'}#1, 'c' => 3]]
92 82 a161 01 a162 02 82 c0 a4 476f6e65 c0 82c0020002: [['a' => 1, 'b' => 2], __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone', a: 1, b: 2}#1]
84 c001 a161 01 a162 82 c0 a4 476f6e65 c0 82c0020001 a163 03: ['a' => 1, 'b' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone', a: 1, b: =#1}#1, 'c' => 3]
