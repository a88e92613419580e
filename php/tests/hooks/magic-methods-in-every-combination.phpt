--TEST--
Objects with every combination of magic methods and kinds of properties come back as from unserialize(serialize($x))
--INI--
session.serialize_handler=msgpack
session.use_cookies=0
session.cache_limiter=
zend.exception_ignore_args=1
--FILE--
<?php
/*
 * Generates a class for each combination of the tables below. An object of it, with another one inside, goes through
 * serialize() and through each of our ways. Compared: the values, which properties are uninitialised, the calls of
 * magic methods in their order with what they see, the class and text of exceptions, the runs of destructors.
 */
require __DIR__ . '/../support.inc';
require __DIR__ . '/../no-storage.inc';

/** What ran since the last begin(). From the call of that number on, __wakeup and __unserialize throw. */
final class Journal
{
    private static array $lines = [];
    private static int $calls = 0;
    private static int $throwAt = 0;

    public static function begin(int $throwAt): void
    {
        [self::$lines, self::$calls, self::$throwAt] = [[], 0, $throwAt];
    }

    public static function note(object $object, string $what): void
    {
        self::$lines[] = $what . ' ' . show($object);
    }

    public static function call(object $object, string $what): void
    {
        self::note($object, $what);
        if (++self::$calls === self::$throwAt) {
            throw new DomainException("$what of " . $object::class);
        }
    }

    public static function take(): string
    {
        return implode("\n", self::$lines);
    }
}

enum Suit { case Hearts; case Spades; }

$serialize = [
    'no __serialize' => '',
    'names' => 'public function __serialize(): array { return ["a" => 5, "b" => [6], "c" => 7, "link" => $this->link]; }',
    'all that is set' => 'public function __serialize(): array { return get_object_vars($this); }',
    'mangled names' => 'public function __serialize(): array { return (array) $this; }',
    'integers, and names of no property' => 'public function __serialize(): array { return [$this->link, "a" => 1, 9 => 2, "other" => $this->link]; }',
    'values of other types' => 'public function __serialize(): array { return ["a" => 1, "n" => 1, "number" => "text", "s" => null, "suit" => 5]; }',
    'nothing' => 'public function __serialize(): array { return []; }',
];
$unserialize = [
    '' => '',
    '__unserialize' => 'public function __unserialize(array $data): void { Journal::call($this, "__unserialize " . show($data)); $this->link = $data["link"] ?? null; }',
];
$sleep = [
    '' => '',
    '__sleep' => 'public function __sleep() { Journal::note($this, "__sleep"); return array_keys(array_diff_key(get_class_vars(self::class), ["link" => 0])); }',
    '__sleep of some names' => 'public function __sleep() { return ["link", "a"]; }',
];
$wakeup = ['' => '', '__wakeup' => 'public function __wakeup() { Journal::call($this, "__wakeup"); }'];
$interface = [
    '' => '',
    'Serializable' => 'public function serialize() { return "text"; } public function unserialize(string $data) { Journal::note($this, "unserialize $data"); $this->a = $data; }',
];
// The properties; then those of a parent class, or null for none; then what the constructor sets.
$properties = [
    'of every visibility' => ['public mixed $a = 1; protected $b = [2]; private $c = "three";', null, '$this->c = ["set"];'],
    'of a parent' => ['public $a = 1;', 'private $c = "hidden"; protected $b; private int $s = 3; private int $late; public $n = 0;', ''],
    'of a parent, with the same name' => ['public $a = 1; private $c = "own";', 'private $c = "hidden"; private array $b = []; public function __construct() { $this->c = "changed"; }', 'parent::__construct(); $this->c = "own, changed";'],
    'typed' => ['public int $number = 1; public string $s = ""; public ?int $n = 4; protected float $b2; private int $late; public int|string $a = 0;', null, '$this->number = 7;'],
    'readonly' => ['public readonly int $number; protected readonly ?string $s; private readonly array $b; public $a; public readonly int $late;', null, '$this->number = 7; $this->s = null; $this->b = [1];'],
    'enums' => ['public Suit $suit = Suit::Hearts; public ?Suit $s = null; private readonly Suit $c; public $a;', null, '$this->suit = Suit::Spades; $this->c = Suit::Hearts;'],
    'references' => ['public $a = [1]; public ?array $b = null; private $c; public int $number = 1;', null, '$this->b = &$this->a; $this->c = [&$this->a];'],
    'closures' => ['public $a; private ?Closure $c = null;', null, '$this->c = static fn () => 1;'],
];

/** @return array{string, string} the name and the label of a class */
function make(string $label, string $interface, array $property, array $methods): array
{
    static $count = 0;
    $name = 'Made' . ++$count;
    [$own, $parent, $construct] = $property;
    // Methods of a parent are inherited in every second class that has one: __sleep then names private properties of the parent.
    $inherited = $parent !== null && $count % 2 ? implode(' ', $methods) : '';
    if ($parent !== null) {
        eval("#[AllowDynamicProperties] class {$name}Parent { public \$link; $parent $inherited }");
    }
    $extends = $parent === null ? '' : "extends {$name}Parent";
    $implements = $interface === '' ? '' : 'implements Serializable';
    $link = $parent === null ? 'public $link;' : '';
    @eval("#[AllowDynamicProperties] class $name $extends $implements { $link $own
        public function __construct() { $construct }
        public function __destruct() { Journal::note(\$this, 'destructor'); } "
        . ($inherited === '' ? implode(' ', $methods) : '') . '}');
    return [$name, $label . ($inherited === '' ? '' : ', methods of the parent')];
}

