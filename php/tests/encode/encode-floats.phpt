--TEST--
Floats are packed as float64 without losing a bit
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['zero' => 0.0, 'minus zero' => -0.0, 'one' => 1.0, 'tenth' => 0.1, 'max' => PHP_FLOAT_MAX,
    'min' => PHP_FLOAT_MIN, 'subnormal' => 5e-324, 'inf' => INF, '-inf' => -INF, '2**53' => 9007199254740992.0] as $name => $f) {
    $bytes = msgpack_pack($f);
    echo $name, ': ', hex($bytes), msgpack_unpack($bytes) === $f ? '' : ' came back changed', "\n";
}
$nan = msgpack_pack(NAN);
echo 'nan: ', substr(hex($nan), 0, 6), ' ', show(msgpack_unpack($nan)), "\n";
echo 'minus zero comes back as ', show(msgpack_unpack(msgpack_pack(-0.0))), "\n";
echo 'list: ', hex(msgpack_pack([0.5, -0.5, 1, 2.0])), "\n";
?>
--EXPECT--
zero: cb0000000000000000
minus zero: cb8000000000000000
one: cb3ff0000000000000
tenth: cb3fb999999999999a
max: cb7fefffffffffffff
min: cb0010000000000000
subnormal: cb0000000000000001
inf: cb7ff0000000000000
-inf: cbfff0000000000000
2**53: cb4340000000000000
nan: cb7ff8 nan
minus zero comes back as -0.0
list: 94cb3fe0000000000000cbbfe000000000000001cb4000000000000000
