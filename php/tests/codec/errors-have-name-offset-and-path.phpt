--TEST--
MsgpackCodec: errors have a name, an offset, a path, the expected type and the type in the message
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

class Item { public string $name; public ?float $weight = null; }
#[Msgpack\Model(unknown: 'error')]
class Strict { public int $a = 1; public int $b = 2; }
class Order
{
    public int $id;
    #[Msgpack\ListOf(Item::class)]
    public array $items;
    #[Msgpack\MapOf('int')]
    public array $counts = [];
    public ?Strict $strict = null;
}
$codec = codec('list<Order>');
reads($codec, ['id' => 1]);
reads($codec, [['id' => 'x', 'items' => []]]);
reads($codec, [['id' => 1, 'items' => []], ['id' => 1, 'items' => [['name' => 'a'], ['name' => null]]]]);
reads($codec, [['id' => 1, 'items' => [['weight' => 1.0]]]]);
reads($codec, [['id' => 1]]);
reads($codec, [['id' => 1, 'items' => [], 'counts' => ['a' => 1, 'b' => 1.5]]]);
reads($codec, [['id' => 1, 'items' => [], 'counts' => [1, 2]]]);
reads($codec, [['id' => 1, 'items' => [], 'strict' => ['a' => 1, 'c' => 1]]]);
reads($codec, [['id' => 1, 'items' => [], 'strict' => [1, 2, 3]]]);
decodes($codec, '9182a2696401a2696402');
decodes($codec, '9182a2696401 01a0');
decodes($codec, '9182a2696401 c0a0');
decodes($codec, '9182a2696401 9101a0');
decodes($codec, '9182a2696401 dcffff');
decodes($codec, '9183a2696401a56974656d7390a6636f756e747382a16101a16102');
decodes($codec, '9183a2696401a56974656d7390a6636f756e747381c001');
decodes($codec, '9183a2696401a56974656d7390a6636f756e7473810101');
decodes($codec, '91 82a26964cfffffffffffffffff');
decodes($codec, '91 81a26964c1');
decodes($codec, '91 81a26964');
decodes($codec, '91 81a2');
decodes($codec, '91 82a26964 d9');
decodes($codec, '91 ddffffffff');
decodes($codec, '');
decodes($codec, '9000');
decodes(codec('string'), 'a2c328');
decodes(codec('string', ['utf8' => false]), 'a2c328');
decodes(codec('string', ['max_str_len' => 3]), 'a461616161');
decodes(codec('list<int>', ['max_array_len' => 1]), '920101');
decodes(codec('Order', ['max_map_len' => 1]), '820101');
decodes(codec('Order', ['max_bytes' => 3]), '80808080');
decodes(codec('DateTimeImmutable'), 'd5ff0000');
decodes(codec('DateTimeImmutable'), 'c70cff000000007fffffffffffffff');
decodes(codec('DateTime'), 'c70cff00000000fffffff1886e08ff');
decodes(codec('tuple<int, string>'), '9101');
decodes(codec('list<list<list<int>>>', ['max_depth' => 2]), '919190');
decodes(codec('list<mixed>', ['max_depth' => 2]), '919190');
decodes(codec('list<mixed>', ['max_depth' => 3]), '919190');
decodes(codec('list<mixed>'), '929192c0c0');
decodes(codec('list<mixed>'), '9291dcffff');
decodes(codec('list<array>'), '9107');

// Of the option unknown, and of the class, the class says more.
decodes(codec('Item', ['unknown' => 'error']), '82a46e616d65a178a178c0');
decodes(codec('Item', ['unknown' => 'error']), '93a178c0c0');
decodes(codec('Strict', ['unknown' => 'skip']), '81a178c0');

