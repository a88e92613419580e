--TEST--
A back reference to an object has mark 4, to a PHP reference to an object mark 5
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Obj { public $a = 1; }
$o = new Obj;
packs('same object twice', [$o, $o]);
packs('reference', [&$o]);
packs('same reference twice', [&$o, &$o]);
packs('reference, then object', [&$o, 'k' => $o]);
unset($o);
$o = new Obj;
foreach ([[$o, $o], ['x' => &$o, 'y' => &$o], [$o, [$o], (object) ['o' => $o]]] as $value) {
    $back = msgpack_unpack(msgpack_pack($value));
    echo show($back), "\n";
}
$back = msgpack_unpack(msgpack_pack(['x' => &$o, 'y' => &$o]));
$back['x'] = 'replaced in both';
echo show($back), "\n";
?>
--EXPECT--
same object twice: 9282c0a34f626aa1610182c0040002
reference: 9183c001c0a34f626aa16101
same reference twice: 9283c001c0a34f626aa1610182c0050002
reference, then object: 820083c001c0a34f626aa16101a16b82c0040002
[Obj{a: 1}#1, =#1]
['x' => &Obj{a: 1}#1, 'y' => &=#1]
[Obj{a: 1}#1, [=#1], stdClass{o: =#1}#2]
['x' => &'replaced in both', 'y' => &'replaced in both']
