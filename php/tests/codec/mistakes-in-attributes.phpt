--TEST--
MsgpackCodec: attributes that are unknown, misspelled, contradictory or for other types are errors when the codec is made
--FILE--
<?php
namespace App;

use Msgpack\{Ignore, Key, Limit, ListOf, MapOf, Model, Tags, Type};

class Item { public string $name = ''; }
class Ci { public int $a = 1; }
class Sq { public int $b = 1; }
class Sub2 extends Sq {}
// The mistakes that no attribute of PHP notices, since none is instantiated.
$members = [
    '#[Msgpack\ListOf(Item::class)] public array $v;',
    '#[\Msgpack\Lst(Item::class)] public array $v;',
    '#[Limit(min: 1)] public int $v;',
    '#[Limit(0, 10)] public int $v;',
    '#[Limit(le: 1, lt: 2)] public float $v;',
    '#[Limit(ge: "1")] public int $v;',
    '#[Limit(minLength: 1)] public int $v;',
    '#[Limit(maxLength: 1)] public bool $v;',
    '#[Limit(ge: 1)] public string $v;',
    '#[Limit(ge: 1)] public Item $v;',
    '#[Limit(1, null, 2, null, 3, 4, 5)] public int $v;',
    '#[Key("a", alias: "b")] public int $v;',
    '#[Key("a", "b")] public int $v;',
    '#[Key(name: "a")] public int $v;',
    '#[Tags(["a" => Item::class], discriminator: "type")] public Item $v;',
    '#[Tags(["a" => Item::class], key: 5)] public Item $v;',
    '#[Tags(["a" => Item::class], default: 5)] public Item $v;',
    '#[Type("list<int>"), ListOf("int")] public array $v;',
    '#[MapOf("int", key: 5)] public array $v;',
    '#[Ignore(true)] public int $v = 1;',
    'public function __construct(#[Limit(min: 1)] public int $v) {}',
    '#[\Msgpack\Aftr] public function check(): void {}',
    // Limits that no value is within, and defaults that are not within them.
    '#[Limit(ge: 5, le: 1)] public int $v;',
    '#[Limit(gt: 0, lt: 1)] public int $v;',
    '#[Limit(gt: 0, lt: 1)] public float $v;',
    '#[Limit(ge: 1.5, le: 1.25)] public ?float $v;',
    '#[Limit(ge: 1, lt: 1)] public float $v;',
    '#[Limit(ge: 1, le: 1)] public int $v;',
    '#[Limit(ge: 1.0, le: 1)] public float $v = 1;',
    '#[Limit(ge: NAN)] public float $v;',
    '#[Limit(gt: PHP_INT_MAX)] public int $v;',
    '#[Limit(ge: PHP_INT_MAX)] public int $v;',
    '#[Limit(lt: PHP_INT_MIN)] public int $v;',
    '#[Limit(ge: 1e30)] public int $v;',
    '#[Limit(le: 1e30)] public int $v;',
    '#[Limit(le: -1e30)] public int $v;',
    '#[Limit(minLength: 5, maxLength: 1)] public string $v;',
    '#[Limit(minLength: 5, maxLength: 1), ListOf("int")] public array $v;',
    '#[Limit(minLength: 3), Type("tuple<int, int>")] public array $v;',
    '#[Limit(maxLength: -1)] public string $v;',
    '#[Type("null"), Limit(minLength: 1)] public ?int $v;',
    '#[Limit(maxLength: 2)] public array $v;',
    '#[Type("uint8"), Limit(ge: 300)] public int $v;',
    '#[Type("uint8"), Limit(ge: 250)] public int $v;',
    '#[Type("uint8"), Limit(lt: 0)] public int $v;',
    '#[Limit(ge: 1)] public int $v = 0;',
    '#[Limit(ge: 1)] public ?int $v = null;',
    '#[Limit(gt: 0)] public float $v = 0;',
    '#[Limit(minLength: 1)] public string $v = "";',
    '#[Limit(minLength: 1), MapOf("int")] public array $v = [];',
    '#[Type("uint8")] public int $v = 256;',
    '#[Type("uint8|string|null")] public int|string|null $v = -1;',
    '#[Type("uint8|string|null")] public int|string|null $v = "-1";',
    'public function __construct(#[Limit(le: 5)] public int $v = self::MOST) {} const MOST = 6;',
    // Types of a property that its tags cannot write.
    '#[Tags(["a" => Ci::class], key: "k")] public Ci|Sq $v;',
    '#[Tags(["a" => Ci::class], key: "k", default: Sq::class)] public Ci|Sq $v;',
    '#[Tags(["a" => Ci::class, "b" => Sub2::class])] public Ci|Sq|null $v;',
    '#[Tags(["a" => Ci::class])] public Ci|int $v;',
    '#[Tags(["a" => Ci::class])] public mixed $v;',
    '#[Tags(["a" => Ci::class])] public object $v;',
    '#[Tags(["a" => Ci::class])] public self|Ci $v;',
];
// With the constructor, the attributes and defaults of its parameters count.
$constructor = '#[Model(constructor: true)]';
$classes = ['#[Msgpack\Model]', '#[Model(unkown: "error")]', '#[Model(constructor: "false")]', '#[Model("map", "error", true, "x", 5)]', '#[\Msgpack\Limits]'];
$sources = [...array_map(fn ($m) => ['', $m], $members), ...array_map(fn ($c) => [$c, 'public int $v = 1;'], $classes),
    [$constructor, 'public function __construct(#[Limit(le: 5)] public int $v = 6) {}'], [$constructor, 'public function __construct(#[Limit(le: 5)] public int $v = 5) {}']];
