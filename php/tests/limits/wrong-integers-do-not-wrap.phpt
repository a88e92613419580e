--TEST--
Lengths and numbers at the edges of 32 and 64 bits
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['c9 ffffffff', 'c9 ffffffff 01 ' . str_repeat('00', 300), 'c9 fffffffe 01', 'db ffffffff ' . str_repeat('61', 64), 'c6 ffffffff ' . str_repeat('61', 64), 'df 7fffffff 0000', 'df 80000000', 'dd 80000000'] as $hex) {
    unpacks($hex, ['throw' => true]);
}
unpacks('81 d3 ffffffffffffffff 01');
unpacks('81 cf ffffffffffffffff 01');
?>
--EXPECT--
c9 ffffffff: MsgpackException truncated at 0, path $
c9 ffffffff 01 000000000000000000000000000000000000000000000...: MsgpackException truncated at 0, path $
c9 fffffffe 01: MsgpackException truncated at 0, path $
db ffffffff 616161616161616161616161616161616161616161616161...: MsgpackException truncated at 0, path $
c6 ffffffff 616161616161616161616161616161616161616161616161...: MsgpackException truncated at 0, path $
df 7fffffff 0000: MsgpackException truncated at 0, path $
df 80000000: MsgpackException truncated at 0, path $
dd 80000000: MsgpackException truncated at 0, path $
81 d3 ffffffffffffffff 01: [-1 => 1]
81 cf ffffffffffffffff 01: ['18446744073709551615' => 1]
