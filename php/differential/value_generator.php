<?php
/*
 * Generates values from a seed and a number: the same in every process. Each profile
 * generates one kind of difficult values; the number of a case selects its profile.
 */
declare(strict_types=1);

namespace Trial;

final class ValueGenerator
{
    public const PROFILES = ['scalars', 'text', 'numbers', 'lists', 'maps', 'records',
        'mixed', 'objects', 'hooks', 'inner', 'shared', 'arrays', 'graph'];

    /** profiles without objects, for which php_only makes no difference */
    public const PLAIN = ['scalars', 'text', 'numbers', 'lists', 'maps', 'records', 'mixed'];

    private const EDGES = [0, 1, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2147483647, 2147483648,
        4294967295, 4294967296, 9007199254740993, PHP_INT_MAX, -1, -31, -32, -33, -127, -128, -129, -32768,
        -32769, -2147483648, -2147483649, PHP_INT_MIN];

    private const LENGTHS = [0, 1, 2, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31, 32, 33, 63, 64, 255, 256, 257, 4096];

    /** whether enums are among the values */
    public static bool $enums = true;

    /** @var list<mixed> the targets of references */
    private array $slots = [];
    /** @var list<object> objects that can occur again */
    private array $objects = [];
    /** number of containers that can still be made: bounds the size of a value */
    private int $left = 60;

    private function __construct(private readonly string $profile)
    {
    }

    public static function profile(int $case): string
    {
        return self::PROFILES[$case % count(self::PROFILES)];
    }

    public static function hasObjects(int $case): bool
    {
        return !in_array(self::profile($case), [...self::PLAIN, 'arrays'], true);
    }

    public static function make(int $seed, int $case): mixed
    {
        mt_srand($seed * 1000003 + $case);
        $maker = new self(self::profile($case));
        return $maker->root();
    }

    private static function chance(int $percent): bool
    {
        return mt_rand(1, 100) <= $percent;
    }

    private static function pick(array $of): mixed
    {
        return $of[mt_rand(0, count($of) - 1)];
    }

    private function root(): mixed
    {
        return match ($this->profile) {
            'scalars' => $this->scalar(),
            'text' => self::chance(30) ? self::text() : $this->listOf(fn () => self::text()),
            'numbers' => $this->listOf(fn () => self::chance(70) ? self::integer() : self::real()),
            'lists' => $this->listOf(fn () => $this->plain(3)),
            'maps' => $this->map(4),
            'records' => $this->records(),
            'mixed' => $this->plain(5),
            'objects', 'hooks', 'inner' => self::chance(40) ? $this->object(3) : $this->container(4),
            default => $this->container(5),
        };
    }

    /* ---- scalars -------------------------------------------------------- */

    private function scalar(): mixed
    {
        return match (mt_rand(0, 9)) {
            0 => null,
            1 => true,
            2 => false,
            3, 4, 5 => self::integer(),
            6, 7 => self::real(),
            default => self::text(),
        };
    }

    private static function integer(): int
    {
        return match (mt_rand(0, 3)) {
            0 => mt_rand(-40, 140),
            1 => self::pick(self::EDGES),
            2 => mt_rand() >> mt_rand(0, 30),
            default => ((mt_rand() << 33) ^ (mt_rand() << 10) ^ mt_rand()) >> mt_rand(0, 63),
        };
    }

    private static function real(): float
    {
        return match (mt_rand(0, 4)) {
            0 => self::pick([0.0, -0.0, INF, -INF, NAN, 1.0, -1.5, PHP_FLOAT_MAX, PHP_FLOAT_MIN, 5e-324, 1e300, 16777217.0]),
            1 => mt_rand(-1000, 1000) / 8,
            2 => (float) self::integer(),
            default => mt_rand() / mt_getrandmax() * 10 ** mt_rand(-20, 20),
        };
    }

    private static function text(): string
    {
        $length = self::chance(60) ? mt_rand(0, 12) : self::pick(self::LENGTHS);
        switch (mt_rand(0, 9)) {
            case 0:
                $bytes = '';
                for ($i = 0; $i < $length; $i++) {
                    $bytes .= chr(mt_rand(0, 255));
                }
                return $bytes;
            case 1:
                return str_repeat(self::pick(['ü', '漢字', '🐎', "\0"]), intdiv($length, 2));
            case 2:
                return self::pick(['0', '-1', '12', '007', '9223372036854775807', '9223372036854775808',
                    '18446744073709551615', '-0', '1.5', ' 1', '+1', "\0*\0guarded"]);
            default:
                return substr(str_repeat(self::pick(['name', 'abcdefghijkl', 'x', 'The quick brown fox ']), $length), 0, $length);
        }
    }

