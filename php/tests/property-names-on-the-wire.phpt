--TEST--
Property names that are mangled, wrong or meant for another class
--FILE--
<?php
require __DIR__ . '/support.inc';

class Base { private $p = 'base'; protected $q = 'prot'; public $r = 'pub'; }
class Child extends Base { private $p = 'child'; }
$c = 'c0 a5 4368696c64';
foreach (["82 $c a8 00 4368696c64 00 70 01", "82 $c a7 00 42617365 00 70 01", "82 $c a170 01", "82 $c a4 002a0071 01", "82 $c a171 01", "82 $c a4 002a0072 01", "82 $c a4 002a0070 01",
    "82 $c a0 01", "82 $c a100 01", "82 $c a20000 01", "82 $c a3 002a00 01", "82 $c a6 004e6f6e6f 00 01", "82 $c a3 00 2a 70 01", "82 $c a135 01", "82 $c 05 01", "82 $c c3 01"] as $hex) {
    unpacks($hex);
}
/* Of objects without declared properties, too. */
#[AllowDynamicProperties] class Bare { }
foreach (['c0 a8 737464436c617373', 'c0 a4 42617265', 'c0 a4 476f6e65'] as $class) {
    foreach (['a100', 'a2007a', 'a3002a00', 'd903002a00', 'c403002a00', 'a4002a0070', 'a17a'] as $name) {
        unpacks("82 $class $name 01", ['throw' => true]);
        unpacks("82 $name 01 $class", ['throw' => true]);
    }
}
unpacks('82 a100 01 a161 02', ['assoc' => false, 'throw' => true]);
unpacks('82 a161 02 a100 01', ['throw' => true]);
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
82 c0 a8 737464436c617373 a100 01: MsgpackException invalid_key at 11, path ${key #1}
82 a100 01 c0 a8 737464436c617373: MsgpackException invalid_key at 0, path $
82 c0 a8 737464436c617373 a2007a 01: MsgpackException invalid_key at 11, path ${key #1}
82 a2007a 01 c0 a8 737464436c617373: MsgpackException invalid_key at 0, path $
82 c0 a8 737464436c617373 a3002a00 01: MsgpackException invalid_key at 11, path ${key #1}
82 a3002a00 01 c0 a8 737464436c617373: MsgpackException invalid_key at 0, path $
82 c0 a8 737464436c617373 d903002a00 01: MsgpackException invalid_key at 11, path ${key #1}
82 d903002a00 01 c0 a8 737464436c617373: MsgpackException invalid_key at 0, path $
82 c0 a8 737464436c617373 c403002a00 01: MsgpackException invalid_key at 11, path ${key #1}
82 c403002a00 01 c0 a8 737464436c617373: MsgpackException invalid_key at 0, path $
82 c0 a8 737464436c617373 a4002a0070 01: stdClass{*p: 1}#1
82 a4002a0070 01 c0 a8 737464436c617373: stdClass{*p: 1}#1
82 c0 a8 737464436c617373 a17a 01: stdClass{z: 1}#1
82 a17a 01 c0 a8 737464436c617373: stdClass{z: 1}#1
82 c0 a4 42617265 a100 01: MsgpackException invalid_key at 7, path ${key #1}
82 a100 01 c0 a4 42617265: MsgpackException invalid_key at 0, path $
82 c0 a4 42617265 a2007a 01: MsgpackException invalid_key at 7, path ${key #1}
82 a2007a 01 c0 a4 42617265: MsgpackException invalid_key at 0, path $
82 c0 a4 42617265 a3002a00 01: MsgpackException invalid_key at 7, path ${key #1}
82 a3002a00 01 c0 a4 42617265: MsgpackException invalid_key at 0, path $
82 c0 a4 42617265 d903002a00 01: MsgpackException invalid_key at 7, path ${key #1}
82 d903002a00 01 c0 a4 42617265: MsgpackException invalid_key at 0, path $
82 c0 a4 42617265 c403002a00 01: MsgpackException invalid_key at 7, path ${key #1}
82 c403002a00 01 c0 a4 42617265: MsgpackException invalid_key at 0, path $
82 c0 a4 42617265 a4002a0070 01: Bare{*p: 1}#1
82 a4002a0070 01 c0 a4 42617265: Bare{*p: 1}#1
82 c0 a4 42617265 a17a 01: Bare{z: 1}#1
82 a17a 01 c0 a4 42617265: Bare{z: 1}#1
82 c0 a4 476f6e65 a100 01: MsgpackException invalid_key at 7, path ${key #1}
82 a100 01 c0 a4 476f6e65: MsgpackException invalid_key at 0, path $
82 c0 a4 476f6e65 a2007a 01: MsgpackException invalid_key at 7, path ${key #1}
82 a2007a 01 c0 a4 476f6e65: MsgpackException invalid_key at 0, path $
82 c0 a4 476f6e65 a3002a00 01: MsgpackException invalid_key at 7, path ${key #1}
82 a3002a00 01 c0 a4 476f6e65: MsgpackException invalid_key at 0, path $
82 c0 a4 476f6e65 d903002a00 01: MsgpackException invalid_key at 7, path ${key #1}
82 d903002a00 01 c0 a4 476f6e65: MsgpackException invalid_key at 0, path $
82 c0 a4 476f6e65 c403002a00 01: MsgpackException invalid_key at 7, path ${key #1}
82 c403002a00 01 c0 a4 476f6e65: MsgpackException invalid_key at 0, path $
82 c0 a4 476f6e65 a4002a0070 01: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone', *p: 1}#1
82 a4002a0070 01 c0 a4 476f6e65: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone', *p: 1}#1
82 c0 a4 476f6e65 a17a 01: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone', z: 1}#1
82 a17a 01 c0 a4 476f6e65: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone', z: 1}#1
82 a100 01 a161 02: MsgpackException invalid_key at 1, path ${key #0}
82 a161 02 a100 01: ['a' => 2, '\000' => 1]
