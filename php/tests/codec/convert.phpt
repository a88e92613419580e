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
// PHP's arrays have no key "1": it is the int 1, and the keys 0, 1, ... are those of a list.
class Rated
{
    #[Msgpack\Key('1')] public int $one;
    #[Msgpack\Key('20')] public int $twenty = 0;
    #[Msgpack\MapOf('string'), Msgpack\Limit(maxLength: 2)] public array $names = [];
}
foreach (['{"1": 6, "20": 7, "names": {"0": "a", "1": "b"}}', '{"20": 1, "1": 6, "names": {"7": "a", "x": "b", "-3": "c"}}', '{"1": 6, "names": {"0": "a", "1": "b", "2": "c"}}', '{"1": 6, "names": {"5": 5}}', '{"2": 6}'] as $json) {
    $codec = codec('Rated');
    foreach ([true, false] as $assoc) {
        echo typed(fn () => show_typed($codec->convert(json_decode($json, $assoc)))), "\n";
    }
}
$codec = codec('map<string, string>');
echo typed(fn () => show_typed($codec->convert(['1' => 'a', 'b' => 'c']))), ' ', bin2hex($codec->encode($codec->convert(['a', 'b']))), "\n";
enum Suit: string { case Hearts = 'h'; }
enum Level: int { case Low = -1; }
class Card { public Suit $suit; public ?Level $level = null; #[Msgpack\Type('bytes')] public string $data = ''; public string $text = ''; }
$codec = codec('Card');
foreach ([['suit' => Suit::Hearts, 'level' => Level::Low, 'data' => "\xff"], ['suit' => 'h', 'level' => -1], ['suit' => Level::Low], ['suit' => Suit::Hearts, 'text' => "\xff"]] as $value) {
    echo typed(fn () => show_typed($codec->convert($value))), "\n";
}
var_dump($codec->convert($codec->convert(['suit' => 'h'])) == $codec->convert(['suit' => 'h']));
echo typed(fn () => codec('list<mixed>', ['max_depth' => 3])->convert([[[[1]]]])), "\n";

// Unknown entries that are kept are of the type that they were of.
#[Msgpack\Model(unknown: 'keep')] class KeepsAll { public int $a = 1; public array $extra = []; }
$codec = codec('KeepsAll');
foreach (['{"e":{},"n":{"0":1,"1":2},"l":[[],{}]}', '{"a":2,"x":{"a":{"0":[]}},"y":null}'] as $json) {
    $kept = $codec->convert(json_decode($json));
    echo show_typed($kept), ' ', json_encode(msgpack_unpack($codec->encode($kept), null, ['php_only' => false, 'assoc' => false])), "\n";
}
$kept = $codec->convert(['bin' => new MsgpackBin("\xff"), 'ext' => new MsgpackExt(5, 'x'), 'date' => new DateTimeImmutable('2000-01-01 UTC')]);
echo show_typed($kept), ' ', bin2hex($codec->encode($kept)), "\n";
?>
--EXPECT--
Order{id: 7, items: [Item{name: 'a', weight: 1.0}, Item{name: 'b', weight: null}], prices: [3 => 1.5, 9 => 2.0], named: ['x' => null, 'y' => Item{name: 'z', weight: null}], at: null}
Order{id: 7, items: [Item{name: 'a', weight: 1.0}, Item{name: 'b', weight: null}], prices: [3 => 1.5, 9 => 2.0], named: ['x' => null, 'y' => Item{name: 'z', weight: null}], at: null}
bool(true)
Order{id: 1, items: [], prices: [0.5, 1.0], named: [], at: DateTimeImmutable(2000-01-01T10:00:00.000000+00:00)}
wrong_type at no offset $.id, expected int, got str: int expected, not str
wrong_type at no offset $.items[0].name, expected string, got int: string expected, not int
wrong_type at no offset $.items, expected list<Item>, got map: list<Item> expected, not map
missing_field at no offset $.named[0], expected string, got nothing: Item needs a value for "name"
wrong_type at no offset $.at, expected ?DateTimeImmutable, got str: ?DateTimeImmutable expected, not str
missing_field at no offset $, expected int, got nothing: Order needs a value for "id"
wrong_type at no offset $, expected Order, got nil: Order expected, not nil
wrong_type at no offset $, expected Order, got int: Order expected, not int
MsgpackException invalid_utf8 at no offset $.items[0].name
'Rated{one: 6, twenty: 7, names: [\'a\', \'b\']}'
'Rated{one: 6, twenty: 7, names: [\'a\', \'b\']}'
out_of_bounds at no offset $.names, expected map<string, string>, got map: outside of the limits of map<string, string>: at most 2 entries expected
out_of_bounds at no offset $.names, expected map<string, string>, got map: outside of the limits of map<string, string>: at most 2 entries expected
out_of_bounds at no offset $.names, expected map<string, string>, got array: outside of the limits of map<string, string>: at most 2 entries expected
out_of_bounds at no offset $.names, expected map<string, string>, got map: outside of the limits of map<string, string>: at most 2 entries expected
wrong_type at no offset $.names{5}, expected string, got int: string expected, not int
wrong_type at no offset $.names["5"], expected string, got int: string expected, not int
missing_field at no offset $, expected int, got nothing: Rated needs a value for "1"
missing_field at no offset $, expected int, got nothing: Rated needs a value for "1"
'[1 => \'a\', \'b\' => \'c\']' 82a130a161a131a162
'Card{suit: Suit::Hearts, level: Level::Low, data: \'\\377\', text: \'\'}'
'Card{suit: Suit::Hearts, level: Level::Low, data: \'\', text: \'\'}'
wrong_type at no offset $.suit, expected Suit, got int: Suit expected, not int
MsgpackException invalid_utf8 at no offset $.text
bool(true)
MsgpackException too_deep at 3 $[0][0][0]
KeepsAll{a: 1, extra: ['e' => stdClass{}, 'n' => stdClass{0: 1, 1: 2}, 'l' => [[], stdClass{}]]} {"a":1,"e":{},"n":{"0":1,"1":2},"l":[[],{}]}
KeepsAll{a: 2, extra: ['x' => stdClass{a: stdClass{0: []}}, 'y' => null]} {"a":2,"x":{"a":{"0":[]}},"y":null}
KeepsAll{a: 1, extra: ['bin' => MsgpackBin{data: '\377'}, 'ext' => MsgpackExt{type: 5, data: 'x'}, 'date' => DateTimeImmutable(2000-01-01T00:00:00.000000+00:00)]} 84a16101a362696ec401ffa3657874d40578a464617465d6ff386d4380
