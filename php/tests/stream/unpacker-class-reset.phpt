--TEST--
reset() drops the message that was decoded, and keeps the bytes after it
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
int(2)
bool(false)
bool(true)
3
