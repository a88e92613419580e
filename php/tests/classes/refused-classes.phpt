--TEST--
Classes of which no object is packed or made
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- No objects are made of abstract classes, interfaces, traits and classes that cannot be serialized', "\n";
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

echo '--- Packing closures, generators and anonymous classes throws PHP\'s exception', "\n";
echo outcome(fn () => hex(msgpack_pack(fn () => 1))), "\n";
echo outcome(fn () => hex(msgpack_pack(['a' => [function () { }]]))), "\n";
echo outcome(fn () => hex(msgpack_pack((fn () => yield 1)()))), "\n";
echo outcome(fn () => hex(msgpack_pack(new class { public $x = 1; }) === '')), "\n";
echo outcome(fn () => hex(msgpack_pack(new ReflectionClass('stdClass')))), "\n";
echo outcome(fn () => hex(msgpack_pack(new SplFileInfo('/')))), "\n";
packs('the next call is not affected', [1]);

echo '--- A class name after other entries, twice, or under another kind of nil key', "\n";
class Known { public $a = 'default'; public int $n = 0; }
class Other { }
$known = 'c0 a5 4b6e6f776e';
$other = 'c0 a5 4f74686572';
foreach (["82 a161 01 $known", "83 a161 01 $known a16e 02", "83 a161 01 $known a16e a178", "82 a16e a178 $known", "82 05 01 $known", "82 $known $other", "83 a161 01 $known $other",
    "82 c001 $known", "83 c001 $known a161 01", "83 $known c001 a161 01", "82 $known c002", "83 $known c004 00 01", "82 c0c0 $known", "82 c090 $known", "82 c0 c4 05 4b6e6f776e a161 01", "82 c090 a161 05"] as $hex) {
    unpacks($hex);
}
?>
--EXPECT--
--- No objects are made of abstract classes, interfaces, traits and classes that cannot be serialized
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
--- Packing closures, generators and anonymous classes throws PHP's exception
Exception: Serialization of 'Closure' is not allowed
Exception: Serialization of 'Closure' is not allowed
Exception: Serialization of 'Generator' is not allowed
Exception: Serialization of 'class@anonymous' is not allowed
Exception: Serialization of 'ReflectionClass' is not allowed
Exception: Serialization of 'SplFileInfo' is not allowed
the next call is not affected: 9101
--- A class name after other entries, twice, or under another kind of nil key
82 a161 01 c0 a5 4b6e6f776e: Known{a: 1, n: 0}#1
83 a161 01 c0 a5 4b6e6f776e a16e 02: Known{a: 1, n: 2}#1
83 a161 01 c0 a5 4b6e6f776e a16e a178: TypeError: Cannot assign string to property Known::$n of type int
82 a16e a178 c0 a5 4b6e6f776e: TypeError: Cannot assign string to property Known::$n of type int
82 05 01 c0 a5 4b6e6f776e: Known{a: 'default', n: 0, 5: 1}#1
Warning: [msgpack] (php_msgpack_unserialize) Parse error
82 c0 a5 4b6e6f776e c0 a5 4f74686572: false
Warning: [msgpack] (php_msgpack_unserialize) Parse error
83 a161 01 c0 a5 4b6e6f776e c0 a5 4f74686572: false
82 c001 c0 a5 4b6e6f776e: Known{a: 'default', n: 0}#1
83 c001 c0 a5 4b6e6f776e a161 01: Known{a: 1, n: 0}#1
83 c0 a5 4b6e6f776e c001 a161 01: Known{a: 1, n: 0}#1
82 c0 a5 4b6e6f776e c002: Known{a: 'default', n: 0}#1
Warning: [msgpack] (php_msgpack_unserialize) Parse error
83 c0 a5 4b6e6f776e c004 00 01: false
82 c0c0 c0 a5 4b6e6f776e: Known{a: 'default', n: 0}#1
82 c090 c0 a5 4b6e6f776e: Known{a: 'default', n: 0}#1
82 c0 c4 05 4b6e6f776e a161 01: Known{a: 1, n: 0}#1
82 c090 a161 05: ['a' => 5]
