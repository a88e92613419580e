<?php
/*
 * Decodes damaged messages into generated classes, in one process.
 *
 *   php fuzz_into_classes.php COUNT|SECONDSs SEED [SCHEMAS [FILE]]
 *
 * Each schema is a few classes with random fields, attributes, defaults, constructors and hooks. Checked of each input:
 * an error has a name, an offset in the message and a path; a value that was decoded is equal after encoding and
 * decoding; no destructor sees an incomplete object; and what is read is a message that msgpack_unpack() can read, too.
 * Constructors and methods with the attribute After run user code, which decodes and encodes with the codecs of other
 * schemas, collects garbage, or throws.
 * Standard error has the counts after each 100,000 inputs.
 * FILE gets the inputs of a batch, as lines of hexadecimal digits, before the first of them is decoded: a file for each
 * input takes as much time as the decoding.
 */
declare(strict_types=1);

namespace Plans;

error_reporting(E_ALL);
ini_set('memory_limit', '1G');

require __DIR__ . '/../differential/message_reader.php';
require __DIR__ . '/../differential/mutate.php';

function check(bool $right, string $what, string $input = ''): void
{
    if (!$right) {
        fwrite(STDERR, "plans: $what\n" . bin2hex($input) . "\n");
        exit(1);
    }
}

function pick(array $from): mixed
{
    return $from[array_rand($from)];
}

enum Color: int { case Red = 1; case Green = 200; case Blue = -3; }
enum Suit: string { case Hearts = 'H'; case Spades = 'a longer value of a case'; }

final class Thrown extends \Exception {}

/** User code that runs inside of a call: of one call in some. */
function meddle(): void
{
    static $inside = 0;
    if (Schema::$codecs === [] || $inside > 2 || mt_rand(0, 30) !== 0) {
        return;
    }
    $inside++;
    try {
        [$codec, $message] = pick(Schema::$codecs);
        $codec->encode($codec->decode($message));
        if (mt_rand(0, 3) === 0) {
            gc_collect_cycles();
        }
    } catch (\MsgpackException) {
        // most messages are damaged
    } finally {
        $inside--;
    }
    if (mt_rand(0, 9) === 0) {
        throw new Thrown();
    }
}

trait Watched
{
    private static int $ended = 0;

    public function __destruct()
    {
        foreach ((new \ReflectionObject($this))->getProperties() as $property) {
            check($property->isInitialized($this), 'an incomplete object: ' . self::class . '::' . $property->name);
        }
        self::$ended++;
    }
}

/** The source of classes, and values of their types. */
final class Schema
{
    /** @var array<string, list<array{string, string}>> name => fields: name and expression */
    public array $classes = [];
    /** @var list<array{\MsgpackCodec, string}> codecs and messages, for user code */
    public static array $codecs = [];
    private string $prefix;

    public function __construct(int $number)
    {
        $this->prefix = "S{$number}_";
        $count = mt_rand(1, 4);
        for ($i = 0; $i < $count; $i++) {
            $this->classes[$this->prefix . $i] = [];
        }
        foreach (array_keys($this->classes) as $i => $name) {
            eval("namespace Plans; " . $this->source($name, $i));
        }
    }

