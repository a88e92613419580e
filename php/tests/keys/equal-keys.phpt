--TEST--
Keys that come twice or collide
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- Dozens of containers replaced by duplicate keys, while back references name them', "\n";
$bytes = "\x92\xde" . pack('n', 80);
for ($i = 0; $i < 80; $i++) {
    $bytes .= "\xa1k" . ($i % 2 ? "\x91" . chr($i) : "\x81\xa1a" . chr($i));
}
$bytes .= "\xdc" . pack('n', 80);
for ($i = 0; $i < 80; $i++) {
    $bytes .= "\x82\xc0\x02\x00" . msgpack_pack(3 + $i);
}
$back = msgpack_unpack($bytes);
echo show($back[0]), ' ', show(array_slice($back[1], 0, 4)), ' ', show(array_slice($back[1], -2)), "\n";

echo '--- A duplicate property has its last value; unknown properties become dynamic', "\n";
class Known { public $a = 'default'; protected $b; }
unpacks('83 c0 a5 4b6e6f776e a161 01 a161 02');
unpacks('82 c0 a5 4b6e6f776e a162 01');
unpacks('82 c0 a5 4b6e6f776e a163 01');
unpacks('83 a161 01 c0 a5 4b6e6f776e a162 02');
unpacks('81 c0 a8 737464436c617373');
unpacks('81 c0 a8 535444434c415353');

echo '--- Keys that collide in PHP\'s hash table: correct, and not slower than PHP\'s own arrays', "\n";
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
--- Dozens of containers replaced by duplicate keys, while back references name them
['k' => [79]] [['a' => 0], [1], ['a' => 2], [3]] [['a' => 78], [79]]
--- A duplicate property has its last value; unknown properties become dynamic
83 c0 a5 4b6e6f776e a161 01 a161 02: Known{a: 2, *b: null}#1
82 c0 a5 4b6e6f776e a162 01: Known{a: 'default', *b: 1}#1
82 c0 a5 4b6e6f776e a163 01: Known{a: 'default', *b: null, c: 1}#1
83 a161 01 c0 a5 4b6e6f776e a162 02: Known{a: 1, *b: 2}#1
81 c0 a8 737464436c617373: stdClass{}#1
81 c0 a8 535444434c415353: stdClass{}#1
--- Keys that collide in PHP's hash table: correct, and not slower than PHP's own arrays
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
