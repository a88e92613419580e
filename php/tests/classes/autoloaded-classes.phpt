--TEST--
A class named in a message is autoloaded if every class is allowed
--FILE--
<?php
require __DIR__ . '/../support.inc';

spl_autoload_register(function ($name) { echo "autoload $name\n"; if ($name === 'Loaded') { eval('class Loaded { public $a; }'); } });
unpacks('82 c0 a6 4c6f61646564 a161 01');
unpacks('82 c0 a6 6c6f61646564 a161 01');
unpacks('82 c0 a4 476f6e65 a161 01');
?>
--EXPECT--
autoload Loaded
82 c0 a6 4c6f61646564 a161 01: Loaded{a: 1}#1
82 c0 a6 6c6f61646564 a161 01: Loaded{a: 1}#1
autoload Gone
82 c0 a4 476f6e65 a161 01: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone', a: 1}#1
