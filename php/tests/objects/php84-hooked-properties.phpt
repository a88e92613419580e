--TEST--
PHP 8.4: a virtual property is not packed; a property with hooks and a value is set without its hooks
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die("skip for PHP 8.4 and newer"); ?>
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Hk { public int $virt { get => 42; } public $n = 'x'; }
class OnlyVirtual { public int $virt { get => 42; } private int $secret { get => 1; } }
#[AllowDynamicProperties] class Heir extends OnlyVirtual { }
class Backed { public int $b = 3 { get { echo "get hook\n"; return $this->b; } set(int|string $v) { echo "set hook\n"; $this->b = (int) $v; } } }
packs('virtual', new Hk);
packs('only virtual', new OnlyVirtual);
echo show(msgpack_unpack(msgpack_pack(new Hk))), "\n";
echo show(msgpack_unpack(msgpack_pack(new OnlyVirtual))), "\n";
$virt = 'a476697274 07';
foreach (["82 c0 a2486b $virt", "83 c0 a2486b a16e 01 $virt", "82 $virt c0 a2486b", "82 c0 ab4f6e6c795669727475616c $virt",
    '82 c0 ab4f6e6c795669727475616c b3 00 4f6e6c795669727475616c 00 736563726574 07', "82 c0 a448656972 $virt", '82 c0 a448656972 a17a 07'] as $hex) {
    unpacks($hex, ['throw' => true]);
}
unpacks("82 c0 a2486b $virt");
try {
    msgpack_unpack(bytes("82 c0 a2486b $virt"), options: ['throw' => true]);
} catch (MsgpackException $e) {
    echo $e->getMessage(), "\n";
}
echo "backed:\n";
packs('backed', new Backed);
$back = msgpack_unpack(msgpack_pack(new Backed));
echo $back->b, "\n";
unpacks('82 c0 a6 4261636b6564 a162 a137');

class Sleeps extends Hk { function __sleep() { return ['n', 'virt']; } }
packs('__sleep', new Sleeps);

class Asymmetric { public private(set) int $a = 1; public protected(set) readonly array $r; static function make() { $o = new self; $o->a = 5; $o->r = [1]; return $o; } }
packs('asymmetric', Asymmetric::make());
$back = msgpack_unpack(msgpack_pack(Asymmetric::make()));
var_dump($back == Asymmetric::make());
echo outcome(fn () => $back->a = 6), "\n";
?>
--EXPECT--
virtual: 82c0a2486ba16ea178
only virtual: 81c0ab4f6e6c795669727475616c
Hk{n: 'x'}#1
OnlyVirtual{}#1
82 c0 a2486b a476697274 07: MsgpackException unsupported_type at 5, path ${key #1}
83 c0 a2486b a16e 01 a476697274 07: MsgpackException unsupported_type at 8, path ${key #2}
82 a476697274 07 c0 a2486b: MsgpackException unsupported_type at 0, path $
82 c0 ab4f6e6c795669727475616c a476697274 07: MsgpackException unsupported_type at 14, path ${key #1}
82 c0 ab4f6e6c795669727475616c b3 00 4f6e6c795669727475616c 00 736563726574 07: MsgpackException unsupported_type at 14, path ${key #1}
82 c0 a448656972 a476697274 07: MsgpackException unsupported_type at 7, path ${key #1}
82 c0 a448656972 a17a 07: Heir{z: 7}#1
Warning: [msgpack] (php_msgpack_unserialize) Parse error
82 c0 a2486b a476697274 07: false
byte 5: unsupported type: a virtual property has no value to set, at ${key #1}
backed:
backed: 82c0a64261636b6564a16203
get hook
3
82 c0 a6 4261636b6564 a162 a137: TypeError: Cannot assign string to property Backed::$b of type int
Notice: [msgpack] (msgpack_serialize_class) "virt" returned as member variable from __sleep() but does not exist
__sleep: 82c0a6536c65657073a16ea178
asymmetric: 83c0aa4173796d6d6574726963a16105a1729101
bool(true)
Error: Cannot modify private(set) property Asymmetric::$a from global scope
