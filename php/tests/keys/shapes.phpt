--TEST--
Remembered shapes: hooks, changes while in use, checks
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- Cached keys and shapes do not skip checks: UTF-8, lengths, depth, declared counts', "\n";
$bad = bytes('82 a1ff 01 a178 02');
$long = bytes('82 aa 61626364656667686970 01 a178 02');
for ($i = 0; $i < 5; $i++) {
    msgpack_unpack($bad);
    msgpack_unpack($long);
}
unpacks(bin2hex($bad), ['utf8' => true, 'throw' => true]);
unpacks(bin2hex($long), ['max_str_len' => 5, 'throw' => true]);
unpacks(bin2hex($long), ['max_str_len' => 10, 'throw' => true]);
unpacks(bin2hex($long), ['max_map_len' => 1, 'throw' => true]);
unpacks(bin2hex(substr($long, 0, -1)), ['throw' => true]);
unpacks('91' . bin2hex($long), ['max_depth' => 1, 'throw' => true]);
unpacks(bin2hex($long), ['php_only' => false, 'assoc' => false]);

echo '--- Maps inside an open map of a known shape that replace the shapes in the cache', "\n";
$outer = ['a' => null, 'b' => 'B', 'z' => 'Z'];
for ($i = 0; $i < 5; $i++) {
    msgpack_unpack(msgpack_pack($outer));
}
$wrong = 0;
for ($round = 0; $round < 20; $round++) {
    $inside = [];
    for ($i = 0; $i < 40; $i++) {
        $inside[] = ['a' => $i, "c$round" => $i + 1, 'y' => [$i]];
    }
    $value = ['a' => $inside, 'b' => 'B', 'z' => ['a' => ['a' => $inside, 'b' => 1, 'z' => 2], 'b' => 3, 'z' => 4]];
    $wrong += msgpack_unpack(msgpack_pack($value)) !== $value;
}
echo $wrong, " wrong\n";
?>
--EXPECT--
--- Cached keys and shapes do not skip checks: UTF-8, lengths, depth, declared counts
82a1ff01a17802: MsgpackException invalid_utf8 at 1, path ${key #0}
82aa6162636465666768697001a17802: MsgpackException str_limit at 1, path ${key #0}
82aa6162636465666768697001a17802: ['abcdefghip' => 1, 'x' => 2]
82aa6162636465666768697001a17802: MsgpackException map_limit at 0, path $
82aa6162636465666768697001a178: MsgpackException truncated at 15, path $.x
9182aa6162636465666768697001a17802: MsgpackException too_deep at 1, path $[0]
82aa6162636465666768697001a17802: stdClass{abcdefghip: 1, x: 2}#1
--- Maps inside an open map of a known shape that replace the shapes in the cache
0 wrong
