--TEST--
__sleep: what it chooses, and what it may return
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- __sleep() selects the properties to pack: public, protected, private and dynamic', "\n";
#[AllowDynamicProperties]
class Sleeper {
    public $a = 1; protected $b = 2; private $c = 3; public $d = 4;
    public function __construct(private array $names) { }
    public function __sleep() { echo "__sleep\n"; return $this->names; }
}
packs('some', new Sleeper(['a', 'b', 'c']));
packs('in another order', new Sleeper(['d', 'a']));
$sleeper = new Sleeper(['dynamic']);
$sleeper->dynamic = 'x';
packs('dynamic', $sleeper);
echo show(msgpack_unpack(msgpack_pack(new Sleeper(['a', 'b', 'c'])))), "\n";

echo '--- __sleep() with a property that does not exist: nil with PECL\'s notice; entries that are not strings are left out', "\n";
class Missing { public $a = 1; public $names; public function __sleep() { return $this->names; } }
foreach ([['nope'], ['a', 'nope'], ['nope', 'a', 'neither']] as $names) {
    $object = new Missing;
    $object->names = $names;
    packs(implode(' ', $names), $object);
}

echo '--- __sleep() of a child that names its parent\'s private property, and a property twice', "\n";
class ParentWithPrivate { private $p = 'secret'; protected $q = 'shared'; }
class Child extends ParentWithPrivate { public $own = 1; public function __sleep() { return ['own', 'q', "\0ParentWithPrivate\0p", "\0*\0q"]; } }
packs('mangled names', new Child);
echo show(msgpack_unpack(msgpack_pack(new Child))), "\n";

echo '--- __sleep() that names an uninitialised typed property packs nil, which leaves it uninitialised', "\n";
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

echo '--- A result of __sleep() that is not an array: nil, with PECL\'s notice', "\n";
class Nowhere { public function __construct(private mixed $result) { } public function __sleep() { return $this->result; } }
foreach ([null, 5, 'a', true, new ArrayObject(['a'])] as $result) {
    packs(get_debug_type($result), new Nowhere($result));
}
packs('in a list', [1, new Nowhere(null), 2]);
?>
--EXPECT--
--- __sleep() selects the properties to pack: public, protected, private and dynamic
__sleep
some: 84c0a7536c6565706572a16101a4002a006202aa00536c6565706572006303
__sleep
in another order: 83c0a7536c6565706572a16404a16101
__sleep
dynamic: 82c0a7536c6565706572a764796e616d6963a178
__sleep
Sleeper{a: 1, *b: 2, -c: 3, d: 4}#1
--- __sleep() with a property that does not exist: nil with PECL's notice; entries that are not strings are left out
Notice: [msgpack] (msgpack_serialize_class) "nope" returned as member variable from __sleep() but does not exist
nope: 82c0a74d697373696e67a46e6f7065c0
Notice: [msgpack] (msgpack_serialize_class) "nope" returned as member variable from __sleep() but does not exist
a nope: 83c0a74d697373696e67a16101a46e6f7065c0
Notice: [msgpack] (msgpack_serialize_class) "nope" returned as member variable from __sleep() but does not exist
Notice: [msgpack] (msgpack_serialize_class) "neither" returned as member variable from __sleep() but does not exist
nope a neither: 84c0a74d697373696e67a46e6f7065c0a16101a76e656974686572c0
--- __sleep() of a child that names its parent's private property, and a property twice
mangled names: 84c0a54368696c64a36f776e01a4002a0071a6736861726564b400506172656e7457697468507269766174650070a6736563726574
Child{ParentWithPrivate-p: 'secret', *q: 'shared', own: 1}#1
--- __sleep() that names an uninitialised typed property packs nil, which leaves it uninitialised
uninitialised: 83c0a154a16ec0a16d05
bool(true)
Error: Typed property T::$n must not be accessed before initialization
T{n: 3, m: 5}#1
WithGet{m: 5}#1
Error: Typed property WithGet::$list must not be accessed before initialization
82 c0 a5 506c61696e a16e c0: TypeError: Cannot assign null to property Plain::$n of type int
82 c0 a154 a16e a178: TypeError: Cannot assign string to property T::$n of type int
--- A result of __sleep() that is not an array: nil, with PECL's notice
Notice: [msgpack] (msgpack_serialize_object) __sleep should return an array only containing the names of instance-variables to serialize
null: c0
Notice: [msgpack] (msgpack_serialize_object) __sleep should return an array only containing the names of instance-variables to serialize
int: c0
Notice: [msgpack] (msgpack_serialize_object) __sleep should return an array only containing the names of instance-variables to serialize
string: c0
Notice: [msgpack] (msgpack_serialize_object) __sleep should return an array only containing the names of instance-variables to serialize
bool: c0
Notice: [msgpack] (msgpack_serialize_object) __sleep should return an array only containing the names of instance-variables to serialize
ArrayObject: c0
Notice: [msgpack] (msgpack_serialize_object) __sleep should return an array only containing the names of instance-variables to serialize
in a list: 9301c002
