<?php
/**
 * The workloads. Each makes a pool of different values; a sample iterates over the
 * pool, so that no cache gets the same message twice in a row.
 *
 * All values are computed: literals are shared, immutable and already hashed, unlike
 * the data of a program.
 */
declare(strict_types=1);

final class Workload
{
    /**
     * @param string $group rows of one group can be counted as one in a mean
     * @param bool   $listed included in the means that have a goal
     * @param bool   $fresh every timed message is packed for the first time
     * @param float  $floor how many times as fast as the best rival it should be
     */
    public function __construct(
        public readonly string $name,
        public readonly Closure $make,
        public readonly int $pool = 4,
        public readonly string $group = '',
        public readonly bool $listed = true,
        public readonly bool $fresh = false,
        public readonly float $floor = 1.25,
    ) {
    }

    /** @return list<mixed> the same for the same seed */
    public function pool(int $seed): array
    {
        mt_srand($seed);
        $pool = [];
        for ($i = 0; $i < $this->pool; $i++) {
            $pool[] = ($this->make)($i);
        }
        return $pool;
    }
}

/** The class of the objects in the workload of objects. */
final class BenchPerson
{
    public int $id;
    public string $name;
    public float $score;
    public bool $active;
    public ?string $note;
}

function random_text(int $least, int $most): string
{
    $length = mt_rand($least, $most);
    $text = '';
    while (strlen($text) < $length) {
        $text .= base_convert((string) mt_rand(), 10, 36) . ' ';
    }
    return substr($text, 0, $length);
}

function random_words(int $least, int $most): string
{
    $words = explode(' ', '速い 小さい 正しい データ 今日 кодек сообщение naïve façade über 🚀 👍 こんにちは');
    $text = '';
    for ($count = mt_rand($least, $most); $count > 0; $count--) {
        $text .= $words[mt_rand(0, count($words) - 1)];
    }
    return $text;
}

function random_float(): float
{
    return (mt_rand() / mt_getrandmax() - 0.5) * 10 ** mt_rand(0, 6);
}

function random_int64(): int
{
    return (mt_rand(0, 0x7fffffff) << 33) ^ (mt_rand(0, 0x7fffffff) << 16) ^ mt_rand(0, 0xffff);
}

/** An integer of any size; small ones are more frequent, as in programs. */
function random_id(): int
{
    return mt_rand() >> mt_rand(0, 30);
}

function record6(): array
{
    return [
        'id' => random_id(),
        'name' => random_text(5, 20),
        'email' => random_text(5, 12) . '@example.org',
        'age' => mt_rand(1, 99),
        'active' => mt_rand(0, 1) === 1,
        'score' => random_float(),
    ];
}

function record8(): array
{
    return [
        'id' => random_id(),
        'title' => random_text(10, 40),
        'price' => random_float(),
        'currency' => substr(random_text(3, 3), 0, 3),
        'stock' => mt_rand(0, 5000),
        'parent' => mt_rand(0, 3) === 0 ? null : random_id(),
        'visible' => mt_rand(0, 1) === 1,
        'updated_at' => 1_700_000_000 + mt_rand(0, 50_000_000),
    ];
}

/** Record E of the reference tables. f01 is a double, as PHP has no float32. */
function record_e(): array
{
    return [
        'f01' => mt_rand(1, 1) / 10, 'f02' => mt_rand(1, 1) / 10, 'f03' => mt_rand(1, 1), 'f04' => mt_rand(1, 1),
        'f05' => mt_rand(1, 1), 'f06' => mt_rand(1, 1), 'f07' => mt_rand(1, 1) === 1, 'f08' => (string) mt_rand(1, 1),
        'f09' => (string) mt_rand(1, 1), 'f10' => ['f11' => [(string) mt_rand(1, 1)]],
    ];
}

function person(): BenchPerson
{
    $person = new BenchPerson();
    $person->id = random_id();
    $person->name = random_text(5, 20);
    $person->score = random_float();
    $person->active = mt_rand(0, 1) === 1;
    $person->note = mt_rand(0, 2) === 0 ? null : random_text(3, 30);
    return $person;
}

/** A record with some of twelve keys, in random order. */
function changing_record(): array
{
    $names = ['id', 'name', 'kind', 'owner', 'size', 'tag', 'lang', 'url', 'rank', 'colour', 'width', 'height'];
    shuffle($names);
    $record = [];
    foreach (array_slice($names, 0, mt_rand(4, 9)) as $name) {
        $record[$name] = mt_rand(0, 1) === 1 ? random_id() : random_text(3, 12);
    }
    return $record;
}