    /* ---- plain containers ------------------------------------------------ */

    private function listOf(callable $item): array
    {
        $n = self::chance(85) ? mt_rand(0, 18) : self::pick([0, 15, 16, 17, 255, 256, 300]);
        $list = [];
        for ($i = 0; $i < $n; $i++) {
            $list[] = $item();
        }
        return $list;
    }

    private function plain(int $depth): mixed
    {
        if ($depth <= 0 || --$this->left < 0 || self::chance(40)) {
            return $this->scalar();
        }
        return match (mt_rand(0, 5)) {
            0 => [],
            1, 2 => $this->listOf(fn () => $this->plain($depth - 1)),
            3 => $this->broken($depth),
            default => $this->map($depth),
        };
    }

    private static function key(): int|string
    {
        return match (mt_rand(0, 7)) {
            0 => mt_rand(-3, 20),
            1 => self::integer(),
            2 => self::text(),
            3 => self::pick(['0', '1', '2', '-5', '01', '9223372036854775808', '']),
            default => self::pick(['id', 'name', 'price', 'tags', 'a', 'b', 'c', 'long_key_of_more_than_24_bytes_in_all']),
        };
    }

    private function map(int $depth): array
    {
        $map = [];
        $n = self::chance(90) ? mt_rand(0, 9) : self::pick([15, 16, 40, 70]);
        for ($i = 0; $i < $n; $i++) {
            $map[self::key()] = $this->plain($depth - 1);
        }
        return $map;
    }

    /* Lists that were changed: holes, another order, string keys, a first key other than 0. */
    private function broken(int $depth): array
    {
        $list = $this->listOf(fn () => $this->plain($depth - 2));
        switch (mt_rand(0, 5)) {
            case 0:
                unset($list[mt_rand(0, 9)]);
                return $list;
            case 1:
                array_pop($list);
                return $list;
            case 2:
                return array_reverse($list, true);
            case 3:
                return array_combine(array_map(strval(...), array_keys($list)), $list);
            case 4:
                $first = mt_rand(-2, 2);
                return $list === [] ? [] : array_combine(range($first, $first + count($list) - 1), $list);
            default:
                $list['text'] = 1;
                unset($list['text']);
                return $list;
        }
    }

    private function records(): array
    {
        $keys = [];
        while (count($keys) < mt_rand(1, 9)) {
            $keys[] = self::key();
        }
        return $this->listOf(function () use ($keys) {
            $record = [];
            foreach ($keys as $key) {
                if (self::chance(97)) {
                    $record[$key] = $this->plain(1);
                }
            }
            return $record;
        });
    }

    /* ---- containers with objects and references -------------------------- */

    private function container(int $depth): mixed
    {
        if ($depth <= 0 || --$this->left < 0) {
            return $this->scalar();
        }
        $container = [];
        $keyed = self::chance(40);
        for ($i = mt_rand(0, 5); $i > 0; $i--) {
            $key = $keyed ? self::key() : count($container);
            if ($this->refers()) {
                $container[$key] = &$this->slot($depth - 1);
            } else {
                $container[$key] = $this->node($depth - 1);
            }
        }
        return $container;
    }

    private function refers(): bool
    {
        return in_array($this->profile, ['arrays', 'graph'], true) && self::chance(25);
    }

    /* A value to which several references point, also references inside it. */
    private function &slot(int $depth): mixed
    {
        if ($this->slots !== [] && self::chance(50)) {
            return $this->slots[mt_rand(0, count($this->slots) - 1)];
        }
        $index = count($this->slots);
        $this->slots[$index] = null;
        $this->slots[$index] = $this->node($depth);
        return $this->slots[$index];
    }

    private function node(int $depth): mixed
    {
        if ($depth <= 0 || $this->left < 0 || self::chance(35)) {
            return $this->scalar();
        }
        $repeats = in_array($this->profile, ['shared', 'graph'], true);
        if ($repeats && $this->objects !== [] && self::chance(30)) {
            return self::pick($this->objects);
        }
        return $this->profile === 'arrays' || self::chance(40) ? $this->container($depth) : $this->object($depth);
    }

    private function object(int $depth): object
    {
        if (--$this->left < 0) {
            return $this->known(new \Pair(), []);
        }
        return match ($this->profile) {
            'hooks' => $this->hooked($depth),
            'inner' => $this->inner($depth),
            default => self::chance(65) ? $this->ordinary($depth) : $this->hooked($depth),
        };
    }

