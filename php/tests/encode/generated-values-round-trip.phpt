--TEST--
Round trip of generated nested values of every type
--FILE--
<?php
require __DIR__ . '/../support.inc';

mt_srand(5);
function generated(int $depth): mixed
{
    $kind = mt_rand(0, $depth > 4 ? 7 : 11);
    return match (true) {
        $kind === 0 => null,
        $kind === 1 => mt_rand(0, 1) === 1,
        $kind === 2 => mt_rand(-200, 200),
        $kind === 3 => (mt_rand() << 32 | mt_rand()) >> mt_rand(0, 62),
        $kind === 4 => mt_rand() / 7,
        $kind <= 7 => substr(str_repeat(md5((string) mt_rand()), 20), 0, mt_rand(0, 1) ? mt_rand(0, 40) : mt_rand(0, 600)),
        $kind === 8 => array_map(fn () => generated($depth + 1), array_fill(0, mt_rand(0, 20), 0)),
        $kind === 9 => array_combine(array_map(fn ($i) => "k$i", $keys = range(0, mt_rand(0, 20))), array_map(fn () => generated($depth + 1), $keys)),
        $kind === 10 => [mt_rand(1, 9) => generated($depth + 1), 'x' => generated($depth + 1), -5 => 1],
        default => (object) ['a' => generated($depth + 1), 'b' => generated($depth + 1)],
    };
}
for ($i = 0; $i < 2000; $i++) {
    $value = generated(0);
    $bytes = msgpack_pack($value);
    $back = msgpack_unpack($bytes);
    if (serialize($back) !== serialize($value) || msgpack_pack($back) !== $bytes) {
        echo "$i differs: ", hex($bytes), "\n";
        break;
    }
    $unpacker = new MessagePackUnpacker();
    $unpacker->feed($bytes);
    if (!$unpacker->execute() || serialize($unpacker->data()) !== serialize($value)) {
        echo "$i differs in a stream\n";
    }
}
echo "$i values\n";
?>
--EXPECT--
2000 values
