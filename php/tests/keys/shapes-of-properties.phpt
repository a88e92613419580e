--TEST--
Shapes that arrays and stdClass objects share: numeric names stay text in objects and integers in arrays
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
