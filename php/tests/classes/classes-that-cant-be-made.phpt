--TEST--
No objects are made of abstract classes, interfaces, traits and classes that cannot be serialized
--FILE--
<?php
require __DIR__ . '/../support.inc';

abstract class Half { public $a; }
interface Face { }
trait Mixed1 { }
#[AllowDynamicProperties] class Fine { }
foreach (['Half', 'Face', 'Mixed1', 'Closure', 'Generator', 'ReflectionClass', 'SplFileInfo', 'WeakMap', 'Fiber', 'MessagePackUnpacker', 'Msgpack', '', 'no such', "Fine\0"] as $class) {
    $bytes = "\x82\xc0" . msgpack_pack($class) . bytes('a161 01');
    echo addcslashes($class, "\0"), ': ', outcome(fn () => msgpack_unpack($bytes)), "\n";
}
unpacks('81 c0 a4 48616c66', ['throw' => true]);
unpacks('82 c0 a7 436c6f73757265 c0 90', ['throw' => true]);
?>
--EXPECT--
Half: Error: Cannot instantiate abstract class Half
Face: Error: Cannot instantiate interface Face
Mixed1: Error: Cannot instantiate trait Mixed1
Closure: Exception: Unserialization of 'Closure' is not allowed
Generator: Exception: Unserialization of 'Generator' is not allowed
ReflectionClass: Exception: Unserialization of 'ReflectionClass' is not allowed
SplFileInfo: Exception: Unserialization of 'SplFileInfo' is not allowed
WeakMap: Exception: Unserialization of 'WeakMap' is not allowed
Fiber: Exception: Unserialization of 'Fiber' is not allowed
MessagePackUnpacker: Exception: Unserialization of 'MessagePackUnpacker' is not allowed
Msgpack: Exception: Unserialization of 'Msgpack' is not allowed
: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: '', a: 1}#1
no such: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'no such', a: 1}#1
Fine\000: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Fine\000', a: 1}#1
81 c0 a4 48616c66: Error: Cannot instantiate abstract class Half
82 c0 a7 436c6f73757265 c0 90: Exception: Unserialization of 'Closure' is not allowed
