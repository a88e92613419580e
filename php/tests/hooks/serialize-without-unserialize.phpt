--TEST--
What __serialize() returned becomes the properties of an object without __unserialize(), before __wakeup()
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Holder { private $held = 'default'; private int $count = 0; }
class Account extends Holder
{
    private int $balance = 0;
    public readonly array $list;
    public ?self $next = null;
    public function __construct(int $balance = 0) { $this->balance = $balance; $this->list = [$balance]; }
    public function __serialize(): array { return ['balance' => $this->balance, 'list' => $this->list, 'next' => $this->next]; }
    public function __wakeup() { echo '__wakeup of ', show($this), "\n"; }
    public function __destruct() { echo "destructor\n"; }
}
$account = new Account(7);
packs('as before', $account);
echo show(msgpack_unpack(msgpack_pack([$account, $account]))), "\n";
echo outcome(fn () => msgpack_unpack(msgpack_pack([$account]), ['Account'])), "\n";

// Private properties of parents, mangled names and others, integers; nil for __sleep has no meaning here.
$name = 'c0 a7 4163636f756e74';
foreach (["82 $name c0 82 a468656c64 01 a5636f756e74 02", "82 $name c0 81 ac00486f6c6465720068656c64 03", "82 $name c0 9207a161",
    "83 $name c0 81a762616c616e636509 a762616c616e636508", "83 $name c0 9105 c0 9206a161",
    // A value of another type, a wrongly mangled name, no array, an array that is still open.
    "82 $name c0 81a762616c616e6365c0", "82 $name c0 81a762616c616e6365a178", "82 $name c0 81a2006105",
    "82 $name c0 c3", "82 $name c0 c0", "82 $name c0 cb3ff0000000000000", "91 82 $name c0 82c0020001", "82 $name c0 82c0040001",
    "82 $name c0 81a762616c616e6365", '82 c0 a3 586d41 c0 81 a161 01'] as $hex) {
    unpacks_with($hex, $hex, [], ['throw' => true, 'assoc' => false]);
}
// A reference keeps the types of the properties that share it.
class Sharing { public ?array $a = null; public array|int $b = 0; public function __serialize(): array { $x = [1]; return ['a' => &$x, 'b' => &$x]; } }
$back = msgpack_unpack(msgpack_pack(new Sharing));
echo show($back), "\n", outcome(fn () => $back->b = 5), "\n";
$back->b[] = 2;
echo show($back), "\n";
// Of a class that is not allowed, all entries are kept, also without assoc.
foreach ([true, false] as $assoc) {
    echo show(msgpack_unpack(bytes("82 $name c0 81a762616c616e636509"), options: ['allowed_classes' => false, 'assoc' => $assoc])), "\n";
}
// Inherited __sleep() that names private properties of the parent: they keep their defaults, as after serialize().
class Sleeping { private $s = 'default'; private int $n = 3; private ?int $late; protected $p = 1; public function __sleep() { return ['s', 'n', 'late', 'p', "\0Sleeping\0n"]; }
    public function set() { $this->n = 9; $this->s = 'set'; return $this; } }
class Child extends Sleeping { }
echo show(@msgpack_unpack(msgpack_pack((new Child)->set()))), ' ', show(@unserialize(serialize((new Child)->set()))), "\n";
unpacks('82 c0 a5 4368696c64 a173 05');
?>
--EXPECT--
as before: 82c0a74163636f756e74c083a762616c616e636507a46c6973749107a46e657874c0
__wakeup of Account{Holder-held: 'default', Holder-count: 0, -balance: 7, list: [7], next: null}#1
destructor
[Account{Holder-held: 'default', Holder-count: 0, -balance: 7, list: [7], next: null}#1, =#1]
__wakeup of Account{Holder-held: 'default', Holder-count: 0, -balance: 7, list: [7], next: null}#1
destructor
[Account{Holder-held: 'default', Holder-count: 0, -balance: 7, list: [7], next: null}#1]
82 c0 a7 4163636f756e74 c0 82 a468656c64 01 a5636f756e74 02: __wakeup of Account{Holder-held: 1, Holder-count: 2, -balance: 0, next: null}#1; destructor; Account{Holder-held: 1, Holder-count: 2, -balance: 0, next: null}#1
82 c0 a7 4163636f756e74 c0 81 ac00486f6c6465720068656c64 03: __wakeup of Account{Holder-held: 3, Holder-count: 0, -balance: 0, next: null}#1; destructor; Account{Holder-held: 3, Holder-count: 0, -balance: 0, next: null}#1
82 c0 a7 4163636f756e74 c0 9207a161: __wakeup of Account{Holder-held: 'default', Holder-count: 0, -balance: 0, next: null, 0: 7, 1: 'a'}#1; destructor; Account{Holder-held: 'default', Holder-count: 0, -balance: 0, next: null, 0: 7, 1: 'a'}#1
83 c0 a7 4163636f756e74 c0 81a762616c616e636509 a762616c616e636508: __wakeup of Account{Holder-held: 'default', Holder-count: 0, -balance: 8, next: null}#1; destructor; Account{Holder-held: 'default', Holder-count: 0, -balance: 8, next: null}#1
83 c0 a7 4163636f756e74 c0 9105 c0 9206a161: __wakeup of Account{Holder-held: 'default', Holder-count: 0, -balance: 0, next: null, 0: 6, 1: 'a'}#1; destructor; Account{Holder-held: 'default', Holder-count: 0, -balance: 0, next: null, 0: 6, 1: 'a'}#1
82 c0 a7 4163636f756e74 c0 81a762616c616e6365c0: TypeError: Cannot assign null to property Account::$balance of type int
82 c0 a7 4163636f756e74 c0 81a762616c616e6365a178: TypeError: Cannot assign string to property Account::$balance of type int
82 c0 a7 4163636f756e74 c0 81a2006105: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException invalid_key at 0, path $
82 c0 a7 4163636f756e74 c0 c3: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException unsupported_type at 0, path $
82 c0 a7 4163636f756e74 c0 c0: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException unsupported_type at 0, path $
82 c0 a7 4163636f756e74 c0 cb3ff0000000000000: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException unsupported_type at 0, path $
91 82 c0 a7 4163636f756e74 c0 82c0020001: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException unsupported_type at 1, path $[0]
82 c0 a7 4163636f756e74 c0 82c0040001: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException unsupported_type at 0, path $
82 c0 a7 4163636f756e74 c0 81a762616c616e6365: Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing; false
    or: MsgpackException truncated at 20, path ${#1}.balance
82 c0 a3 586d41 c0 81 a161 01: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'XmA', a: 1}#1
Sharing{a: &[1], b: &[1]}#1
TypeError: Cannot assign int to reference held by property Sharing::$a of type ?array
Sharing{a: &[1, 2], b: &[1, 2]}#1
__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Account', balance: 9}#1
__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Account', balance: 9}#1
Child{Sleeping-s: 'default', Sleeping-n: 9, *p: 1}#1 Child{Sleeping-s: 'default', Sleeping-n: 9, *p: 1}#1
82 c0 a5 4368696c64 a173 05: Child{Sleeping-s: 5, Sleeping-n: 3, *p: 1}#1
destructor