    private function source(string $name, int $index): string
    {
        $fields = [];
        $places = mt_rand(0, 2) === 0;
        $constructor = mt_rand(0, 4) === 0;
        $count = mt_rand(0, 20) === 0 ? mt_rand(65, 80) : mt_rand(0, 9);
        for ($i = 0; $i < $count; $i++) {
            [$type, $expression, $default] = $this->field($index);
            $key = pick(["f$i", "a name of more than sixteen $i", str_repeat('long', 8) . $i, "é$i"]);
            $attributes = ['\Msgpack\Key(' . var_export($key, true) . ')'];
            if ($places) {
                $attributes[] = '\Msgpack\Key(' . 2 * $i . ')'; // with holes
            }
            if ($expression !== null) {
                $attributes[] = '\Msgpack\Type(' . var_export($expression, true) . ')';
            }
            $fields[] = [$attributes, pick(['public', 'public readonly', 'protected']), $type, "f$i", $default];
        }
        $parts = array_map(fn ($f) => '#[' . implode(', ', $f[0]) . "] $f[1] " . ($f[2] === '' && $f[1] === 'public readonly' ? 'mixed' : $f[2]) . " \$$f[3]", $fields);
        foreach ($fields as $i => $field) {
            if ($field[4] !== null && ($constructor || $field[1] !== 'public readonly')) {
                $parts[$i] .= " = $field[4]";
            }
        }
        $required = false;
        foreach ($constructor ? array_reverse(array_keys($parts)) : [] as $i) {
            $parts[$i] = $required ? explode(' = ', $parts[$i])[0] : $parts[$i];
            $required = $required || !str_contains($parts[$i], ' = ');
        }
        $model = [];
        if (mt_rand(0, 2) === 0) {
            $model[] = "keys: '" . pick(['map', 'array']) . "'";
        }
        if (mt_rand(0, 3) === 0) {
            $model[] = "unknown: 'error'";
        } elseif (mt_rand(0, 2) === 0) {
            $model[] = "unknown: 'keep', extra: 'kept'";
            array_unshift($parts, pick(['public', 'private']) . ' array $kept' . ($required ? '' : ' = []'));
        }
        if ($constructor) {
            $model[] = 'constructor: true';
        }
        $after = mt_rand(0, 5) === 0 ? 'private int $after = 0; #[\Msgpack\After] public function after(): void { $this->after++; meddle(); }' : '';
        $body = $constructor ? 'public function __construct(' . implode(', ', $parts) . ') { meddle(); }' : implode('; ', $parts) . ($parts ? ';' : '');
        return ($model ? '#[\Msgpack\Model(' . implode(', ', $model) . ')] ' : '') . "class $name { use Watched; $body $after }";
    }

    /** @return array{string, ?string, ?string} the declared type, the expression of an attribute, the default */
    private function field(int $index): array
    {
        $classes = array_map(fn ($name) => '\\Plans\\' . $name, array_keys($this->classes));
        $class = pick($classes);
        return pick([
            ['int', null, '5'], ['int', null, null], ['?int', null, 'null'], ['float', null, '1.5'], ['?float', 'float32', 'null'], ['string', null, "'s'"], ['string', 'bytes', null],
            ['bool', null, 'true'], ['array', null, '[1, [2]]'], ['mixed', null, 'null'], ['', null, null], ['int|string', null, '0'], ['array', 'list<int>', '[]'], ['array', 'list<?string>', '[]'],
            ['array', 'map<string, float>', null], ['array', 'map<int, mixed>', '[]'], ['array', 'list<list<uint8>>', '[]'], ['array', 'tuple<int, ?string, float>', null],
            ['?\DateTimeImmutable', null, 'null'], ['\DateTime', null, null], ['?\MsgpackTimestamp', null, 'null'], ['\Plans\Color', null, '\Plans\Color::Red'], ['?\Plans\Suit', null, 'null'],
            ["?$class", null, 'null'], ["?$class", null, 'null'], ['array', "list<$class>", '[]'], ['array', "map<string, ?$class>", '[]'], ["int|$class|null", null, 'null'], ['int', 'int16', '0'],
            ['float|bool|null', null, 'null'], ['?array', "?list<\\DateTimeImmutable>", 'null'], ['array', 'list<bool>', '[]'], ['array', 'list<\Plans\Color>', '[]'],
        ]);
    }
}

