--TEST--
A hook that changes the object being packed: a well-formed message or an error
--FILE--
<?php
require __DIR__ . '/../support.inc';

#[AllowDynamicProperties]
class Holder { public $first; public $second = [1, 2]; public $third = 'text'; }
class Meddler {
    public $holder;
    public function __construct(private Closure $what) { }
    public function __sleep() { ($this->what)($this->holder); return []; }
}
$changes = [
    'unset a property' => function ($h) { unset($h->second, $h->third); },
    'add properties' => function ($h) { for ($i = 0; $i < 50; $i++) { $h->{"p$i"} = str_repeat('x', $i); } },
    'overwrite' => function ($h) { $h->second = str_repeat('y', 40); $h->third = new stdClass; },
    'look at them all' => function ($h) { get_object_vars($h); (array) $h; var_export($h->second, true); },
    'drop itself' => function ($h) { $h->first = null; },
    'reference' => function ($h) { $h->third = &$h->second; },
];
foreach ($changes as $name => $change) {
    foreach ([false, true] as $dynamic) {
        $holder = new Holder;
        if ($dynamic) {
            $holder->extra = 'e';
        }
        $holder->first = new Meddler($change);
        $holder->first->holder = $holder;
        $bytes = msgpack_pack([$holder, 'after']);
        if ($bytes === false) {
            echo $name, $dynamic ? ", dynamic: refused\n" : ": refused\n";
            continue;
        }
        $back = msgpack_unpack($bytes, null, ['throw' => true]);
        echo $name, $dynamic ? ', dynamic: ' : ': ', $back[1] === 'after' && $back[0] instanceof Holder ? 'whole' : show($back), "\n";
    }
}
?>
--EXPECT--
Warning: [msgpack] (msgpack_pack) mutated: the value changed while it was packed, at $[0]{key #2}
unset a property: refused
unset a property, dynamic: whole
add properties: whole
add properties, dynamic: whole
overwrite: whole
overwrite, dynamic: whole
look at them all: whole
look at them all, dynamic: whole
drop itself: whole
drop itself, dynamic: whole
reference: whole
reference, dynamic: whole
