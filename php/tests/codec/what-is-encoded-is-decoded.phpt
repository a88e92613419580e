--TEST--
MsgpackCodec: values without a type, and fields with the key of a tag, are written so that they are read, or refused
--FILE--
<?php
enum Status: string { case Open = 'open'; }
enum Level: int { case Low = -1; }
enum Pure { case A; }
class Filter { public array $where = []; public mixed $any = null; }
class Default_ { public array $where = ['status' => Status::Open]; }
class Sleeps { public $a = 1; public function __sleep() { return ['a']; } }
class Plain { public $a = 1; public $e = Level::Low; }

function outcome(callable $call): void
{
    try {
        echo $call(), "\n";
    } catch (Exception $error) {
        echo $error::class, ': ', $error->getMessage(), "\n";
    }
}
$codec = new MsgpackCodec(Filter::class);
$incomplete = unserialize('O:4:"Nope":0:{}');
foreach ([Status::Open, Level::Low, Pure::A, new DateInterval('P1D'), new ArrayObject([1]), new Sleeps(), new Plain(), new stdClass(), fn () => 1, $incomplete] as $value) {
    $filter = new Filter();
    $filter->where = ['status' => [$value]];
    outcome(fn () => json_encode($codec->decode($codec->encode($filter))));
    outcome(fn () => json_encode($codec->convert(['any' => $value])));
}
$codec = new MsgpackCodec(Default_::class);
outcome(fn () => json_encode($codec->decode($codec->encode(new Default_()))));

