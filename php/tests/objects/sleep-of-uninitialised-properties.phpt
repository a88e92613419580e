--TEST--
__sleep() that names an uninitialised typed property packs nil, which leaves it uninitialised
--FILE--
<?php
require __DIR__ . '/../support.inc';

class T { public int $n; public ?int $m = 5; public function __sleep() { return ['n', 'm']; } }
packs('uninitialised', new T);
$back = msgpack_unpack(msgpack_pack(new T));
var_dump($back == unserialize(serialize(new T)));
echo outcome(fn () => $back->n), "\n";
$back->n = 3;
echo show(msgpack_unpack(msgpack_pack($back))), "\n";

class WithGet extends T { public readonly array $list; public int|string $late = 1; function __get($name) { return "got $name"; }
    function __sleep() { return ['list', 'late']; } }
$object = new WithGet;
unset($object->late);
$back = msgpack_unpack(msgpack_pack($object));
echo show($back), "\n", outcome(fn () => $back->list), "\n";

/* Nil for a typed property is an error in a class without __sleep. */
class Plain { public int $n; }
unpacks('82 c0 a5 506c61696e a16e c0');
unpacks('82 c0 a154 a16e a178');
?>
--EXPECT--
uninitialised: 83c0a154a16ec0a16d05
bool(true)
Error: Typed property T::$n must not be accessed before initialization
T{n: 3, m: 5}#1
WithGet{m: 5}#1
Error: Typed property WithGet::$list must not be accessed before initialization
82 c0 a5 506c61696e a16e c0: TypeError: Cannot assign null to property Plain::$n of type int
82 c0 a154 a16e a178: TypeError: Cannot assign string to property T::$n of type int
