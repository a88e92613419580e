--TEST--
MessagePackUnpacker as an object: limits, cycles, no copies
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- Limits in a stream: an error as soon as the header is read, before the other bytes arrive', "\n";
foreach (['dd ffffffff' => ['max_array_len' => 10], 'df ffffffff' => ['max_map_len' => 10], 'db ffffffff' => ['max_str_len' => 10], 'c6 ffffffff' => ['max_bin_len' => 10],
    'c9 ffffffff 05' => ['max_ext_len' => 10], 'db 00001000' => ['max_bytes' => 100], 'dc 0100' => ['max_bytes' => 100], '919191' => ['max_depth' => 2]] as $hex => $options) {
    $unpacker = new MessagePackUnpacker(null, $options + ['throw' => true]);
    $unpacker->feed(bytes($hex));
    echo $hex, ': ', outcome(fn () => $unpacker->execute()), "\n";
}
$unpacker = new MessagePackUnpacker(null, ['max_bytes' => 3, 'throw' => true]);
$unpacker->feed(bytes('92 01 02 92 03 04 93 01 02 03'));
for ($i = 0; $i < 3; $i++) {
    echo outcome(fn () => $unpacker->execute() ? $unpacker->data() : 'not whole'), "\n";
}

echo '--- The collector frees an unpacked value that refers to its unpacker', "\n";
class Holder { public $unpacker; public static $gone = 0; public function __destruct() { self::$gone++; } }
for ($i = 0; $i < 10; $i++) {
    $unpacker = new MessagePackUnpacker();
    $unpacker->feed(bytes('81 c0 a6 486f6c646572'));
    $unpacker->execute();
    $value = $unpacker->data();
    $value->unpacker = $unpacker;
    $unpacker->feed(msgpack_pack([1]));
    $unpacker->execute();
    unset($value, $unpacker);
}
gc_collect_cycles();
echo Holder::$gone, "\n";

echo '--- A MessagePackUnpacker cannot be cloned or serialized', "\n";
$unpacker = new MessagePackUnpacker();
echo outcome(fn () => clone $unpacker), "\n";
echo outcome(fn () => serialize($unpacker)), "\n";
echo outcome(fn () => msgpack_pack($unpacker)), "\n";
class Sub extends MessagePackUnpacker { public $p = 1; public function __construct() { } }
$sub = new Sub;
$sub->feed("\x91\x05");
echo outcome(fn () => $sub->execute()), ' ', outcome(fn () => $sub->data()), "\n";
$unpacker->__destruct();
$unpacker->feed("\x06");
var_dump($unpacker->execute(), $unpacker->data());
?>
--EXPECT--
--- Limits in a stream: an error as soon as the header is read, before the other bytes arrive
dd ffffffff: MsgpackException array_limit at 0, path $
df ffffffff: MsgpackException map_limit at 0, path $
db ffffffff: MsgpackException str_limit at 0, path $
c6 ffffffff: MsgpackException bin_limit at 0, path $
c9 ffffffff 05: MsgpackException ext_limit at 0, path $
db 00001000: MsgpackException size_limit at 0, path $
dc 0100: MsgpackException size_limit at 0, path $
919191: MsgpackException too_deep at 2, path $[0][0]
[1, 2]
[3, 4]
MsgpackException size_limit at 6, path $
--- The collector frees an unpacked value that refers to its unpacker
10
--- A MessagePackUnpacker cannot be cloned or serialized
Error: Trying to clone an uncloneable object of class MessagePackUnpacker
Exception: Serialization of 'MessagePackUnpacker' is not allowed
Exception: Serialization of 'MessagePackUnpacker' is not allowed
true [5]
bool(true)
int(6)
