--TEST--
Texts of errors name the enum, class, member, type of key, and say what the input is
--FILE--
<?php
require __DIR__ . '/../support.inc';

enum Suit: string { case Hearts = 'H'; }
enum Level: int { case Low = 1; }
class Card { public $a = 1; }
final class Part { public int $id; public ?Card $card = null; public array|bool $list = []; }
final class Spot { public int $x = 0; }

function text(callable $call): void
{
    try {
        echo show($call()), "\n";
    } catch (Throwable $e) {
        echo $e instanceof MsgpackException ? '' : $e::class . ': ', $e->getMessage(), "\n";
    }
}

$throw = ['throw' => true];
foreach (['82 c006 a4 53756974 a4 4e6f7065', '82 c0 a4 53756974 a4 6e616d65 a3 61ff22', '81 c0 a4 53756974', '82 c006 a4 43617264 a1 41',
    '82 c0 a4 43617264 c0 a4 53756974', '82 c0 a4 53756974 c0 a4 43617264', '82 c006 a4 53756974 d9 30' . str_repeat('41', 48),
    '92 01 81 cb0000000000000000 01', '81 c3 01', '81 90 01', '81 80 01', '81 d4 05 00 01', '82 c0 a4 43617264 c3 01', '82 c0 a4 43617264 a2 0061 01'] as $hex) {
    text(fn () => msgpack_unpack(bytes($hex), null, $throw));
}
text(fn () => msgpack_unpack("\x81\xc0\x01", null, $throw + ['php_only' => false]));

echo "the input\n";
foreach (['', '{"a":1}', '[1]', '"x"', 'a:1:{i:0;i:1;}', "<?xml version='1.0'?>", "Grüße", "12\n", "1\x01", "\x01\x02", "{\xff", "\x91\x01{"] as $bytes) {
    text(fn () => msgpack_unpack($bytes, null, $throw));
}
text(fn () => msgpack_unpack('{"a":1}'));

echo "the registry\n";
$types = new MsgpackTypeRegistry;
text(fn () => $types->register('Part', ''));
text(fn () => $types->register('Part', 'P', ['']));
$types->register('Part', 'P', [], ['id' => 'Id']);
$types->register('Spot', 'Spot', [], ['x' => 3]);
foreach (['Suit', 'Level', 'Card'] as $class) {
    $types->register($class, $class);
}
foreach ([['P', ['Id' => 'x']], ['P', ['card' => null]], ['P', ['Id' => 5, 'card' => new MsgpackTyped('Suit', 'H')]], ['P', ['Id' => 5, 'list' => 5]], ['P', [1, 2]],
    ['P', 'text'], ['Spot', [1, 2, 3, 'x']], ['Spot', null], ['Suit', 'q'], ['Suit', 5], ['Suit', "a\xff\n"], ['Level', 9], ['Level', 'q']] as [$name, $value]) {
    $bytes = msgpack_pack([new MsgpackTyped($name, $value)], ['types' => new MsgpackTypeRegistry]);
    text(fn () => msgpack_unpack($bytes, null, $throw + ['types' => $types]));
}
text(fn () => msgpack_unpack($bytes, null, ['types' => $types]));

echo "in a stream\n";
$unpacker = new MessagePackUnpacker(options: $throw);
$unpacker->feed(bytes('01 82 c006 a4 53756974 a4 4e6f7065 02'));
foreach ([1, 2, 3] as $n) {
    text(fn () => $unpacker->execute() ? $unpacker->data() : 'incomplete');
}
text(fn () => (new Msgpack($throw))->unpacker());
?>
--EXPECT--
byte 0: unsupported type: the enum Suit has no case "Nope", at $
byte 0: unsupported type: the enum Suit has no case "a\xff\x22", at $
byte 0: unsupported type: no case is named for the enum Suit, at $
byte 3: unsupported type: no enum, but a class: Card, at ${key #1}
byte 0: unsupported type: the map is already of the class Card, and names "Suit", at $
byte 0: unsupported type: the map is already of the enum Suit, and names "Card", at $
byte 0: unsupported type: the enum Suit has no case "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA…", at $
byte 3: a float is not allowed for a map key, at $[1]{key #0}
byte 1: a bool is not allowed for a map key, at ${key #0}
byte 1: an array is not allowed for a map key, at ${key #0}
byte 1: a map is not allowed for a map key, at ${key #0}
byte 1: an ext is not allowed for a map key, at ${key #0}
byte 7: a bool is not allowed for a map key, at ${key #1}
byte 7: this name of a property is not allowed for a map key, at ${key #1}
byte 1: nil is not allowed for a map key, at ${key #0}
the input
byte 0: truncated: the input ends where a value is expected, at $
byte 1: extra data: 6 bytes after the value; the input looks like text, not MessagePack, at $
byte 1: extra data: 2 bytes after the value; the input looks like text, not MessagePack, at $
byte 1: extra data: 2 bytes after the value; the input looks like text, not MessagePack, at $
byte 1: extra data: 13 bytes after the value; the input looks like text, not MessagePack, at $
byte 1: extra data: 20 bytes after the value; the input looks like text, not MessagePack, at $
byte 1: extra data: 6 bytes after the value, at $
byte 1: extra data: 2 bytes after the value; the input looks like text, not MessagePack, at $
byte 1: extra data: 1 byte after the value, at $
byte 1: extra data: 1 byte after the value, at $
byte 1: extra data: 1 byte after the value; the input looks like text, not MessagePack, at $
byte 2: extra data: 1 byte after the value, at $
Warning: [msgpack] (php_msgpack_unserialize) Extra bytes
123
the registry
ValueError: MsgpackTypeRegistry::register(): Argument #2 ($name) must not be empty
ValueError: MsgpackTypeRegistry::register(): Argument #3 ($aliases) must not hold an empty name
byte 1: invalid typed value: the member Id is of type string, and Part::$id of type int, at $[0]
byte 1: invalid typed value: the member Id is missing, and Part::$id has no default, at $[0]
byte 1: invalid typed value: the member card is of type Suit, and Part::$card of type ?Card, at $[0]
byte 1: invalid typed value: the member list is of type int, and Part::$list of type array|bool, at $[0]
byte 1: invalid typed value: an object of Part is a map, not an array, at $[0]
byte 1: invalid typed value: an object of Part is a map, not string, at $[0]
byte 1: invalid typed value: the member 3 is of type string, and Spot::$x of type int, at $[0]
byte 1: invalid typed value: an object of Spot is a map or an array, not null, at $[0]
byte 1: invalid typed value: no case of the enum Suit has the value "q", at $[0]
byte 1: invalid typed value: the enum Suit is of type string, not int, at $[0]
byte 1: invalid typed value: no case of the enum Suit has the value "a\xff\x0a", at $[0]
byte 1: invalid typed value: no case of the enum Level has the value 9, at $[0]
byte 1: invalid typed value: the enum Level is of type int, not string, at $[0]
Warning: [msgpack] (php_msgpack_unserialize) invalid_typed: byte 1: invalid typed value: the enum Level is of type int, not string, at $[0]
false
in a stream
1
byte 1: unsupported type: the enum Suit has no case "Nope", at $
2
byte 0: truncated: the input ends where a value is expected, at $
