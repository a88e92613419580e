--TEST--
__sleep() that names an uninitialised typed property packs nil
--FILE--
<?php
require __DIR__ . '/support.inc';

class T { public int $n; public ?int $m = 5; public function __sleep() { return ['n', 'm']; } }
packs('uninitialised', new T);
echo outcome(fn () => msgpack_unpack(msgpack_pack(new T))), "\n";
?>
--EXPECT--
uninitialised: 83c0a154a16ec0a16d05
TypeError: Cannot assign null to property T::$n of type int