// A field with the key of the tag is written once, and has its value.
#[Msgpack\Tags(['card' => Card::class, 'cash' => Cash::class, 5 => Five::class], key: 'type')]
abstract class Payment { public string $type = ''; }
enum Kind: string { case Card = 'card'; }
class Card extends Payment { public string $type = 'card'; public int $n = 1; }
class Cash extends Payment { #[Msgpack\Key('kind', aliases: ['type'])] public string $type = 'cash'; }
class Five extends Payment { }
$codec = new MsgpackCodec(Payment::class);
$other = new Card();
$other->type = 'cash';
$reference = new Card();
$text = 'card';
$reference->type = &$text;
foreach ([new Card(), $reference, $other, new Cash(), new Five()] as $payment) {
    outcome(fn () => bin2hex($codec->encode($payment)) . ' ' . json_encode($codec->decode($codec->encode($payment))));
}
// An object of the class for other tags has no tag.
#[Msgpack\Model(keys: 'array')]
class Vehicle { public int $wheels = 4; }
class Bike extends Vehicle { public int $wheels = 2; }
class Kinds { #[Msgpack\Tags(['bike' => Bike::class], key: 'type', default: Vehicle::class)] public ?Vehicle $one = null; }
$codec = new MsgpackCodec(Kinds::class);
foreach ([new Vehicle(), new Bike()] as $one) {
    $kinds = new Kinds();
    $kinds->one = $one;
    outcome(fn () => bin2hex($codec->encode($kinds)) . ' ' . get_class($codec->decode($codec->encode($kinds))->one));
}
outcome(fn () => get_class($codec->convert(['one' => ['type' => 'car', 'wheels' => 3]])->one));
class Typed { public string $type = ''; }
class Sub extends Typed { public string $type = 'sub'; }
class Types { #[Msgpack\Tags(['sub' => Sub::class], key: 'type', default: Typed::class)] public ?Typed $one = null; }
$codec = new MsgpackCodec(Types::class);
foreach (['', 'other', 'sub'] as $type) {
    $types = new Types();
    $types->one = new Typed();
    $types->one->type = $type;
    outcome(fn () => bin2hex($codec->encode($types)) . ' ' . get_class($codec->decode($codec->encode($types))->one));
}
// Symfony's default is a tag.
#[Symfony\Component\Serializer\Attribute\DiscriminatorMap(typeProperty: 'kind', mapping: ['product' => Product::class, 'service' => Service::class], defaultType: 'product')]
interface Sold {}
class Product implements Sold, Wrong { public int $n = 0; }
class Service implements Sold { public int $n = 0; }
$codec = new MsgpackCodec(Sold::class);
foreach ([['n' => 1], ['kind' => 'service'], ['kind' => 'other']] as $value) {
    outcome(fn () => get_class($codec->convert($value)));
}
#[Symfony\Component\Serializer\Attribute\DiscriminatorMap(typeProperty: 'kind', mapping: ['product' => Product::class], defaultType: 'Product')]
interface Wrong {}
try {
    new MsgpackCodec(Wrong::class);
} catch (TypeError $error) {
    echo $error->getMessage(), "\n";
}

// Dates that are not read, and numbers that float32 has not.
class Dated { public ?DateTimeImmutable $at = null; public ?MsgpackTimestamp $time = null; #[Msgpack\Type('?float32')] public ?float $f = null; }
$codec = new MsgpackCodec(Dated::class);
foreach (['0000-00-00 00:00:00 UTC', '0000-12-31 23:59:59 UTC', '0001-01-01 UTC', '9999-12-31 23:59:59 UTC', '+10000-01-01 UTC'] as $text) {
    foreach (['at', 'time'] as $name) {
        $dated = new Dated();
        $date = new DateTimeImmutable($text);
        $dated->$name = $name === 'at' ? $date : new MsgpackTimestamp($date->getTimestamp(), 0);
        outcome(fn () => bin2hex($codec->encode($dated)) . ' ' . json_encode($codec->decode($codec->encode($dated))->$name));
    }
}
foreach ([1e300, -1e300, INF, 0.1] as $number) {
    outcome(fn () => var_export($codec->decode(msgpack_pack(['f' => $number]))->f, true));
}
#[Msgpack\Tags(['card' => Enumerated::class], key: 'type')]
interface Kinded {}
class Enumerated implements Kinded { public Kind $type = Kind::Card; }
$codec = new MsgpackCodec(Kinded::class);
outcome(fn () => bin2hex($codec->encode(new Enumerated())) . ' ' . json_encode($codec->decode($codec->encode(new Enumerated()))));
?>
--EXPECT--
{"where":{"status":["open"]},"any":null}
{"where":[],"any":"open"}
{"where":{"status":[-1]},"any":null}
{"where":[],"any":-1}
MsgpackException: can't pack Pure, at $.where.status[0]
MsgpackException: can't pack Pure, at $.any
MsgpackException: can't pack DateInterval, at $.where.status[0]
MsgpackException: can't pack DateInterval, at $.any
MsgpackException: can't pack ArrayObject, at $.where.status[0]
MsgpackException: can't pack ArrayObject, at $.any
MsgpackException: can't pack Sleeps, at $.where.status[0]
MsgpackException: can't pack Sleeps, at $.any
{"where":{"status":[{"a":1,"e":-1}]},"any":null}
{"where":[],"any":{"a":1,"e":-1}}
{"where":{"status":[[]]},"any":null}
{"where":[],"any":[]}
Exception: Serialization of 'Closure' is not allowed
Exception: Serialization of 'Closure' is not allowed
MsgpackException: can't pack __PHP_Incomplete_Class, at $.where.status[0]
MsgpackException: can't pack __PHP_Incomplete_Class, at $.any
{"where":{"status":"open"}}
82a474797065a463617264a16e01 {"type":"card","n":1}
82a474797065a463617264a16e01 {"type":"card","n":1}
MsgpackValidationException: the field "type" has the key of the tag and another value, at $
MsgpackValidationException: the key of the tag is an alias of the field "kind", at $
MsgpackValidationException: the field "type" has the key of the tag and another value, at $
81a36f6e6581a6776865656c7304 Vehicle
81a36f6e6582a474797065a462696b65a6776865656c7302 Bike
Vehicle
81a36f6e6581a474797065a0 Typed
81a36f6e6581a474797065a56f74686572 Typed
MsgpackValidationException: a field would be read as the tag of another class, at $.one
Product
Service
Product
the default type "Product" is no tag
MsgpackValidationException: the date is outside of the years 1 to 9999, at $.at
83a26174c0a474696d65c70cff00000000fffffff186615400a166c0 {"seconds":-62169984000,"nanoseconds":0}
MsgpackValidationException: the date is outside of the years 1 to 9999, at $.at
83a26174c0a474696d65c70cff00000000fffffff1886e08ffa166c0 {"seconds":-62135596801,"nanoseconds":0}
83a26174c70cff00000000fffffff1886e0900a474696d65c0a166c0 {"date":"0001-01-01 00:00:00.000000","timezone_type":1,"timezone":"+00:00"}
83a26174c0a474696d65c70cff00000000fffffff1886e0900a166c0 {"seconds":-62135596800,"nanoseconds":0}
83a26174c70cff000000000000003afff4417fa474696d65c0a166c0 {"date":"9999-12-31 23:59:59.000000","timezone_type":1,"timezone":"+00:00"}
83a26174c0a474696d65c70cff000000000000003afff4417fa166c0 {"seconds":253402300799,"nanoseconds":0}
MsgpackValidationException: the date is outside of the years 1 to 9999, at $.at
83a26174c0a474696d65c70cff000000000000003afff44180a166c0 {"seconds":253402300800,"nanoseconds":0}
MsgpackValidationException: byte 3: the number is too large for float32, at $.f
MsgpackValidationException: byte 3: the number is too large for float32, at $.f
INF
0.10000000149011612
81a474797065a463617264 {"type":"card"}
