--TEST--
A back reference to an empty array: the message is decoded again, and no user code runs twice
--FILE--
<?php
function check(string $what, bool $good): void
{
    echo $good ? '' : "wrong: $what\n";
}

function same(string $what, mixed $got, mixed $right): void
{
    check("$what: " . var_export($got, true), $got === $right);
}

// Where the reference is in the message, and what comes before it.
$make = [
    'last' => function () { $a = ['x' => [], 'y' => [1]]; $a['z'] = &$a['x']; return $a; },
    'behind a row of maps' => function () { $a = [array_fill(0, 50, ['a' => 1, 'b' => null]), 'x' => []]; $a['z'] = &$a['x']; return $a; },
    'twice' => function () { $a = ['x' => [], 'y' => []]; $a[] = &$a['x']; $a[] = &$a['y']; $a[] = &$a['x']; return $a; },
    'in a list' => function () { $a = [[], 1]; $a[] = &$a[0]; return $a; },
    'open' => function () { $a = ['x' => []]; $a['y'] = ['z' => &$a['x'], 'more' => ['deep' => [[]]]]; return $a; },
];
foreach ($make as $name => $one) {
    $value = $one();
    $back = msgpack_unpack(msgpack_pack($value), options: ['throw' => true]);
    $same = unserialize(serialize($value));
    foreach (['x', 0] as $key) {
        if (isset($value[$key])) {
            $back[$key][] = $same[$key][] = 'changed';
        }
    }
    check($name, serialize($back) === serialize($same));
}

// User code runs once: an autoloader, Serializable and warnings before and after the back reference.
$loads = 0;
spl_autoload_register(function (string $class) use (&$loads): void {
    $loads++;
    if ($class === 'Loaded') {
        eval('#[AllowDynamicProperties] class Loaded { public $of; public $made = 0; function __wakeup() { $this->made++; } }');
    }
});
$loaded = '82c0a64c6f61646564a26f6601';
foreach ([['behind', "83a16190a16282c0020002a163$loaded"], ['before', "83a163{$loaded}a16190a16282c0020003"], ['between', "83a16190a163{$loaded}a16282c0020002"]] as [$where, $hex]) {
    $back = msgpack_unpack(hex2bin($hex), options: ['throw' => true]);
    $back['a'][] = 1;
    check("a class $where", $back['b'] === [1] && $back['c']->made === 1);
}
same('loads', $loads, 1);
$missing = '82c0a64d697373656401c0';
msgpack_unpack(hex2bin("84a16190a16282c0020002a163{$missing}a16482c0020002"));
same('loads of a missing class', $loads, 2);
$warnings = [];
set_error_handler(function (int $level, string $text) use (&$warnings): bool { return (bool) ($warnings[] = $text); });
$back = msgpack_unpack(hex2bin('83a16190a16382c0020009a16282c0020002')); // a reference to nothing before the one to the array
$back['a'][] = 1;
check('after a warning', $back['b'] === [1]);
same('warnings', count($warnings), 1);
$back = msgpack_unpack(hex2bin('83a16190c301a16282c0020002')); // a key that PHP does not have
$back['a'][] = 1;
check('after a key', $back['b'] === [1]);
same('warnings', count($warnings), 2);

// Objects and cases of enums in the first decoding leave nothing behind.
final class Quiet { public $of; function __construct() {} function __destruct() { $GLOBALS['ended'][] = $this->of; } function __wakeup() { $GLOBALS['woken'][] = $this->of; } }
final class Saved { public array $data = []; function __serialize(): array { return $this->data; } function __unserialize(array $data): void { $GLOBALS['woken'][] = 'saved'; $this->data = $data; } }
enum Kind: string { case One = 'one'; const OTHER = self::One; }
$quiet = fn ($of) => (function () use ($of) { $q = new Quiet(); $q->of = $of; return $q; })();
$value = ['q' => $quiet(1), 's' => new Saved(), 'k' => Kind::One, 'x' => [], 'more' => [$quiet(2)]];
$value['again'] = &$value['x'];
$value['s2'] = &$value['s'];
$value['q2'] = &$value['q'];
$bytes = msgpack_pack($value);
[$woken, $ended] = [[], []];
$back = msgpack_unpack($bytes, options: ['throw' => true]);
same('woken', $woken, [1, 'saved', 2]);
same('ended', $ended, []);
$back['x'][] = $back['s'] = $back['q'] = 5;
check('references', $back['again'] === [5] && $back['s2'] === 5 && $back['q2'] === 5);

// The same bytes in a string, or a number that names no container.
$text = ['a' => [], 'b' => "\x82\xc0\x02\x00\x02", 'c' => ['d' => []]];
same('in a string', msgpack_unpack(msgpack_pack($text)), $text);
echo "done\n";
?>
--EXPECT--
done
