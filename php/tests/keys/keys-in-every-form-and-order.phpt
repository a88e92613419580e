--TEST--
Maps with int keys and long keys of every form, in every order, are the arrays that PHP makes of them
--FILE--
<?php
require __DIR__ . '/../support.inc';

/** @return list<string> a key in every form that can hold it, the shortest first */
function forms(int|string $key): array
{
    $forms = [];
    if (is_string($key)) {
        $n = strlen($key);
        $n < 32 && $forms[] = chr(0xa0 | $n) . $key;
        $n < 256 && array_push($forms, "\xd9" . chr($n) . $key, "\xc4" . chr($n) . $key);
        return [...$forms, "\xda" . pack('n', $n) . $key];
    }
    $key >= -32 && $key < 128 && $forms[] = chr($key & 255);
    foreach (["\xcc" => [0, 255], "\xcd" => [0, 65535], "\xce" => [0, 0xffffffff], "\xcf" => [0, PHP_INT_MAX],
              "\xd0" => [-128, 127], "\xd1" => [-32768, 32767], "\xd2" => [-0x80000000, 0x7fffffff],
              "\xd3" => [PHP_INT_MIN, PHP_INT_MAX]] as $lead => [$least, $most]) {
        if ($key >= $least && $key <= $most) {
            $forms[] = $lead . substr(pack('NN', $key >> 32, $key), -(1 << (ord($lead) & 3)));
        }
    }
    return $forms;
}

function head(int $count): string
{
    return $count < 16 ? chr(0x80 | $count) : "\xde" . pack('n', $count);
}

/** How often the message of these keys became another array than PHP's own. */
function differences(array $keys, int $form, array $values, string $after): int
{
    $bytes = head(count($keys));
    $native = [];
    foreach ($keys as $i => $key) {
        $forms = forms($key);
        $value = $values[$i % count($values)];
        $bytes .= $forms[$form % count($forms)] . msgpack_pack($value);
        $native[$key] = $value;
    }
    [$back] = msgpack_unpack("\x92$bytes$after");
    $differences = (int) (serialize($back) !== serialize($native));
    $differences += (int) (array_keys($back) !== array_keys($native));
    foreach (array_keys($native) as $key) {
        $differences += (int) ($back[$key] !== $native[$key]);
    }
    $differences += (int) (isset($back[63]) !== isset($native[63])) + (int) (isset($back[-77]) !== isset($native[-77]));
    if (!isset($native[PHP_INT_MAX])) {
        $back[] = $native[] = 'next';  // the next index
    }
    $differences += (int) (serialize($back) !== serialize($native));
    for ($cut = 1; $cut < strlen($bytes); $cut += 61) {
        $differences += (int) (@msgpack_unpack(substr($bytes, 0, $cut)) !== false);
    }
    return $differences;
}

$orders = [
    'a list' => range(0, 9),
    'from one' => range(1, 5),
    'with holes' => [0, 3, 4, 7],
    'holes at the start' => [5, 6],
    'the last index' => [1, 63],
    'beyond the table' => [1, 2, 9],
    'descending' => range(9, 0),
    'twice' => [1, 2, 1, 2, 3, 2],
    'a hole filled later' => [0, 2, 1],
    '64 indexes' => range(0, 63),
    '65 indexes' => range(0, 64),
    'negative after index' => [1, -1, 2, -32, -33],
    'negative' => [-5, -1, -128, -129],
    'every width' => array_filter([127, 128, 255, 256, 65535, 65536, PHP_INT_MAX, PHP_INT_MIN, -32768, -32769, 0xffffffff, 0x100000000], is_int(...)),
    'text after indexes' => [0, 1, 'a', 2, 'b'],
    'numeric text after indexes' => [0, 1, '1', '2', '-3', '03'],
    'text before' => ['a', 0, 1],
    'colliding' => [0, 64, 128, 192, 1, 65],
    'long' => [str_repeat('k', 31), str_repeat('k', 32), str_repeat('k', 33), str_repeat('k', 255), str_repeat('k', 256)],
    'long, twice' => [md5('a'), md5('b'), md5('a'), 'a', md5('b')],
    'long and int' => [1, md5('a'), 2, md5('c')],
    'long digits' => [str_repeat('1', 32), str_repeat('1', 19), '12'],
    'many long' => array_map(md5(...), range(1, 200)),
    'many ints' => array_map(fn (int $i) => $i * 7919 % 5003 - 2000, range(0, 2000)),
];
foreach ($orders as $name => $keys) {
    $wrong = 0;
    $count = count($keys);
    foreach (count($keys) > 100 ? [0, 1] : [0, 1, 3, 8] as $form) {
        foreach ([[7], ['text', null], [[1, 2], ['k' => 1.5]], [str_repeat('v', 300)]] as $values) {
            foreach (['0', "\xda\x01\x2c" . str_repeat('x', 300)] as $after) {
                $wrong += $count > 100 && $values !== [7] ? 0 : differences($keys, $form, $values, $after);
            }
        }
    }
    echo "$name: $wrong\n";
}

// A packed table that is referred to while it is open, and again after it got a hash part.
unpacks('84 01 a161 02 82c0020001 d1ffff 07 a16b 82c0020001');
unpacks('82 01 84 03 9105 04 82c0020003 ccff 82c0020003 05 06 02 82c0020002');
unpacks('81 01 81 01 81 40 81 3f 01');
// Truncated counts, keys without values, and a nil key after an index.
foreach (['83010102', '8301010201', '820105cc', '8201 05 c0 a8737464436c617373', 'de00400101', '81d9'] as $hex) {
    unpacks(str_replace(' ', '', $hex), ['throw' => true]);
}
?>
--EXPECT--
a list: 0
from one: 0
with holes: 0
holes at the start: 0
the last index: 0
beyond the table: 0
descending: 0
twice: 0
a hole filled later: 0
64 indexes: 0
65 indexes: 0
negative after index: 0
negative: 0
every width: 0
text after indexes: 0
numeric text after indexes: 0
text before: 0
colliding: 0
long: 0
long, twice: 0
long and int: 0
long digits: 0
many long: 0
many ints: 0
84 01 a161 02 82c0020001 d1ffff 07 a16b 82c0020001: [1 => 'a', 2 => &[1 => 'a', 2 => &^, -1 => 7, 'k' => &[1 => 'a', 2 => &^, -1 => 7, 'k' => &^]], -1 => 7, 'k' => &[1 => 'a', 2 => &[1 => 'a', 2 => &^, -1 => 7, 'k' => &^], -1 => 7, 'k' => &^]]
82 01 84 03 9105 04 82c0020003 ccff 82c0020003 05 06 02 82c0020002: [1 => [3 => [5], 4 => [5], 255 => [5], 5 => 6], 2 => [3 => [5], 4 => [5], 255 => [5], 5 => 6]]
81 01 81 01 81 40 81 3f 01: [1 => [1 => [64 => [63 => 1]]]]
83010102: MsgpackException truncated at 0, path $
8301010201: MsgpackException truncated at 0, path $
820105cc: MsgpackException truncated at 0, path $
820105c0a8737464436c617373: stdClass{1: 5}#1
de00400101: MsgpackException truncated at 0, path $
81d9: MsgpackException truncated at 0, path $