foreach ($sources as $i => [$attribute, $member]) {
    eval("namespace App; use Msgpack\\{Ignore, Key, Limit, ListOf, MapOf, Model, Tags, Type}; $attribute class C$i { $member }");
    try {
        new \MsgpackCodec("App\\C$i");
        echo "$attribute$member: accepted\n";
    } catch (\TypeError $error) {
        echo $error->getMessage(), "\n";
    }
}

// Others' attributes are not looked at, also in a namespace that ends with Msgpack.
namespace Other\Msgpack;

#[\Attribute]
class Limit { public function __construct(public int $most) {} }

namespace Other;

class Mine { #[Msgpack\Limit(5), \Vendor\Msgpack\Unknown, \Symfony\Wrong(x: 1)] public int $v; }
var_dump((new \MsgpackCodec(Mine::class))->convert(['v' => 50])->v);

// Model counts for subclasses, unless they have their own.
#[\Msgpack\Model(constructor: true, unknown: 'error')]
class Percent { public function __construct(public int $v) { if ($v > 100) { throw new \DomainException("$v is too much"); } } }
class Sub extends Percent {}
#[\Msgpack\Model]
class Own extends Percent {}
foreach ([Sub::class => ['v' => 127], Own::class => ['v' => 127, 'x' => 1], '?' . Sub::class => ['v' => 1, 'x' => 1]] as $type => $value) {
    try {
        echo (new \MsgpackCodec($type))->convert($value)->v, "\n";
    } catch (\Exception $error) {
        echo $error::class, ': ', $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
App\C0::$v: there is no attribute App\Msgpack\ListOf; write #[\Msgpack\ListOf], or `use Msgpack\ListOf;` and #[ListOf]
App\C1::$v: there is no attribute Msgpack\Lst; there are Model, Key, Type, ListOf, MapOf, Tags, Limit, Ignore, After
App\C2::$v: Msgpack\Limit has no parameter min; it has ge, gt, le, lt, minLength, maxLength
App\C3::$v: Limit has both ge and gt
App\C4::$v: Limit has both le and lt
App\C5::$v: Limit(ge) must be a number
App\C6::$v: Limit(minLength) is for strings, lists and maps, not for int
App\C7::$v: Limit(maxLength) is for strings, lists and maps, not for bool
App\C8::$v: Limit(ge) is for numbers, not for string
App\C9::$v: a value of the type App\Item has no limits
App\C10::$v: Msgpack\Limit has 6 parameters, not 7
App\C11::$v: Msgpack\Key has no parameter alias; it has key, aliases
App\C12::$v: Key's aliases must be an array of strings
App\C13::$v: Msgpack\Key has no parameter name; it has key, aliases
App\C14::$v: Msgpack\Tags has no parameter discriminator; it has cases, key, default
App\C15::$v: the key of tags must be a string
App\C16::$v: the class for other tags must be a string
App\C17::$v: more than one of the attributes Type, ListOf, MapOf and Tags
App\C18::$v: MapOf(key) must be the name of a type
App\C19::$v: Msgpack\Ignore has 0 parameters, not 1
App\C20::$v: Msgpack\Limit has no parameter min; it has ge, gt, le, lt, minLength, maxLength
App\C21: there is no attribute Msgpack\Aftr; there are Model, Key, Type, ListOf, MapOf, Tags, Limit, Ignore, After
App\C22::$v: no value of the type int is within the limits
App\C23::$v: no value of the type int is within the limits
#[Limit(gt: 0, lt: 1)] public float $v;: accepted
App\C25::$v: no value of the type ?float is within the limits
App\C26::$v: no value of the type float is within the limits
#[Limit(ge: 1, le: 1)] public int $v;: accepted
#[Limit(ge: 1.0, le: 1)] public float $v = 1;: accepted
App\C29::$v: Limit(ge) must be a number
App\C30::$v: no value of the type int is within the limits
#[Limit(ge: PHP_INT_MAX)] public int $v;: accepted
App\C32::$v: no value of the type int is within the limits
App\C33::$v: no value of the type int is within the limits
#[Limit(le: 1e30)] public int $v;: accepted
App\C35::$v: no value of the type int is within the limits
App\C36::$v: no value of the type string is within the limits
App\C37::$v: no value of the type list<int> is within the limits
App\C38::$v: no value of the type tuple<int, int> is within the limits
App\C39::$v: Limit(maxLength) must be 0 or more
App\C40::$v: a value of the type null has no limits
App\C41::$v: limits of an array need the type of its items, by ListOf, MapOf or Type
App\C42::$v: no value of the type uint8 is within the limits
#[Type("uint8"), Limit(ge: 250)] public int $v;: accepted
App\C44::$v: no value of the type uint8 is within the limits
App\C45::$v: the default is outside of the limits of int: at least 1 expected
#[Limit(ge: 1)] public ?int $v = null;: accepted
App\C47::$v: the default is outside of the limits of float: more than 0 expected
App\C48::$v: the default is outside of the limits of string: at least 1 byte expected
App\C49::$v: the default is outside of the limits of map<string, int>: at least 1 entry expected
App\C50::$v: the default is outside of the range of uint8
App\C51::$v: the default is outside of the range of uint8
#[Type("uint8|string|null")] public int|string|null $v = "-1";: accepted
App\C53::$v: the default is outside of the limits of int: at most 5 expected
App\C54::$v: the tags have no class for App\Sq
#[Tags(["a" => Ci::class], key: "k", default: Sq::class)] public Ci|Sq $v;: accepted
#[Tags(["a" => Ci::class, "b" => Sub2::class])] public Ci|Sq|null $v;: accepted
App\C57::$v: the tags have no class for the values of App\Ci|int that are no objects
#[Tags(["a" => Ci::class])] public mixed $v;: accepted
#[Tags(["a" => Ci::class])] public object $v;: accepted
App\C60::$v: the tags have no class for App\C60
App\C61: there is no attribute App\Msgpack\Model; write #[\Msgpack\Model], or `use Msgpack\Model;` and #[Model]
App\C62: Msgpack\Model has no parameter unkown; it has keys, unknown, constructor, extra
App\C63: Model(constructor) must be true or false
App\C64: Msgpack\Model has 4 parameters, not 5
App\C65: there is no attribute Msgpack\Limits; there are Model, Key, Type, ListOf, MapOf, Tags, Limit, Ignore, After
App\C66::$v: the default is outside of the limits of int: at most 5 expected
#[Model(constructor: true)]public function __construct(#[Limit(le: 5)] public int $v = 5) {}: accepted
int(50)
DomainException: 127 is too much
127
MsgpackValidationException: no field has the key "x", at ${key #1}