/** A value that a field of the type may have: by what is read of random messages, as most of these are wrong. */
function value(int $depth): mixed
{
    return match (mt_rand(0, $depth > 3 ? 9 : 14)) {
        0 => mt_rand(-40, 200), 1 => mt_rand(), 2 => pick(['', 'a', 'é', 'H', str_repeat('x', mt_rand(0, 300))]), 3 => null, 4 => mt_rand(0, 1) === 1,
        5 => mt_rand() / 3, 6 => new \DateTimeImmutable('@' . mt_rand()), 7 => 1, 8 => -3, 9 => 'f' . mt_rand(0, 9),
        10, 11 => array_map(fn () => value($depth + 1), range(0, mt_rand(0, 5))),
        default => (function () use ($depth) {
            $map = [];
            for ($i = mt_rand(0, 8); $i > 0; $i--) {
                $map[pick(['f' . mt_rand(0, 9), 'a name of more than sixteen ' . mt_rand(0, 9), 'é' . mt_rand(0, 9)])] = value($depth + 1);
            }
            return (object) $map;
        })(),
    };
}

/** A message that the class reads, found by decoding and repairing what the error says. */
function message(\MsgpackCodec $codec, mixed $start): string
{
    $options = ['php_only' => false, 'assoc' => false, 'timestamps' => true];
    for ($try = 0; $try < 60; $try++) {
        $bytes = msgpack_pack($start, $options);
        try {
            $codec->decode($bytes);
            return $bytes;
        } catch (Thrown) {
            return $bytes;
        } catch (\MsgpackValidationException $error) {
            if (!repair($start, $error)) {
                return $bytes;
            }
        } catch (\MsgpackException $error) {
            return $bytes;
        }
    }
    return $bytes;
}

/** Changes the value at the error's path to one that is expected there, if the path is simple. */
function repair(mixed &$value, \MsgpackValidationException $error): bool
{
    if ($error->name === 'missing_field') {
        preg_match('/needs a value for "(.*)"/', $error->getMessage(), $match);
    }
    $at = &$value;
    preg_match_all('/\.([^.\[{]+)|\["([^"]*)"\]|\[(\d+)\]/', $error->path, $steps, PREG_SET_ORDER);
    foreach ($steps as $step) {
        if (is_array($at)) {
            $at = &$at[(int) ($step[3] ?? 0)];
        } elseif (is_object($at)) {
            $name = $step[1] !== '' ? $step[1] : ($step[2] ?? '');
            $at = &$at->{$name};
        } else {
            return false;
        }
    }
    if ($error->name === 'missing_field') {
        if (!is_object($at) || !isset($match[1])) {
            $at = (object) [];
            return true;
        }
        $at->{$match[1]} = null;
        return true;
    }
    if ($error->expected === null) {
        return false;
    }
    $expected = ltrim($error->expected, '?\\');
    $at = match (true) {
        str_contains($expected, 'int') && !str_contains($expected, '<') => pick([1, 100, -3, 7]), str_contains($expected, 'float') && !str_contains($expected, '<') => 1.5, str_contains($expected, 'bool') && !str_contains($expected, '<') => true,
        str_starts_with($expected, 'list') => pick([[], [1], [(object) []]]), str_starts_with($expected, 'tuple') => [1, 'x', 2.5], str_starts_with($expected, 'map') => (object) [], str_contains($expected, 'Color') => 200,
        str_contains($expected, 'Suit') => 'H', str_contains($expected, 'Date'), str_contains($expected, 'Timestamp') => new \DateTimeImmutable('@' . mt_rand()), $expected === 'string', $expected === 'bytes' => 'text', $expected === 'array' => [1],
        default => (object) [],
    };
    return true;
}

function equal(mixed $a, mixed $b): bool
{
    // == is false for NaN, and objects may be deep: their dumps are compared.
    return $a == $b || print_r($a, true) === print_r($b, true);
}

