--TEST--
types: round trip of registered classes with their names
--FILE--
<?php
require __DIR__ . '/../support.inc';

enum Suit: string { case Hearts = 'H'; case Spades = 'S'; }
enum Size: int { case Small = 1; }
enum Pure { case One; }
class Line { public function __construct(public readonly string $Sku, public float $Price = 1.5) { echo "constructed\n"; } }
class Order {
    public int $Id; public array $Lines = []; public ?Line $First = null; public mixed $Extra = null;
    protected $hidden = 'h'; private $secret = 's'; public static $shared = 1;
    public function __wakeup() { echo "wakeup\n"; }
    public function __unserialize(array $data): void { echo "unserialize\n"; }
    public function __destruct() { echo 'end of ', $this->Id ?? 'nothing', "\n"; }
}
class Place { public $x; public $y; }
abstract class Shape { }

$types = new MsgpackTypeRegistry();
$types->register(Order::class, 'Shop.Order, Shop', ['Old.Order, Old']);
$types->register('Line', 'Shop.Line, Shop');
$types->register(Suit::class, 'Shop.Suit, Shop');
$types->register(Size::class, 'Shop.Size, mscorlib');
$types->register(Place::class, 'Shop.Place`1[[System.Int32, mscorlib]], Shop', fields: ['x' => 0, 'y' => 2]);
$both = ['types' => $types, 'throw' => true];

packs('enum', Suit::Hearts, $both);
packs('enum of int', [Size::Small], $both);
packs('enum without a name', Pure::One, $both);
$place = new Place();
[$place->x, $place->y] = [1, 'two'];
packs('place', $place, $both);
var_dump(msgpack_unpack(msgpack_pack([Suit::Hearts, Size::Small, $place, $place], $both), null, $both) == [Suit::Hearts, Size::Small, $place, $place]);

$order = new Order();
$order->Id = 7;
$order->Lines = [$order->First = new Line('A'), new Line('B', 2.0)];
$order->Extra = ['a' => new MsgpackTyped('Who.Knows', [1, 2]), 'o' => (object) ['k' => 1], 's' => Suit::Spades];
$bytes = msgpack_pack($order, $both);
$again = msgpack_unpack($bytes, null, $both);
var_dump($again::class, $again->Id, $again->Lines == $order->Lines, $again->First == $order->First, $again->Extra['a'] == $order->Extra['a'], $again->Extra['o'], $again->Extra['s']);
echo msgpack_pack($again, $both) === $bytes ? "same bytes\n" : "other bytes\n";
unset($again, $order);

// Names are compared without versions and blanks, and with mscorlib as System.Private.CoreLib.
foreach (['Shop.Size, System.Private.CoreLib', 'Shop.Size,mscorlib', 'Shop.Size, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089',
    'shop.size, mscorlib', 'Shop.Size', 'Size', 'Shop.Size, mscorlib2'] as $name) {
    echo $name, ': ', show(msgpack_unpack(msgpack_pack(new MsgpackTyped($name, 1), $both), null, $both)), "\n";
}
$name = 'Shop.Place`1[[System.Int32, System.Private.CoreLib, Version=1.0.0.0, Culture=neutral]], Shop, Version=0.0.0.0';
echo msgpack_unpack(msgpack_pack(new MsgpackTyped($name, [5, null, 6]), $both), null, $both)->y, "\n";
echo msgpack_unpack(msgpack_pack(new MsgpackTyped('Old.Order, Old', (object) ['Id' => 9, 'more' => 1]), $both), null, $both)->Id, "\n";

