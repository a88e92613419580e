--TEST--
Ext types -128 to 127 in every format
--FILE--
<?php
require __DIR__ . '/../support.inc';

$wrong = 0;
for ($type = -128; $type < 128; $type++) {
    foreach ([0 => "\xc7\x00", 1 => "\xd4", 2 => "\xd5", 4 => "\xd6", 8 => "\xd7", 16 => "\xd8", 3 => "\xc7\x03", 300 => "\xc8\x01\x2c", 5 => "\xc9\0\0\0\x05"] as $n => $head) {
        $bytes = $head . pack('c', $type) . str_repeat('e', $n);
        $value = msgpack_unpack($bytes, null, ['ext' => 'object', 'throw' => true]);
        $wrong += !($value instanceof MsgpackExt && $value->type === $type && $value->data === str_repeat('e', $n));
        $wrong += msgpack_unpack($bytes) !== null;
    }
}
echo $wrong, " wrong\n";
?>
--EXPECT--
0 wrong
