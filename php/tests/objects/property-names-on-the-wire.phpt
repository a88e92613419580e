--TEST--
Property names that are mangled, wrong or meant for another class
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Base { private $p = 'base'; protected $q = 'prot'; public $r = 'pub'; }
class Child extends Base { private $p = 'child'; }
$c = 'c0 a5 4368696c64';
foreach (["82 $c a8 00 4368696c64 00 70 01", "82 $c a7 00 42617365 00 70 01", "82 $c a170 01", "82 $c a4 002a0071 01", "82 $c a171 01", "82 $c a4 002a0072 01", "82 $c a4 002a0070 01",
    "82 $c a0 01", "82 $c a100 01", "82 $c a20000 01", "82 $c a3 002a00 01", "82 $c a6 004e6f6e6f 00 01", "82 $c a3 00 2a 70 01", "82 $c a135 01", "82 $c 05 01", "82 $c c3 01"] as $hex) {
    unpacks($hex);
}
unpacks("82 a100 01 $c", ['throw' => true]);
/* A cast makes properties with any name: round trip. */
$object = (object) ["\0" => 1, "\0z" => 2, "\0*\0" => 3, '' => 4, 7 => 5];
var_dump((array) msgpack_unpack(msgpack_pack($object)) === (array) $object);
var_dump((array) unserialize(serialize($object)) === (array) $object);
?>
--EXPECT--
82 c0 a5 4368696c64 a8 00 4368696c64 00 70 01: Child{Base-p: 'base', *q: 'prot', r: 'pub', -p: 1}#1
82 c0 a5 4368696c64 a7 00 42617365 00 70 01: Child{Base-p: 1, *q: 'prot', r: 'pub', -p: 'child'}#1
82 c0 a5 4368696c64 a170 01: Child{Base-p: 'base', *q: 'prot', r: 'pub', -p: 1}#1
82 c0 a5 4368696c64 a4 002a0071 01: Child{Base-p: 'base', *q: 1, r: 'pub', -p: 'child'}#1
82 c0 a5 4368696c64 a171 01: Child{Base-p: 'base', *q: 1, r: 'pub', -p: 'child'}#1
82 c0 a5 4368696c64 a4 002a0072 01: Child{Base-p: 'base', *q: 'prot', r: 1, -p: 'child'}#1
82 c0 a5 4368696c64 a4 002a0070 01: Child{Base-p: 'base', *q: 'prot', r: 'pub', -p: 1}#1
82 c0 a5 4368696c64 a0 01: Child{Base-p: 'base', *q: 'prot', r: 'pub', -p: 'child', : 1}#1
Warning: [msgpack] (php_msgpack_unserialize) Parse error
82 c0 a5 4368696c64 a100 01: false
Warning: [msgpack] (php_msgpack_unserialize) Parse error
82 c0 a5 4368696c64 a20000 01: false
Warning: [msgpack] (php_msgpack_unserialize) Parse error
82 c0 a5 4368696c64 a3 002a00 01: false
Warning: [msgpack] (php_msgpack_unserialize) Parse error
82 c0 a5 4368696c64 a6 004e6f6e6f 00 01: false
Warning: [msgpack] (php_msgpack_unserialize) Parse error
82 c0 a5 4368696c64 a3 00 2a 70 01: false
82 c0 a5 4368696c64 a135 01: Child{Base-p: 'base', *q: 'prot', r: 'pub', -p: 'child', 5: 1}#1
82 c0 a5 4368696c64 05 01: Child{Base-p: 'base', *q: 'prot', r: 'pub', -p: 'child', 5: 1}#1
Warning: [msgpack] (php_msgpack_unserialize) Parse error
82 c0 a5 4368696c64 c3 01: false
82 a100 01 c0 a5 4368696c64: MsgpackException invalid_key at 0, path $
bool(true)
bool(true)
