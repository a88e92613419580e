--TEST--
The declared counts of nested containers together must not exceed the remaining bytes
--INI--
memory_limit=32M
--FILE--
<?php
require __DIR__ . '/../support.inc';

$bytes = str_repeat(bytes('dd 000186a0'), 1000) . str_repeat("\0", 100000);
echo outcome(fn () => msgpack_unpack($bytes, null, ['throw' => true])), "\n";
var_dump(@msgpack_unpack($bytes));
$bytes = str_repeat(bytes('df 0000c350'), 1000) . str_repeat("\0", 100000);
echo preg_replace('/, path.*/', '', outcome(fn () => msgpack_unpack($bytes, null, ['throw' => true]))), "\n";
$bytes = str_repeat(bytes('dd 00000032'), 31);
echo outcome(fn () => msgpack_unpack($bytes, null, ['throw' => true])), "\n";
unpacks('93 92 01 02 91', ['throw' => true]);
unpacks('94 92 01 02 90', ['throw' => true]);
unpacks('92 93 00 00 00', ['throw' => true]);
unpacks('92 93 00 00 00 00', ['throw' => true]);
echo memory_get_peak_usage() < 16 << 20 ? 'little memory' : memory_get_peak_usage(), "\n";
?>
--EXPECT--
MsgpackException truncated at 5, path $[0]
bool(false)
MsgpackException truncated at 5
MsgpackException truncated at 10, path $[0][0]
93 92 01 02 91: MsgpackException truncated at 1, path $[0]
94 92 01 02 90: MsgpackException truncated at 1, path $[0]
92 93 00 00 00: MsgpackException truncated at 1, path $[0]
92 93 00 00 00 00: [[0, 0, 0], 0]
little memory
