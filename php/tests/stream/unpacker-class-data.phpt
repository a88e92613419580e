--TEST--
data() returns the latest message once; false if there is none
--FILE--
<?php
require __DIR__ . '/../support.inc';

$unpacker = new MessagePackUnpacker();
var_dump($unpacker->data());
$unpacker->feed("\x01\x02\x03");
var_dump($unpacker->execute(), $unpacker->data(), $unpacker->data());
var_dump($unpacker->execute(), $unpacker->execute(), $unpacker->data());
var_dump($unpacker->execute(), $unpacker->data());
?>
--EXPECT--
bool(false)
bool(true)
int(1)
bool(false)
bool(true)
bool(true)
int(3)
bool(false)
bool(false)
