--TEST--
Records and objects whose keys come again
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- Many records with the same keys, and records that differ in every way', "\n";
mt_srand(11);
$records = [];
for ($i = 0; $i < 3000; $i++) {
    $record = ['id' => $i, 'name' => "n$i", 'tags' => [$i], 'ok' => $i % 2 === 0, 'score' => $i / 7];
    switch (mt_rand(0, 9)) {
        case 0: unset($record['ok']); break;
        case 1: $record['extra' . mt_rand(0, 30)] = 1; break;
        case 2: $record = array_reverse($record); break;
        case 3: $record = ['id' => $i, 'name' => 'x', 'tags' => 5, 'ok' => null, 'scorf' => 1.5]; break;
        case 4: $record[mt_rand(0, 100)] = 'int key'; break;
        case 5: $record = array_combine(array_map('strval', array_rand(range(0, 500), 5)), range(1, 5)); break;
        case 6: $record['k' . str_repeat('long', mt_rand(0, 20))] = 2; break;
    }
    $records[] = $record;
}
$bytes = msgpack_pack($records);
for ($round = 0; $round < 3; $round++) {
    var_dump(msgpack_unpack($bytes) === $records);
}
foreach (array_chunk($records, 7) as $chunk) {
    foreach ($chunk as $record) {
        if (msgpack_unpack(msgpack_pack($record)) !== $record) {
            echo "one differs\n";
        }
    }
}
$a = msgpack_unpack("\x82\xa1a\x01\xa1b\x02");
$b = msgpack_unpack("\x82\xa1a\x01\xa1b\x02");
$c = msgpack_unpack("\x82\xa1a\x01\xa1b\x02");
$a['a'] = 'changed';
$b['new'] = 1;
unset($c['a']);
echo show([$a, $b, $c, msgpack_unpack("\x82\xa1a\x01\xa1b\x02")]), "\n";
for ($i = 0; $i < 5; $i++) {
    $dup = msgpack_unpack("\x83\xa1a\x01\xa1b\x02\xa1a\x03");
    $num = msgpack_unpack("\x83\xa1a\x01\xa15\x02\xa1c\x03");
}
echo show([$dup, $num]), "\n";
foreach ($num as $key => $value) {
    echo gettype($key), ' ', isset($num[$key]) ? 'found' : 'lost', "\n";
}

echo '--- Many objects of one class, with properties in any order', "\n";
class R { public int $id = 0; public ?string $name = null; protected array $tags = []; public $any;
    public static function make($id) { $r = new R; $r->id = $id; $r->name = "n$id"; $r->tags = [$id]; $r->any = $id / 3; return $r; } }
$objects = array_map(R::make(...), range(1, 1000));
$back = msgpack_unpack(msgpack_pack($objects));
var_dump($back == $objects);
$head = '85 c0 a152 a26964 07 a46e616d65 a161 a7 002a0074616773 9101 a3616e79 c0';
$swapped = '85 c0 a152 a46e616d65 a161 a26964 07 a3616e79 c0 a7 002a0074616773 9101';
$fewer = '83 c0 a152 a26964 07 a46e616d65 a161';
$other = '85 c0 a152 a26964 07 a46e616d65 a161 a7 002a0074616773 9101 a3616e7a c0';
for ($i = 0; $i < 3; $i++) {
    foreach ([$head, $swapped, $fewer, $other] as $hex) {
        echo show(msgpack_unpack(bytes($hex))), "\n";
    }
}
unpacks('85 c0 a152 a26964 a131 a46e616d65 a161 a7 002a0074616773 9101 a3616e79 c0');
unpacks('85 c0 a152 a26964 a178 a46e616d65 a161 a7 002a0074616773 9101 a3616e79 c0');
unpacks('85 c0 a152 a26964 07 a46e616d65 a161 a7 002a0074616773 05 a3616e79 c0');

echo '--- Shapes that arrays and stdClass objects share: numeric names stay text in objects and integers in arrays', "\n";
foreach ([['a' => 1, 'b' => [2], 'c' => 'three'], ['a' => 1, '12' => 2], ['-3' => 1, 'b' => 2]] as $entries) {
    $records = [];
    for ($i = 0; $i < 6; $i++) {
        array_push($records, (object) $entries, $entries, (object) ($entries + ['child' => (object) $entries]));
    }
    $back = msgpack_unpack(msgpack_pack($records));
    echo show(serialize($back) === serialize($records)), ' ', show($back[0]), ' ', show($back[1]), "\n";
}

// A numeric name as text on the wire, in objects first and then in arrays.
$entries = "\xa1a\x01\xa212\x02";
$object = "\x83\xc0\xa8stdClass$entries";
foreach (array_slice(msgpack_unpack("\x96$object$object$object\x82$entries\x82$entries$object"), 2) as $value) {
    echo show($value), ' ';
}
echo ".\n";

