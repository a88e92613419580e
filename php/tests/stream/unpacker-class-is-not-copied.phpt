--TEST--
A MessagePackUnpacker cannot be cloned or serialized
--FILE--
<?php
require __DIR__ . '/../support.inc';

$unpacker = new MessagePackUnpacker();
echo outcome(fn () => clone $unpacker), "\n";
echo outcome(fn () => serialize($unpacker)), "\n";
echo outcome(fn () => msgpack_pack($unpacker)), "\n";
class Sub extends MessagePackUnpacker { public $p = 1; public function __construct() { } }
$sub = new Sub;
$sub->feed("\x91\x05");
echo outcome(fn () => $sub->execute()), ' ', outcome(fn () => $sub->data()), "\n";
$unpacker->__destruct();
$unpacker->feed("\x06");
var_dump($unpacker->execute(), $unpacker->data());
?>
--EXPECT--
Error: Trying to clone an uncloneable object of class MessagePackUnpacker
Exception: Serialization of 'MessagePackUnpacker' is not allowed
Exception: Serialization of 'MessagePackUnpacker' is not allowed
true [5]
bool(true)
int(6)
