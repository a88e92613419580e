"""examples/php with the real frameworks: Symfony's cache and Laravel's, in redis."""

import json
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "php"
DEBIAN = Path("/usr/share/php")  # where Debian's PHP libraries are

VALUES = """
$values = ['map' => ['name' => '速水', 'rows' => [1, 2.5, null, true, "\\x00\\xff"]], 'int' => 7, 'text' => '7',
    'float' => 1.5, 'false' => false, 'list' => [], 'big' => PHP_INT_MIN];
"""

SYMFONY = (
    VALUES
    + """
$redis = new Redis();
$redis->connect('127.0.0.1', (int) $port);
$redis->select(3);
$redis->flushDB();
$log = new class extends Psr\\Log\\AbstractLogger {
    public array $lines = [];
    public function log($level, $message, array $context = []): void { $this->lines[] = $context['exception']->getMessage(); }
};
$pools = [
    'redis' => new Symfony\\Component\\Cache\\Adapter\\RedisAdapter($redis, '', 0, new App\\Cache\\MessagePackMarshaller()),
    'files' => new Symfony\\Component\\Cache\\Adapter\\FilesystemAdapter('', 0, $folder, new App\\Cache\\MessagePackMarshaller()),
];
foreach ($pools as $name => $pool) {
    foreach ($values as $key => $value) {
        $found = $pool->get($key, fn () => $value);
        $again = $pool->get($key, fn () => throw new Exception("$key was not kept"));
        if ($found !== $value || $again !== $value) throw new Exception("$name: $key");
    }
    foreach ([new DateTimeImmutable('2026-01-02'), ['deep' => [new stdClass()]], new ArrayObject([1])] as $i => $object) {
        $saved = $pool->save($pool->getItem("object $i")->set($object));
        $out[$name][] = [$saved, $pool->getItem("object $i")->isHit(), $pool->get("object $i", fn () => $object) === $object];
    }
}
$out['stored'] = bin2hex($redis->get('int'));
$pool = $pools['redis'];
$pool->setLogger($log);
foreach ([serialize([1]), "\\x93\\x01", '', 'O:1:"X":0:{}'] as $data) {
    $redis->set('foreign', $data);
    $out['foreign'][] = $pool->getItem('foreign')->isHit();
    $out['computed'][] = $pool->get('foreign', fn () => 'new');
}
$out['log'] = $log->lines;
$others = new App\\Cache\\MessagePackMarshaller(['DateTimeImmutable'], new Symfony\\Component\\Cache\\Marshaller\\DefaultMarshaller(false));
$mixed = [...array_values($values), new DateTimeImmutable('2026-01-02'), new ArrayObject([1]), [new stdClass()], NAN];
$marshalled = $others->marshall($mixed, $failed);
foreach ($mixed as $i => $value) {
    $back = $others->unmarshall($marshalled[$i]);
    if (serialize($back) !== serialize($value)) throw new Exception("others: $i");
    $out['others'][] = $marshalled[$i] === serialize($value);
}
$redis->set('hostile', msgpack_pack(new ArrayObject()));
$out['hostile'] = $pool->getItem('hostile')->isHit();
$of = new App\\Cache\\MessagePackMarshaller(['DateTimeImmutable']);
$out['allowed'] = $of->unmarshall(msgpack_pack(new DateTimeImmutable('2026-01-02')))->format('Y-m-d');
"""
)

