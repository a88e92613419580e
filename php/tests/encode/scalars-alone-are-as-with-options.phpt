--TEST--
A single scalar is packed and unpacked the same with and without options
--FILE--
<?php
mt_srand(7);
$compared = 0;

function unpackBothWays(string $bytes): void
{
    global $compared;
    $compared++;
    $plain = @msgpack_unpack($bytes);
    $asked = @msgpack_unpack($bytes, null, ['max_depth' => 1024]);
    if (serialize($plain) !== serialize($asked)) {
        echo 'differs: ', bin2hex($bytes), "\n";
    }
}

function packBothWays(mixed $value): void
{
    global $compared;
    $compared++;
    if (msgpack_pack($value) !== msgpack_pack($value, ['max_depth' => 1024])) {
        echo 'differs: ', var_export($value, true), "\n";
    }
}

function noise(int $length): string
{
    $bytes = '';
    while (strlen($bytes) < $length) {
        $bytes .= chr(mt_rand(0, 255));
    }
    return $bytes;
}

for ($lead = 0; $lead < 256; $lead++) {
    unpackBothWays(chr($lead));
    for ($second = 0; $second < 256; $second++) {
        unpackBothWays(chr($lead) . chr($second));
    }
    foreach ([2, 3, 4, 5, 6, 8, 9, 10, 17, 31, 32, 33, 34] as $length) {
        foreach (["\x00", "\x7f", "\x80", "\xff"] as $byte) {
            unpackBothWays(chr($lead) . str_repeat($byte, $length - 1));
            unpackBothWays(chr($lead) . $byte . str_repeat("\x00", $length - 2));
        }
        unpackBothWays(chr($lead) . noise($length - 1));
    }
}
foreach ([null, true, false, 0.0, -0.0, 1.5, NAN, INF, -INF, PHP_INT_MAX, PHP_INT_MIN] as $value) {
    packBothWays($value);
}
foreach ([5, 7, 8, 15, 16, 31, 32, 62] as $bits) {
    for ($step = -2; $step <= 2; $step++) {
        packBothWays((1 << $bits) + $step);
        packBothWays(-(1 << $bits) + $step);
    }
}
for ($length = 0; $length < 300; $length++) {
    packBothWays(noise($length));
}
foreach (['force_f32', 'use_str8_serialization'] as $setting) {
    ini_set("msgpack.$setting", ini_get("msgpack.$setting") ? '0' : '1');
    packBothWays(1.1);
    packBothWays(str_repeat('x', 31));
    packBothWays(str_repeat('x', 32));
}
echo $compared, " compared\n";
?>
--EXPECT--
96141 compared
