--TEST--
bin=object unpacks bin as MsgpackBin, which is packed as bin
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['c400', 'c403 00ff80', '92 c40161 a161', '81 a161 c40162', '81 c40161 01', 'c50100' . str_repeat('61', 256)] as $hex) {
    $value = msgpack_unpack(bytes($hex), null, ['bin' => 'object']);
    echo show($value), ' ', hex(msgpack_pack($value)) === str_replace(' ', '', $hex) ? 'same bytes' : 'other bytes', "\n";
}
unpacks('c40161', ['bin' => 'string']);
foreach ([0, 255, 256, 65535, 65536] as $n) {
    $bytes = msgpack_pack(new MsgpackBin(str_repeat('b', $n)));
    echo $n, ': ', hex(substr($bytes, 0, strlen($bytes) - $n)), "\n";
}
?>
--EXPECT--
MsgpackBin{data: ''}#1 same bytes
MsgpackBin{data: '\000\377\200'}#1 same bytes
[MsgpackBin{data: 'a'}#1, 'a'] same bytes
['a' => MsgpackBin{data: 'b'}#1] same bytes
['a' => 1] other bytes
MsgpackBin{data: string(256) 9c78512a}#1 same bytes
c40161: 'a'
0: c400
255: c4ff
256: c50100
65535: c5ffff
65536: c600010000
