--TEST--
An unsigned integer above 2**63-1 becomes a decimal string
--FILE--
<?php
require __DIR__ . '/../support.inc';

unpacks('cf7fffffffffffffff');
unpacks('cf8000000000000000');
unpacks('cf8000000000000001');
unpacks('cfffffffffffffffff');
unpacks('92 cfffffffffffffffff 01');
unpacks('81 a161 cf8000000000000000');
unpacks('81 cf8000000000000000 01');
?>
--EXPECT--
cf7fffffffffffffff: 9223372036854775807
cf8000000000000000: '9223372036854775808'
cf8000000000000001: '9223372036854775809'
cfffffffffffffffff: '18446744073709551615'
92 cfffffffffffffffff 01: ['18446744073709551615', 1]
81 a161 cf8000000000000000: ['a' => '9223372036854775808']
81 cf8000000000000000 01: ['9223372036854775808' => 1]
