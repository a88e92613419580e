--TEST--
Large values: output that grows through every capacity of the buffer
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
echo "end\n";
?>
--EXPECT--
end
