--TEST--
A declared length without the data is an error before anything is allocated
--INI--
memory_limit=16M
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['dd ffffffff', 'df ffffffff', 'c6 ffffffff', 'db ffffffff', 'c9 ffffffff 01', 'dc ffff', 'de ffff', 'dd 7fffffff c0', 'df 80000000 c0c0', 'dd ffffffff ' . str_repeat('c0', 1000),
    '91 dd ffffffff', '81 a161 df ffffffff', '82 c0 a8 737464436c617373 a161 dd ffffffff', 'c8 ffff 01', 'c5 ffff', 'da ffff', '9f', '8f 00', 'd8 01'] as $hex) {
    unpacks($hex, ['throw' => true]);
    @msgpack_unpack(bytes($hex));
}
echo memory_get_peak_usage() < 8 << 20 ? 'little memory' : memory_get_peak_usage(), "\n";
?>
--EXPECT--
dd ffffffff: MsgpackException truncated at 0, path $
df ffffffff: MsgpackException truncated at 0, path $
c6 ffffffff: MsgpackException truncated at 0, path $
db ffffffff: MsgpackException truncated at 0, path $
c9 ffffffff 01: MsgpackException truncated at 0, path $
dc ffff: MsgpackException truncated at 0, path $
de ffff: MsgpackException truncated at 0, path $
dd 7fffffff c0: MsgpackException truncated at 0, path $
df 80000000 c0c0: MsgpackException truncated at 0, path $
dd ffffffff c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0...: MsgpackException truncated at 0, path $
91 dd ffffffff: MsgpackException truncated at 1, path $[0]
81 a161 df ffffffff: MsgpackException truncated at 3, path $.a
82 c0 a8 737464436c617373 a161 dd ffffffff: MsgpackException truncated at 13, path $.a
c8 ffff 01: MsgpackException truncated at 0, path $
c5 ffff: MsgpackException truncated at 0, path $
da ffff: MsgpackException truncated at 0, path $
9f: MsgpackException truncated at 0, path $
8f 00: MsgpackException truncated at 0, path $
d8 01: MsgpackException truncated at 0, path $
little memory
