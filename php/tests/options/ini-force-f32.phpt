--TEST--
force_f32 writes every float as float32
--INI--
msgpack.force_f32=1
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach ([0.0, 0.5, 0.1, -1.5, INF, -INF, 1e300, -1e300, 1e-300, 16777217.0, [0.5, 0.25], ['a' => 1.0]] as $value) {
    packs(show($value), $value);
}
echo substr(hex(msgpack_pack(NAN)), 0, 4), "\n";
packs('off for one call', 0.1, ['force_f32' => false]);
?>
--EXPECT--
0.0: ca00000000
0.5: ca3f000000
0.1: ca3dcccccd
-1.5: cabfc00000
inf: ca7f800000
-inf: caff800000
1.0E+300: ca7f800000
-1.0E+300: caff800000
1.0E-300: ca00000000
16777217.0: ca4b800000
[0.5, 0.25]: 92ca3f000000ca3e800000
['a' => 1.0]: 81a161ca3f800000
ca7f
off for one call: cb3fb999999999999a
