--TEST--
Records whose keys have 16 to 255 bytes: the same values as on their own, wherever the keys differ
--FILE--
<?php
require __DIR__ . '/../support.inc';

/** A record with three keys of n bytes; the byte at $place of the second key is $byte. */
function record(int $n, int $place, string $byte, mixed $value): array
{
    $keys = [str_pad('first', $n, 'a'), str_pad('second', $n, 'b'), str_pad('third', $n, 'c')];
    $keys[1][$place] = $byte;
    return array_fill_keys($keys, $value);
}

$values = [1, 'text', [1, 2], ['k' => null], str_repeat('v', 40), str_repeat('v', 300)];
foreach ([15, 16, 31, 32, 33, 64, 255, 256] as $n) {
    $wrong = 0;
    foreach ($values as $value) {
        // Learnt from the first two, used by the next two; then each place differs once.
        $records = array_fill(0, 4, record($n, 7, 'x', $value));
        foreach ([0, 13, 14, 15, 16, $n - 2, $n - 1] as $place) {
            if ($place < $n) {
                array_push($records, record($n, $place, 'y', $value), record($n, 7, 'x', $value));
            }
        }
        $back = msgpack_unpack(msgpack_pack($records));
        $wrong += (int) ($back !== $records);
        foreach ($records as $record) {
            $wrong += (int) (msgpack_unpack(msgpack_pack($record)) !== $record);
        }
        // The end of the message at each byte: long messages are read in place, short ones are copied.
        foreach (['', str_repeat('p', 300)] as $before) {
            $bytes = msgpack_pack([$before, $records[0]]);
            for ($cut = strlen($bytes) - 1; $cut > strlen($before) + 10; $cut -= 17) {
                $wrong += (int) (outcome(fn () => msgpack_unpack(substr($bytes, 0, $cut), options: ['throw' => true]))
                    !== 'MsgpackException truncated at ' . truncated($before, $records[0], $cut));
            }
        }
    }
    echo "$n: $wrong\n";
}

/** Where the truncated value of a message [$before, $record] begins, with its path. */
function truncated(string $before, array $record, int $cut): string
{
    static $known = [];
    // The same record with another shape, which no shape predicts.
    $key = strlen($before) . serialize($record) . $cut;
    return $known[$key] ??= preg_replace('/^MsgpackException truncated at /', '', outcome(
        fn () => msgpack_unpack(substr(msgpack_pack([$before, $record]), 0, $cut), options: ['throw' => true, 'utf8' => true])));
}

// All keys of a shape have at most 2048 bytes together: longer ones are read without it.
foreach ([8, 9, 64] as $count) {
    $record = [];
    for ($i = 0; $i < $count; $i++) {
        $record[str_pad("key$i", 255, '-')] = $i;
    }
    echo show(msgpack_unpack(msgpack_pack([$record, $record, $record, $record])) === [$record, $record, $record, $record]), "\n";
}

// Other forms of the same keys, and limits.
$key = str_repeat('k', 40);
$forms = ["\xd9\x28$key", "\xda\x00\x28$key", "\xc4\x28$key", "\xdb\x00\x00\x00\x28$key"];
foreach ([...$forms, ...$forms] as $form) {
    echo show(array_keys(msgpack_unpack("\x81{$form}\x01")) === [$key]), ' ';
}
echo ".\n";
foreach ([39, 40, 254, 255] as $limit) {
    echo "$limit: ", outcome(fn () => msgpack_unpack("\x92\x81$forms[0]\x01\x81$forms[0]\x02", options: ['throw' => true, 'max_str_len' => $limit])) === show([[$key => 1], [$key => 2]])
        ? 'read' : 'refused', "\n";
}
?>
--EXPECT--
15: 0
16: 0
31: 0
32: 0
33: 0
64: 0
255: 0
256: 0
true
true
true
true true true true true true true true .
39: refused
40: read
254: read
255: read