LARAVEL = (
    VALUES
    + """
$manager = new Illuminate\\Redis\\RedisManager(null, 'phpredis',
    ['default' => ['host' => '127.0.0.1', 'port' => (int) $port, 'database' => 4]]);
$redis = $manager->connection()->client();
$redis->flushDB();
$cache = new Illuminate\\Cache\\Repository(new App\\Cache\\MessagePackStore($manager, 'shop', 'default'));
foreach ($values as $key => $value) {
    $cache->put($key, $value, 60);
    $found = $cache->get($key);
    // As with Laravel's own store, integers come back as text.
    if (is_int($value) ? $found !== (string) $value : $found !== $value) throw new Exception("$key: " . var_export($found, true));
    if ($cache->remember($key, 60, fn () => throw new Exception("$key was not kept")) !== $found) throw new Exception($key);
}
$out['int'] = [$cache->increment('int', 3), $cache->get('int')];
$out['many'] = $cache->many(['text', 'int', 'absent']);
$out['stored'] = bin2hex($redis->get('shop:text'));
foreach ([serialize([1]), "\\x93\\x01", ''] as $data) {
    $redis->set('shop:foreign', $data);
    $out['foreign'][] = $cache->get('foreign');
    $out['computed'][] = $cache->remember('foreign', 60, fn () => 'new');
}
foreach ([new DateTimeImmutable('2026-01-02'), ['deep' => [new stdClass()]], collect([1])] as $object) {
    try {
        $cache->put('object', $object, 60);
        $out['object'][] = 'put';
    } catch (MsgpackException $error) {
        $out['object'][] = $error->name;
    }
}
$redis->set('shop:hostile', msgpack_pack(new ArrayObject()));
$out['hostile'] = $cache->get('hostile');
foreach (['5' => '6', '007' => null, '1e5' => null] as $text => $next) {
    $cache->put('n', (string) $text, 60);
    if ($cache->get('n') !== (string) $text) throw new Exception("numeric text $text");
    $out['counted'][] = $next === null ? null : (string) $cache->increment('n') === $next;
}
"""
)

RATES = """
foreach (['sliding_window', 'fixed_window', 'token_bucket'] as $policy) {
    $others = new Symfony\\Component\\Cache\\Marshaller\\DefaultMarshaller();
    $pool = new Symfony\\Component\\Cache\\Adapter\\FilesystemAdapter($policy, 0, $folder, new App\\Cache\\MessagePackMarshaller(false, $others));
    $every = $policy === 'token_bucket' ? ['rate' => ['interval' => '1 hour', 'amount' => 1]] : ['interval' => '1 hour'];
    $out[$policy] = 0;
    for ($i = 0; $i < 20; $i++) {
        $factory = new Symfony\\Component\\RateLimiter\\RateLimiterFactory(['id' => 'login', 'policy' => $policy, 'limit' => 3] + $every,
            new Symfony\\Component\\RateLimiter\\Storage\\CacheStorage($pool));
        $out[$policy] += $factory->create('198.51.100.7')->consume()->isAccepted();
    }
}
"""

MESSENGER = """
final class Paid { public function __construct(public int $order, public DateTimeImmutable $at, public string $bytes) {} }
use Symfony\\Component\\Messenger\\{Envelope, Stamp};
$envelope = new Envelope(new Paid(7, new DateTimeImmutable('2026-01-02 03:04:05 Europe/Berlin'), "\\xff\\x00"), [
    new Stamp\\DelayStamp(100), new Stamp\\BusNameStamp('bus'), new Stamp\\RedeliveryStamp(2),
    Stamp\\ErrorDetailsStamp::create(new RuntimeException('boom', 5, new LogicException('inner')))]);
$serializer = new App\\Messenger\\MessagePackSerializer();
$encoded = $serializer->encode($envelope->with(new Stamp\\ReceivedStamp('here')));
$out['same'] = $serializer->decode(json_decode(json_encode($encoded, JSON_THROW_ON_ERROR), true)) == $envelope;
$listed = new App\\Messenger\\MessagePackSerializer([Envelope::class]);
foreach ([['body' => ''], [], ['body' => base64_encode("\\x93\\x01")], ['body' => base64_encode("\\x01")], ['body' => '?'], $encoded] as $i => $bad) {
    try {
        ($i === 5 ? $listed : $serializer)->decode($bad);
        $out['bad'][] = 'decoded';
    } catch (Symfony\\Component\\Messenger\\Exception\\MessageDecodingFailedException $error) {
        $out['bad'][] = $error->getMessage();
    }
}
"""

