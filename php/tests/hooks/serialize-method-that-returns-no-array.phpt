--TEST--
A result of __serialize() that is not an array is a TypeError
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Wrong { public function __serialize() { return 'text'; } }
echo outcome(fn () => hex(msgpack_pack(new Wrong))), "\n";
echo outcome(fn () => hex(msgpack_pack([1, new Wrong, 2]))), "\n";
echo outcome(fn () => hex(msgpack_pack([1]))), "\n";
?>
--EXPECT--
TypeError: Wrong::__serialize() must return an array
TypeError: Wrong::__serialize() must return an array
'9101'
