--TEST--
lz4: with the classes, and in streams of compressed and uncompressed messages
--FILE--
<?php
require __DIR__ . '/../support.inc';

$value = ['text' => str_repeat('abc', 50000), 'list' => range(1, 300)];
$packer = new MessagePack(options: ['lz4' => 'block-array']);
$small = $packer->pack($value);
echo strlen($small) < 4000 ? 'small' : 'large', ' ', $packer->unpack($small) === $value ? 'same' : 'other', "\n";
$packer->setOptions(['lz4' => true]);
echo $packer->pack($value) === msgpack_pack($value) ? 'plain' : 'packed', ' ', $packer->unpack($small) === $value ? 'same' : 'other', "\n";
$msgpack = new Msgpack(['lz4' => 'block']);
echo $msgpack->unpacker($msgpack->packer($value)) === $value ? 'same' : 'other', "\n";

$block = msgpack_pack($value, ['lz4' => 'block']);
$stream = "\x05" . $small . msgpack_pack($value) . $block . "\x92\x01\x02" . $block;
$limits = ['max_ext_len' => 10, 'max_bin_len' => 10, 'max_array_len' => 300];
foreach ([1, 2, 7, 1000, strlen($stream)] as $cut) {
    $unpacker = new MessagePackUnpacker(options: ['lz4' => true] + $limits);
    $msgpack = new Msgpack(['lz4' => true] + $limits);
    $found = $fed = [];
    foreach (str_split($stream, $cut) as $piece) {
        $unpacker->feed($piece);
        $msgpack->feed($piece);
        while ($unpacker->execute()) {
            $found[] = $unpacker->data();
        }
        while ($msgpack->remain()) {
            $fed[] = $msgpack->unpacker();
        }
    }
    echo "pieces of $cut: ", $found === [5, $value, $value, $value, [1, 2], $value] ? 'same' : 'other', ' ',
        $fed === $found ? 'same' : 'other', "\n";
}

$unpacker = new MessagePackUnpacker(options: ['lz4' => true, 'throw' => true]);
$unpacker->feed("\x01\x02" . bytes('c70a63d200000004409201c1c0') . bytes('d5630000') . "\x07");
for ($i = 0; $i < 5; $i++) {
    try {
        echo show($unpacker->execute()), ' ', show($unpacker->data()), "\n";
    } catch (MsgpackException $e) {
        echo $e->getMessage(), "\n";
    }
}
$unpacker = new MessagePackUnpacker(options: ['lz4' => true]);
$unpacker->feed("\xc7");
echo show($unpacker->execute()), "\n";
$unpacker->reset();
$unpacker->feed("\x07");
echo show($unpacker->execute()), ' ', show($unpacker->data()), "\n";
?>
--EXPECT--
small same
plain same
same
pieces of 1: same same
pieces of 2: same same
pieces of 7: same same
pieces of 1000: same same
pieces of 154023: same same
true 1
true 2
byte 2 of the content compressed at byte 2: reserved byte c1, at $[1]
byte 15: invalid LZ4: a declared size is 0 or negative, at $
true 7
false
true 7
