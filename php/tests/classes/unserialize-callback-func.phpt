--TEST--
unserialize_callback_func can define the class
--INI--
unserialize_callback_func=define_it
--FILE--
<?php
require __DIR__ . '/../support.inc';

function define_it($name) { echo "asked for $name\n"; if ($name === 'Late') { eval('class Late { public $a; }'); } }
unpacks('82 c0 a4 4c617465 a161 01');
unpacks('82 c0 a4 4c617465 a161 02');
unpacks('82 c0 a4 476f6e65 a161 01');
?>
--EXPECT--
asked for Late
82 c0 a4 4c617465 a161 01: Late{a: 1}#1
82 c0 a4 4c617465 a161 02: Late{a: 2}#1
asked for Gone
Warning: [msgpack] (msgpack_unserialize_class) Function define_it() hasn't defined the class it was called for
82 c0 a4 476f6e65 a161 01: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone', a: 1}#1
