--TEST--
MsgpackCodec: types that PHP, PHPStan and namespaces suggest are refused with what to write instead
--FILE--
<?php
namespace App\Model { class Money { public int $cents = 0; } }
namespace App {
    class Money { public int $cents = 0; }
    class Lower { #[\Msgpack\Type('list<money>')] public array $v = []; }
    class Cart { #[\Msgpack\Type('map<string, list<Money>>')] public array $v = []; }
    class Items { #[\Msgpack\ListOf('Money')] public array $v = []; }
    class Tagged { #[\Msgpack\Tags(['m' => 'Money'])] public Money $v; }
    class Deep { #[\Msgpack\Type('list<Model\Money>')] public array $v = []; }
    class Full { #[\Msgpack\Type('list<\App\Money>')] public array $v = []; }
    class Absolute { #[\Msgpack\Type('list<\Money>')] public array $v = []; }
    class Nowhere { #[\Msgpack\Type('list<Price>')] public array $v = []; }
}
namespace Other { class Child extends \App\Cart {} }
namespace {
    enum Level: int { case Low = 1; }
    foreach (['Lower', 'Cart', 'Items', 'Tagged', 'Deep', 'Full', 'Absolute', 'Nowhere', '\Other\Child'] as $name) {
        $types[] = $name[0] === '\\' ? substr($name, 1) : "App\\$name";
    }
    array_push($types, 'Money', 'non-empty-list<int>', 'positive-int', 'int<1, 100>', 'list', '?map', 'list<tuple>', 'array{a: int}', 'list<array{int}>', 'int[]', 'list<int[]>',
        'array<int>', 'array<int, string>', 'array-key', 'class-string<App\Money>', 'object', 'iterable', 'iterable<int>', 'callable', 'scalar', 'boolean', 'integer', '1', "'a'|'b'", 'list<1|2>');
    foreach ($types as $type) {
        try {
            new MsgpackCodec($type);
            echo "$type: accepted\n";
        } catch (TypeError $error) {
            echo "$type: ", $error->getMessage(), "\n";
        }
    }
    foreach ([['Level', "\x05"], ['Level', "\xd3\xff\xff\xff\xff\x00\x00\x00\x00"], ['Level', "\xcf" . str_repeat("\xff", 8)], ['uint64', "\xcf" . str_repeat("\xff", 8)], ['int', "\xcf" . str_repeat("\xff", 8)],
        ['uint8', "\xcf" . str_repeat("\xff", 8)], ['uint8', "\xff"], ['map<string, int>', "\x90"], ['map<string, int>', "\x91\x01"], ['list<int>', "\x80"]] as [$type, $bytes]) {
        try {
            var_dump((new MsgpackCodec($type))->decode($bytes));
        } catch (MsgpackException $error) {
            echo $error->name, ': ', $error->getMessage(), "\n";
        }
    }
}
?>
--EXPECT--
App\Lower: App\Lower::$v: there is no class money; did you mean App\Money? Types need full names
App\Cart: App\Cart::$v: there is no class Money; did you mean App\Money? Types need full names
App\Items: App\Items::$v: there is no class Money; did you mean App\Money? Types need full names
App\Tagged: App\Tagged::$v: there is no class Money; did you mean App\Money? Types need full names
App\Deep: App\Deep::$v: there is no class Model\Money; did you mean App\Model\Money? Types need full names
App\Full: accepted
App\Absolute: App\Absolute::$v: there is no class \Money
App\Nowhere: App\Nowhere::$v: there is no class Price
Other\Child: App\Cart::$v: there is no class Money; did you mean App\Money? Types need full names
Money: there is no class Money
non-empty-list<int>: the type "non-empty-list<int>" is not supported: use int, string, list<T> or other types, with the attribute Limit for bounds
positive-int: the type "positive-int" is not supported: use int, string, list<T> or other types, with the attribute Limit for bounds
int<1, 100>: the type "int<1, 100>" is not supported: use list<T>, map<K, V> or tuple<A, B>, and the attribute Limit for bounds
list: there is no type list; there are int, int8 ... uint64, float, float32, string, bytes, bool, null, array, mixed, list<T>, map<K, V>, tuple<A, B>, and names of classes
?map: there is no type map; there are int, int8 ... uint64, float, float32, string, bytes, bool, null, array, mixed, list<T>, map<K, V>, tuple<A, B>, and names of classes
list<tuple>: there is no type tuple; there are int, int8 ... uint64, float, float32, string, bytes, bool, null, array, mixed, list<T>, map<K, V>, tuple<A, B>, and names of classes
array{a: int}: the type "array{a: int}" is not supported: use a class, since a shape is no type
list<array{int}>: the type "list<array{int}>" is not supported: use a class, since a shape is no type
int[]: the type "int[]" is not supported: use list<T>
list<int[]>: the type "list<int[]>" is not supported: use list<T>
array<int>: accepted
array<int, string>: accepted
array-key: the type "array-key" is not supported: use int, string, list<T> or other types, with the attribute Limit for bounds
class-string<App\Money>: the type "class-string<App\Money>" is not supported: use int, string, list<T> or other types, with the attribute Limit for bounds
object: there is no type object; there are int, int8 ... uint64, float, float32, string, bytes, bool, null, array, mixed, list<T>, map<K, V>, tuple<A, B>, and names of classes
iterable: there is no type iterable; there are int, int8 ... uint64, float, float32, string, bytes, bool, null, array, mixed, list<T>, map<K, V>, tuple<A, B>, and names of classes
iterable<int>: the type "iterable<int>" is not supported: use list<T>, map<K, V> or tuple<A, B>, and the attribute Limit for bounds
callable: there is no type callable; there are int, int8 ... uint64, float, float32, string, bytes, bool, null, array, mixed, list<T>, map<K, V>, tuple<A, B>, and names of classes
scalar: there is no type scalar; there are int, int8 ... uint64, float, float32, string, bytes, bool, null, array, mixed, list<T>, map<K, V>, tuple<A, B>, and names of classes
boolean: there is no type boolean; there are int, int8 ... uint64, float, float32, string, bytes, bool, null, array, mixed, list<T>, map<K, V>, tuple<A, B>, and names of classes
integer: there is no type integer; there are int, int8 ... uint64, float, float32, string, bytes, bool, null, array, mixed, list<T>, map<K, V>, tuple<A, B>, and names of classes
1: the type "1" is not supported: use int, string, list<T> or other types, with the attribute Limit for bounds
'a'|'b': the type "'a'|'b'" is not understood: the name of a type expected at "'a'|'b'"
list<1|2>: the type "list<1|2>" is not supported: use int, string, list<T> or other types, with the attribute Limit for bounds
unknown_member: byte 0: no case of the enum has this value 5, at $
unknown_member: byte 0: no case of the enum has this value -4294967296, at $
unknown_member: byte 0: no case of the enum has this value 18446744073709551615, at $
int_range: byte 0: outside of the range of uint64: more than PHP_INT_MAX, at $
int_range: byte 0: outside of the range of int: more than PHP_INT_MAX, at $
int_range: byte 0: outside of the range of uint8, at $
int_range: byte 0: outside of the range of uint8, at $
wrong_type: byte 0: map<string, int> expected, not array; for empty arrays of msgpack_pack() see its option arrays, and convert(), at $
wrong_type: byte 0: map<string, int> expected, not array, at $
wrong_type: byte 0: list<int> expected, not map, at $
