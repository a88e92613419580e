--TEST--
An array that refers to itself, followed by keys of every type
--INI--
msgpack.illegal_key_insert=1
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach ([
    'an integer' => '82 a161 82c0020001 05 01',
    'a decimal string' => '82 a161 82c0020001 a23132 01',
    'the same key again' => '83 a161 82c0020001 05 01 05 02',
    'itself under an integer' => '83 05 82c0020001 06 01 a162 02',
    'a bin' => '82 a161 82c0020001 c40162 01',
    'a large integer' => '82 a161 82c0020001 cfffffffffffffffff 01',
    'a float' => '82 a161 82c0020001 cb3ff8000000000000 01',
    'many' => '86 a161 82c0020001 c2 01 c3 02 c2 03 cb3ff8000000000000 04 cb3ff8000000000000 05',
    'more than one' => '84 a161 82c0020001 a162 82c0020001 05 82c0020001 06 01',
] as $name => $hex) {
    $value = @msgpack_unpack(bytes($hex));
    foreach (array_keys($value) as $key) {
        $again = is_array($value[$key]) ? 'itself' : show($value[$key]);
        $seen[] = "$key => $again";
    }
    echo $name, ': ', implode(', ', $seen), "\n";
    $seen = [];
    $value['written'] = 1;
    unset($value);
    gc_collect_cycles();
}
/* The same in a map of a known shape, followed by a key that the shape does not have. */
for ($i = 0; $i < 4; $i++) {
    msgpack_unpack(bytes('83 a161 01 a162 02 a163 03'));
}
$value = msgpack_unpack(bytes('83 a161 82c0020001 a162 02 05 03'));
echo 'a shape: ', implode(', ', array_keys($value)), "\n";
?>
--EXPECT--
an integer: a => itself, 5 => 1
a decimal string: a => itself, 12 => 1
the same key again: a => itself, 5 => 2
itself under an integer: 5 => itself, 6 => 1, b => 2
a bin: a => itself, b => 1
a large integer: a => itself, 18446744073709551615 => 1
a float: a => itself, 0 => 1.5, 1 => 1
many: a => itself, 0 => false, 1 => 1, 2 => true, 3 => 2, 4 => false, 5 => 3, 6 => 1.5, 7 => 4, 8 => 1.5, 9 => 5
more than one: a => itself, b => itself, 5 => itself, 6 => 1
a shape: a, b, 5
