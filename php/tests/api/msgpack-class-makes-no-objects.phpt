--TEST--
Msgpack makes no objects unless allowed_classes has their class
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Evil { public $a; public function __wakeup() { echo "wakeup\n"; } }
echo show((new Msgpack())->unpacker(bytes('82 c0 a4 4576696c a161 01'))), "\n";
echo show((new Msgpack(['allowed_classes' => ['evil']]))->unpacker(bytes('82 c0 a4 4576696c a161 01'))), "\n";
?>
--EXPECT--
__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Evil', a: 1}#1
wakeup
Evil{a: 1}#1
