<?php
/*
 * The scenarios of failing_allocations.c. scenario($i, $n) runs scenario $i with
 * allocation $n failing (0: none) and returns the number of allocations, or -2 for a
 * wrong result, or -3 if late_done() gets the result while the request ends.
 * scenario(-1, 0) returns the number of scenarios.
 */
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);

require_once __DIR__ . '/../../differential/object_classes.php';
require_once __DIR__ . '/../../differential/value_dump.php';
require_once __DIR__ . '/../hostile_classes.php';

/* ArrayObject has a free function of its own, which PHP calls after a fatal error, too. */
class Kept extends ArrayObject
{
    public $rest = null;
}

class TypedReferences
{
    public ?array $list = null;
    public ?array $same = null;
    public ?Pair $pair = null;
    public mixed $rest = null;
}

/* Classes for MsgpackCodec. */
class PlannedPart
{
    #[Msgpack\Limit(ge: 0)] public int $number;
    public string $code = 'none';
    private array $hidden = [1, [2]];

    public function __destruct()
    {
        if (!isset($this->number)) {
            exit(3); // the object is incomplete
        }
    }
}

#[Msgpack\Model(constructor: true)]
class PlannedMade
{
    public function __construct(public int $a, public ?PlannedPart $part = null, public Suit $suit = Suit::Hearts) {}
}

class Planned
{
    public function __construct(
        #[Msgpack\Key('a key of more than sixteen bytes', aliases: ['id'])] public readonly int $id,
        #[Msgpack\ListOf(PlannedPart::class)] public array $parts = [],
        #[Msgpack\MapOf('?PlannedPart')] public array $named = [],
        public ?DateTimeImmutable $at = null,
        public ?PlannedMade $made = null,
        #[Msgpack\Tags([0 => PlannedPart::class, 1 => PlannedMade::class])] public PlannedPart|PlannedMade|null $tagged = null,
        public mixed $any = null,
        public Pair $pair = new Pair(),
    ) {}

    #[Msgpack\After]
    public function after(): void {}
}

/* User code that runs after the modules' shutdown. The session handler uses no file,
 * which would stay locked after a fatal error. */
class Late implements SessionHandlerInterface
{
    public static ?Closure $work = null;
    public static mixed $kept = null;
    public $context;

    public static function run(): void
    {
        if (self::$work !== null) {
            [$work, self::$work] = [self::$work, null];
            $work();
        }
    }

    public function open(string $path, string $name): bool { return true; }
    public function read(string $id): string { return ''; }
    public function write(string $id, string $data): bool { self::run(); return true; }
    public function close(): bool { return true; }
    public function destroy(string $id): bool { return true; }
    public function gc(int $age): int { return 0; }
    public function stream_open(): bool { return true; }
    public function stream_close(): void { self::run(); }

    public static function session(): void
    {
        session_set_save_handler(new self(), false);
        begin_session();
        $_SESSION = ['a' => 1];
    }

    public static function stream(): void
    {
        stream_wrapper_register('late', self::class);
        self::$kept = fopen('late://', 'w');
    }

    public static function output(): void
    {
        ob_start(function (string $text): string { self::run(); return $text; });
    }
}

function begin_session(): void
{
    ini_set('session.serialize_handler', 'msgpack');
    ini_set('session.use_cookies', '0');
    ini_set('session.cache_limiter', '');
    /* Now and then PHP removes old sessions' files, and leaks the directory it reads if an allocation fails then. */
    ini_set('session.gc_probability', '0');
    session_id('scenario' . getmypid());
    session_start();
}

