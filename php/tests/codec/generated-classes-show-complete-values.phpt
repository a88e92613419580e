--TEST--
MsgpackCodec: constructors, #[After] and destructors of generated classes see complete values, and what they do with them stays
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Option { public int $v = 5; public function __construct(public array $list = [1]) {} }

/* What user code saw and did. */
class Seen
{
    public static array $wrong = [], $kept = [];
    public static int $looks = 0, $ended = 0;
    public static bool $ending = false; /* in a destructor: after an error, methods with After have not run */

    /* Notes what of the value is not complete. inner: whether it is inside of what the caller makes. */
    public static function look(mixed $value, bool $inner = true): void
    {
        if (is_array($value)) {
            array_walk($value, fn ($item) => self::look($item));
        }
        if (!is_object($value)) {
            return;
        }
        self::$looks++;
        foreach ((new ReflectionObject($value))->getProperties() as $property) {
            if (!$property->isInitialized($value)) {
                self::$wrong[] = $value::class . "::\${$property->name} is not set";
            } else {
                self::look($property->getValue($value));
            }
        }
        if ($inner && method_exists($value, 'after') && !$value->done && !self::$ending) {
            self::$wrong[] = $value::class . ' is before After';
        }
    }

    /* Changes a default of the object and notes the new value, or takes a reference to it. */
    public static function touch(object $value): void
    {
        if (!property_exists($value, 'o')) {
            return;
        }
        if (mt_rand(0, 1)) {
            $value->o = new Option([mt_rand()]);
        }
        $reference = mt_rand(0, 1) ? [&$value->o] : null;
        if ($reference) {
            $value->o = new Option(['through a reference']);
            $reference[0]->v = 6;
        }
        self::$kept[] = [$value, $value->o, $reference];
    }

    public static function end(object $value): void
    {
        $before = self::$ending;
        self::$ending = true;
        self::look($value);
        self::$ending = $before;
        self::$ended++;
    }

    public static function check(): void
    {
        foreach (self::$kept as $i => [$object, $option, &$reference]) {
            $last = true;
            for ($j = $i + 1; $j < count(self::$kept); $j++) {
                $last = $last && self::$kept[$j][0] !== $object;
            }
            if ($last && ($object->o !== $option || ($reference && $reference[0] !== $option))) {
                self::$wrong[] = $object::class . ' was changed after user code';
            }
        }
    }
}

/* Class number $i, with fields of classes with smaller numbers; each has the key of its name. */
function declare_class(int $round, int $i): array
{
    $name = "C{$round}_$i";
    $constructor = mt_rand(0, 2) === 0;
    $parameters = ['public int $n'];
    $fields = [];
    for ($j = mt_rand(0, 2); $i > 0 && $j > 0; $j--) {
        $child = mt_rand(0, $i - 1);
        $list = mt_rand(0, 2) === 0;
        $parameters[] = ($list ? "#[Msgpack\\ListOf('C{$round}_$child')] public array" : "public C{$round}_$child") . " \$f$j";
        $fields["f$j"] = [$child, $list];
    }
    if (mt_rand(0, 1)) {
        $parameters[] = 'public Option $o = new Option';
    }
    $arguments = implode(', ', array_map(fn ($f) => "\$$f", array_keys($fields)));
    $body = $constructor ? "array_map([Seen::class, 'look'], [$arguments]); Seen::look(\$this, false);
        foreach ([$arguments] as \$f) { foreach (is_array(\$f) ? \$f : [\$f] as \$one) { Seen::touch(\$one); } }
        if (mt_rand(0, 60) === 0) { throw new DomainException('constructor'); }" : "echo 'constructor called';";
    $after = mt_rand(0, 2) ? '' : '#[Msgpack\Ignore] public bool $done = false;
        #[Msgpack\After] public function after(): void { Seen::look($this, false); Seen::touch($this); $this->done = true;
            if (mt_rand(0, 60) === 0) { throw new DomainException("after"); } }';
    $destructor = mt_rand(0, 1) ? '' : 'public function __destruct() { Seen::end($this); }';
    eval(($constructor ? '#[Msgpack\Model(constructor: true)] ' : '') . "class $name { $after
        public function __construct(" . implode(', ', $parameters) . ") { $body } $destructor }");
    return $fields;
}

function message(array $classes, int $i, int $depth = 0): array
{
    $map = ['n' => mt_rand(0, 99)];
    foreach ($classes[$i] as $key => [$child, $list]) {
        $map[$key] = $list ? array_map(fn () => message($classes, $child, $depth + 1), range(1, mt_rand(1, $depth > 3 ? 1 : 3)))
            : message($classes, $child, $depth + 1);
    }
    return $map;
}

mt_srand(4);
$decoded = $failed = 0;
$usage = [];
for ($round = 0; $round < 150; $round++) {
    $classes = [];
    for ($i = 0; $i < 7; $i++) {
        $classes[] = declare_class($round, $i);
    }
    $codec = new MsgpackCodec("C{$round}_6");
    for ($k = 0; $k < 6; $k++) {
        $bytes = msgpack_pack(message($classes, 6));
        if ($k === 4) {
            $bytes = substr($bytes, 0, -1);
        } elseif ($k === 5) {
            $bytes = substr($bytes, 0, mt_rand(1, strlen($bytes) - 1)) . "\xc1";
        }
        $value = null;
        try {
            $value = $codec->decode($bytes);
            Seen::look($value);
            $decoded++;
        } catch (DomainException | MsgpackException) {
            $failed++;
        }
        Seen::check();
        unset($value);
        Seen::$kept = [];
        gc_collect_cycles();
    }
    if (Seen::$wrong) {
        break;
    }
}
echo implode("\n", array_slice(array_unique(Seen::$wrong), 0, 5)), Seen::$wrong ? "\n" : '';
echo $decoded > 300 && $failed > 200 && Seen::$looks > 10000 && Seen::$ended > 1000 ? 'values and failures' : "$decoded decoded, $failed failed, " . Seen::$looks . ' looks, ' . Seen::$ended . ' ended', "\n";

// Nothing leaks: the same message takes no more memory the hundredth time.
#[Msgpack\Model(constructor: true)]
class Outer { public function __construct(public Inner $inner) { $inner->o = new Option; } }
class Inner { public function __construct(public int $n, public Option $o = new Option) {} #[Msgpack\After] public function after() { $this->n++; } }
$codec = new MsgpackCodec('list<Outer>');
$used = array_fill(0, 100, 0);
$bytes = msgpack_pack(array_fill(0, 20, ['inner' => ['n' => 1]]));
for ($i = 0; $i < 100; $i++) {
    $outer = $codec->decode($bytes);
    $used[$i] = memory_get_usage();
}
echo $used[10] === $used[98] ? 'no leak' : $used[98] - $used[10], "\n";

// What a constructor kept before an error is complete, and has its destructor.
class Ended { public static array $kept = []; public int $x = 0; public function __destruct() { echo "end of $this->x\n"; } }
#[Msgpack\Model(constructor: true)]
class Keeper { public function __construct(public Ended $d) { Ended::$kept[] = $d; } }
class Keepers { #[Msgpack\ListOf('Keeper')] public array $l; public int $z; }
try {
    (new MsgpackCodec('Keepers'))->decode(msgpack_pack(['l' => [['d' => ['x' => 5]]], 'z' => null]));
} catch (MsgpackException $e) {
    echo $e->name, ' ', Ended::$kept[0]->x, "\n";
}
unset($e);
Ended::$kept = [];
echo "the end\n";
?>
--EXPECT--
values and failures
no leak
wrong_type 5
end of 5
the end