/** What a way does with a value: everything that can be seen. */
function seen(callable $way, string $class, int $throwAt): string
{
    $inner = new $class();
    $outer = new $class();
    $outer->link = $inner;
    Journal::begin($throwAt);
    try {
        $back = $way([$outer, [$inner, $outer]]);
        $text = $back === false ? 'false' : show($back);
        // Read-only properties that were set stay so; others can be set once, from inside.
        foreach (is_array($back) ? [$back[0]] : [] as $object) {
            foreach ((new ReflectionClass($class))->getProperties() as $property) {
                $text .= "\n$property->name: " . ($property->isInitialized($object) ? 'set' : 'not set');
                if ($property->isReadOnly()) {
                    $text .= ', ' . outcome(fn () => $property->setValue($object, 8));
                }
            }
        }
        unset($back, $object);
    } catch (Throwable $e) {
        $text = $e::class . ': ' . $e->getMessage();
        unset($e);
    }
    // Of a value that could not be made, no destructor runs here; unserialize() runs those of classes without __wakeup.
    $failed = !str_starts_with($text, '[');
    return $text . "\n" . ($failed ? preg_replace('/^destructor.*\n?/m', '', Journal::take()) : Journal::take());
}

/** The name of the intended difference between two answers, or null. */
function known(string $way, string $native, string $ours): ?string
{
    if (str_starts_with($native, 'false') && str_starts_with($ours, 'Exception: Erroneous data format for unserializing')) {
        return 'Serializable and __serialize without __unserialize: an exception, not false';
    }
    if ($way === 'without assoc' && str_contains($ours, 'stdClass')) {
        return 'without assoc: an array that is referred to is written as a map';
    }
    $without = fn (string $text): string => preg_replace(["/'[^']+' => null(, )?/", '/, ]/'], ['', ']'], $text);
    if ($without($ours) === $without($native)) {
        return 'a name in __sleep that has no value: __unserialize gets null';
    }
    return null;
}

$ways = [
    'functions' => fn ($value) => msgpack_unpack(msgpack_pack($value)),
    'throw' => fn ($value) => msgpack_unpack(msgpack_pack($value, ['throw' => true]), options: ['throw' => true]),
    'a stream' => function ($value) {
        $unpacker = new MessagePackUnpacker();
        foreach (str_split(msgpack_pack($value) . "\xc0") as $byte) {
            $unpacker->feed($byte);
            if ($unpacker->execute()) {
                return $unpacker->data();
            }
        }
    },
    'MessagePack' => fn ($value) => (new MessagePack())->unpack((new MessagePack())->pack($value)),
    'the last message of a buffer' => function ($value) {
        $unpacker = new MessagePackUnpacker(options: ['throw' => true]);
        $unpacker->feed("\x01" . msgpack_pack($value));
        $unpacker->execute();
        $unpacker->execute();
        return $unpacker->data();
    },
    'allowed classes' => fn ($value) => msgpack_unpack(msgpack_pack($value), options: ['allowed_classes' => [$value[0]::class, 'Suit']]),
    'without assoc' => fn ($value) => msgpack_unpack(msgpack_pack($value), options: ['assoc' => false]),
    'a session' => function ($value) {
        try {
            $_SESSION = ['value' => $value, 7 => 'with an integer key'];
            $bytes = session_encode();
            $_SESSION = [];
            session_decode($bytes);
            return $_SESSION['value'];
        } finally {
            if (session_status() !== PHP_SESSION_ACTIVE) { // PHP destroys a session that cannot be decoded
                session_start();
            }
            $_SESSION = [];
        }
    },
];

ob_start();
session_set_save_handler(new NoStorage);
session_start();
// Notices of __sleep and of dynamic properties have other texts, and serialize() has more of them.
set_error_handler(fn () => true);
$compared = $classes = 0;
$differences = $intended = [];
foreach ($serialize as $s => $serializer) {
    foreach ($unserialize as $u => $unserializer) {
        foreach ($sleep as $l => $sleeper) {
            foreach ($wakeup as $w => $waker) {
                foreach ($interface as $i => $interfacer) {
                    foreach ($properties as $p => $property) {
                        [$class, $label] = make("$p; $s; $u; $l; $w; $i", $i, $property, [$serializer, $unserializer, $sleeper, $waker, $interfacer]);
                        $classes++;
                        foreach ($w . $u === '' ? [0] : [0, 1, 2] as $throwAt) {
                            $native = seen(fn ($value) => unserialize(serialize($value)), $class, $throwAt);
                            // The ways differ before the calls, so that three of them are enough for those that throw.
                            foreach ($throwAt ? array_slice($ways, 0, 3) : $ways as $way => $call) {
                                $ours = seen($call, $class, $throwAt);
                                $compared++;
                                if ($ours === $native) {
                                    continue;
                                }
                                $reason = known($way, $native, $ours);
                                if ($reason !== null) {
                                    $intended[$reason] = ($intended[$reason] ?? 0) + 1;
                                } else {
                                    $differences[$label . ($throwAt ? ", throws $throwAt" : '')][$way] = "unserialize():\n$native\nhere:\n$ours\n";
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
echo "$classes classes\n$compared compared\n";
ksort($intended);
foreach (array_keys($intended) as $reason) {
    echo "intended: $reason\n";
}
echo count($differences), " differences\n";
foreach (array_slice($differences, 0, (int) (getenv('SHOW') ?: 5)) as $label => $found) {
    echo "\n== $label (", implode(', ', array_keys($found)), ")\n", current($found);
}
?>
--EXPECT--
1344 classes
16800 compared
intended: Serializable and __serialize without __unserialize: an exception, not false
intended: a name in __sleep that has no value: __unserialize gets null
intended: without assoc: an array that is referred to is written as a map
0 differences
