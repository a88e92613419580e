--TEST--
MessagePackUnpacker as in PECL's manual
--FILE--
<?php
require __DIR__ . '/../support.inc';

$packed = (new MessagePack(false))->pack([1, 2, 3]);
$unpacker = new MessagePackUnpacker(false);
var_dump($unpacker->feed($packed), $unpacker->execute());
echo show($unpacker->data()), "\n";
$unpacker->reset();

$buffer = msgpack_pack([1, 2, 3]) . msgpack_pack(['a' => 1, 'b' => 2]) . msgpack_pack('text');
$read = 0;
while ($unpacker->execute($buffer, $read)) {
    echo show($unpacker->data()), " read $read\n";
    $unpacker->reset();
    $buffer = substr($buffer, $read);
    $read = 0;
    if ($buffer === '') {
        break;
    }
}

$unpacker = new MessagePackUnpacker();
$stream = '';
foreach ([null, true, [1, 'x'], ['k' => ['v']], -5, str_repeat('long', 50)] as $value) {
    $stream .= msgpack_pack($value);
}
$offset = 0;
while ($offset < strlen($stream) && $unpacker->execute($stream, $offset)) {
    echo show($unpacker->data()), " up to $offset\n";
}
?>
--EXPECT--
bool(true)
bool(true)
[1, 2, 3]
[1, 2, 3] read 4
['a' => 1, 'b' => 2] read 7
'text' read 5
null up to 1
true up to 2
[1, 'x'] up to 6
['k' => ['v']] up to 12
-5 up to 13
string(200) 9a05ff67 up to 215
