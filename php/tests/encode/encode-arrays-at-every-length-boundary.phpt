--TEST--
Lists and maps have the shortest header, on both sides of every boundary
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach ([0, 1, 14, 15, 16, 17, 255, 256, 65535, 65536] as $n) {
    $list = $n ? array_fill(0, $n, null) : [];
    $bytes = msgpack_pack($list);
    $head = strlen($bytes) - $n;
    echo $n, ': list ', hex(substr($bytes, 0, $head)), msgpack_unpack($bytes) === $list ? '' : ' changed';
    if ($n) {
        $map = array_combine(range(1, $n), $list);
        $bytes = msgpack_pack($map);
        echo ', map ', hex(substr($bytes, 0, $head)), msgpack_unpack($bytes) === $map ? '' : ' changed';
    }
    echo "\n";
}
?>
--EXPECT--
0: list 90
1: list 91, map 81
14: list 9e, map 8e
15: list 9f, map 8f
16: list dc0010, map de0010
17: list dc0011, map de0011
255: list dc00ff, map de00ff
256: list dc0100, map de0100
65535: list dcffff, map deffff
65536: list dd00010000, map df00010000
