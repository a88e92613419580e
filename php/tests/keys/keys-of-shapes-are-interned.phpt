--TEST--
Keys of remembered shapes are interned: arrays with them are changed and copied, and their number is bounded
--FILE--
<?php
require __DIR__ . '/../support.inc';

/** @return array<string, mixed> a record, decoded when its shape is known */
function record(array $map): array
{
    for ($i = 0; $i < 3; $i++) {
        $decoded = msgpack_unpack(msgpack_pack([$map, $map]));
    }
    return $decoded[1];
}

function is_interned(string $key): bool
{
    ob_start();
    debug_zval_dump($key);
    return str_contains(ob_get_clean(), 'interned');
}

echo '--- Changed', "\n";
$record = record(['number' . 1 => 1, 'text' => 'a', 'list' => [1]]);
$copy = $record;
for ($i = 0; $i < 9; $i++) {
    $copy["added$i"] = "value $i";
    unset($copy["added" . $i - 1]);
}
unset($copy['number1']);
echo show($record), "\n", show($copy), "\n";
$keys = array_keys($record);
unset($record, $copy);
echo show($keys), "\n";
$keys[0] .= ' and more';
echo show($keys), ' ', show(array_flip($keys)), "\n";

echo '--- A key that differs, and one that is repeated', "\n";
$known = msgpack_pack(record(['a1' => 1, 'b1' => 2, 'c1' => 3, 'd1' => 4]));
for ($i = 0; $i < 3; $i++) {
    $other = msgpack_unpack(str_replace('c1', 'x' . $i, $known));
    $other["more$i"] = true;
    unset($other['b1']);
    echo show($other), ' ', show(msgpack_unpack(str_replace('c1', 'a1', $known))), "\n";
}

echo '--- Properties', "\n";
$object = record([(object) ['p1' => 1, 'q1' => [2]]])[0];
$object->{'r' . 1} = 3;
unset($object->p1);
echo show($object), ' ', show((array) $object), "\n";

echo '--- A request interns no more than 128 KB', "\n";
$interned = $wrong = 0;
for ($shape = 0; $shape < 200; $shape++) {
    $map = [];
    for ($i = 0; $i < 40; $i++) {
        $map["$shape has the key $i"] = $i;
    }
    $decoded = record($map);
    $wrong += $decoded !== $map;
    $interned += is_interned(array_key_last($decoded));
    $decoded["new $shape"] = $decoded;
    $wrong += count($decoded) !== 41 || array_key_first($decoded) !== "$shape has the key 0";
}
echo $interned > 50 && $interned < 100 ? 'some' : $interned, ' of 200 shapes, ', $wrong, ' wrong', "\n";
?>
--EXPECT--
--- Changed
['number1' => 1, 'text' => 'a', 'list' => [1]]
['text' => 'a', 'list' => [1], 'added8' => 'value 8']
['number1', 'text', 'list']
['number1 and more', 'text', 'list'] ['number1 and more' => 0, 'text' => 1, 'list' => 2]
--- A key that differs, and one that is repeated
['a1' => 1, 'x0' => 3, 'd1' => 4, 'more0' => true] ['a1' => 3, 'b1' => 2, 'd1' => 4]
['a1' => 1, 'x1' => 3, 'd1' => 4, 'more1' => true] ['a1' => 3, 'b1' => 2, 'd1' => 4]
['a1' => 1, 'x2' => 3, 'd1' => 4, 'more2' => true] ['a1' => 3, 'b1' => 2, 'd1' => 4]
--- Properties
stdClass{q1: [2], r1: 3}#1 ['q1' => [2], 'r1' => 3]
--- A request interns no more than 128 KB
some of 200 shapes, 0 wrong
