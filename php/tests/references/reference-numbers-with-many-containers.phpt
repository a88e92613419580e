--TEST--
Back references are correct over thousands of containers of every kind
--FILE--
<?php
require __DIR__ . '/../support.inc';

mt_srand(7);
class Obj { public $v; }
for ($round = 0; $round < 30; $round++) {
    $pool = [];
    for ($i = 0; $i < 20; $i++) {
        $pool[$i] = $i % 2 ? new Obj : [$i];
        if ($i % 2) {
            $pool[$i]->v = $i;
        }
    }
    $value = [];
    for ($i = 0; $i < 300; $i++) {
        // An object occurs either only by value or only by reference: the marks cannot express both.
        $pick = mt_rand(0, 9);
        match (mt_rand(0, 3)) {
            0 => $value[] = &$pool[$pick],
            1 => $value[] = $pool[10 + $pick],
            2 => $value["k$i"] = &$pool[$pick],
            3 => $value[] = [[$pool[10 + $pick]], []],
        };
    }
    unset($pool);
    $bytes = msgpack_pack($value);
    $back = msgpack_unpack($bytes);
    if (show($back) !== show($value) || msgpack_pack($back) !== $bytes) {
        echo "round $round differs\n";
    }
}
echo strlen($bytes), " bytes in the last round\n";
?>
--EXPECT--
2257 bytes in the last round