/** @return array<string, Closure|array{0: Closure, 1: Closure}> the scenario, or preparation and late scenario */
function scenarios(): array
{
    $records = array_map(fn (int $i): array => ['id' => $i, 'name' => "name $i", 'tags' => ['a', 'b'], 'price' => $i / 7], range(1, 40));
    $pair = new Pair();
    $pair->first = [$pair, (new Magic())->fill([1, 2], ['x' => new Waker()])];
    $list = [1, 2, 3];
    $graph = [$pair, &$list, [&$list, $pair], (new Sleeper())->fill('a', [1]), Suit::Hearts, new Fixed(1, 'x', [2]), new Typed(),
        (new Account())->fillOwn(7, 'Ann', [&$list, $pair])];
    $custom = new Custom();
    $custom->text = str_repeat('t', 40);
    $values = [
        'records' => $records, 'graph' => $graph, 'objects' => array_map(fn () => new Pair(), range(1, 30)),
        'text' => [str_repeat('long ', 5000), 'short'], 'numbers' => range(-50, 500), 'floats' => array_map(fn (int $i): float => $i / 3, range(1, 60)),
        'map' => array_combine(array_map(fn (int $i): string => "key number $i", range(1, 200)), range(1, 200)),
        'custom' => [$custom, $custom], 'nested' => [[[[[[['deep' => [1, ['x' => []]]]]]]]]], 'hostile' => [new Nested(), new Robber(), new Mover(), new NestedText()],
        'kept' => [kept(), kept()],
        'date' => [new DateTimeImmutable('@1'), new ArrayObject(['a' => 1])],
    ];
    $all = [];
    foreach ($values as $name => $value) {
        $packed = msgpack_pack($value);
        $all["pack $name"] = fn () => msgpack_pack($value) === $packed;
        $all["unpack $name"] = fn () => msgpack_unpack($packed) !== false;
        $all["unpack $name untrusted"] = fn () => msgpack_unpack($packed, null, ['allowed_classes' => false, 'ext' => 'object', 'bin' => 'object', 'timestamps' => true]) !== false;
        $all["cut $name"] = fn () => msgpack_unpack(substr($packed, 0, -1)) === false;
    }
    $packed = msgpack_pack($graph);
    $all['error thrown'] = function (): bool {
        try {
            msgpack_unpack("\x82\xa5items\x93\x01\x81\xa4name\xa9\x01\x01", null, ['throw' => true]);
        } catch (MsgpackException $thrown) {
            return $thrown->name === 'truncated';
        }
        return false;
    };
    $all['error warned'] = fn () => @msgpack_unpack("\x92\x01\xc1") === false;
    $all['stream'] = function () use ($packed): bool {
        $unpacker = new MessagePackUnpacker();
        $got = 0;
        foreach (str_split($packed . $packed . "\x93\x01", 50) as $chunk) {
            $unpacker->feed($chunk);
            while ($unpacker->execute()) {
                $unpacker->data();
                $got++;
            }
        }
        return $got === 2;
    };
    $all['msgpack'] = function () use ($packed): bool {
        $msgpack = new Msgpack();
        $msgpack->feed($packed . $packed);
        $got = 0;
        while ($msgpack->remain()) {
            $msgpack->unpacker(null);
            $got++;
        }
        return $got === 2 && strlen($msgpack->packer([1, 2])) === 3;
    };
    $all['value classes'] = fn () => count(msgpack_unpack(msgpack_pack([new MsgpackExt(5, 'x'), new MsgpackBin('y'), new MsgpackTimestamp(1, 2)]), null,
        ['ext' => 'object', 'bin' => 'object', 'timestamps' => 'object'])) === 3;
    $all['template'] = fn () => msgpack_unpack(msgpack_pack([[1, 2], [3, 4]]), [new Pair()]) !== false;
    $all['session'] = function (): bool {
        begin_session();
        $_SESSION = ['a' => 1, 'b' => [1, 2]];
        $bytes = session_encode();
        $right = session_decode($bytes) && $_SESSION['b'] === [1, 2];
        session_destroy();
        return $right;
    };
    $all['new shapes'] = function (): bool {
        $right = true;
        foreach ([1, 12] as $size) {
            $map = [];
            for ($i = 0; $i < $size; $i++) {
                $map['key' . hrtime(true) % 100000 . "_$i"] = [$i];
            }
            $packed = msgpack_pack([$map, $map, $map]);
            $right = $right && msgpack_unpack($packed) === [$map, $map, $map];
        }
        return $right;
    };
    $all['registry'] = function (): bool {
        $types = new MsgpackTypeRegistry();
        $types->register('Pair', 'Demo.Pair, Demo', ['Other.Pair', 'Third.Pair']);
        $pair = new Pair();
        $options = ['types' => $types];
        $values = [$pair, $pair, new MsgpackTyped('System.Object'), new MsgpackTyped('N', [1])];
        return msgpack_unpack(msgpack_pack($values, $options), null, $options) == $values;
    };
    $part = ['number' => 5, 'code' => str_repeat('c', 40)];
    $rows = array_map(fn (int $i): array => ['id' => $i, 'parts' => [$part, $part], 'named' => ['a' => $part, 'b' => null], 'at' => new DateTimeImmutable("@$i"),
        'made' => ['a' => 1, 'part' => $part], 'tagged' => [1, ['a' => 2]], 'any' => [$part, [1]], 'unknown' => [1, [2]]], range(1, 12));
    $typed = msgpack_pack($rows, ['timestamps' => true]);
    $all['plan'] = function () use ($typed): bool {
        $codec = new MsgpackCodec('list<Planned>');
        $values = $codec->decode($typed);
        return $codec->decode($codec->encode($values)) == $values && $values[11]->parts[1]->number === 5;
    };
    $all['plan of an option'] = fn () => msgpack_unpack($typed, null, ['type' => 'list<Planned>', 'constructor' => true])[3]->id === 4;
    $all['plan convert'] = fn () => (new MsgpackCodec('list<Planned>'))->convert($rows)[0]->named['b'] === null;
    $all['plan cut'] = function () use ($typed): bool {
        try {
            (new MsgpackCodec('list<Planned>'))->decode(substr($typed, 0, -1));
        } catch (MsgpackException $thrown) {
            return $thrown->name === 'truncated';
        }
        return false;
    };
    $all['plan wrong'] = function () use ($rows): bool {
        try {
            (new MsgpackCodec('list<Planned>'))->convert([$rows[0], ['id' => 'x']]);
        } catch (MsgpackValidationException $thrown) {
            return $thrown->path === '$[1].id' && $thrown->expected === 'int';
        }
        return false;
    };
    try {
        msgpack_pack(1, ['lz4' => 'block-array']);
        $all['lz4'] = fn () => msgpack_unpack(msgpack_pack($records, ['lz4' => 'block-array']), null, ['lz4' => true]) === $records;
    } catch (ValueError) {
        // built without liblz4
    }
    $few = array_slice($records, 0, 4);
    $late = fn () => msgpack_unpack(msgpack_pack($few)) === $few && msgpack_pack(msgpack_unpack($packed)) === $packed
        && $all['new shapes']() && $all['unpack kept']() && $all['plan']();
    foreach (['session', 'stream', 'output'] as $way) {
        $all["late $way"] = [Late::$way(...), $late];
    }
    return $all;
}

/** An object with a free function, and in it typed properties that share a reference. */
function kept(): Kept
{
    $typed = new TypedReferences();
    $typed->list = ['one' => 1, 'two' => ['three' => 3]];
    $typed->same = &$typed->list;
    $typed->pair = new Pair();
    $typed->pair->first = &$typed->pair;
    $typed->rest = [&$typed->list, $typed];
    $kept = new Kept([1, $typed]);
    $kept->rest = [$typed, ['id' => 1, 'name' => 'n', 'tags' => [$typed], 'price' => 1.5]];
    return $kept;
}

function scenario(int $i, int $n): int
{
    $all = array_values(scenarios());
    if ($i < 0) {
        return count($all);
    }
    if (is_array($all[$i])) {
        [$begin, $work] = $all[$i];
        Late::$work = function () use ($work, $n): void {
            fail_after($n);
            late_done($work());
        };
        $begin();
        return -3;
    }
    fail_after($n);
    $right = $all[$i]();
    $count = fail_never();
    return $right ? $count : -2;
}
