--TEST--
A hook that releases the last other reference to the value being packed
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Dropper {
    public static $kept;
    public function __sleep() { self::$kept = null; gc_collect_cycles(); $fill = array_fill(0, 200, [[1], 'x']); return []; }
}
Dropper::$kept = [[new Dropper, [1, 2, 3], (object) ['a' => [4]]], 'end'];
packs('array', Dropper::$kept);
Dropper::$kept = (object) ['a' => [new Dropper, [1]], 'b' => (object) ['c' => 5], 'd' => 'end'];
packs('object', Dropper::$kept);
Dropper::$kept = [[[[[new Dropper, 'x'], 'x'], 'x'], 'x'], 'x'];
$reference = &Dropper::$kept;
packs('nested, by reference', [&$reference, 'after']);
class SelfDropper { public $data = [1, 2]; public static $one; public function __sleep() { self::$one = null; return ['data']; } }
SelfDropper::$one = new SelfDropper;
packs('itself', [&SelfDropper::$one, 1]);
?>
--EXPECT--
array: 929381c0a744726f707065729301020382c0a8737464436c617373a1619104a3656e64
object: 84c0a8737464436c617373a1619281c0a744726f707065729101a16282c0a8737464436c617373a16305a164a3656e64
nested, by reference: 9283c001009292929281c0a744726f70706572a178a178a178a17801a178a56166746572
itself: 9282c0ab53656c6644726f70706572a46461746192010201
