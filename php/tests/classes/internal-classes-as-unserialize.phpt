--TEST--
Of every class of PHP, and of a subclass of each, a message makes an object exactly if unserialize() makes one
--INI--
zend.exception_ignore_args=1
--FILE--
<?php
require __DIR__ . '/../support.inc';

error_reporting(E_ERROR|E_PARSE|E_COMPILE_ERROR|E_CORE_ERROR); // warnings of unserialize() differ from ours

/** [the object or null, its class or why there is none] */
function made(callable $make): array
{
    try {
        $value = $make();
        return is_object($value) ? [$value, 'object of ' . $value::class] : [null, 'none'];
    } catch (Throwable $e) {
        return [null, $e::class . ': ' . $e->getMessage()];
    }
}

/** What PHP and the module do with objects. */
const USES = ['var_dump', 'print_r', 'var_export', 'debug_zval_refcount', 'json_encode', 'serialize', 'count', 'strval', 'get_object_vars',
    'iterator_to_array', 'msgpack_pack', 'clone', 'cast', 'compare', 'read', 'write', 'iterate', 'packed again', 'packed plainly'];

function used(object $object, string $use): mixed
{
    return match ($use) {
        'clone' => clone $object,
        'cast' => (array) $object,
        'compare' => [$object == clone $object, (clone $object) <=> $object, $object == 1],
        'read' => [$object->extra, $object->none, isset($object->none), $object[0], isset($object['x'])],
        'write' => [$object->extra = 1, $object->none = 2, $object[0] = 3],
        'iterate' => (function () use ($object) {
            foreach ($object as $key => $value) {
                return [$key, $value];
            }
        })(),
        'packed again' => msgpack_unpack(msgpack_pack([$object, $object])),
        'packed plainly' => msgpack_pack($object, ['php_only' => false]),
        default => function_exists($use) ? $use($object) : null,
    };
}

/** Prints where the two objects behave differently. */
function compare(string $what, object $ours, object $theirs): void
{
    foreach (USES as $use) {
        $results = [];
        foreach ([$ours, $theirs] as $object) {
            ob_start();
            try {
                $result = print_r(used($object, $use), true);
            } catch (Throwable $e) {
                $result = $e::class . ': ' . $e->getMessage();
            }
            $results[] = preg_replace('/#\d+|refcount\(\d+\)/', '', ob_get_clean() . $result); // numbers of objects
        }
        // exceptions contain where they were made
        if ($results[0] !== $results[1] && !$ours instanceof Throwable) {
            echo "$what: $use: ", substr($results[0], 0, 500), "\n  with unserialize: ", substr($results[1], 0, 500), "\n";
        }
    }
}

/** Makes the object in every form of a message, and by unserialize(). */
function attempt(string $class, array $entries): void
{
    global $attempts, $objects;
    $attempts++;
    $name = msgpack_pack($class);
    $body = '';
    foreach ($entries as $key => $value) {
        $body .= msgpack_pack($key) . msgpack_pack($value);
    }
    $text = 'O:' . strlen($class) . ":\"$class\":" . substr(serialize($entries), 2);
    $expected = made(fn () => unserialize($text));
    $forms = ['properties' => "\xde" . pack('n', count($entries) + 1) . "\xc0$name$body"];
    if (method_exists($class, '__unserialize')) {
        $forms['array'] = "\x82\xc0$name\xc0" . ($entries ? "\xde" . pack('n', count($entries)) . $body : "\x90");
    }
    $nested = array_filter($entries, 'is_array');
    foreach ($forms as $form => $message) {
        foreach ($nested ? [true] : [true, false] as $assoc) { // without assoc, nested maps remain objects
            $actual = made(fn () => msgpack_unpack($message, options: ['assoc' => $assoc]));
            $what = "$class as $form with " . json_encode(array_keys($entries)) . ($assoc ? '' : ' without assoc');
            if ($actual[1] !== $expected[1]) {
                echo "$what: $actual[1]\n  with unserialize: $expected[1]\n";
            }
            if ($actual[0] !== null && $expected[0] !== null) {
                $objects++;
                compare($what, $actual[0], unserialize($text));
            }
        }
    }
}

/** Entries to try: none, some, the declared properties, and what an object of the class is serialized as, with one value changed. */
function entries(string $class): iterable
{
    yield [];
    yield [7];
    yield ['extra' => 'new', 'a' => [1]];
    $known = made(fn () => match (true) {
        is_a($class, 'DateTimeZone', true) => new $class('UTC'),
        is_a($class, 'DateInterval', true) => new $class('P1D'),
        is_a($class, 'DatePeriod', true) => new $class(new DateTime('@0'), new DateInterval('P1D'), 2),
        is_a($class, 'Random\\Randomizer', true) => new $class(new Random\Engine\Mt19937(1)),
        default => new $class(),
    })[0];
    $whole = [];
    foreach ((new ReflectionClass($class))->getProperties() as $property) {
        if (!$property->isStatic() && $property->name !== 'extra') {
            $scope = $property->isPrivate() ? "\0$property->class\0" : ($property->isProtected() ? "\0*\0" : '');
            $whole[$scope . $property->name] = null;
        }
    }
    if ($known !== null && method_exists($known, '__serialize')) {
        $whole = $known->__serialize();
        yield $whole;
    }
    foreach (array_slice($whole, 0, 12, true) as $name => $value) {
        foreach ([null, 7, 'text', ['k' => 1]] as $other) { // [1] as an ArrayObject's members crashes PHP itself
            yield [$name => $other] + $whole;
        }
        yield array_diff_key($whole, [$name => 0]);
    }
}

$attempts = $objects = 0;
foreach (get_declared_classes() as $number => $class) {
    $reflection = new ReflectionClass($class);
    if (!$reflection->isInternal() || $class === '__PHP_Incomplete_Class' || $reflection->isEnum()) {
        continue; // enum cases have a form of their own
    }
    foreach (entries($class) as $entries) {
        attempt($class, $entries);
    }
    if (!$reflection->isFinal() && !$reflection->isAbstract()) {
        eval("#[AllowDynamicProperties] class Sub$number extends $class { public \$extra = 'old'; }");
        foreach (entries("Sub$number") as $entries) {
            attempt("Sub$number", $entries);
        }
    }
}
gc_collect_cycles();
echo $attempts > 500 && $objects > 200 ? 'as unserialize()' : "$attempts attempts, $objects objects", "\n";
?>
--EXPECT--
as unserialize()
