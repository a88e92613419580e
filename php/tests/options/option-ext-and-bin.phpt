--TEST--
ext=object and bin=object
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- bin=object unpacks bin as MsgpackBin, which is packed as bin', "\n";
foreach (['c400', 'c403 00ff80', '92 c40161 a161', '81 a161 c40162', '81 c40161 01', 'c50100' . str_repeat('61', 256)] as $hex) {
    $value = msgpack_unpack(bytes($hex), null, ['bin' => 'object']);
    echo show($value), ' ', hex(msgpack_pack($value)) === str_replace(' ', '', $hex) ? 'same bytes' : 'other bytes', "\n";
}
unpacks('c40161', ['bin' => 'string']);
foreach ([0, 255, 256, 65535, 65536] as $n) {
    $bytes = msgpack_pack(new MsgpackBin(str_repeat('b', $n)));
    echo $n, ': ', hex(substr($bytes, 0, strlen($bytes) - $n)), "\n";
}

echo '--- ext=object unpacks ext as MsgpackExt, which is packed as ext in the shortest format', "\n";
foreach (['d40500', 'd5850102', 'd67f01020304', 'd7800102030405060708', 'd801 000102030405060708090a0b0c0d0e0f', 'c70005', 'c70305616263', 'c71105' . str_repeat('00', 17), 'd4fe00',
    '92 d40500 81 a161 d40600', 'd6ff00000001'] as $hex) {
    $value = msgpack_unpack(bytes($hex), null, ['ext' => 'object']);
    echo show($value), ' ', hex(msgpack_pack($value)) === str_replace(' ', '', $hex) ? 'same bytes' : 'other bytes', "\n";
}
foreach ([0, 1, 2, 3, 4, 8, 16, 17, 255, 256, 65535, 65536] as $n) {
    $bytes = msgpack_pack(new MsgpackExt(-5, str_repeat('e', $n)));
    echo $n, ': ', hex(substr($bytes, 0, strlen($bytes) - $n)), "\n";
}
unpacks('81 d40500 01', ['ext' => 'object']);
unpacks('81 d40500 01', ['ext' => 'object', 'throw' => true]);
?>
--EXPECT--
--- bin=object unpacks bin as MsgpackBin, which is packed as bin
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
--- ext=object unpacks ext as MsgpackExt, which is packed as ext in the shortest format
MsgpackExt{type: 5, data: '\000'}#1 same bytes
MsgpackExt{type: -123, data: '\001\002'}#1 same bytes
MsgpackExt{type: 127, data: '\001\002\003\004'}#1 same bytes
MsgpackExt{type: -128, data: '\001\002\003\004\005\006\a\b'}#1 same bytes
MsgpackExt{type: 1, data: '\000\001\002\003\004\005\006\a\b\t\n\v\f\r\016\017'}#1 same bytes
MsgpackExt{type: 5, data: ''}#1 same bytes
MsgpackExt{type: 5, data: 'abc'}#1 same bytes
MsgpackExt{type: 5, data: '\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000'}#1 same bytes
MsgpackExt{type: -2, data: '\000'}#1 same bytes
[MsgpackExt{type: 5, data: '\000'}#1, ['a' => MsgpackExt{type: 6, data: '\000'}#2]] same bytes
MsgpackExt{type: -1, data: '\000\000\000\001'}#1 same bytes
0: c700fb
1: d4fb
2: d5fb
3: c703fb
4: d6fb
8: d7fb
16: d8fb
17: c711fb
255: c7fffb
256: c80100fb
65535: c8fffffb
65536: c900010000fb
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
81 d40500 01: []
81 d40500 01: MsgpackException invalid_key at 1, path ${key #0}
