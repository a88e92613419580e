--TEST--
An autoloader that throws, or that unpacks a message, during unpacking
--FILE--
<?php
require __DIR__ . '/../support.inc';

spl_autoload_register(function ($name) {
    if ($name === 'Throws') {
        throw new LogicException('in the autoloader');
    }
    echo 'nested: ', show(msgpack_unpack(msgpack_pack(['a' => [1, 2], 'b' => (object) ['c' => 3]]))), "\n";
    if ($name === 'Late') {
        eval('class Late { public $a; public $b = "b"; }');
    }
});
unpacks('92 9105 81 c0 a6 5468726f7773');
unpacks('82 a161 9105 a162 82 c0 a4 4c617465 a161 9103');
unpacks('92 82 c0 a4 476f6e65 a161 05 82c0040002');
?>
--EXPECT--
92 9105 81 c0 a6 5468726f7773: LogicException: in the autoloader
nested: ['a' => [1, 2], 'b' => stdClass{c: 3}#1]
82 a161 9105 a162 82 c0 a4 4c617465 a161 9103: ['a' => [5], 'b' => Late{a: [3], b: 'b'}#1]
nested: ['a' => [1, 2], 'b' => stdClass{c: 3}#1]
92 82 c0 a4 476f6e65 a161 05 82c0040002: [__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone', a: 5}#1, =#1]
