--TEST--
A value of the wrong type for a typed property is a TypeError, as in unserialize()
--FILE--
<?php
require __DIR__ . '/../support.inc';

class T { public int $n = 0; public ?string $s = null; public float $f = 0.0; public array $a = []; public ?T $t = null; public int|string $u = 0; public readonly int $r; protected bool $b = false; private array $i = []; }
$c = 'c0 a154';
foreach (["82 $c a16e 05", "82 $c a16e a135", "82 $c a16e c0", "82 $c a173 a161", "82 $c a173 c0", "82 $c a173 05", "82 $c a166 cb3ff8000000000000", "82 $c a166 05",
    "82 $c a166 a131", "82 $c a161 90", "82 $c a161 01", "82 $c a174 81 $c", "82 $c a174 81 c0 a8 737464436c617373", "82 $c a175 a161", "82 $c a175 cb3ff8000000000000", "82 $c a172 05",
    "82 $c a172 a161", "83 $c a172 05 a172 06", "82 $c a4 002a0062 c3", "82 $c a4 002a0062 01", "82 $c a4 00540069 9101", "82 $c a4 00540069 05", "82 $c a16e 81 c001 "] as $hex) {
    unpacks($hex);
}
echo show(msgpack_unpack(bytes("82 $c a16e 05"))->n), "\n";
?>
--EXPECT--
82 c0 a154 a16e 05: T{n: 5, s: null, f: 0.0, a: [], t: null, u: 0, *b: false, -i: []}#1
82 c0 a154 a16e a135: TypeError: Cannot assign string to property T::$n of type int
82 c0 a154 a16e c0: TypeError: Cannot assign null to property T::$n of type int
82 c0 a154 a173 a161: T{n: 0, s: 'a', f: 0.0, a: [], t: null, u: 0, *b: false, -i: []}#1
82 c0 a154 a173 c0: T{n: 0, s: null, f: 0.0, a: [], t: null, u: 0, *b: false, -i: []}#1
82 c0 a154 a173 05: TypeError: Cannot assign int to property T::$s of type ?string
82 c0 a154 a166 cb3ff8000000000000: T{n: 0, s: null, f: 1.5, a: [], t: null, u: 0, *b: false, -i: []}#1
82 c0 a154 a166 05: T{n: 0, s: null, f: 5.0, a: [], t: null, u: 0, *b: false, -i: []}#1
82 c0 a154 a166 a131: TypeError: Cannot assign string to property T::$f of type float
82 c0 a154 a161 90: T{n: 0, s: null, f: 0.0, a: [], t: null, u: 0, *b: false, -i: []}#1
82 c0 a154 a161 01: TypeError: Cannot assign int to property T::$a of type array
82 c0 a154 a174 81 c0 a154: T{n: 0, s: null, f: 0.0, a: [], t: T{n: 0, s: null, f: 0.0, a: [], t: null, u: 0, *b: false, -i: []}#2, u: 0, *b: false, -i: []}#1
82 c0 a154 a174 81 c0 a8 737464436c617373: TypeError: Cannot assign stdClass to property T::$t of type ?T
82 c0 a154 a175 a161: T{n: 0, s: null, f: 0.0, a: [], t: null, u: 'a', *b: false, -i: []}#1
82 c0 a154 a175 cb3ff8000000000000: TypeError: Cannot assign float to property T::$u of type string|int
82 c0 a154 a172 05: T{n: 0, s: null, f: 0.0, a: [], t: null, u: 0, r: 5, *b: false, -i: []}#1
82 c0 a154 a172 a161: TypeError: Cannot assign string to property T::$r of type int
83 c0 a154 a172 05 a172 06: T{n: 0, s: null, f: 0.0, a: [], t: null, u: 0, r: 6, *b: false, -i: []}#1
82 c0 a154 a4 002a0062 c3: T{n: 0, s: null, f: 0.0, a: [], t: null, u: 0, *b: true, -i: []}#1
82 c0 a154 a4 002a0062 01: TypeError: Cannot assign int to property T::$b of type bool
82 c0 a154 a4 00540069 9101: T{n: 0, s: null, f: 0.0, a: [], t: null, u: 0, *b: false, -i: [1]}#1
82 c0 a154 a4 00540069 05: TypeError: Cannot assign int to property T::$i of type array
82 c0 a154 a16e 81 c001 : TypeError: Cannot assign null to property T::$n of type int
5
