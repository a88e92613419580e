--TEST--
types: an unknown name causes no class lookup; values that do not fit are invalid_typed
--FILE--
<?php
require __DIR__ . '/../support.inc';

spl_autoload_register(function (string $class): void { echo "autoload of $class\n"; });
class Known { public int $id; public ?Known $next = null; public string $text = ''; function __destruct() { echo "destructed\n"; } }
class Secret { public $x; function __wakeup() { echo "run\n"; } }
enum Suit: string { case Hearts = 'H'; }

$types = new MsgpackTypeRegistry();
$none = ['types' => $types, 'throw' => true];
foreach (['Secret', 'NotThere', 'ArrayObject', 'System.Diagnostics.Process, System', ''] as $name) {
    $value = msgpack_unpack(msgpack_pack(new MsgpackTyped($name, ['x' => 1]), $none), null, $none);
    echo $value::class, ' ', show($value->name), ' ', show($value->value), "\n";
}
// PHP's own class names are ignored, too.
echo outcome(fn () => msgpack_unpack(msgpack_pack(new Secret()), null, ['types' => $types])), "\n";

$types->register(Known::class, 'K');
$types->register(Suit::class, 'S');
foreach ([[1, 2], [], 5, 'text', null, (object) [], (object) ['id' => 'x'], (object) ['id' => 1, 'next' => (object) []], (object) ['id' => 1, 'text' => 1],
    (object) ['id' => 1, 'next' => new MsgpackTyped('S', 'H')]] as $value) {
    echo outcome(fn () => msgpack_unpack(msgpack_pack(['a' => new MsgpackTyped('K', $value)], $none), null, $none)), "\n";
}
foreach ([1, 'X', null, []] as $value) {
    echo outcome(fn () => msgpack_unpack(msgpack_pack([1, new MsgpackTyped('S', $value)], $none), null, $none)), "\n";
}
echo outcome(fn () => msgpack_unpack(bytes('91d564c0c0'), null, ['types' => $types])), "\n";
try {
    msgpack_unpack(bytes('91d564c0c0'), null, $none);
} catch (MsgpackException $e) {
    echo $e->getCode(), ' ', $e->getMessage(), "\n";
}
try {
    msgpack_unpack(msgpack_pack(['a' => new MsgpackTyped('K', (object) ['id' => 1, 'next' => new MsgpackTyped('K', 1)])], $none), null, $none);
} catch (MsgpackException $e) {
    echo $e->getCode(), ' ', $e->getMessage(), "\n";
}

// An ext 100 counts as one container for max_depth.
$deep = 1;
for ($i = 0; $i < 5; $i++) {
    $deep = new MsgpackTyped('N', $deep);
}
echo outcome(fn () => msgpack_unpack(msgpack_pack($deep, $none), null, ['max_depth' => 5] + $none) == $deep), "\n";
echo outcome(fn () => msgpack_unpack(msgpack_pack($deep, $none), null, ['max_depth' => 4] + $none)), "\n";
echo outcome(fn () => msgpack_pack($deep, ['max_depth' => 4] + $none)), "\n";
$known = new Known();
echo outcome(fn () => msgpack_pack(['k' => $known], $none)), "\n";
$known->id = 1;
$known->text = "\xff";
echo outcome(fn () => msgpack_pack(['k' => [$known]], ['utf8' => true] + $none)), "\n";
$known->next = $known;
echo outcome(fn () => msgpack_pack($known, $none)), "\n";
$known->next = null;
echo outcome(fn () => msgpack_pack($deep)), "\n";
echo outcome(fn () => msgpack_pack($deep, ['throw' => true])), "\n";
echo outcome(fn () => msgpack_pack(1, ['types' => new stdClass()])), "\n";
unset($known);
echo "end\n";
?>
--EXPECT--
MsgpackTyped 'Secret' ['x' => 1]
MsgpackTyped 'NotThere' ['x' => 1]
MsgpackTyped 'ArrayObject' ['x' => 1]
MsgpackTyped 'System.Diagnostics.Process, System' ['x' => 1]
MsgpackTyped '' ['x' => 1]
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
['' => 'Secret', 'x' => null]
MsgpackException invalid_typed at 3, path $.a
MsgpackException invalid_typed at 3, path $.a
MsgpackException invalid_typed at 3, path $.a
MsgpackException invalid_typed at 3, path $.a
MsgpackException invalid_typed at 3, path $.a
MsgpackException invalid_typed at 3, path $.a
MsgpackException invalid_typed at 3, path $.a
MsgpackException invalid_typed at 3, path $.a
MsgpackException invalid_typed at 3, path $.a
MsgpackException invalid_typed at 3, path $.a
MsgpackException invalid_typed at 2, path $[1]
MsgpackException invalid_typed at 2, path $[1]
MsgpackException invalid_typed at 2, path $[1]
MsgpackException invalid_typed at 2, path $[1]
Warning: [msgpack] (php_msgpack_unserialize) invalid_typed: byte 1: invalid typed value: ext 100 must hold a name and exactly one value, at $[0]
false
16 byte 1: invalid typed value: ext 100 must hold a name and exactly one value, at $[0]
16 byte 18: invalid typed value: an object of Known is a map, not int, at $.a.next
true
MsgpackException too_deep at 19, path $
MsgpackException too_deep at 32, path $
Error: Typed property Known::$id must not be accessed before initialization
MsgpackException invalid_utf8 at 28, path $.k[0].text
MsgpackException too_deep at 9216, path $.next.next.next.next.next.next.next.next...
Warning: [msgpack] (msgpack_pack) unsupported_type: can't pack MsgpackTyped without the option "types", at $
false
MsgpackException unsupported_type at 0, path $
TypeError: msgpack_pack(): Option "types" must be of type ?MsgpackTypeRegistry, stdClass given
destructed
end
