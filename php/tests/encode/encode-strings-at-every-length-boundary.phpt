--TEST--
Strings have the shortest header, on both sides of every boundary
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach ([0, 1, 7, 8, 15, 16, 31, 32, 33, 255, 256, 65535, 65536, 70000] as $n) {
    $text = substr(str_repeat('abcdefghijklmnopqrstuvwxyz', 2693), 0, $n);
    $bytes = msgpack_pack($text);
    echo $n, ': ', hex(substr($bytes, 0, strlen($bytes) - $n)),
        substr($bytes, -$n ?: PHP_INT_MAX) === $text && msgpack_unpack($bytes) === $text ? '' : ' changed', "\n";
}
packs('bytes that are not UTF-8', "\xff\xfe\x00");
packs('in a list', ["\0", 'é', '速い']);
?>
--EXPECT--
0: a0
1: a1
7: a7
8: a8
15: af
16: b0
31: bf
32: d920
33: d921
255: d9ff
256: da0100
65535: daffff
65536: db00010000
70000: db00011170
bytes that are not UTF-8: a3fffe00
in a list: 93a100a2c3a9a6e9809fe38184
