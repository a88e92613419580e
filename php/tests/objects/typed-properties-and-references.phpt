--TEST--
References between typed properties keep the type
--FILE--
<?php
require __DIR__ . '/../support.inc';

class T { public int $n = 1; public ?array $a = null; public ?T $t = null; }
$t = new T;
$t->a = [1];
$holder = [&$t->a, $t];
$back = msgpack_unpack(msgpack_pack($holder));
echo show($back), "\n";
echo outcome(function () use (&$back) { $back[0] = 'text'; }), "\n";
$back[0][] = 2;
echo show($back), "\n";
unpacks('82 c0a154 a161 82 c0 01 05 06');
unpacks('92 82 c001 00 01 82 c0a154 a174 82c0020002');
unpacks('92 82 c001 00 01 82 c0a154 a161 82c0020002');
?>
--EXPECT--
[&[1], T{n: 1, a: &[1], t: null}#1]
TypeError: Cannot assign string to reference held by property T::$a of type ?array
[&[1, 2], T{n: 1, a: &[1, 2], t: null}#1]
82 c0a154 a161 82 c0 01 05 06: T{n: 1, a: [5 => 6], t: null}#1
92 82 c001 00 01 82 c0a154 a174 82c0020002: TypeError: Cannot assign array to property T::$t of type ?T
92 82 c001 00 01 82 c0a154 a161 82c0020002: [&[1], T{n: 1, a: &[1], t: null}#1]
