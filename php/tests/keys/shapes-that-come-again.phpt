--TEST--
Many records with the same keys, and records that differ in every way
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
[['a' => 'changed', 'b' => 2], ['a' => 1, 'b' => 2, 'new' => 1], ['b' => 2], ['a' => 1, 'b' => 2]]
[['a' => 3, 'b' => 2], ['a' => 1, 5 => 2, 'c' => 3]]
string found
integer found
string found
