--TEST--
The ordinal of a back reference counts every container in the message, including back references
--FILE--
<?php
require __DIR__ . '/../support.inc';

$a = ['a'];
$b = ['b'];
class Obj { }
$o = new Obj;
$p = new Obj;
packs('arrays after a back reference', [&$a, &$a, &$b, &$b]);
packs('objects after a back reference', [$o, $o, $p, $p]);
packs('after an object\'s reference', [&$o, &$o, &$p, &$p]);
packs('mixed', [&$a, &$a, $p, &$a, $p, [[]], &$b, $p, &$b]);
foreach ([[&$a, &$a, &$b, &$b], [&$o, &$o, &$p, &$p], [&$a, &$a, $p, &$a, $p, [[]], &$b, $p, &$b]] as $value) {
    echo show(msgpack_unpack(msgpack_pack($value))), "\n";
}
?>
--EXPECT--
arrays after a back reference: 9482c00100a16182c002000282c00100a16282c0020004
objects after a back reference: 9481c0a34f626a82c004000281c0a34f626a82c0040004
after an object's reference: 9482c001c0a34f626a82c005000282c001c0a34f626a82c0050004
mixed: 9982c00100a16182c002000281c0a34f626a82c002000282c0040004919082c00100a16282c004000482c0020009
[&['a'], &['a'], &['b'], &['b']]
[&Obj{}#1, &=#1, &Obj{}#2, &=#2]
[&['a'], &['a'], Obj{}#1, &['a'], =#1, [[]], &['b'], =#1, &['b']]
