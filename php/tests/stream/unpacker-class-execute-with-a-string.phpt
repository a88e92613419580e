--TEST--
execute($string, $offset): begins at the offset and sets it to the end of the message
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
?>
--EXPECT--
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