/** One message of a timeline: nested records, strings in several scripts. */
function status(): array
{
    return [
        'id' => random_int64() & PHP_INT_MAX,
        'text' => random_words(5, 20),
        'lang' => substr(random_text(2, 2), 0, 2),
        'geo' => mt_rand(0, 3) === 0 ? [random_float(), random_float()] : null,
        'user' => ['id' => random_id(), 'name' => random_words(1, 3), 'followers' => random_id(), 'verified' => mt_rand(0, 9) === 0],
        'entities' => ['tags' => many(mt_rand(0, 3), fn () => random_text(3, 12)), 'urls' => many(mt_rand(0, 1), fn () => random_text(20, 60))],
        'retweets' => mt_rand(0, 300),
    ];
}

/** @return list<mixed> */
function many(int $count, callable $make): array
{
    $list = [];
    for ($i = 0; $i < $count; $i++) {
        $list[] = $make();
    }
    return $list;
}

/** @return array<string, mixed> */
function map_of(int $count, string $prefix): array
{
    $map = [];
    for ($i = 0; $i < $count; $i++) {
        $map[$prefix . $i] = mt_rand(0, 1) === 1 ? random_id() : random_text(3, 12);
    }
    return $map;
}

/** A map with keys that occur in no other message. */
function unique_map(): array
{
    $map = [];
    for ($i = 0; $i < 50; $i++) {
        $map[dechex(mt_rand()) . dechex(mt_rand())] = random_id();
    }
    return $map;
}

/** @return array<string, Workload> by the name that --only takes */
function workloads(): array
{
    return [
        'int' => new Workload('an int', fn () => random_id(), 64, 'scalars'),
        'float' => new Workload('a float', fn () => random_float(), 64, 'scalars'),
        'bool' => new Workload('a bool', fn (int $i) => $i % 2 === 1, 64, 'scalars'),
        'null' => new Workload('null', fn () => null, 64, 'scalars'),
        'string' => new Workload('a short string', fn () => random_text(3, 24), 64, 'scalars'),
        'strings' => new Workload('1000 short strings', fn () => many(1000, fn () => random_text(3, 24))),
        'string5k' => new Workload('a string of 5 KB', fn () => random_text(5120, 5120), 16),
        'ints' => new Workload('1000 small ints', fn () => many(1000, fn () => mt_rand(0, 255))),
        'int64s' => new Workload('1000 random ints (64 bits)', fn () => many(1000, fn () => random_int64())),
        'floats' => new Workload('1000 floats', fn () => many(1000, fn () => random_float())),
        'map1000' => new Workload('a map of 1000 keys', fn (int $i) => map_of(1000, $i % 2 === 1 ? 'key' : 'user_')),
        'records6' => new Workload('1000 records of 6 keys', fn () => many(1000, fn () => record6())),
        'records8' => new Workload('1000 records of 8 keys', fn () => many(1000, fn () => record8())),
        'record' => new Workload('one record of 6 keys', fn () => record6(), 64),
        'records10' => new Workload('10 records of 6 keys', fn () => many(10, fn () => record6()), 32),
        'objects' => new Workload('1000 objects of 5 properties', fn () => many(1000, fn () => person())),
        'nonascii' => new Workload('200 non-ASCII strings', fn () => many(200, fn () => random_words(1, 6)), 8),
        'record_e' => new Workload('record E', fn () => record_e(), 64),
        'string64k' => new Workload('a string of 64 KB', fn () => random_text(65536, 65536), 8, listed: false, floor: 1.0),
        'unique_keys' => new Workload('50 keys that never repeat', fn () => unique_map(), 1000, listed: false),
        'shapes' => new Workload('1000 records of changing shapes', fn () => many(1000, fn () => changing_record()), listed: false),
        'fresh' => new Workload('10 records never seen before', fn () => many(10, fn () => record8()), 64, listed: false, fresh: true),
        'statuses' => new Workload('100 nested messages', fn () => many(100, fn () => status()), listed: false),
        'bools' => new Workload('1000 bools', fn () => many(1000, fn () => mt_rand(0, 1) === 1), listed: false),
    ];
}
