--TEST--
References in typed properties, refused by their type or incomplete at a failure, corrupt no memory
--FILE--
<?php
require __DIR__ . '/../support.inc';

class T { public array $a = []; public array $b = []; public array $c = []; public array $d = []; public int $n = 0; }
class S { public ?array $w = null; public ?array $x = null; public ?array $y = null; public ?array $z = null; }
class H { public array $a = []; public int $n = 0; }
$r = '82c0020002';
for ($i = 0; $i < 3; $i++) {
    unpacks("86 c0a154 a161 82c0010005 a162 $r a163 $r a164 $r a16e $r");
    // The value of the reference in H::$a is still open when four properties of S share it.
    unpacks("83 c0a148 a161 83c001 00 85c0a153 a177 $r a178 $r a179 $r a17a $r 01 c1 a16e 05");
    unpacks("83 c0a148 a161 83c001 00 85c0a153 a177 $r a178 $r a179 $r a17a $r 01 02 a16e a161");
    unpacks("83 c0a148 a161 82c0010005 a161 05");
    unpacks("84 c0a148 a161 82c0010005 a161 9106 a16e 07");
}
echo show(msgpack_unpack(bytes("86 c0a154 a161 82c0010005 a162 $r a163 $r a164 $r a16e 05"))), "\n";
?>
--EXPECT--
86 c0a154 a161 82c0010005 a162 82c0020002 a163 82c0020002 a1...: TypeError: Cannot assign array to property T::$n of type int
Warning: [msgpack] (php_msgpack_unserialize) Parse error
83 c0a148 a161 83c001 00 85c0a153 a177 82c0020002 a178 82c00...: false
83 c0a148 a161 83c001 00 85c0a153 a177 82c0020002 a178 82c00...: TypeError: Cannot assign string to property H::$n of type int
83 c0a148 a161 82c0010005 a161 05: TypeError: Cannot assign int to property H::$a of type array
84 c0a148 a161 82c0010005 a161 9106 a16e 07: H{a: [6], n: 7}#1
86 c0a154 a161 82c0010005 a162 82c0020002 a163 82c0020002 a1...: TypeError: Cannot assign array to property T::$n of type int
Warning: [msgpack] (php_msgpack_unserialize) Parse error
83 c0a148 a161 83c001 00 85c0a153 a177 82c0020002 a178 82c00...: false
83 c0a148 a161 83c001 00 85c0a153 a177 82c0020002 a178 82c00...: TypeError: Cannot assign string to property H::$n of type int
83 c0a148 a161 82c0010005 a161 05: TypeError: Cannot assign int to property H::$a of type array
84 c0a148 a161 82c0010005 a161 9106 a16e 07: H{a: [6], n: 7}#1
86 c0a154 a161 82c0010005 a162 82c0020002 a163 82c0020002 a1...: TypeError: Cannot assign array to property T::$n of type int
Warning: [msgpack] (php_msgpack_unserialize) Parse error
83 c0a148 a161 83c001 00 85c0a153 a177 82c0020002 a178 82c00...: false
83 c0a148 a161 83c001 00 85c0a153 a177 82c0020002 a178 82c00...: TypeError: Cannot assign string to property H::$n of type int
83 c0a148 a161 82c0010005 a161 05: TypeError: Cannot assign int to property H::$a of type array
84 c0a148 a161 82c0010005 a161 9106 a16e 07: H{a: [6], n: 7}#1
T{a: &[5], b: &[5], c: &[5], d: &[5], n: 5}#1