function run(\MsgpackCodec $codec, string $input, bool $arrays, array &$counts): void
{
    $counts['inputs']++;
    try {
        $value = $codec->decode($input);
    } catch (\MsgpackException $error) {
        check($error->offset >= 0 && $error->offset <= strlen($input) && $error->name !== 'unknown' && str_starts_with((string) $error->path, '$'),
            "an error without a place: $error->name $error->offset $error->path", $input);
        $before = -1;
        foreach ($error instanceof \MsgpackValidationException ? $error->errors() : [] as $one) {
            $order = $one->name === 'missing_field' ? $before : $one->offset; // found at the end of the object
            check($order >= $before, "errors in another order: $one->name at $one->offset after $before", $input);
            $before = $order;
        }
        return;
    } catch (Thrown) {
        $counts['thrown']++;
        return;
    }
    $counts['decoded']++;
    try {
        msgpack_unpack($input, null, ['php_only' => false, 'throw' => true]);
    } catch (\MsgpackException $error) {
        // What no field has is skipped: its content and the types of its keys are not looked at.
        check(in_array($error->name, ['invalid_key', 'invalid_utf8'], true), "read by the codec only: $error->name at $error->offset", $input);
    }
    try {
        $bytes = $codec->encode($value);
    } catch (\MsgpackException $error) {
        check(in_array($error->name, ['invalid_utf8', 'float_range'], true), "decoded, but not encoded: {$error->getMessage()}", $input);
        return;
    }
    try {
        $again = $codec->decode($bytes);
    } catch (Thrown) {
        $counts['thrown']++;
        return;
    }
    // The array form has no place for kept entries: only what it has is equal.
    check($arrays ? $codec->encode($again) === $bytes : equal($again, $value), 'another value after encoding', $input);
    $counts['round trips']++;
}

/** @param array<string, int> $counts */
function summary(array $counts): string
{
    return vsprintf("%d inputs, %d decoded, %d round trips, %d ended by an exception of user code\n", array_values($counts));
}

[$limit, $seed, $schemas] = [$argv[1], (int) $argv[2], (int) ($argv[3] ?? 200)];
mt_srand($seed);
$most = str_ends_with($limit, 's') ? PHP_INT_MAX : (int) $limit;
$counts = ['inputs' => 0, 'decoded' => 0, 'round trips' => 0, 'thrown' => 0];
$plans = [];
for ($number = 0; $number < $schemas; $number++) {
    $schema = new Schema($number);
    $name = array_key_first($schema->classes);
    $keys = pick(['map', 'array']);
    try {
        $codec = new \MsgpackCodec(pick(["Plans\\$name", "list<Plans\\$name>", "map<string, ?Plans\\$name>"]),
            ['keys' => $keys, 'max_depth' => 40, 'utf8' => mt_rand(0, 3) > 0, 'errors' => pick(['first', 'all'])] + (mt_rand(0, 3) === 0 ? ['unknown' => 'error'] : []));
    } catch (\TypeError $error) {
        check(false, "schema $number: {$error->getMessage()}");
    }
    $corpus = array_map(fn () => message($codec, value(0)), range(0, 7));
    Schema::$codecs[] = [$codec, $corpus[0]];
    $plans[] = [$codec, [...$corpus, message($codec, (object) []), message($codec, [(object) [], (object) []])], $keys === 'array'];
}
// Making the schemas may take longer than the fuzzing.
$end = str_ends_with($limit, 's') ? microtime(true) + (int) $limit : INF;
$reported = 0;
while ($counts['inputs'] < $most && microtime(true) < $end) {
    [$codec, $corpus, $arrays] = $plans[array_rand($plans)];
    $inputs = [];
    for ($i = 0; $i < 100; $i++) {
        $input = pick($corpus);
        $inputs[] = mt_rand(0, 9) === 0 ? $input : \Trial\Mutate::message($input);
    }
    if (isset($argv[4])) {
        file_put_contents($argv[4], implode("\n", array_map(bin2hex(...), $inputs)));
    }
    foreach ($inputs as $input) {
        run($codec, $input, $arrays, $counts);
    }
    if ($counts['inputs'] - $reported >= 100_000) {
        $reported = $counts['inputs'];
        fwrite(STDERR, summary($counts));
    }
}
printf("%s, %d schemas; seed %d\n", rtrim(summary($counts)), $schemas, $seed);
