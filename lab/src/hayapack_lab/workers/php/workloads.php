<?php
/**
 * The workloads made in PHP, a row each: values that JSON can not carry, or that are of PHP's own kinds.
 * Each makes a pool of different values; a sample iterates over the pool, so that no cache gets the same
 * message twice in a row.
 *
 * All values are computed: literals are shared, immutable and already hashed, unlike
 * the data of a program.
 */
declare(strict_types=1);

final class Workload
{
    /**
     * @param string $kind rows of one kind have a mean of their own
     * @param int    $pool how many values
     * @param bool   $extra added after the goals were set
     * @param bool   $fresh every timed message is packed for the first time
     */
    public function __construct(
        public readonly string $name,
        public readonly Closure $make,
        public readonly string $kind,
        public readonly int $pool = 4,
        public readonly bool $extra = false,
        public readonly bool $fresh = false,
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

/** The classes of the workload of nested objects. */
final class BenchOrder
{
    private array $items = [];
    protected ?string $remark = null;

    public function __construct(private int $number, private BenchPerson $customer)
    {
    }

    public function add(BenchItem $item): void
    {
        $this->items[] = $item;
    }
}

final class BenchItem
{
    public function __construct(private string $title, private int $quantity, private int $cents)
    {
    }
}

final class BenchMoney
{
    public function __construct(private int $cents, private string $currency)
    {
    }

    public function __serialize(): array
    {
        return [$this->cents, $this->currency];
    }

    public function __unserialize(array $data): void
    {
        [$this->cents, $this->currency] = $data;
    }
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
        $record[$name] = id_or_text();
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

/** @return array<mixed> $count entries, unless a key repeats */
function map_of(int $count, callable $key, callable $value): array
{
    $map = [];
    for ($i = 0; $i < $count; $i++) {
        $map[$key($i)] = $value();
    }
    return $map;
}

function id_or_text(): int|string
{
    return mt_rand(0, 1) === 1 ? random_id() : random_text(3, 12);
}

function prefixed(string $prefix): array
{
    return map_of(1000, fn (int $i) => $prefix . $i, id_or_text(...));
}

/** Makes increasing keys. */
function steps(int $most): callable
{
    $key = 0;
    return function () use (&$key, $most): int {
        return $key += mt_rand(1, $most);
    };
}

/** Two types of records in turn, with the same first key and the same number of keys. */
function alternating_record(int $i): array
{
    return $i % 2 === 0
        ? ['id' => random_id(), 'name' => random_text(5, 20), 'price' => random_float(), 'stock' => mt_rand(0, 5000)]
        : ['id' => random_id(), 'street' => random_text(5, 20), 'city' => random_text(5, 12), 'floor' => mt_rand(0, 20)];
}

function int_record(): array
{
    return [1 => random_id(), 2 => random_text(5, 20), 3 => random_float(), 4 => mt_rand(0, 1) === 1, 5 => mt_rand(1, 99)];
}

/** Two fields with keys of 40 bytes. */
function long_record(): array
{
    return [
        'application.settings.notification.e_mail' => mt_rand(0, 1) === 1,
        'application.settings.display.preferences' => random_id(),
    ];
}

function tree(int $depth): stdClass
{
    $node = new stdClass();
    $node->name = random_text(3, 12);
    $node->size = random_id();
    $node->children = $depth === 0 ? [] : many(mt_rand(2, 4), fn () => tree($depth - 1));
    return $node;
}

function random_date(): DateTimeImmutable
{
    $zone = ['UTC', 'Europe/Berlin', '+02:00'][mt_rand(0, 2)];
    return (new DateTimeImmutable('@' . (1_500_000_000 + mt_rand(0, 300_000_000))))->setTimezone(new DateTimeZone($zone));
}

/** An order with its customer and its items; customers are shared. */
function order(array $customers): BenchOrder
{
    $order = new BenchOrder(random_id(), $customers[mt_rand(0, count($customers) - 1)]);
    for ($count = mt_rand(1, 4); $count > 0; $count--) {
        $order->add(new BenchItem(random_text(8, 30), mt_rand(1, 9), mt_rand(100, 99_999)));
    }
    return $order;
}

/** @return list<BenchOrder> */
function orders(int $count): array
{
    $customers = many(20, fn () => person());
    return many($count, fn () => order($customers));
}

/** What a framework keeps in a session: tokens, messages, the user, a cart. */
function session(): array
{
    $user = new stdClass();
    $user->id = random_id();
    $user->name = random_text(5, 20);
    $user->roles = many(mt_rand(1, 3), fn () => random_text(4, 8));
    $cart = [];
    foreach (range(1, mt_rand(1, 5)) as $line) {
        $cart[mt_rand(1000, 99_999)] = ['quantity' => mt_rand(1, 9), 'price' => mt_rand(100, 99_999), 'title' => random_text(8, 30)];
    }
    return [
        '_token' => sha1((string) mt_rand()),
        '_flash' => ['old' => [], 'new' => many(mt_rand(0, 2), fn () => random_text(4, 12))],
        '_previous' => ['url' => 'https://example.org/' . random_text(5, 30)],
        'login_web_' . sha1((string) mt_rand(1, 3)) => random_id(),
        'user' => $user,
        'cart' => $cart,
        'seen' => many(mt_rand(3, 12), fn () => mt_rand(1000, 99_999)),
        'started' => 1_700_000_000 + mt_rand(0, 50_000_000),
        'csrf' => ['forms' => [md5((string) mt_rand()) => true, md5((string) mt_rand()) => true]],
    ];
}

/** @return array<string, Workload> by key */
function workloads(): array
{
    return [
        'int' => new Workload('an int', fn () => random_id(), 'scalars', 64),
        'float' => new Workload('a float', fn () => random_float(), 'scalars', 64),
        'bool' => new Workload('a bool', fn (int $i) => $i % 2 === 1, 'scalars', 64),
        'null' => new Workload('null', fn () => null, 'scalars', 64),
        'string' => new Workload('a short string', fn () => random_text(3, 24), 'scalars', 64),
        'strings' => new Workload('1000 short strings', fn () => many(1000, fn () => random_text(3, 24)), 'lists'),
        'string5k' => new Workload('a string of 5 KB', fn () => random_text(5120, 5120), 'long strings', 16),
        'ints' => new Workload('1000 small ints', fn () => many(1000, fn () => mt_rand(0, 255)), 'lists'),
        'int64s' => new Workload('1000 random ints (64 bits)', fn () => many(1000, fn () => random_int64()), 'lists'),
        'floats' => new Workload('1000 floats', fn () => many(1000, fn () => random_float()), 'lists'),
        'map1000' => new Workload('a map of 1000 keys', fn (int $i) => prefixed($i % 2 === 1 ? 'key' : 'user_'), 'large maps'),
        'records6' => new Workload('1000 records of 6 keys', fn () => many(1000, fn () => record6()), 'records'),
        'records8' => new Workload('1000 records of 8 keys', fn () => many(1000, fn () => record8()), 'records'),
        'record' => new Workload('one record of 6 keys', fn () => record6(), 'records', 64),
        'records10' => new Workload('10 records of 6 keys', fn () => many(10, fn () => record6()), 'records', 32),
        'objects' => new Workload('1000 objects of 5 properties', fn () => many(1000, fn () => person()), 'objects'),
        'nonascii' => new Workload('200 non-ASCII strings', fn () => many(200, fn () => random_words(1, 6)), 'lists', 8),
        'record_e' => new Workload('record E', fn () => record_e(), 'records', 64),
        'string64k' => new Workload('a string of 64 KB', fn () => random_text(65536, 65536), 'long strings', 8, extra: true),
        'unique_keys' => new Workload('50 keys that never repeat', fn () => map_of(50, fn () => dechex(mt_rand()) . dechex(mt_rand()), random_id(...)), 'large maps', 1000, extra: true),
        'shapes' => new Workload('1000 records of changing shapes', fn () => many(1000, fn () => changing_record()), 'records', extra: true),
        'fresh' => new Workload('10 records never seen before', fn () => many(10, fn () => record8()), 'records', 64, extra: true, fresh: true),
        'statuses' => new Workload('100 nested messages', fn () => many(100, fn () => status()), 'records', extra: true),
        'bools' => new Workload('1000 bools', fn () => many(1000, fn () => mt_rand(0, 1) === 1), 'lists', extra: true),
        'alternating' => new Workload('1000 records of two types in turn', fn () => array_map(alternating_record(...), range(0, 999)), 'records', extra: true),
        'unique1000' => new Workload('1000 keys that never repeat', fn () => prefixed(dechex(mt_rand()) . '_'), 'large maps', 64, extra: true),
        'int_map' => new Workload('a map of 1000 int keys', fn () => map_of(1000, steps(1000), id_or_text(...)), 'int keys', extra: true),
        'int_map20k' => new Workload('a map of 20,000 int keys', fn () => map_of(20_000, steps(3), id_or_text(...)), 'int keys', 2, extra: true),
        'int_any' => new Workload('a map of 1000 random ints as keys', fn () => map_of(1000, fn () => random_int64() >> mt_rand(0, 62), random_id(...)), 'int keys', extra: true),
        'int_records' => new Workload('2000 records of 5 int keys', fn () => many(2000, fn () => int_record()), 'int keys', extra: true),
        'long_records' => new Workload('2000 records of 2 keys of 40 bytes', fn () => many(2000, fn () => long_record()), 'long keys', extra: true),
        'md5_map' => new Workload('a map of 5000 md5 keys', fn () => map_of(5000, fn () => md5((string) mt_rand()), random_id(...)), 'long keys', extra: true),
        'md5_map50' => new Workload('a map of 50 md5 keys', fn () => map_of(50, fn () => md5((string) mt_rand()), random_id(...)), 'long keys', 200, extra: true, fresh: true),
        'tree' => new Workload('a tree of stdClass objects', fn () => tree(6), 'objects', extra: true),
        'dates' => new Workload('200 dates', fn () => many(200, fn () => random_date()), 'objects', extra: true),
        'orders' => new Workload('100 orders of nested objects', fn () => orders(100), 'objects', extra: true),
        'money' => new Workload('200 objects with __serialize', fn () => many(200, fn () => new BenchMoney(random_id(), substr(random_text(3, 3), 0, 3))), 'objects', extra: true),
        'session' => new Workload('a session', fn () => session(), 'sessions', 64, extra: true),
        'triples' => new Workload('1000 lists of 3 floats', fn () => many(1000, fn () => many(3, fn () => random_float())), 'lists', extra: true),
    ];
}
