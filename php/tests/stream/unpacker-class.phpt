--TEST--
MessagePackUnpacker: feed, execute, data, reset
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- data() returns the latest message once; false if there is none', "\n";
$unpacker = new MessagePackUnpacker();
var_dump($unpacker->data());
$unpacker->feed("\x01\x02\x03");
var_dump($unpacker->execute(), $unpacker->data(), $unpacker->data());
var_dump($unpacker->execute(), $unpacker->execute(), $unpacker->data());
var_dump($unpacker->execute(), $unpacker->data());

echo '--- reset() drops the message that was decoded, and keeps the bytes after it', "\n";
$unpacker = new MessagePackUnpacker();
$unpacker->feed(bytes('01 02 92'));
var_dump($unpacker->execute());
$unpacker->reset();
var_dump($unpacker->data());
var_dump($unpacker->execute(), $unpacker->data());
var_dump($unpacker->execute());
$unpacker->reset();
$unpacker->feed(bytes('03 04'));
var_dump($unpacker->execute());
echo show($unpacker->data()), "\n";

echo '--- Messages that arrive byte by byte are returned complete, each once', "\n";
$messages = [1, 'text', [1, [2, ['k' => 'v']]], ['a' => str_repeat('x', 300)], 1.5, null, new ArrayObject([1]), [], false];
$unpacker = new MessagePackUnpacker();
$out = [];
foreach (str_split(implode('', array_map(msgpack_pack(...), $messages))) as $byte) {
    $unpacker->feed($byte);
    while ($unpacker->execute()) {
        $out[] = $unpacker->data();
    }
}
echo count($out), ' ', $out == $messages ? 'same' : 'different', "\n";
var_dump($unpacker->execute(), $unpacker->data());

echo '--- The stream 00 40 7f e0 f0 ff is six integers, in chunks of any size', "\n";
foreach ([1, 2, 3, 6] as $size) {
    $unpacker = new MessagePackUnpacker();
    $found = [];
    foreach (str_split(bytes('00 40 7f e0 f0 ff'), $size) as $piece) {
        $unpacker->feed($piece);
        while ($unpacker->execute()) {
            $found[] = $unpacker->data();
        }
    }
    echo show($found), "\n";
}

echo '--- execute() continues a message that began in the previous string', "\n";
$unpacker = new MessagePackUnpacker();
$offset = 0;
var_dump($unpacker->execute(bytes('93 01 a3'), $offset), $offset);
$offset = 0;
var_dump($unpacker->execute(bytes('616263 02 05'), $offset), $offset);
echo show($unpacker->data()), "\n";

echo '--- execute($string, $offset): begins at the offset and sets it to the end of the message', "\n";
$unpacker = new MessagePackUnpacker();
$bytes = bytes('01 92 02 03 a161');
$offset = 1;
var_dump($unpacker->execute($bytes, $offset));
echo show($unpacker->data()), " $offset\n";
var_dump($unpacker->execute($bytes, $offset));
echo show($unpacker->data()), " $offset\n";
var_dump($unpacker->execute($bytes, $offset));
var_dump($unpacker->data());
$offset = 100;
var_dump($unpacker->execute($bytes, $offset), $offset);
$offset = -3;
$unpacker->reset();
var_dump($unpacker->execute($bytes, $offset), $offset);
var_dump($unpacker->execute("\x05"));
echo show($unpacker->data()), "\n";
var_dump($unpacker->execute(''), $unpacker->data());
$unpacker->feed("\x07");
var_dump($unpacker->execute("\x08"));
echo show($unpacker->data()), "\n";
var_dump($unpacker->execute());
echo show($unpacker->data()), "\n";
echo outcome(fn () => $unpacker->execute([])), "\n";

echo '--- MessagePackUnpacker as in PECL\'s manual', "\n";
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
--- data() returns the latest message once; false if there is none
bool(false)
bool(true)
int(1)
bool(false)
bool(true)
bool(true)
int(3)
bool(false)
bool(false)
--- reset() drops the message that was decoded, and keeps the bytes after it
bool(true)
bool(false)
bool(true)
int(2)
bool(false)
bool(true)
3
--- Messages that arrive byte by byte are returned complete, each once
9 same
bool(false)
bool(false)
--- The stream 00 40 7f e0 f0 ff is six integers, in chunks of any size
[0, 64, 127, -32, -16, -1]
[0, 64, 127, -32, -16, -1]
[0, 64, 127, -32, -16, -1]
[0, 64, 127, -32, -16, -1]
--- execute() continues a message that began in the previous string
bool(false)
int(3)
bool(true)
int(4)
[1, 'abc', 2]
--- execute($string, $offset): begins at the offset and sets it to the end of the message
bool(true)
[2, 3] 4
bool(true)
'a' 6
bool(false)
bool(false)
bool(false)
int(6)
bool(true)
int(1)
bool(true)
5
bool(false)
bool(false)
bool(true)
8
bool(true)
7
TypeError: MessagePackUnpacker::execute(): Argument #1 ($str) must be of type ?string, array given
--- MessagePackUnpacker as in PECL's manual
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
