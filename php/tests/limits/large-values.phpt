--TEST--
Large values, many properties, sizes around the internal limits
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- Objects with hundreds of dynamic properties, with containers and references among them', "\n";
#[AllowDynamicProperties]
class Wide { public $first = 1; protected $second = [2]; public ?Wide $typed = null; }
foreach ([Wide::class, stdClass::class] as $class) {
    foreach ([1, 7, 8, 9, 40, 300] as $n) {
        $object = new $class;
        $shared = [1];
        for ($i = 0; $i < $n; $i++) {
            $object->{"p$i"} = match ($i % 5) { 0 => $i, 1 => [$i, ['k' => $i]], 2 => (object) ['n' => $i], 3 => $object, 4 => "text $i" };
            if ($i % 7 === 0) {
                $object->{"r$i"} = &$shared;
            }
        }
        unset($shared);
        $bytes = msgpack_pack([$object, $object]);
        $back = msgpack_unpack($bytes);
        echo $class, ' ', $n, ': ', show($back) === show([$object, $object]) && msgpack_pack($back) === $bytes ? 'same' : 'different', "\n";
        msgpack_unpack($bytes, null, ['allowed_classes' => ['stdClass']]);
    }
}

echo '--- Large values: output that grows through every capacity of the buffer', "\n";
foreach ([100, 1000, 4095, 4096, 4097, 16000, 65535, 100000, 1000000] as $n) {
    $value = ['head' => str_repeat('h', 10), 'list' => range(1, $n), 'text' => str_repeat('t', $n), 'tail' => [['x' => $n]]];
    $bytes = msgpack_pack($value);
    if (msgpack_unpack($bytes) !== $value || msgpack_pack($value) !== $bytes) {
        echo "$n differs\n";
    }
}
for ($n = 0; $n < 2000; $n += 7) {
    $value = array_fill(0, $n, 'x' . str_repeat('y', $n % 13));
    if (msgpack_unpack(msgpack_pack($value)) !== $value) {
        echo "$n strings differ\n";
    }
}
foreach ([2_097_100, 2_097_147, 2_097_152, 4_194_304, 5_000_000] as $n) { // around whole large pages
    $text = str_repeat('t', $n);
    foreach ([$text, [$text, 1], [1, $text, [$text]]] as $value) {
        if (msgpack_unpack(msgpack_pack($value)) !== $value) {
            echo "$n bytes differ\n";
        }
    }
}
echo "end\n";

echo '--- Lists, maps, strings and depths on both sides of every size with a code path of its own', "\n";
$wrong = [];
$check = function (string $what, mixed $value, array $options = []) use (&$wrong) {
    $bytes = msgpack_pack($value, $options);
    if (serialize(msgpack_unpack($bytes, null, array_intersect_key($options, ['max_depth' => 1]))) !== serialize($value)) {
        $wrong[] = $what;
    }
};
foreach ([1, 2, 23, 24, 25, 47, 48, 49, 63, 64, 65, 96, 97, 127, 128, 129, 511, 512, 513, 1023, 1024, 1025, 2047, 2048, 2049, 5000] as $n) {
    $check("ints $n", range(70000, 70000 + $n));
    $check("small ints $n", array_fill(0, $n, 5));
    $check("floats $n", array_map(fn ($i) => $i / 3, range(1, $n)));
    $check("mixed $n", array_map(fn ($i) => [$i, $i / 7, "s$i", null, [$i], true][$i % 6], range(1, $n)));
    $check("map $n", array_combine(array_map(fn ($i) => "key$i", range(1, $n)), range(1, $n)));
    $check("long keys $n", array_combine(array_map(fn ($i) => str_repeat('k', 40) . $i, range(1, $n)), range(1, $n)));
    $check("int keys $n", array_combine(range(3, $n + 2), range(1, $n)));
    $check("text $n", str_repeat('t', $n));
    $check("texts $n", array_map(fn ($i) => str_repeat('x', $i), range(1, min($n, 300))));
    $list = $map = $object = 1;
    for ($i = 0; $i < min($n, 400); $i++) {
        [$list, $map, $object] = [[$list], ['k' => $map], (object) ['o' => $object, 'l' => [$i]]];
    }
    $check("nested lists $n", $list);
    $check("nested maps $n", $map);
    $check("nested objects $n", $object, ['max_depth' => 2000]);
}
for ($n = 1800; $n < 2200; $n += 3) {
    $check("text $n", str_repeat("t$n", $n));
    $check("text $n in a list", [1, str_repeat('é', $n), 'end', str_repeat("\0", $n * 3)]);
}
for ($n = 1; $n < 70; $n++) {
    $key = substr(str_repeat('abcdefghij', 7), 0, $n);
    for ($i = 0; $i < 4; $i++) {
        $check("key of $n", [$key => $i, 'other' => [$key => $n]]);
    }
}
echo $wrong ? implode(', ', $wrong) : 'all come back', "\n";
?>
--EXPECT--
--- Objects with hundreds of dynamic properties, with containers and references among them
Wide 1: same
Wide 7: same
Wide 8: same
Wide 9: same
Wide 40: same
Wide 300: same
stdClass 1: same
stdClass 7: same
stdClass 8: same
stdClass 9: same
stdClass 40: same
stdClass 300: same
--- Large values: output that grows through every capacity of the buffer
end
--- Lists, maps, strings and depths on both sides of every size with a code path of its own
all come back
