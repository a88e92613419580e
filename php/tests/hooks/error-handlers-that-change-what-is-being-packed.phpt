--TEST--
A handler of a notice that changes the array being packed
--FILE--
<?php
require __DIR__ . '/../support.inc';

$array = null;
class S { public function __sleep() { return ['nope', 'neither']; } }
$calls = 0;
set_error_handler(function () use (&$array, &$calls) { $calls++; $array = null; gc_collect_cycles(); $fill = array_fill(0, 100, 'x'); return true; });
$array = [[1, 2], new S, ['k' => [3]], new S, fopen('php://memory', 'r'), 'end'];
$outer = [&$array, 'after'];
$bytes = msgpack_pack($outer);
$back = msgpack_unpack($bytes, null, ['throw' => true]);
echo $calls, ' calls, ', count($back), " elements, the last is $back[1]\n";
?>
--EXPECT--
5 calls, 2 elements, the last is after
