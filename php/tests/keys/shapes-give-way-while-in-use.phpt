--TEST--
Maps inside an open map of a known shape that replace the shapes in the cache
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
0 wrong
