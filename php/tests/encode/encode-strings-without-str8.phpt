--TEST--
use_str8_serialization=0 writes lengths 32 to 255 with 16 bits, as old readers need
--INI--
msgpack.use_str8_serialization=0
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach ([0, 31, 32, 255, 256, 65535, 65536] as $n) {
    $bytes = msgpack_pack(str_repeat('x', $n));
    echo $n, ': ', hex(substr($bytes, 0, strlen($bytes) - $n)), "\n";
    $bytes = msgpack_pack([str_repeat('k', $n) => 1]);
    echo $n, ' as a key: ', hex(substr($bytes, 1, strlen($bytes) - $n - 2)), "\n";
}
ini_set('msgpack.use_str8_serialization', '1');
echo 'switched on: ', hex(substr(msgpack_pack(str_repeat('x', 32)), 0, 3)), "\n";
?>
--EXPECT--
0: a0
0 as a key: a0
31: bf
31 as a key: bf
32: da0020
32 as a key: da0020
255: da00ff
255 as a key: da00ff
256: da0100
256 as a key: da0100
65535: daffff
65535 as a key: daffff
65536: db00010000
65536 as a key: db00010000
switched on: d92078
