--TEST--
Dynamic properties follow the declared ones; unset and uninitialised properties are left out
--FILE--
<?php
require __DIR__ . '/../support.inc';

#[AllowDynamicProperties]
class Box { public $a = 1; public $b = 2; }
class Typed { public int $n; public ?string $s = null; protected array $list = []; }
$box = new Box;
$box->c = 3;
$box->{'0'} = 'zero';
packs('dynamic', $box);
echo show(msgpack_unpack(msgpack_pack($box))), "\n";
unset($box->a);
packs('unset', $box);
echo show(msgpack_unpack(msgpack_pack($box))), "\n";
packs('uninitialised', new Typed);
echo show(msgpack_unpack(msgpack_pack(new Typed))), "\n";
$typed = new Typed;
$typed->n = 5;
packs('initialised', $typed);
echo show(msgpack_unpack(msgpack_pack($typed))), "\n";
?>
--EXPECT--
dynamic: 85c0a3426f78a16101a16202a16303a130a47a65726f
Box{a: 1, b: 2, c: 3, 0: 'zero'}#1
unset: 84c0a3426f78a16202a16303a130a47a65726f
Box{a: 1, b: 2, c: 3, 0: 'zero'}#1
uninitialised: 83c0a55479706564a173c0a7002a006c69737490
Typed{s: null, *list: []}#1
initialised: 84c0a55479706564a16e05a173c0a7002a006c69737490
Typed{n: 5, s: null, *list: []}#1