// Errors of encoding.
$order = new Order();
encodes(codec('Order'), $order);
$order->id = 1;
$order->items = [new Item()];
encodes(codec('Order'), $order);
$order->items = ['a' => 1];
encodes(codec('Order'), $order);
$order->items = [1];
encodes(codec('list<Order>'), [$order]);
$order->items = [];
$order->counts = ['x' => 'text'];
encodes(codec('Order'), $order);
encodes(codec('string'), "\xff");
encodes(codec('list<string>'), ['a', "\xff" . str_repeat('x', 50)]);
encodes(codec('bytes'), "\xff");
encodes(codec('uint8'), 256);
encodes(codec('int'), 1.0);
encodes(codec('float'), 1);
encodes(codec('float32'), 1e300);
encodes(codec('int'), '1');
encodes(codec('map<int, int>'), ['a' => 1]);
encodes(codec('list<list<int>>', ['max_depth' => 1]), [[1]]);
encodes(codec('mixed'), fopen(__FILE__, 'r'));
?>
--EXPECT--
wrong_type at 0 $, expected list<Order>, got map: list<Order> expected, not map
wrong_type at 5 $[0].id, expected int, got str: int expected, not str
wrong_type at 39 $[1].items[1].name, expected string, got nil: string expected, not nil
missing_field at 13 $[0].items[0], expected string, got nothing: Item needs a value for "name"
missing_field at 1 $[0], expected list<Item>, got nothing: Order needs a value for "items"
wrong_type at 26 $[0].counts.b, expected int, got float: int expected, not float
wrong_type at 20 $[0].counts, expected map<string, int>, got array: map<string, int> expected, not array
unknown_field at 24 $[0].strict{key #1}, expected nothing, got nothing: no field has the key "c", at $[0].strict{key #1}
unknown_field at 23 $[0].strict[2], expected nothing, got nothing: no field has this index
9182a2696401a2696402: duplicate_field at 6 $[0]{key #1}, expected nothing, got nothing: the key comes a second time "id", at $[0]{key #1}
9182a2696401 01a0: MsgpackException invalid_key at 6 $[0]{key #1}
9182a2696401 c0a0: MsgpackException invalid_key at 6 $[0]{key #1}
9182a2696401 9101a0: MsgpackException truncated at 6 $[0]{key #1}
9182a2696401 dcffff: MsgpackException truncated at 6 $[0]{key #1}
9183a2696401a56974656d7390a6636f756e747382a16101a16102: duplicate_field at 24 $[0].counts{key #1}, expected nothing, got nothing: the key comes a second time "a", at $[0].counts{key #1}
9183a2696401a56974656d7390a6636f756e747381c001: MsgpackException invalid_key at 21 $[0].counts{key #0}
9183a2696401a56974656d7390a6636f756e7473810101: wrong_type at 21 $[0].counts{key #0}, expected nothing, got nothing: a key of string expected, at $[0].counts{key #0}
91 82a26964cfffffffffffffffff: int_range at 5 $[0].id, expected int, got int: outside of the range of int: more than PHP_INT_MAX
91 81a26964c1: MsgpackException reserved_byte at 5 $[0].id
91 81a26964: MsgpackException truncated at 5 $[0].id
91 81a2: MsgpackException truncated at 1 $[0]
91 82a26964 d9: MsgpackException truncated at 5 $[0].id
91 ddffffffff: MsgpackException truncated at 1 $[0]
: MsgpackException truncated at 0 $
9000: MsgpackException extra_data at 1 $
a2c328: MsgpackException invalid_utf8 at 0 $
a2c328: '\303('
a461616161: MsgpackException str_limit at 0 $
920101: MsgpackException array_limit at 0 $
820101: MsgpackException map_limit at 0 $
80808080: MsgpackException size_limit at 0 $
d5ff0000: MsgpackException invalid_timestamp at 0 $
c70cff000000007fffffffffffffff: timestamp_range at 0 $, expected DateTimeImmutable, got ext: the date is outside of the years 1 to 9999
c70cff00000000fffffff1886e08ff: timestamp_range at 0 $, expected DateTime, got ext: the date is outside of the years 1 to 9999
9101: invalid_value at 0 $, expected tuple<int, string>, got array: another number of elements than the tuple has
919190: MsgpackException too_deep at 2 $[0][0]
919190: MsgpackException too_deep at 2 $[0][0]
919190: [[[]]]
929192c0c0: MsgpackException truncated at 2 $[0][0]
9291dcffff: MsgpackException truncated at 2 $[0][0]
9107: wrong_type at 1 $[0], expected array, got int: array expected, not int
82a46e616d65a178a178c0: unknown_field at 8 ${key #1}, expected nothing, got nothing: no field has the key "x", at ${key #1}
93a178c0c0: unknown_field at 4 $[2], expected nothing, got nothing: no field has this index
81a178c0: unknown_field at 1 ${key #0}, expected nothing, got nothing: no field has the key "x", at ${key #0}
missing_field at 4 $.id, expected int, got nothing: the property is not initialized
missing_field at 18 $.items[0].name, expected string, got nothing: the property is not initialized
wrong_type at 11 $.items, expected list<Item>, got array: list<Item> expected, not array
wrong_type at 13 $[0].items[0], expected Item, got int: Item expected, not int
wrong_type at 22 $.counts.x, expected int, got string: int expected, not string
MsgpackException invalid_utf8 at 0 $
MsgpackException invalid_utf8 at 3 $[1]
'c401ff'
int_range at 0 $, expected uint8, got nothing: outside of the range of uint8
wrong_type at 0 $, expected int, got float: int expected, not float
'cb3ff0000000000000'
float_range at 0 $, expected float32, got nothing: float too large for single precision
wrong_type at 0 $, expected int, got string: int expected, not string
wrong_type at 1 ${key #0}, expected map<int, int>, got nothing: a key of int expected, not string, at ${key #0}
MsgpackException too_deep at 1 $[0]
MsgpackException unsupported_type at 0 $
