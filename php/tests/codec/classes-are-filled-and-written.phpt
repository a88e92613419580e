--TEST--
MsgpackCodec: objects are filled without their constructor, from maps and arrays, and written again
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

final class Item
{
    public string $name = 'none';
    public ?float $weight = null;
}
class Order
{
    public int $id;
    public float $price;
    public bool $paid;
    public string $note;
    public ?string $code;
    public array $raw = [];
    public ?Item $item = null;
    #[Msgpack\ListOf(Item::class)]
    public array $items = [];
    public ?DateTimeImmutable $at = null;
    public mixed $any = null;
    public $untyped;
    protected int $hidden = 7;
    private array $secret = [1, 2];
    public static int $shared = 1;
    public function __construct() { echo "not called\n"; }
    public function __wakeup(): void { echo "not called\n"; }
    public function __unserialize(array $data): void { echo "not called\n"; }
    public function __set(string $name, mixed $value): void { echo "not called\n"; }
}
$codec = codec('Order');
$full = ['id' => 1, 'price' => 2, 'paid' => true, 'note' => 'é', 'code' => null, 'raw' => ['a' => [1]], 'item' => ['name' => 'x', 'weight' => 1.5],
    'items' => [[], ['name' => 'y']], 'at' => new DateTimeImmutable('2024-02-29 12:34:56.789 UTC'), 'any' => [1, ['b' => null]], 'untyped' => 'u'];
reads($codec, $full);
reads($codec, array_reverse($full));
reads($codec, ['code' => 'c', 'unknown' => [1, [2]], 'note' => '', 'paid' => false, 'price' => 0.5, 'id' => -1, 'and' => null]);
reads($codec, [5, 1.5, false, 'array form', null, [1]]);
reads($codec, [5, 1.5, false, 'longer', null, [], null, [], null, null, null, 'more', [1]]);

// Keys as bin, keys and texts in every form, integers as floats.
decodes($codec, '85c4026964d005 a57072696365ca3fc00000 a470616964c2 a46e6f7465a0 a4636f6465d90163');
decodes($codec, '85d9026964d300000000000000ff a57072696365ff da00047061 6964c3 a46e6f7465db00000001 78 a4636f6465c0');

$order = $codec->decode($codec->encode($codec->decode(msgpack_pack($full, ['timestamps' => true]))));
var_dump($order == $codec->decode(msgpack_pack($full, ['timestamps' => true])));
encodes($codec, $order);
encodes(codec('Order', ['keys' => 'array']), $order);
encodes($codec, null);
encodes(codec('?Order'), null);
encodes($codec, new Item());
$blank = (new ReflectionClass('Order'))->newInstanceWithoutConstructor();
encodes($codec, $blank);
$referenced = new Item();
$alias = &$referenced->name;
$alias = 'by reference';
encodes(codec('Item'), $referenced);
?>
--EXPECT--
Order{id: 1, price: 2.0, paid: true, note: '\303\251', code: null, raw: ['a' => [1]], item: Item{name: 'x', weight: 1.5}, items: [Item{name: 'none', weight: null}, Item{name: 'y', weight: null}], at: DateTimeImmutable(2024-02-29T12:34:56.789000+00:00), any: [1, ['b' => null]], untyped: 'u', *hidden: 7, -secret: [1, 2]}
Order{id: 1, price: 2.0, paid: true, note: '\303\251', code: null, raw: ['a' => [1]], item: Item{name: 'x', weight: 1.5}, items: [Item{name: 'none', weight: null}, Item{name: 'y', weight: null}], at: DateTimeImmutable(2024-02-29T12:34:56.789000+00:00), any: [1, ['b' => null]], untyped: 'u', *hidden: 7, -secret: [1, 2]}
Order{id: -1, price: 0.5, paid: false, note: '', code: 'c', raw: [], item: null, items: [], at: null, any: null, untyped: null, *hidden: 7, -secret: [1, 2]}
Order{id: 5, price: 1.5, paid: false, note: 'array form', code: null, raw: [1], item: null, items: [], at: null, any: null, untyped: null, *hidden: 7, -secret: [1, 2]}
Order{id: 5, price: 1.5, paid: false, note: 'longer', code: null, raw: [], item: null, items: [], at: null, any: null, untyped: null, *hidden: 7, -secret: [1, 2]}
85c4026964d005 a57072696365ca3fc00000 a470616964c2 a46e6f746...: Order{id: 5, price: 1.5, paid: false, note: '', code: 'c', raw: [], item: null, items: [], at: null, any: null, untyped: null, *hidden: 7, -secret: [1, 2]}
85d9026964d300000000000000ff a57072696365ff da00047061 6964c...: Order{id: 255, price: -1.0, paid: true, note: 'x', code: null, raw: [], item: null, items: [], at: null, any: null, untyped: null, *hidden: 7, -secret: [1, 2]}
bool(true)
string(306) ef18fcb4
string(126) 7ad89cbf
wrong_type at 0 $, expected Order, got null: Order expected, not null
'c0'
wrong_type at 0 $, expected Order, got Item: Order expected, not Item
missing_field at 4 $.id, expected int, got nothing: the property is not initialized
'82a46e616d65ac6279207265666572656e6365a6776569676874c0'
