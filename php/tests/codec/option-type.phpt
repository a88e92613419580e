--TEST--
The option type of msgpack_unpack, MessagePack, MessagePackUnpacker and Msgpack; options of MsgpackCodec
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

class Item { public int $n = 0; public mixed $any = null; }
$bytes = msgpack_pack(['n' => 5]);
echo show_typed(msgpack_unpack($bytes, options: ['type' => 'Item'])), "\n";
var_dump(msgpack_unpack(msgpack_pack(['n' => 'x']), null, ['type' => 'Item']));
echo typed(fn () => msgpack_unpack(msgpack_pack(['n' => 'x']), null, ['type' => 'Item', 'throw' => true])), "\n";
echo typed(fn () => msgpack_unpack($bytes, null, ['type' => 'Item', 'unknown' => 'error', 'throw' => true, 'constructor' => true])), "\n";
echo typed(fn () => msgpack_unpack($bytes . "\x00", null, ['type' => 'Item', 'throw' => true])), "\n";
echo typed(fn () => msgpack_unpack($bytes, null, ['type' => 'Nope'])), "\n";
echo typed(fn () => msgpack_unpack($bytes, null, ['type' => 5])), "\n";
echo show_typed(msgpack_unpack($bytes, null, ['type' => null])), "\n";
echo typed(fn () => msgpack_unpack($bytes, 'Item', ['type' => 'Item'])), "\n";

$packer = new MessagePack(options: ['type' => 'list<Item>']);
echo show_typed($packer->unpack("\x91" . $bytes)), "\n";
echo bin2hex($packer->pack([1])), "\n";
$packer->setOptions(['type' => 'Item', 'php_only' => false]);
echo show_typed($packer->unpack($bytes)), "\n";
$packer->setOptions(['type' => null]);
echo show_typed($packer->unpack($bytes)), "\n";
echo typed(fn () => $packer->setOptions(['type' => 'list<'])), "\n";
echo show_typed($packer->unpack($bytes)), "\n";

$stream = new MessagePackUnpacker(options: ['type' => 'Item', 'throw' => true]);
foreach (str_split($bytes . "\x91\x07" . msgpack_pack(['n' => null]) . $bytes) as $byte) {
    $stream->feed($byte);
    do {
        $said = typed(fn () => $stream->execute());
        if ($said === 'true') {
            echo show_typed($stream->data()), "\n";
        } elseif ($said !== 'false') {
            echo $said, "\n";
        }
    } while ($said === 'true');
}
$fed = new Msgpack(['type' => 'Item']);
$fed->feed($bytes);
echo show_typed($fed->unpacker()), "\n";