SERIALIZER = """
final class Item { public string $name = ''; public ?float $weight = null; }
final class Order {
    public int $id;
    #[Msgpack\\ListOf(Item::class)] public array $items = [];
    #[Symfony\\Component\\Serializer\\Annotation\\SerializedName('paid_at')] public ?DateTimeImmutable $paid = null;
}
$serializer = new Symfony\\Component\\Serializer\\Serializer([new App\\Serializer\\MessagePackNormalizer([Order::class])],
    [new App\\Serializer\\MessagePackEncoder(), new Symfony\\Component\\Serializer\\Encoder\\JsonEncoder()]);
$order = new Order();
$order->id = 7;
$order->items = [new Item()];
$order->paid = new DateTimeImmutable('2026-01-02 03:04:05 UTC');
$bytes = $serializer->serialize([$order, $order], 'msgpack');
$out['bytes'] = bin2hex($bytes);
$out['same'] = $serializer->deserialize($bytes, 'Order[]', 'msgpack') == [$order, $order];
enum Ship: string { case Post = 'post'; }
final class Parcel {
    public ?DateTimeImmutable $at = null;
    public Ship $ship = Ship::Post;
    #[Msgpack\\Type('?bytes')] public ?string $raw = null;
    #[Msgpack\\MapOf('int')] public array $counts = [];
    /** @var array<string, DateTimeImmutable> */
    #[Msgpack\\MapOf(DateTimeImmutable::class)] public array $dates = [];
}
$serializer = new Symfony\\Component\\Serializer\\Serializer(
    [new App\\Serializer\\MessagePackNormalizer([Order::class, Parcel::class]), new Symfony\\Component\\Serializer\\Normalizer\\ArrayDenormalizer()],
    [new App\\Serializer\\MessagePackEncoder(), new Symfony\\Component\\Serializer\\Encoder\\JsonEncoder()]);
$codec = new MsgpackCodec(Parcel::class);
$dates = ['first' => new DateTimeImmutable('2026-01-02 03:04:05.5 UTC')];
foreach ([[], ['at' => new DateTimeImmutable('2026-01-02 03:04:05 Europe/Berlin')], ['raw' => "\\xff\\x00"], ['raw' => 'ab'], ['counts' => ['1' => 5]],
    ['counts' => ['a' => 1]], ['counts' => [0 => 5, 1 => 6]], ['dates' => $dates]] as $fields) {
    $parcel = new Parcel();
    foreach ($fields as $name => $value) $parcel->$name = $value;
    $bytes = $serializer->serialize($parcel, 'msgpack');
    $out['exact'][] = $bytes === $codec->encode($parcel) && $serializer->deserialize($bytes, Parcel::class, 'msgpack') == $parcel
        && $serializer->deserialize($serializer->serialize([$parcel], 'msgpack'), 'Parcel[]', 'msgpack') == [$parcel];
    if (($fields['raw'] ?? '') !== "\\xff\\x00") {
        $out['parcels'][] = $json = $serializer->serialize($parcel, 'json');
        $out['read'][] = $serializer->deserialize($json, Parcel::class, 'json') == $parcel;
    }
}
$out['array'] = $serializer->normalize(new Parcel());
$out['json'] = $serializer->deserialize('{"id": 5, "items": [{"name": "tea", "weight": 2}]}', 'Order', 'json')->items[0]->weight;
try {
    $serializer->deserialize('{"id": "5"}', 'Order', 'json');
} catch (Symfony\\Component\\Serializer\\Exception\\NotNormalizableValueException $error) {
    $out['path'] = $error->getPath();
}
try {
    $serializer->deserialize('[{"id": "5"}, {"items": [{"name": 1}]}]', 'Order[]', 'json', ['collect_denormalization_errors' => true]);
} catch (Symfony\\Component\\Serializer\\Exception\\PartialDenormalizationException $error) {
    $out['paths'] = array_map(fn ($one) => $one->getPath(), $error->getErrors());
}
try {
    $serializer->deserialize("\\x93\\x01", 'Order', 'msgpack');
} catch (Symfony\\Component\\Serializer\\Exception\\NotEncodableValueException $error) {
    $out['cut'] = $error->getPrevious()->name;
}
"""


@pytest.fixture(scope="session")
def php(php_module):
    """The command that runs PHP with Debian's redis client and our module."""
    modules = Path(subprocess.check_output(["php", "-n", "-r", 'echo ini_get("extension_dir");'], text=True))
    if not (modules / "redis.so").exists():
        pytest.skip("PHP's module redis was not found (Debian: php-redis)")
    command = ["php", "-n", "-d", "error_log=/dev/stderr", "-d", "display_errors=stderr"]
    for name in ("igbinary", "mbstring", "redis"):
        if (modules / (name + ".so")).exists():
            command += ["-d", f"extension={name}"]
    return [*command, "-d", f"extension={php_module}"]


