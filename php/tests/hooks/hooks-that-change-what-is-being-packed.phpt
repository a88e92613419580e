--TEST--
A hook that changes the array being packed through a reference: a well-formed message
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
?>
--EXPECT--
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
