--TEST--
Unpacking fails beyond max_depth open containers, 1024 by default
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach ([[1024, []], [1025, []], [3, ['max_depth' => 3]], [4, ['max_depth' => 3]], [1, ['max_depth' => 1]], [4096, ['max_depth' => 4096]]] as [$n, $options]) {
    foreach (["\x91", "\x81\xa1a", "\x81"] as $open) {
        $bytes = $open === "\x81" ? str_repeat("\x81", $n) . str_repeat("\x01", $n + 1) : str_repeat($open, $n) . "\x01";
        echo "$n times ", hex($open), ': ', outcome(fn () => (bool) msgpack_unpack($bytes, null, $options + ['throw' => true])), "\n";
    }
}
unpacks('91919190', ['max_depth' => 3]);
unpacks('91919190', ['max_depth' => 4]);
?>
--EXPECT--
1024 times 91: true
1024 times 81a161: true
1024 times 81: MsgpackException invalid_key at 1023, path ${key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}…{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}
1025 times 91: MsgpackException too_deep at 1024, path $[0][0][0][0][0][0][0][0][0][0][0][0][0][...
1025 times 81a161: MsgpackException too_deep at 3072, path $.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a...
1025 times 81: MsgpackException too_deep at 1024, path ${key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}…{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}
3 times 91: true
3 times 81a161: true
3 times 81: MsgpackException invalid_key at 2, path ${key #0}{key #0}
4 times 91: MsgpackException too_deep at 3, path $[0][0][0]
4 times 81a161: MsgpackException too_deep at 9, path $.a.a.a
4 times 81: MsgpackException too_deep at 3, path ${key #0}{key #0}{key #0}
1 times 91: true
1 times 81a161: true
1 times 81: true
4096 times 91: true
4096 times 81a161: true
4096 times 81: MsgpackException invalid_key at 4095, path ${key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}…
Warning: [msgpack] (php_msgpack_unserialize) too_deep: byte 3: containers nested deeper than max_depth(3), at $[0][0][0]
91919190: false
91919190: [[[[]]]]
