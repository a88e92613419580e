--TEST--
Packing closures, generators and anonymous classes throws PHP's exception
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo outcome(fn () => hex(msgpack_pack(fn () => 1))), "\n";
echo outcome(fn () => hex(msgpack_pack(['a' => [function () { }]]))), "\n";
echo outcome(fn () => hex(msgpack_pack((fn () => yield 1)()))), "\n";
echo outcome(fn () => hex(msgpack_pack(new class { public $x = 1; }) === '')), "\n";
echo outcome(fn () => hex(msgpack_pack(new ReflectionClass('stdClass')))), "\n";
echo outcome(fn () => hex(msgpack_pack(new SplFileInfo('/')))), "\n";
packs('the next call is not affected', [1]);
?>
--EXPECT--
Exception: Serialization of 'Closure' is not allowed
Exception: Serialization of 'Closure' is not allowed
Exception: Serialization of 'Generator' is not allowed
Exception: Serialization of 'class@anonymous' is not allowed
Exception: Serialization of 'ReflectionClass' is not allowed
Exception: Serialization of 'SplFileInfo' is not allowed
the next call is not affected: 9101
