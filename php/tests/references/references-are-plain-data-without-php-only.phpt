--TEST--
php_only=0 writes no marks: shared arrays are written twice, cycles as nil
--INI--
msgpack.php_only=0
--FILE--
<?php
require __DIR__ . '/../support.inc';

$a = ['foo'];
packs('reference twice', [&$a, &$a]);
$o = new stdClass;
$o->x = 1;
packs('object twice', [$o, $o]);
$cycle = [1];
$cycle[1] = &$cycle;
packs('cycle', $cycle);
?>
--EXPECT--
reference twice: 9291a3666f6f91a3666f6f
object twice: 9291019101
cycle: 92019201c0
