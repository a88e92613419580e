--TEST--
allowed_classes as a list: only these classes are made; names are case-insensitive
--FILE--
<?php
require __DIR__ . '/../support.inc';

spl_autoload_register(function ($name) { echo "autoload $name\n"; if ($name === 'Late') { eval('class Late { public $a; }'); } });
class Good { public $a; public function __wakeup() { echo "wakeup of Good\n"; } }
class Bad { public $a; public function __wakeup() { echo "never: wakeup of Bad\n"; } }
class Better extends Good { }
unpacks('82 c0 a4 476f6f64 a161 01', ['allowed_classes' => ['Good']]);
unpacks('82 c0 a4 476f6f64 a161 01', ['allowed_classes' => ['gOOD', 'other']]);
unpacks('82 c0 a4 474f4f44 a161 01', ['allowed_classes' => ['Good']]);
unpacks('82 c0 a3 426164 a161 01', ['allowed_classes' => ['Good']]);
unpacks('82 c0 a6 426574746572 a161 01', ['allowed_classes' => ['Good']]);
unpacks('82 c0 a4 476f6f64 a161 01', ['allowed_classes' => []]);
unpacks('82 c0 a4 476f6f64 a161 01', ['allowed_classes' => true]);
unpacks('82 c0 a4 4c617465 a161 01', ['allowed_classes' => ['Good']]);
unpacks('82 c0 a4 4c617465 a161 01', ['allowed_classes' => ['late']]);
unpacks('82 c0 a5 5c476f6f64 a161 01', ['allowed_classes' => ['Good']]);
unpacks('92 82 c0 a4 476f6f64 a161 01 82 c0 a3 426164 a161 82 c0 a4 476f6f64 a161 02', ['allowed_classes' => ['Good']]);
unpacks('81 c0 a8 737464436c617373', ['allowed_classes' => ['Good']]);
unpacks('80', ['allowed_classes' => false]);
?>
--EXPECT--
wakeup of Good
82 c0 a4 476f6f64 a161 01: Good{a: 1}#1
wakeup of Good
82 c0 a4 476f6f64 a161 01: Good{a: 1}#1
wakeup of Good
82 c0 a4 474f4f44 a161 01: Good{a: 1}#1
82 c0 a3 426164 a161 01: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Bad', a: 1}#1
82 c0 a6 426574746572 a161 01: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Better', a: 1}#1
82 c0 a4 476f6f64 a161 01: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Good', a: 1}#1
wakeup of Good
82 c0 a4 476f6f64 a161 01: Good{a: 1}#1
82 c0 a4 4c617465 a161 01: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Late', a: 1}#1
autoload Late
82 c0 a4 4c617465 a161 01: Late{a: 1}#1
82 c0 a5 5c476f6f64 a161 01: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: '\\Good', a: 1}#1
wakeup of Good
wakeup of Good
92 82 c0 a4 476f6f64 a161 01 82 c0 a3 426164 a161 82 c0 a4 476f6f64 a161 02: [Good{a: 1}#1, __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Bad', a: Good{a: 2}#3}#2]
81 c0 a8 737464436c617373: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'stdClass'}#1
80: stdClass{}#1
