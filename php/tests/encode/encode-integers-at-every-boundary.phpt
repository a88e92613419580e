--TEST--
Integers are packed in the shortest form, on both sides of every boundary
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach ([0, 1, 127, 128, 255, 256, 65535, 65536, 4294967295, 4294967296, PHP_INT_MAX - 1, PHP_INT_MAX,
    -1, -31, -32, -33, -127, -128, -129, -32767, -32768, -32769, -2147483647, -2147483648, -2147483649,
    PHP_INT_MIN + 1, PHP_INT_MIN] as $n) {
    $bytes = msgpack_pack($n);
    echo $n, ': ', hex($bytes), msgpack_unpack($bytes) === $n ? '' : ' came back changed', "\n";
}
?>
--EXPECT--
0: 00
1: 01
127: 7f
128: cc80
255: ccff
256: cd0100
65535: cdffff
65536: ce00010000
4294967295: ceffffffff
4294967296: cf0000000100000000
9223372036854775806: cf7ffffffffffffffe
9223372036854775807: cf7fffffffffffffff
-1: ff
-31: e1
-32: e0
-33: d0df
-127: d081
-128: d080
-129: d1ff7f
-32767: d18001
-32768: d18000
-32769: d2ffff7fff
-2147483647: d280000001
-2147483648: d280000000
-2147483649: d3ffffffff7fffffff
-9223372036854775807: d38000000000000001
-9223372036854775808: d38000000000000000
