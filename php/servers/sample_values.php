<?php
/* Values of the kinds that programs keep in caches and sessions, by name. */
declare(strict_types=1);

namespace Trial;

require __DIR__ . '/../differential/object_classes.php';
require __DIR__ . '/../differential/value_dump.php';

final class Samples
{
    /** PECL decodes these wrongly: it cannot make enum cases, appends a NUL to the text of a Serializable, and calls an __unserialize that does not exist. */
    public const NOT_FOR_PECL = ['enums', 'serializable', 'serialize alone'];

    /** PECL writes them wrongly, and what follows: references to containers without a mark. */
    public const NOT_BY_PECL = ['references to empty arrays'];

    /** @return array<string, mixed> all values, or without those above if the environment or the module says so */
    public static function all(): array
    {
        $all = self::every();
        if (getenv('FOR_PECL') || !str_contains(phpversion('msgpack') ?: 'hayapack', 'hayapack')) {
            $all = array_diff_key($all, array_flip(self::NOT_BY_PECL));
        }
        return getenv('FOR_PECL') ? array_diff_key($all, array_flip(self::NOT_FOR_PECL)) : $all;
    }

    private static function every(): array
    {
        $shared = new \Pair();
        $shared->first = [1, 2];
        $list = [1, 2, 3];
        [$empty, $other] = [[], []];
        $cycle = new \Pair();
        $cycle->first = $cycle;
        $loose = new \Loose();
        $loose->added = ['x' => 1];
        $typed = new \Typed();
        $typed->number = 70000;
        $typed->next = new \Typed();
        $custom = new \Custom();
        $custom->text = "bytes \0\xff";
        return [
            'null' => null, 'true' => true, 'zero' => 0, 'negative' => -123456789012, 'large' => PHP_INT_MAX,
            'float' => 0.1, 'tiny' => 5e-324, 'text' => 'grün', 'empty text' => '', 'bytes' => "\0\x80\xff",
            'long text' => str_repeat('lorem ipsum ', 500), 'empty' => [], 'list' => range(0, 299),
            'floats' => [0.5, -1e300, 2.0], 'map' => ['a' => 1, 'b' => [true, null], 'ü' => 'x'],
            'numbered' => [5 => 'five', 7 => 'seven'], 'mixed keys' => ['x' => 1, 2 => 'y', '03' => 'z'],
            'records' => array_map(static fn (int $i): array => ['id' => $i, 'name' => "n$i", 'price' => $i / 4, 'tags' => ['a', 'b']], range(1, 50)),
            'stdClass' => (object) ['a' => 1, 'b' => (object) ['c' => [2]]], 'pair' => $shared,
            'visibility' => (new \Three())->fill('open', ['guarded'], 3), 'inherited' => (new \Four())->fill(1, 2, 3)->fillOwn(4, [5]),
            'dynamic' => $loose, 'sleep' => (new \Sleeper())->fill(['k'], 'w'), 'magic' => (new \Magic())->fill('v', ['r' => 1]),
            'typed' => $typed, 'readonly' => new \Fixed(7, 'seven', [7]), 'spaced' => new Spaced(),
            'shared' => [$shared, $shared], 'cycle' => $cycle,
            'date' => new \DateTimeImmutable('2026-01-02 03:04:05.678 UTC'), 'storage' => new \ArrayObject(['a' => 1]),
            'enums' => ['suit' => \Suit::Hearts, 'unit' => [\Unit::Two]], 'serializable' => [$custom],
            'serialize alone' => (new \Account())->fill(1, 2, 3)->fillOwn(7, 'Ann', [$shared]),
            // Last, because PECL writes wrong ordinals after a repeated reference.
            'references' => [&$list, &$list],
            'references to empty arrays' => ['a' => &$empty, 'b' => [&$empty, []], 'c' => &$empty, 'd' => &$other, 'e' => [&$other]],
        ];
    }

    /** @return array<string, string> */
    public static function dumps(array $values): array
    {
        return array_map(Dump::of(...), $values);
    }
}