    /* Registers the object before its properties are generated, so that they can contain it. */
    private function known(object $object, array $makers): object
    {
        $this->objects[] = $object;
        foreach ($makers as $name => $make) {
            if ($this->refers()) {
                $object->{$name} = &$this->slot(2);
            } else {
                $object->{$name} = $make();
            }
        }
        return $object;
    }

    private function ordinary(int $depth): object
    {
        $value = fn () => $this->node($depth - 1);
        switch (mt_rand(0, 9)) {
            case 0:
                return $this->known(new \stdClass(), self::chance(50) ? [] : ['a' => $value, 'b' => $value]);
            case 1:
                return (object) $this->map(2);
            case 2:
                return $this->known(new \Loose(), ['known' => $value, 'added' => $value, '12' => $value]);
            case 3:
                $this->objects[] = $three = new \Three();
                return $three->fill($value(), $value(), $value());
            case 4:
                $this->objects[] = $four = new \Four();
                $four->fill($value(), $value(), $value());
                return $four->fillOwn($value(), $value());
            case 5:
                return $this->typed($depth);
            case 6:
                return self::$enums ? $this->enumerated() : $this->known(new \Pair(), ['first' => $value]);
            case 7:
                return new \Fixed(self::integer(), self::text(), $this->listOf(fn () => $this->scalar()));
            case 8:
                return $this->known(new Spaced(), ['value' => $value]);
            default:
                return class_exists(\Modern::class, false) && self::chance(30)
                    ? (new \Modern())->fill(self::integer(), self::text(), $this->listOf(fn () => $this->scalar()))
                    : $this->known(new \Pair(), ['first' => $value, 'second' => $value]);
        }
    }

    private function enumerated(): object
    {
        return self::chance(40)
            ? (new \Card())->fill(self::pick([\Suit::Hearts, \Suit::Spades]), self::pick([\Level::Low, \Level::High, null]))
            : self::pick([\Suit::Hearts, \Suit::Spades, \Level::Low, \Level::High, \Unit::One, \Unit::Two]);
    }

    private function typed(int $depth): \Typed
    {
        $this->objects[] = $typed = new \Typed();
        $typed->number = self::integer();
        $typed->text = self::chance(40) ? null : self::text();
        $typed->real = self::real();
        $typed->list = $this->listOf(fn () => $this->scalar());
        $typed->either = self::chance(50);
        if ($depth > 1 && self::chance(50)) {
            $typed->next = $this->typed($depth - 1);
        }
        if (self::chance(50)) {
            $typed->late = true;
        }
        return $typed;
    }

    private function hooked(int $depth): object
    {
        $value = fn () => $this->node($depth - 1);
        switch (mt_rand(0, 8)) {
            case 0:
            case 1:
                $this->objects[] = $sleeper = new \Sleeper();
                $sleeper->names = self::pick([['kept', 'within', 'names'], ['within', 'names'], ['kept', 'lost', 'names'],
                    ['names', 'missing'], ['kept', 'names', 'within', 'lost']]);
                return $sleeper->fill($value(), $value());
            case 2:
                return $this->known(new \Waker(), ['value' => $value]);
            case 3:
            case 4:
                $this->objects[] = $magic = new \Magic();
                return $magic->fill($value(), $this->profile === 'graph' ? (array) $this->container($depth - 1) : [$value()]);
            case 5:
                $this->objects[] = $custom = new \Custom();
                $custom->text = self::text();
                return $custom;
            case 6:
                return $this->known(new \Interceptor(), ['real' => $value]);
            case 7:
                $this->objects[] = $account = new \Account();
                return $account->fill(1, $value(), [2])->fillOwn(self::integer(), self::text(), $value());
            default:
                return $this->known(new \Ended(), ['value' => $value]);
        }
    }

    /* Objects of PHP's own classes, most of which have __serialize. */
    private function inner(int $depth): object
    {
        $value = fn () => $this->node($depth - 1);
        switch (mt_rand(0, 6)) {
            case 0:
                return new \ArrayObject([$value(), 'k' => $value()]);
            case 1:
                return new \DateTimeImmutable('@' . mt_rand());
            case 2:
                return new \DateTimeZone(self::pick(['Europe/Berlin', 'UTC', '+02:00']));
            case 3:
                $storage = new \SplObjectStorage();
                $storage[$this->ordinary(1)] = $value();
                return $storage;
            case 4:
                return new \ArrayIterator([$value()]);
            case 5:
                return \SplFixedArray::fromArray([$value(), $value()]);
            default:
                return new \DateInterval('P' . mt_rand(1, 20) . 'D');
        }
    }
}
