--TEST--
Keys of every length, with and without bytes above 127, are found under the hashes that PHP computes
--FILE--
<?php
$keys = [];
foreach (['a', '~', "\x7f", "\0", "\x80", "\xff"] as $byte) {
    for ($length = 2; $length <= 300; $length++) {
        $text = substr(str_repeat('k-Z0', 75), 0, $length);
        // In each word of eight bytes, and behind the last whole one.
        foreach ([0, 7, intdiv($length, 2), $length - 2, $length - 1] as $at) {
            $key = $text;
            $key[min($at, $length - 1)] = $byte;
            $keys[$key] = true;
        }
    }
}
$keys = array_map(strval(...), array_keys($keys));
$wrong = 0;
foreach ([...array_chunk($keys, 60), $keys] as $chunk) { // with a shape or key cache, and without
    $packed = msgpack_pack(array_flip($chunk));
    for ($round = 0; $round < 3; $round++) {
        $map = msgpack_unpack($packed);
        foreach ($chunk as $i => $key) {
            $wrong += ($map[substr("$key.", 0, -1)] ?? null) === $i ? 0 : 1; // a new string
        }
        $wrong += count($map) === count($chunk) ? 0 : 1;
    }
}
echo count($keys) > 5000 ? "enough" : count($keys), " keys, $wrong wrong\n";
?>
--EXPECT--
enough keys, 0 wrong
