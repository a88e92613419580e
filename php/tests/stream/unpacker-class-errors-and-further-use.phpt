--TEST--
After an error the same object continues, and reads no byte outside its buffer
--FILE--
<?php
require __DIR__ . '/../support.inc';

$unpacker = new MessagePackUnpacker();
$unpacker->feed(bytes('01 c1 02'));
var_dump($unpacker->execute(), $unpacker->data(), $unpacker->execute(), $unpacker->data());
$unpacker->feed("\x05");
$found = [];
for ($i = 0; $i < 5; $i++) {
    if ($unpacker->execute()) {
        $found[] = $unpacker->data();
    }
}
echo show($found), "\n";

$unpacker = new MessagePackUnpacker(null, ['throw' => true, 'utf8' => true, 'max_buffer_size' => 0]);
$unpacker->feed(bytes('01 a1ff 91 02 c1 03'));
for ($i = 0; $i < 6; $i++) {
    echo outcome(fn () => $unpacker->execute() ? $unpacker->data() : 'not whole'), "\n";
}
$unpacker->feed(bytes('dd ffffffff'));
echo outcome(fn () => $unpacker->execute()), "\n";
$unpacker->feed(bytes('c1'));
echo outcome(fn () => $unpacker->execute()), "\n";
$unpacker->setOptions(['max_bytes' => 4]);
$unpacker->feed(bytes('dd ffffffff'));
echo outcome(fn () => $unpacker->execute()), "\n";
foreach ([bytes('d9ff'), bytes('c1c1c1'), str_repeat("\x91", 2000), bytes('82 c3'), ''] as $bytes) {
    $unpacker->feed($bytes);
    for ($i = 0; $i < 3; $i++) {
        outcome(fn () => $unpacker->execute());
        outcome(fn () => $unpacker->data());
    }
}
echo "still here\n";
?>
--EXPECT--
bool(true)
int(1)
bool(false)
bool(false)
[2, 5]
1
MsgpackException invalid_utf8 at 1, path $
[2]
MsgpackException reserved_byte at 5, path $
3
'not whole'
false
MsgpackException reserved_byte at 12, path $[0]
MsgpackException reserved_byte at 12, path $
still here
