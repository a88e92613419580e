--TEST--
Many objects of one class, with properties in any order
--FILE--
<?php
require __DIR__ . '/../support.inc';

class R { public int $id = 0; public ?string $name = null; protected array $tags = []; public $any;
    public static function make($id) { $r = new R; $r->id = $id; $r->name = "n$id"; $r->tags = [$id]; $r->any = $id / 3; return $r; } }
$objects = array_map(R::make(...), range(1, 1000));
$back = msgpack_unpack(msgpack_pack($objects));
var_dump($back == $objects);
$head = '85 c0 a152 a26964 07 a46e616d65 a161 a7 002a0074616773 9101 a3616e79 c0';
$swapped = '85 c0 a152 a46e616d65 a161 a26964 07 a3616e79 c0 a7 002a0074616773 9101';
$fewer = '83 c0 a152 a26964 07 a46e616d65 a161';
$other = '85 c0 a152 a26964 07 a46e616d65 a161 a7 002a0074616773 9101 a3616e7a c0';
for ($i = 0; $i < 3; $i++) {
    foreach ([$head, $swapped, $fewer, $other] as $hex) {
        echo show(msgpack_unpack(bytes($hex))), "\n";
    }
}
unpacks('85 c0 a152 a26964 a131 a46e616d65 a161 a7 002a0074616773 9101 a3616e79 c0');
unpacks('85 c0 a152 a26964 a178 a46e616d65 a161 a7 002a0074616773 9101 a3616e79 c0');
unpacks('85 c0 a152 a26964 07 a46e616d65 a161 a7 002a0074616773 05 a3616e79 c0');
?>
--EXPECT--
bool(true)
R{id: 7, name: 'a', *tags: [1], any: null}#1
R{id: 7, name: 'a', *tags: [1], any: null}#1
R{id: 7, name: 'a', *tags: [], any: null}#1
R{id: 7, name: 'a', *tags: [1], any: null, anz: null}#1
R{id: 7, name: 'a', *tags: [1], any: null}#1
R{id: 7, name: 'a', *tags: [1], any: null}#1
R{id: 7, name: 'a', *tags: [], any: null}#1
R{id: 7, name: 'a', *tags: [1], any: null, anz: null}#1
R{id: 7, name: 'a', *tags: [1], any: null}#1
R{id: 7, name: 'a', *tags: [1], any: null}#1
R{id: 7, name: 'a', *tags: [], any: null}#1
R{id: 7, name: 'a', *tags: [1], any: null, anz: null}#1
85 c0 a152 a26964 a131 a46e616d65 a161 a7 002a0074616773 9101 a3616e79 c0: TypeError: Cannot assign string to property R::$id of type int
85 c0 a152 a26964 a178 a46e616d65 a161 a7 002a0074616773 9101 a3616e79 c0: TypeError: Cannot assign string to property R::$id of type int
85 c0 a152 a26964 07 a46e616d65 a161 a7 002a0074616773 05 a3616e79 c0: TypeError: Cannot assign int to property R::$tags of type array