// The keys differ after the first, are fewer, or come twice.
$head = "\x84\xc0\xa8stdClass\xa1a\x01";
$same = "$head\xa1b\x02\xa1c\x03";
foreach (["$head\xa1b\x02\xa1d\x03", "$head\xa1b\x02\xa1a\x03", "$head\x05\x02\xa1c\x03", "$head\xa1b\x91\x07\xc0\x2a"] as $other) {
    foreach (array_slice(msgpack_unpack("\x95$same$same$same$other$same"), 3) as $object) {
        echo show($object), ' ';
    }
    echo ".\n";
}

// The object refers to itself before all its properties are read.
$self = "$head\xa1b\x82\xc0\x04\x00";
foreach (msgpack_unpack("\x94$same$same{$self}\x04\xa1c\x03{$self}\x06\xa1c\x03") as $object) {
    echo isset($object->b->b) ? show($object->b === $object && $object->b->b->c === 3) : 'no cycle', ' ';
}
echo ".\n";

for ($cut = 0; $cut < strlen($same); $cut += 3) {
    echo outcome(fn () => msgpack_unpack("\x93$same$same" . substr($same, 0, $cut), options: ['throw' => true])), "\n";
}
?>
--EXPECT--
--- Many records with the same keys, and records that differ in every way
bool(true)
bool(true)
bool(true)
[['a' => 'changed', 'b' => 2], ['a' => 1, 'b' => 2, 'new' => 1], ['b' => 2], ['a' => 1, 'b' => 2]]
[['a' => 3, 'b' => 2], ['a' => 1, 5 => 2, 'c' => 3]]
string found
integer found
string found
--- Many objects of one class, with properties in any order
bool(true)
R{id: 7, name: 'a', *tags: [1], any: null}#1
R{id: 7, name: 'a', *tags: [1], any: null}#1
R{id: 7, name: 'a', *tags: [], any: null}#1
R{id: 7, name: 'a', *tags: [1], any: null, anz: null}#1
R{id: 7, name: 'a', *tags: [1], any: null}#1
R{id: 7, name: 'a', *tags: [1], any: null}#1
R{id: 7, name: 'a', *tags: [], any: null}#1
R{id: 7, name: 'a', *tags: [1], any: null, anz: null}#1
R{id: 7, name: 'a', *tags: [1], any: null}#1
R{id: 7, name: 'a', *tags: [1], any: null}#1
R{id: 7, name: 'a', *tags: [], any: null}#1
R{id: 7, name: 'a', *tags: [1], any: null, anz: null}#1
85 c0 a152 a26964 a131 a46e616d65 a161 a7 002a0074616773 9101 a3616e79 c0: TypeError: Cannot assign string to property R::$id of type int
85 c0 a152 a26964 a178 a46e616d65 a161 a7 002a0074616773 9101 a3616e79 c0: TypeError: Cannot assign string to property R::$id of type int
85 c0 a152 a26964 07 a46e616d65 a161 a7 002a0074616773 05 a3616e79 c0: TypeError: Cannot assign int to property R::$tags of type array
--- Shapes that arrays and stdClass objects share: numeric names stay text in objects and integers in arrays
true stdClass{a: 1, b: [2], c: 'three'}#1 ['a' => 1, 'b' => [2], 'c' => 'three']
true stdClass{a: 1, 12: 2}#1 ['a' => 1, 12 => 2]
true stdClass{-3: 1, b: 2}#1 [-3 => 1, 'b' => 2]
stdClass{a: 1, 12: 2}#1 ['a' => 1, 12 => 2] ['a' => 1, 12 => 2] stdClass{a: 1, 12: 2}#1 .
stdClass{a: 1, b: 2, d: 3}#1 stdClass{a: 1, b: 2, c: 3}#1 .
stdClass{a: 3, b: 2}#1 stdClass{a: 1, b: 2, c: 3}#1 .
stdClass{a: 1, 5: 2, c: 3}#1 stdClass{a: 1, b: 2, c: 3}#1 .
stdClass{a: 1, b: [7]}#1 stdClass{a: 1, b: 2, c: 3}#1 .
no cycle no cycle true true .
MsgpackException truncated at 41, path $[2]
MsgpackException truncated at 41, path $[2]
MsgpackException truncated at 41, path $[2]
MsgpackException truncated at 43, path $[2]{#0}
MsgpackException truncated at 52, path $[2]{key #1}
MsgpackException truncated at 55, path $[2]{key #2}
MsgpackException truncated at 58, path $[2]{key #3}
