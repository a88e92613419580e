--TEST--
MsgpackCodec: lists and maps of scalars are encoded as by msgpack_pack(), or refused with the place of the value
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

$keys = fn (int $n) => array_combine(array_map(fn ($i) => str_repeat('k', $i % 40) . "q$i", range(1, $n)), range(1, $n));
$holes = [1, 2, 3, 4];
unset($holes[3]);
$hash = ['x' => 0, ...array_map(fn ($i) => $i, [5, 6])];
unset($hash['x']);
$removed = $keys(5);
unset($removed[array_key_first($removed)]);
$referred = [1, 2];
$reference = &$referred[1];
$cases = [
    ['list<int>', range(-600, 600)], ['list<int>', []], ['list<int>', $holes], ['list<int>', $hash], ['list<int>', $referred],
    ['list<?int>', [1, null, PHP_INT_MIN, PHP_INT_MAX]], ['list<float>', array_map(fn ($i) => $i / 3.1, range(1, 600))],
    ['list<string>', array_map(fn ($i) => str_repeat('x', $i), range(0, 300))], ['list<string>', ['ü', str_repeat('ü', 15), str_repeat('ü', 16)]],
    ['map<string, int>', $keys(200)], ['map<string, int>', $removed], ['map<string, ?float>', ['a' => 1.5, 'b' => null]],
    ['map<string, string>', array_map(fn ($i) => str_repeat('ü', $i % 30), $keys(200))],
    ['map<int, int>', [5 => 1, -3 => 2, 70000 => 3]], ['map<int, int>', [1 => 1, 2 => 2]],
    ['map<string, list<int>>', ['a' => [1], 'b' => [], 'c' => range(1, 20)]], ['list<map<string, int>>', [['a' => 1], ['b' => 2, 'c' => 300]]],
    ['list<list<list<float>>>', [[[1.5], [2.5, 3.5]], []]], ['list<list<string>>', [['a'], [str_repeat('x', 40), 'b']]],
];
foreach ($cases as [$type, $value]) {
    $bytes = (new MsgpackCodec($type))->encode($value);
    $right = $bytes === msgpack_pack($value, ['php_only' => false]) || ($type === 'list<int>' && $bytes === msgpack_pack(array_values($value)));
    if (!$right || (new MsgpackCodec($type))->decode($bytes) != $value) {
        echo "$type: ", bin2hex($bytes), "\n";
    }
}
encodes(codec('list<int>'), [...range(1, 20), '21']);
encodes(codec('list<list<float>>'), [[1.5], [1.5, '2']]);
encodes(codec('list<map<string, int>>'), [['a' => 1], ['a' => 1, 'b' => 1.5]]);
encodes(codec('map<string, string>'), ['a' => 'x', 'b' => "\xff"]);
encodes(codec('map<string, string>'), ['a' => 'x', "\xff" => 'x']);
encodes(codec('map<int, int>'), [1 => 1, 'x' => 2]);
encodes(codec('list<string>'), ['a', "b\xff"]);
encodes(codec('list<list<int>>', ['max_depth' => 1]), [[1]]);
encodes(codec('list<map<string, int>>', ['max_depth' => 1]), [[]]);
encodes(codec('map<string, string>'), [5 => 'x', 'a' => 'y']);
?>
--EXPECT--
wrong_type at 23 $[20], expected int, got string: int expected, not string
wrong_type at 21 $[1][1], expected float, got string: float expected, not string
wrong_type at 11 $[1].b, expected int, got float: int expected, not float
MsgpackException invalid_utf8 at 7 $.b
MsgpackException invalid_utf8 at 5 ${key #1}
wrong_type at 3 ${key #1}, expected map<int, int>, got nothing: a key of int expected, not string, at ${key #1}
MsgpackException invalid_utf8 at 3 $[1]
MsgpackException too_deep at 1 $[0]
MsgpackException too_deep at 1 $[0]
'82a135a178a161a179'
