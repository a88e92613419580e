--TEST--
Arrays, maps, ext values and large integers in every form
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- Arrays in every format, also longer ones than needed', "\n";
foreach (['90', 'dc0000', 'dd00000000', '9101', 'dc000101', 'dd0000000101', '93 01 a161 c0', '92 9102 90', 'dc0003 90 9190 c2'] as $hex) {
    unpacks($hex);
}
$list = msgpack_unpack(bytes('92 01 02'));
$list[] = 3;
echo show($list), "\n";
$empty = msgpack_unpack("\x90");
$empty['k'] = 1;
echo show($empty), "\n";

echo '--- Maps in every format; keys are converted as in PHP arrays, and the last of equal keys wins', "\n";
foreach (['81 a161 01', 'de0001 a161 01', 'df00000001 a161 01', '82 a161 01 a162 02', '81 a161 81 a162 c0', '82 00 01 01 02',
    '81 05 01', '81 ff 01', '81 d3 8000000000000000 01', '82 a161 01 a161 02', '83 a161 01 a162 02 a161 03', '82 01 01 a131 02',
    '82 a131 01 a23031 02', '81 c40161 01', '82 c40161 01 a161 02', '81 a0 01', '81 a22d35 01', '81 a22d30 01',
    '81 b339323233333732303336383534373735383037 01', '81 b339323233333732303336383534373735383038 01'] as $hex) {
    unpacks($hex);
}
$map = msgpack_unpack(bytes('82 a161 01 05 02'));
$map[] = 'next';
echo show($map), "\n";

echo '--- An ext value of any type and format is null, unless ext=object', "\n";
foreach (['d40500', 'd5050000', 'd60500000000', 'd705 0000000000000000', 'd805 00000000000000000000000000000000', 'c70005', 'c7010500',
    'c8000105 00', 'c90000000105 00', 'd4ff00', 'd48000', 'd47f00', 'd6ff00000000', 'd7ff0000000000000000', 'c70cff 000000000000000000000000',
    '93 01 d40500 02', '81 a161 c70380 616263'] as $hex) {
    unpacks($hex);
}

echo '--- Ext types -128 to 127 in every format', "\n";
$wrong = 0;
for ($type = -128; $type < 128; $type++) {
    foreach ([0 => "\xc7\x00", 1 => "\xd4", 2 => "\xd5", 4 => "\xd6", 8 => "\xd7", 16 => "\xd8", 3 => "\xc7\x03", 300 => "\xc8\x01\x2c", 5 => "\xc9\0\0\0\x05"] as $n => $head) {
        $bytes = $head . pack('c', $type) . str_repeat('e', $n);
        $value = msgpack_unpack($bytes, null, ['ext' => 'object', 'throw' => true]);
        $wrong += !($value instanceof MsgpackExt && $value->type === $type && $value->data === str_repeat('e', $n));
        $wrong += msgpack_unpack($bytes) !== null;
    }
}
echo $wrong, " wrong\n";

echo '--- An unsigned integer above 2**63-1 becomes a decimal string', "\n";
unpacks('cf7fffffffffffffff');
unpacks('cf8000000000000000');
unpacks('cf8000000000000001');
unpacks('cfffffffffffffffff');
unpacks('92 cfffffffffffffffff 01');
unpacks('81 a161 cf8000000000000000');
unpacks('81 cf8000000000000000 01');

echo '--- Empty and one-byte strings are PHP\'s interned ones, and keys can be changed safely', "\n";
$a = msgpack_unpack(msgpack_pack(['', 'a', 'key' => 'b']));
$a[0] .= 'x';
$a[1] .= 'y';
echo show($a), ' ', show(msgpack_unpack(msgpack_pack(['', 'a', 'key' => 'b']))), "\n";
foreach ($a as $key => &$value) {
    $value = "$key!";
}
unset($value);
echo show($a), "\n";
?>
--EXPECT--
--- Arrays in every format, also longer ones than needed
90: []
dc0000: []
dd00000000: []
9101: [1]
dc000101: [1]
dd0000000101: [1]
93 01 a161 c0: [1, 'a', null]
92 9102 90: [[2], []]
dc0003 90 9190 c2: [[], [[]], false]
[1, 2, 3]
['k' => 1]
--- Maps in every format; keys are converted as in PHP arrays, and the last of equal keys wins
81 a161 01: ['a' => 1]
de0001 a161 01: ['a' => 1]
df00000001 a161 01: ['a' => 1]
82 a161 01 a162 02: ['a' => 1, 'b' => 2]
81 a161 81 a162 c0: ['a' => ['b' => null]]
82 00 01 01 02: [1, 2]
81 05 01: [5 => 1]
81 ff 01: [-1 => 1]
81 d3 8000000000000000 01: [-9223372036854775808 => 1]
82 a161 01 a161 02: ['a' => 2]
83 a161 01 a162 02 a161 03: ['a' => 3, 'b' => 2]
82 01 01 a131 02: [1 => 2]
82 a131 01 a23031 02: [1 => 1, '01' => 2]
81 c40161 01: ['a' => 1]
82 c40161 01 a161 02: ['a' => 2]
81 a0 01: ['' => 1]
81 a22d35 01: [-5 => 1]
81 a22d30 01: ['-0' => 1]
81 b339323233333732303336383534373735383037 01: [9223372036854775807 => 1]
81 b339323233333732303336383534373735383038 01: ['9223372036854775808' => 1]
['a' => 1, 5 => 2, 6 => 'next']
--- An ext value of any type and format is null, unless ext=object
d40500: null
d5050000: null
d60500000000: null
d705 0000000000000000: null
d805 00000000000000000000000000000000: null
c70005: null
c7010500: null
c8000105 00: null
c90000000105 00: null
d4ff00: null
d48000: null
d47f00: null
d6ff00000000: null
d7ff0000000000000000: null
c70cff 000000000000000000000000: null
93 01 d40500 02: [1, null, 2]
81 a161 c70380 616263: ['a' => null]
--- Ext types -128 to 127 in every format
0 wrong
--- An unsigned integer above 2**63-1 becomes a decimal string
cf7fffffffffffffff: 9223372036854775807
cf8000000000000000: '9223372036854775808'
cf8000000000000001: '9223372036854775809'
cfffffffffffffffff: '18446744073709551615'
92 cfffffffffffffffff 01: ['18446744073709551615', 1]
81 a161 cf8000000000000000: ['a' => '9223372036854775808']
81 cf8000000000000000 01: ['9223372036854775808' => 1]
--- Empty and one-byte strings are PHP's interned ones, and keys can be changed safely
[0 => 'x', 1 => 'ay', 'key' => 'b'] [0 => '', 1 => 'a', 'key' => 'b']
[0 => '0!', 1 => '1!', 'key' => 'key!']