// A codec: mixed values, options that it has and has not.
decodes(codec('list<Item>'), '9181a3616e79d40500');
decodes(codec('list<Item>', ['ext' => 'null']), '9181a3616e79d40500');
decodes(codec('Item', ['timestamps' => 'object', 'bin' => 'object']), '81a3616e7992d6ff00000001c40100');
decodes(codec('Item', ['timestamps' => false]), '81a3616e79d6ff00000001');
$codec = codec('Item');
$item = new Item();
$item->any = ['time' => new DateTimeImmutable('2000-01-01 UTC'), 'object' => new Item(), 'ext' => new MsgpackExt(5, 'x')];
encodes($codec, $item);
decodes($codec, bin2hex($codec->encode($item)));
foreach (['php_only' => true, 'assoc' => true, 'allowed_classes' => true, 'types' => null, 'type' => 'int', 'force_f32' => true, 'use_str8' => true, 'arrays' => 'map', 'uint64' => true, 'throw' => true,
    'unknown' => 'keep', 'keys' => 'list', 'constructor' => 1, 'key' => 'map', 'lz5' => true] as $name => $value) {
    codec('Item', [$name => $value]);
}
echo typed(fn () => msgpack_unpack($bytes, null, ['keys' => 'map'])), "\n";
echo typed(fn () => msgpack_pack([], ['type' => 'Item'])), "\n";
echo typed(fn () => $codec->__construct('int')), "\n";
echo typed(fn () => clone $codec), "\n";
echo typed(fn () => serialize($codec)), "\n";
echo typed(fn () => (new ReflectionClass('MsgpackCodec'))->newInstanceWithoutConstructor()), "\n";
foreach (['', ' ', 'list<>', 'list<int', 'list<int>>', 'int,', '?', '??int', 'int|', '|int', 'map<float, int>', 'map<?int, int>', 'map<int, int, int>', 'set<int>', 'list<int> x', str_repeat('list<', 17) . 'int' . str_repeat('>', 17)] as $type) {
    codec($type);
}
echo show_typed(codec(' list< ?Item | null > | null ')->decode("\x92\xc0\x80")), "\n";
decodes(codec(str_repeat('list<', 16) . 'int' . str_repeat('>', 16)), str_repeat('91', 16) . '01');
?>
--EXPECT--
Item{n: 5, any: null}
Warning: [msgpack] (php_msgpack_unserialize) wrong_type: byte 3: int expected, not str, at $.n
bool(false)
wrong_type at 3 $.n, expected int, got str: int expected, not str
Item{n: 5, any: null}
MsgpackException extra_data at 4 $
TypeError: there is no class Nope
TypeError: msgpack_unpack(): Option "type" must be of type ?string, int given
['n' => 5]
ValueError: The option "type" and a template exclude each other
[Item{n: 5, any: null}]
9101
Item{n: 5, any: null}
['n' => 5]
TypeError: the type "list<" is not understood: the name of a type expected at ""
['n' => 5]
Item{n: 5, any: null}
Item{n: 7, any: null}
wrong_type at 9 $.n, expected int, got nil: int expected, not nil
Item{n: 5, any: null}
Item{n: 5, any: null}
9181a3616e79d40500: [Item{n: 0, any: MsgpackExt{type: 5, data: '\000'}}]
9181a3616e79d40500: [Item{n: 0, any: null}]
81a3616e7992d6ff00000001c40100: Item{n: 0, any: [MsgpackTimestamp{seconds: 1, nanoseconds: 0}, MsgpackBin{data: '\000'}]}
81a3616e79d6ff00000001: Item{n: 0, any: MsgpackExt{type: -1, data: '\000\000\000\001'}}
'82a16e00a3616e7983a474696d65d6ff386d4380a66f626a65637482a16e00a3616e79c0a3657874d40578'
82a16e00a3616e7983a474696d65d6ff386d4380a66f626a65637482a16e...: Item{n: 0, any: ['time' => DateTimeImmutable(2000-01-01T00:00:00.000000+00:00), 'object' => ['n' => 0, 'any' => null], 'ext' => MsgpackExt{type: 5, data: 'x'}]}
Item: ValueError: MsgpackCodec::__construct(): Unknown option "php_only": it is an option of packing
Item: ValueError: MsgpackCodec::__construct(): Unknown option "assoc": it is an option of packing
Item: ValueError: MsgpackCodec::__construct(): Unknown option "allowed_classes": it is an option of unpacking
Item: ValueError: MsgpackCodec::__construct(): Unknown option "types": it is an option of packing
Item: ValueError: MsgpackCodec::__construct(): Unknown option "type": it is an option of unpacking
Item: ValueError: MsgpackCodec::__construct(): Unknown option "force_f32": it is an option of packing
Item: ValueError: MsgpackCodec::__construct(): Unknown option "use_str8": it is an option of packing
Item: ValueError: MsgpackCodec::__construct(): Unknown option "arrays": it is an option of packing
Item: ValueError: MsgpackCodec::__construct(): Unknown option "uint64": it is an option of packing
Item: ValueError: MsgpackCodec::__construct(): Unknown option "throw": a codec always throws
Item: ValueError: MsgpackCodec::__construct(): Option "unknown" must be "skip" or "error"
Item: ValueError: MsgpackCodec::__construct(): Option "keys" must be "map" or "array"
Item: TypeError: MsgpackCodec::__construct(): Option "constructor" must be of type bool, int given
Item: ValueError: MsgpackCodec::__construct(): Unknown option "key"; did you mean "keys"?
Item: ValueError: MsgpackCodec::__construct(): Unknown option "lz5"; did you mean "lz4"?
ValueError: msgpack_unpack(): Unknown option "keys": it is an option of MsgpackCodec
ValueError: msgpack_pack(): Unknown option "type": it is an option of unpacking
Error: A MsgpackCodec cannot be constructed a second time
Error: Trying to clone an uncloneable object of class MsgpackCodec
Exception: Serialization of 'MsgpackCodec' is not allowed
ReflectionException: Class MsgpackCodec is an internal class marked as final that cannot be instantiated without invoking its constructor
: TypeError: the type "" is not understood: the name of a type expected at ""
 : TypeError: the type " " is not understood: the name of a type expected at ""
list<>: TypeError: the type "list<>" is not understood: the name of a type expected at ">"
list<int: TypeError: the type "list<int" is not understood: "," or ">" expected at ""
list<int>>: TypeError: the type "list<int>>" is not understood: the end expected at ">"
int,: TypeError: the type "int," is not understood: the end expected at ","
?: TypeError: the type "?" is not understood: the name of a type expected at ""
??int: TypeError: the type "??int" is not understood: the name of a type expected at "?int"
int|: TypeError: the type "int|" is not understood: the name of a type expected at ""
|int: TypeError: the type "|int" is not understood: the name of a type expected at "|int"
map<float, int>: TypeError: the keys of a map must be string or int, not float
map<?int, int>: TypeError: the keys of a map must be string or int, not ?int
map<int, int, int>: TypeError: the type "map<int, int, int>" is not understood: use list<T>, map<K, V> or tuple<A, B>
set<int>: TypeError: the type "set<int>" is not supported: use list<T>, map<K, V> or tuple<A, B>, and the attribute Limit for bounds
list<int> x: TypeError: the type "list<int> x" is not understood: the end expected at "x"
list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<int>>>>>>>>>>>>>>>>>: TypeError: the type "list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<int>>>>>>>>>>>>..." has more than 16 generic types inside one another
[null, Item{n: 0, any: null}]
9191919191919191919191919191919101: [[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]
