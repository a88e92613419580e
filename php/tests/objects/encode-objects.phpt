--TEST--
How objects are packed
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- An object is a map whose first entry is nil and the class name', "\n";
class Point { public $x = 1; protected $y = 2; private $z = 3; }
class Pixel extends Point { public $colour = 'red'; private $z = 4; }
class Nothing { }
packs('public, protected, private', new Point);
packs('with its parent\'s private property', new Pixel);
packs('no properties', new Nothing);
packs('stdClass', (object) ['a' => 1]);
packs('stdClass, empty', new stdClass);
packs('in a list', [new Nothing, (object) []]);
foreach ([new Point, new Pixel, new Nothing, (object) ['a' => [1], '5' => 2], [new Nothing, (object) []]] as $value) {
    echo show(msgpack_unpack(msgpack_pack($value))), "\n";
}

echo '--- Dynamic properties follow the declared ones; unset and uninitialised properties are left out', "\n";
#[AllowDynamicProperties]
class Box { public $a = 1; public $b = 2; }
class Typed { public int $n; public ?string $s = null; protected array $list = []; }
$box = new Box;
$box->c = 3;
$box->{'0'} = 'zero';
packs('dynamic', $box);
echo show(msgpack_unpack(msgpack_pack($box))), "\n";
unset($box->a);
packs('unset', $box);
echo show(msgpack_unpack(msgpack_pack($box))), "\n";
packs('uninitialised', new Typed);
echo show(msgpack_unpack(msgpack_pack(new Typed))), "\n";
$typed = new Typed;
$typed->n = 5;
packs('initialised', $typed);
echo show(msgpack_unpack(msgpack_pack($typed))), "\n";

echo '--- Round trip of readonly properties', "\n";
final class Money { public function __construct(public readonly int $amount, public readonly string $currency, protected readonly array $tags = []) { } }
packs('readonly', new Money(5, 'EUR', ['x']));
$back = msgpack_unpack(msgpack_pack(new Money(5, 'EUR', ['x'])));
echo show($back), "\n";
try {
    $back->amount = 6;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}

echo '--- __get, __set, __isset, __unset and the constructor do not run while unpacking', "\n";
#[AllowDynamicProperties]
class Magic {
    public $declared = 1;
    public static $static = 'unchanged';
    public function __construct() { echo "never: __construct\n"; }
    public function __get($name) { echo "never: __get\n"; }
    public function __set($name, $value) { echo "never: __set\n"; }
    public function __isset($name) { echo "never: __isset\n"; return true; }
    public function __unset($name) { echo "never: __unset\n"; }
}
unpacks('84 c0 a5 4d61676963 a8 6465636c61726564 05 a5 6f74686572 06 a6 737461746963 07');
echo Magic::$static, "\n";

echo '--- Objects of a message are destroyed once, also if unpacking fails', "\n";
class D { public $n; public static $made = 0; public static $gone = 0; public function __destruct() { self::$gone++; } }
$one = '82 c0 a144 a16e 01';
foreach (["$one" => 1, "92 $one $one" => 2, "92 $one 82c0040002" => 1, "82 a161 $one a161 $one" => 2] as $hex => $expected) {
    D::$gone = 0;
    $value = msgpack_unpack(bytes($hex));
    $value = null;
    echo $hex, ': ', D::$gone, " of $expected\n";
}
D::$gone = 0;
$value = @msgpack_unpack(bytes("92 $one c1"));
var_dump($value);
echo 'after a failure: ', D::$gone, "\n";
?>
--EXPECT--
--- An object is a map whose first entry is nil and the class name
public, protected, private: 84c0a5506f696e74a17801a4002a007902a800506f696e74007a03
with its parent's private property: 86c0a5506978656ca17801a4002a007902a800506f696e74007a03a6636f6c6f7572a3726564a800506978656c007a04
no properties: 81c0a74e6f7468696e67
stdClass: 82c0a8737464436c617373a16101
stdClass, empty: 81c0a8737464436c617373
in a list: 9281c0a74e6f7468696e6781c0a8737464436c617373
Point{x: 1, *y: 2, -z: 3}#1
Pixel{x: 1, *y: 2, Point-z: 3, colour: 'red', -z: 4}#1
Nothing{}#1
stdClass{a: [1], 5: 2}#1
[Nothing{}#1, stdClass{}#2]
--- Dynamic properties follow the declared ones; unset and uninitialised properties are left out
dynamic: 85c0a3426f78a16101a16202a16303a130a47a65726f
Box{a: 1, b: 2, c: 3, 0: 'zero'}#1
unset: 84c0a3426f78a16202a16303a130a47a65726f
Box{a: 1, b: 2, c: 3, 0: 'zero'}#1
uninitialised: 83c0a55479706564a173c0a7002a006c69737490
Typed{s: null, *list: []}#1
initialised: 84c0a55479706564a16e05a173c0a7002a006c69737490
Typed{n: 5, s: null, *list: []}#1
--- Round trip of readonly properties
readonly: 84c0a54d6f6e6579a6616d6f756e7405a863757272656e6379a3455552a7002a007461677391a178
Money{amount: 5, currency: 'EUR', *tags: ['x']}#1
Cannot modify readonly property Money::$amount
--- __get, __set, __isset, __unset and the constructor do not run while unpacking
84 c0 a5 4d61676963 a8 6465636c61726564 05 a5 6f74686572 06 a6 737461746963 07: Magic{declared: 5, other: 6, static: 7}#1
unchanged
--- Objects of a message are destroyed once, also if unpacking fails
82 c0 a144 a16e 01: 1 of 1
92 82 c0 a144 a16e 01 82 c0 a144 a16e 01: 2 of 2
92 82 c0 a144 a16e 01 82c0040002: 1 of 1
82 a161 82 c0 a144 a16e 01 a161 82 c0 a144 a16e 01: 2 of 2
bool(false)
after a failure: 0
