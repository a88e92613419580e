--TEST--
A class name after other entries, twice, or under another kind of nil key
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
