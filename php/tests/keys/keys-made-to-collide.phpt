--TEST--
Keys that collide in PHP's hash table: correct, and not slower than PHP's own arrays
--FILE--
<?php
require __DIR__ . '/../support.inc';

$n = 1 << 13;
$expected = [];
$bytes = "\xde" . pack('n', $n);
for ($i = 0; $i < $n; $i++) {
    $bytes .= "\xce" . pack('N', $i << 16);
    $expected[$i << 16] = $i & 1;
    $bytes .= chr($i & 1);
}
var_dump(msgpack_unpack($bytes) === $expected);
// "Ez" and "FY" have the same hash, and so have all strings composed of these.
$count = 1 << 12;
$bytes = "\xde" . pack('n', $count);
$expected = [];
for ($i = 0; $i < $count; $i++) {
    $key = strtr(sprintf('%012b', $i), ['0' => 'Ez', '1' => 'FY']);
    $bytes .= msgpack_pack($key) . "\x01";
    $expected[$key] = 1;
}
for ($round = 0; $round < 4; $round++) {
    var_dump(msgpack_unpack($bytes) === $expected);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
