--TEST--
types: System.Object without a value, as C# writes new object()
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Nothing { function __destruct() { echo "end\n"; } }
class Defaults { public int $a = 5; public ?string $b = null; }
class Needs { public int $a; }
enum Suit: string { case Hearts = 'H'; }

$types = new MsgpackTypeRegistry();
$both = ['types' => $types, 'throw' => true];
$name = 'System.Object, mscorlib';
$object = new MsgpackTyped($name);
echo show($object), ' ', show(new MsgpackTyped($name, null)), ' ', show(unserialize(serialize($object))), "\n";
var_dump($object == new MsgpackTyped($name, null), $object == new MsgpackTyped($name), $object->value);
packs('no value', $object, $both);
packs('nil', new MsgpackTyped($name, null), $both);
echo show(msgpack_unpack(msgpack_pack([$object, $object], $both), null, $both)), "\n";
foreach (['N', '', 'System.Objects', 'System.Object[]', 'system.object', 'System.Object,'] as $other) {
    echo outcome(fn () => (new MsgpackTyped($other))->hasValue), "\n";
}
foreach (['{s:4:"name";s:1:"N";s:5:"value";N;s:8:"hasValue";b:0;}', '{s:4:"name";s:1:"N";s:5:"value";N;}'] as $fields) {
    echo outcome(fn () => unserialize('O:12:"MsgpackTyped":' . substr_count($fields, ';') / 2 . ':' . $fields)), "\n";
}

// Byte by byte, as a key, at the depth limit, and where the message ends at once.
$unpacker = (new MessagePack(options: $both))->unpacker();
foreach (str_split(msgpack_pack([$object, 1], $both)) as $byte) {
    $unpacker->feed($byte);
    while ($unpacker->execute()) {
        echo show($unpacker->data()), "\n";
    }
}
$bytes = msgpack_pack($object, $both);
echo outcome(fn () => msgpack_unpack("\x81$bytes\x05", null, $both)), "\n";
echo outcome(fn () => msgpack_unpack("\x91$bytes", null, ['max_depth' => 1] + $both)), "\n";
echo outcome(fn () => msgpack_unpack("\x91$bytes", null, ['max_depth' => 2] + $both)[0]->hasValue), "\n";
echo outcome(fn () => msgpack_unpack($bytes, null, ['max_str_len' => 22] + $both)), "\n";

// A class registered for the name.
foreach (['Nothing', 'Defaults', 'Needs', 'Suit'] as $class) {
    $own = new MsgpackTypeRegistry();
    $own->register($class, 'System.Object, System.Private.CoreLib');
    $with = ['types' => $own, 'throw' => true];
    $made = null;
    echo $class, ': ', outcome(function () use ($bytes, $with, &$made) { $made = msgpack_unpack($bytes, null, $with); return $made::class; }), "\n";
    if ($made !== null) {
        packs($class, $made, $with);
    }
}
unset($made);
?>
--EXPECT--
MsgpackTyped{name: 'System.Object, mscorlib', value: null, hasValue: false}#1 MsgpackTyped{name: 'System.Object, mscorlib', value: null, hasValue: true}#1 MsgpackTyped{name: 'System.Object, mscorlib', value: null, hasValue: false}#1
bool(false)
bool(true)
NULL
no value: c71864b753797374656d2e4f626a6563742c206d73636f726c6962
nil: c71964b753797374656d2e4f626a6563742c206d73636f726c6962c0
[MsgpackTyped{name: 'System.Object, mscorlib', value: null, hasValue: false}#1, MsgpackTyped{name: 'System.Object, mscorlib', value: null, hasValue: false}#2]
ValueError: MsgpackTyped::__construct(): Argument #1 ($name) must be System.Object if there is no value
ValueError: MsgpackTyped::__construct(): Argument #1 ($name) must be System.Object if there is no value
ValueError: MsgpackTyped::__construct(): Argument #1 ($name) must be System.Object if there is no value
ValueError: MsgpackTyped::__construct(): Argument #1 ($name) must be System.Object if there is no value
ValueError: MsgpackTyped::__construct(): Argument #1 ($name) must be System.Object if there is no value
false
ValueError: MsgpackTyped without a value must be System.Object
Exception: Invalid serialization data for MsgpackTyped object
[MsgpackTyped{name: 'System.Object, mscorlib', value: null, hasValue: false}#1, 1]
MsgpackException invalid_key at 1, path ${key #0}
MsgpackException too_deep at 1, path $[0]
false
MsgpackException str_limit at 3, path $
Nothing: 'Nothing'
Nothing: c72764d92553797374656d2e4f626a6563742c2053797374656d2e507269766174652e436f72654c6962
end
Defaults: 'Defaults'
Defaults: c72e64d92553797374656d2e4f626a6563742c2053797374656d2e507269766174652e436f72654c696282a16105a162c0
Needs: MsgpackException invalid_typed at 0, path $
Suit: MsgpackException invalid_typed at 0, path $