foreach ([['NoSuchClass', 'a'], [Pure::class, 'a'], [Shape::class, 'a'], [stdClass::class, 'a'], [MsgpackTyped::class, 'a'], [Closure::class, 'a'], [ArrayObject::class, 'a'],
    [Order::class, 'b'], [Suit::class, 'a'], [ParseError::class, 'a'], ['Countable', 'a']] as $arguments) {
    echo $arguments[0], ': ', outcome(fn () => $types->register(...$arguments)), "\n";
}
class Other { public $a; public $b; }
foreach ([['Other', 'Shop.Order,Shop'], ['Other', 'Other', ['Shop.Line, Shop']], ['Other', 'Other', [1]], ['Other', 'Other', [], ['a' => 0]], ['Other', 'Other', [], ['a' => 'b']],
    ['Other', 'Other', [], ['c' => 'd']], ['Other', 'Other', [], ['a' => -1, 'b' => 0]], ['Other', 'Other', [], ['a' => 1.5]], ['Other', 'Other', [], ['A', 'B']], ['Other', 'Other', ['Other']], ] as $arguments) {
    echo outcome(fn () => $types->register(...$arguments)), "\n";
}
?>
--EXPECT--
enum: c71264af53686f702e537569742c2053686f70a148
enum of int: 91c71564b353686f702e53697a652c206d73636f726c696201
enum without a name: 81a46e616d65a34f6e65
place: c73564d92c53686f702e506c61636560315b5b53797374656d2e496e7433322c206d73636f726c69625d5d2c2053686f709301c0a374776f
bool(true)
constructed
constructed
string(5) "Order"
int(7)
bool(true)
bool(true)
bool(true)
array(1) {
  ["k"]=>
  int(1)
}
enum(Suit::Spades)
same bytes
end of 7
end of 7
Shop.Size, System.Private.CoreLib: Size::Small
Shop.Size,mscorlib: Size::Small
Shop.Size, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089: Size::Small
shop.size, mscorlib: MsgpackTyped{name: 'shop.size, mscorlib', value: 1, hasValue: true}#1
Shop.Size: MsgpackTyped{name: 'Shop.Size', value: 1, hasValue: true}#1
Size: MsgpackTyped{name: 'Size', value: 1, hasValue: true}#1
Shop.Size, mscorlib2: MsgpackTyped{name: 'Shop.Size, mscorlib2', value: 1, hasValue: true}#1
6
end of 9
9
NoSuchClass: TypeError: MsgpackTypeRegistry::register(): Argument #1 ($class) must be a valid class name, NoSuchClass given
Pure: ValueError: MsgpackTypeRegistry::register(): Argument #1 ($class) must be a backed enum
Shape: ValueError: MsgpackTypeRegistry::register(): Argument #1 ($class) must be a user-defined class that can be instantiated, or an enum
stdClass: ValueError: MsgpackTypeRegistry::register(): Argument #1 ($class) must not be stdClass, which has its own encoding
MsgpackTyped: ValueError: MsgpackTypeRegistry::register(): Argument #1 ($class) must not be MsgpackTyped, which has its own encoding
Closure: ValueError: MsgpackTypeRegistry::register(): Argument #1 ($class) must be a user-defined class that can be instantiated, or an enum
ArrayObject: ValueError: MsgpackTypeRegistry::register(): Argument #1 ($class) must be a user-defined class that can be instantiated, or an enum
Order: ValueError: MsgpackTypeRegistry::register(): Order is already registered
Suit: ValueError: MsgpackTypeRegistry::register(): Suit is already registered
ParseError: ValueError: MsgpackTypeRegistry::register(): Argument #1 ($class) must be a user-defined class that can be instantiated, or an enum
Countable: ValueError: MsgpackTypeRegistry::register(): Argument #1 ($class) must be a user-defined class that can be instantiated, or an enum
ValueError: MsgpackTypeRegistry::register(): "Shop.Order,Shop" is already registered
ValueError: MsgpackTypeRegistry::register(): "Shop.Line, Shop" is already registered
TypeError: MsgpackTypeRegistry::register(): Argument #3 ($aliases) must be an array of strings
ValueError: MsgpackTypeRegistry::register(): Argument #4 ($fields) must be all names or all array indexes
ValueError: MsgpackTypeRegistry::register(): Argument #4 ($fields) must not have the same name twice
ValueError: MsgpackTypeRegistry::register(): Argument #4 ($fields) must have names of public properties of Other as keys
ValueError: MsgpackTypeRegistry::register(): Argument #4 ($fields) must hold strings, or integers of at least 0
ValueError: MsgpackTypeRegistry::register(): Argument #4 ($fields) must hold strings, or integers of at least 0
ValueError: MsgpackTypeRegistry::register(): Argument #4 ($fields) must have names of public properties of Other as keys
null
