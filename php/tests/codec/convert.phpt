--TEST--
MsgpackCodec::convert(): from arrays that other code decoded, with the same checks
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

class Item { public string $name; public ?float $weight = null; }
class Order
{
    public int $id;
    #[Msgpack\ListOf(Item::class)] public array $items = [];
    #[Msgpack\MapOf('float', key: 'int')] public array $prices = [];
    #[Msgpack\MapOf('?Item')] public array $named = [];
    public ?DateTimeImmutable $at = null;
}
$codec = codec('Order');
$json = '{"id": 7, "items": [{"name": "a", "weight": 1}, {"name": "b"}], "prices": {"3": 1.5, "9": 2}, "named": {"x": null, "y": {"name": "z"}}}';
$order = $codec->convert(json_decode($json, true));
echo show_typed($order), "\n";
echo show_typed($codec->convert(json_decode($json))), "\n";
var_dump($codec->convert($order) == $order);
echo show_typed($codec->convert(['id' => 1, 'named' => [], 'prices' => [0.5, 1], 'at' => new DateTime('2000-01-01 12:00 +02:00')])), "\n";
foreach ([['id' => '7'], ['id' => 7, 'items' => [['name' => 1]]], ['id' => 7, 'items' => ['a' => []]], ['id' => 7, 'named' => [[]]], ['id' => 7, 'at' => '2000-01-01'], [], null, 5, ['id' => 7, 'items' => [['name' => "\xff"]]]] as $value) {
    echo typed(fn () => $codec->convert($value)), "\n";
}
echo typed(fn () => codec('list<mixed>', ['max_depth' => 3])->convert([[[[1]]]])), "\n";
?>
--EXPECT--
Order{id: 7, items: [Item{name: 'a', weight: 1.0}, Item{name: 'b', weight: null}], prices: [3 => 1.5, 9 => 2.0], named: ['x' => null, 'y' => Item{name: 'z', weight: null}], at: null}
Order{id: 7, items: [Item{name: 'a', weight: 1.0}, Item{name: 'b', weight: null}], prices: [3 => 1.5, 9 => 2.0], named: ['x' => null, 'y' => Item{name: 'z', weight: null}], at: null}
bool(true)
Order{id: 1, items: [], prices: [0.5, 1.0], named: [], at: DateTimeImmutable(2000-01-01T10:00:00.000000+00:00)}
wrong_type at no offset $.id, expected int, got str: int expected, not str
wrong_type at no offset $.items[0].name, expected string, got int: string expected, not int
wrong_type at no offset $.items, expected list<Item>, got map: list<Item> expected, not map
wrong_type at no offset $.named, expected map<string, ?Item>, got array: map<string, ?Item> expected, not array
wrong_type at no offset $.at, expected ?DateTimeImmutable, got str: ?DateTimeImmutable expected, not str
missing_field at no offset $, expected int, got nothing: Order needs a value for "id"
wrong_type at no offset $, expected Order, got nil: Order expected, not nil
wrong_type at no offset $, expected Order, got int: Order expected, not int
MsgpackException invalid_utf8 at no offset $.items[0].name
MsgpackException too_deep at 3 $[0][0][0]
