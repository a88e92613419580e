--TEST--
Hooks that change or release what is being packed
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- A hook that changes the array being packed through a reference: a well-formed message', "\n";
class Meddler {
    public function __construct(private Closure $what) { }
    public function __serialize(): array { ($this->what)(); return ['m']; }
}
$changes = [
    'unset the rest' => function (&$a) { foreach (array_keys($a) as $k) { if ($k !== 0) { unset($a[$k]); } } },
    'append' => function (&$a) { for ($i = 0; $i < 100; $i++) { $a[] = str_repeat('x', 20) . $i; } },
    'replace by a scalar' => function (&$a) { $a = 5; },
    'replace by another array' => function (&$a) { $a = ['q' => 'new', 'r' => 'array']; },
    'overwrite elements' => function (&$a) { $a[1] = ['other']; $a[2] = 7; },
    'add string keys' => function (&$a) { $a['key'] = 1; },
    'sort' => function (&$a) { rsort($a); },
    'empty it' => function (&$a) { $a = []; },
];
foreach ($changes as $name => $change) {
    foreach (['list', 'map'] as $kind) {
        $inner = null;
        $meddler = new Meddler(function () use (&$inner, $change) { $change($inner); });
        $inner = $kind === 'list' ? [$meddler, [1, 'two'], 'three', str_repeat('four', 2)] : ['m' => $meddler, 'k' => [1, 'two'], 'l' => 'three'];
        $outer = ['before', &$inner, 'after', [$meddler]];
        $bytes = msgpack_pack($outer);
        $back = msgpack_unpack($bytes, null, ['allowed_classes' => false, 'throw' => true]);
        echo "$name, $kind: ", is_array($back) && count($back) === 4 && $back[0] === 'before' && $back[2] === 'after' ? 'whole' : show($back), ', ',
            is_array($back[1]) ? count($back[1]) . ' inside' : show($back[1]), "\n";
    }
}

echo '--- A hook that releases the last other reference to the value being packed', "\n";
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
--- A hook that changes the array being packed through a reference: a well-formed message
unset the rest, list: whole, 4 inside
unset the rest, map: whole, 3 inside
append, list: whole, 4 inside
append, map: whole, 3 inside
replace by a scalar, list: whole, 4 inside
replace by a scalar, map: whole, 3 inside
replace by another array, list: whole, 4 inside
replace by another array, map: whole, 3 inside
overwrite elements, list: whole, 4 inside
overwrite elements, map: whole, 3 inside
add string keys, list: whole, 4 inside
add string keys, map: whole, 3 inside
sort, list: whole, 4 inside
sort, map: whole, 3 inside
empty it, list: whole, 4 inside
empty it, map: whole, 3 inside
--- A hook that releases the last other reference to the value being packed
array: 929381c0a744726f707065729301020382c0a8737464436c617373a1619104a3656e64
object: 84c0a8737464436c617373a1619281c0a744726f707065729101a16282c0a8737464436c617373a16305a164a3656e64
nested, by reference: 9283c001009292929281c0a744726f70706572a178a178a178a17801a178a56166746572
itself: 9282c0ab53656c6644726f70706572a46461746192010201