def run(php, library, package, example, program, port, folder, also=()):
    autoload = DEBIAN / library / "autoload.php"
    if not autoload.exists():
        pytest.skip(f"{library} was not found (Debian: {package})")
    more = "".join(f"require '{DEBIAN / name}/autoload.php';" for name in also if (DEBIAN / name).exists())
    script = folder / "test.php"
    script.write_text(
        f"<?php require '{autoload}'; {more} require '{EXAMPLES / example}'; [, $port, $folder] = $argv; $out = [];"
        f"error_reporting(E_ALL & ~E_DEPRECATED);{program}\necho json_encode($out, JSON_THROW_ON_ERROR);"
    )
    done = subprocess.run([*php, str(script), str(port), str(folder)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr + done.stdout
    return json.loads(done.stdout), done.stderr


def test_symfony(php, redis_port, tmp_path):
    found, _ = run(
        php, "Symfony/Component/Cache", "php-symfony-cache", "symfony_cache.php", SYMFONY, redis_port, tmp_path
    )
    assert found["stored"] == "07"
    # Values with objects are not saved, and computed again each time.
    assert found["redis"] == found["files"] == [[False, False, True]] * 3
    assert found["others"] == [False] * 7 + [False, True, True, False]
    assert found["hostile"] is False
    assert found["foreign"] == [False] * 4
    assert found["computed"] == ["new"] * 4
    assert any("truncated" in line for line in found["log"]), found["log"]
    assert found["allowed"] == "2026-01-02"


def test_symfony_rate_limiters(php, tmp_path):
    """The marshaller for all pools, as its comment says: the states of rate limiters are objects."""
    if not (DEBIAN / "Symfony/Component/RateLimiter").exists():
        pytest.skip("Symfony/Component/RateLimiter was not found (Debian: php-symfony-rate-limiter)")
    found, _ = run(
        php,
        "Symfony/Component/Cache",
        "php-symfony-cache",
        "symfony_cache.php",
        RATES,
        0,
        tmp_path,
        also=["Symfony/Component/RateLimiter"],
    )
    assert found == {"sliding_window": 3, "fixed_window": 3, "token_bucket": 3}


def test_symfony_messenger(php, tmp_path):
    found, _ = run(
        php,
        "Symfony/Component/Messenger",
        "php-symfony-messenger",
        "symfony_messenger.php",
        MESSENGER,
        0,
        tmp_path,
    )
    assert found["same"] is True
    assert len(found["bad"]) == 6 and "decoded" not in found["bad"]
    assert "no objects are made of the class" in found["bad"][5]


def test_symfony_serializer(php, tmp_path):
    found, _ = run(
        php,
        "Symfony/Component/Serializer",
        "php-symfony-serializer",
        "symfony_serializer.php",
        SERIALIZER,
        0,
        tmp_path,
    )
    order = "83a2696407a56974656d739182a46e616d65a0a6776569676874c0a7706169645f6174d6ff" + "%08x" % 1767323045
    assert found["bytes"] == "92" + order + order
    assert found["same"] is True
    assert found["exact"] == [True] * 8
    assert found["read"] == [True] * 7
    empty = {"at": None, "ship": "post", "raw": None, "counts": {}, "dates": {}}
    changed = [
        {},
        {"at": "2026-01-02T02:04:05+00:00"},
        {"raw": "ab"},
        {"counts": {"1": 5}},
        {"counts": {"a": 1}},
        {"counts": {"0": 5, "1": 6}},
        {"dates": {"first": "2026-01-02T03:04:05.500000+00:00"}},
    ]
    assert [json.loads(text) for text in found["parcels"]] == [{**empty, **one} for one in changed]
    assert found["array"] == {**empty, "counts": [], "dates": []}
    assert found["json"] == 2
    assert found["path"] == "$.id"
    assert found["paths"] == ["$[0].id", "$[1].items[0].name", "$[1]"]
    assert found["cut"] == "truncated"


def test_laravel(php, redis_port, tmp_path):
    found, errors = run(
        php,
        "Illuminate/Redis",
        "php-illuminate-redis, php-illuminate-cache",
        "laravel_cache.php",
        LARAVEL,
        redis_port,
        tmp_path,
        also=["Illuminate/Cache"],
    )
    assert found["int"] == [10, "10"]
    assert found["many"] == {"text": "7", "int": "10", "absent": None}
    assert found["stored"] == "37"
    assert found["foreign"] == [None] * 3
    assert found["computed"] == ["new"] * 3
    assert found["object"] == ["unsupported_type"] * 3
    assert found["hostile"] is None
    assert found["counted"] == [True, None, None]
    assert errors.count("cache entry ignored") >= 3
