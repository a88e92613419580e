--TEST--
Long texts that a large message repeats: equal values, less memory, and changes
--FILE--
<?php
require __DIR__ . '/../support.inc';

/** 600 bytes that differ from those of other numbers in one place, which is none of those compared first. */
function text(int $number): string
{
    return str_repeat('a', 100) . sprintf('%08d', $number) . str_repeat('b', 492);
}

echo '--- Memory', "\n";
$bytes = msgpack_pack(array_fill(0, 1000, str_repeat('text ', 400)));
$before = memory_get_usage();
$decoded = msgpack_unpack($bytes);
echo memory_get_usage() - $before < 100_000 ? 'small' : 'large', ' of ', count($decoded), "\n";
unset($decoded);

// Such texts are not looked for in the messages after this.
echo '--- Texts of one place among the remembered', "\n";
$rows = [];
for ($i = 0; $i < 400; $i++) {
    $rows[] = ['name' => "row $i", 'text' => text($i % 7), 'other' => [text($i % 2), text(3)], 'unique' => str_repeat("$i ", 300)];
}
$bytes = msgpack_pack($rows);
var_dump(msgpack_unpack($bytes) === $rows, msgpack_unpack(msgpack_pack((object) $rows)) == (object) $rows);

echo '--- Changed afterwards', "\n";
$decoded = msgpack_unpack(msgpack_pack(array_fill(0, 500, text(5))));
$decoded[1] .= '!';
$decoded[2][0] = 'X';
unset($decoded[0]);
var_dump($decoded[1] === text(5) . '!', $decoded[2] === 'X' . substr(text(5), 1), array_count_values($decoded)[text(5)]);

echo '--- A message that ends too early', "\n";
echo show(@msgpack_unpack(substr($bytes, 0, -1))), "\n";
?>
--EXPECT--
--- Memory
small of 1000
--- Texts of one place among the remembered
bool(true)
bool(true)
--- Changed afterwards
bool(true)
bool(true)
int(497)
--- A message that ends too early
false
