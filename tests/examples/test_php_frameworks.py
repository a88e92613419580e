"""php/frameworks with the real frameworks, in redis and SQLite, and its declarations beside the module."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "php" / "frameworks"
DEBIAN = Path("/usr/share/php")  # where Debian's PHP libraries are

#: Loads classes as Composer does.
AUTOLOAD = f"""spl_autoload_register(function (string $class): void {{
    foreach (json_decode(file_get_contents('{PACKAGE}/composer.json'), true)['autoload']['psr-4'] as $prefix => $folder) {{
        if (str_starts_with($class, $prefix)) require '{PACKAGE}/' . $folder . strtr(substr($class, strlen($prefix)), '\\\\', '/') . '.php';
    }}
}});"""

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
    'redis' => new Symfony\\Component\\Cache\\Adapter\\RedisAdapter($redis, '', 0, new Hayapack\\Symfony\\MessagePackMarshaller()),
    'files' => new Symfony\\Component\\Cache\\Adapter\\FilesystemAdapter('', 0, $folder, new Hayapack\\Symfony\\MessagePackMarshaller()),
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
$others = new Hayapack\\Symfony\\MessagePackMarshaller(['DateTimeImmutable'], new Symfony\\Component\\Cache\\Marshaller\\DefaultMarshaller(false));
$mixed = [...array_values($values), new DateTimeImmutable('2026-01-02'), new ArrayObject([1]), [new stdClass()], NAN];
$marshalled = $others->marshall($mixed, $failed);
foreach ($mixed as $i => $value) {
    $back = $others->unmarshall($marshalled[$i]);
    if (serialize($back) !== serialize($value)) throw new Exception("others: $i");
    $out['others'][] = $marshalled[$i] === serialize($value);
}
$redis->set('hostile', msgpack_pack(new ArrayObject()));
$out['hostile'] = $pool->getItem('hostile')->isHit();
$of = new Hayapack\\Symfony\\MessagePackMarshaller(['DateTimeImmutable']);
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
$cache = new Illuminate\\Cache\\Repository(new Hayapack\\Laravel\\MessagePackStore($manager, 'shop', 'default'));
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
    $pool = new Symfony\\Component\\Cache\\Adapter\\FilesystemAdapter($policy, 0, $folder, new Hayapack\\Symfony\\MessagePackMarshaller(false, $others));
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
$serializer = new Hayapack\\Symfony\\MessagePackTransportSerializer();
$encoded = $serializer->encode($envelope->with(new Stamp\\ReceivedStamp('here')));
$out['same'] = $serializer->decode(json_decode(json_encode($encoded, JSON_THROW_ON_ERROR), true)) == $envelope;
$listed = new Hayapack\\Symfony\\MessagePackTransportSerializer([Envelope::class]);
foreach ([['body' => ''], [], ['body' => base64_encode("\\x93\\x01")], ['body' => base64_encode("\\x01")], ['body' => '?'], $encoded] as $i => $bad) {
    try {
        ($i === 5 ? $listed : $serializer)->decode($bad);
        $out['bad'][] = 'decoded';
    } catch (Symfony\\Component\\Messenger\\Exception\\MessageDecodingFailedException $error) {
        $out['bad'][] = $error->getMessage();
    }
}
"""

#: A list of allowed classes: what is refused, and a message through retries and the failure transport.
ALLOWED = """
namespace Symfony\\Component\\ErrorHandler\\Exception {
    // What ErrorDetailsStamp uses if the component is installed, which Debian's packages do not need.
    class FlattenException {
        private $message, $code, $previous, $trace, $class;
        public static function createFromThrowable(\\Throwable $error): self {
            $self = new self();
            [$self->message, $self->code, $self->class, $self->trace] = [$error->getMessage(), $error->getCode(), $error::class, [['args' => [['array', []]]]]];
            $self->previous = $error->getPrevious() ? self::createFromThrowable($error->getPrevious()) : null;
            return $self;
        }
        public function getClass() { return $this->class; }
        public function getCode() { return $this->code; }
        public function getMessage() { return $this->message; }
    }
}
namespace {
use Symfony\\Component\\EventDispatcher\\EventDispatcher;
use Symfony\\Component\\Messenger\\{Envelope, Event, EventListener, Exception, Handler, MessageBus, Middleware\\HandleMessageMiddleware,
    Retry\\MultiplierRetryStrategy, Stamp, Transport\\InMemoryTransport, Worker};
final class Money { public function __construct(public int $cents) {} }
final class Paid { public function __construct(public Money $sum) {} }
final class Secret { public int $key = 1; }
final class Marked implements Stamp\\StampInterface {}
$serializer = new Hayapack\\Symfony\\MessagePackTransportSerializer([Paid::class, Money::class]);
$refused = function (Envelope $envelope) use ($serializer) {
    try {
        return $serializer->encode($envelope);
    } catch (Exception\\InvalidArgumentException $error) {
        return $error->getMessage();
    }
};
$paid = new Paid(new Money(5));
$out['refused'] = [$refused(new Envelope(new Secret())), $refused(new Envelope($paid, [new Marked()])),
    $refused(new Envelope($paid, [new Stamp\\HandledStamp(new Secret(), 'h')]))];
$any = new Hayapack\\Symfony\\MessagePackTransportSerializer();
$out['hostile'] = 0;
foreach ([new Secret(), $paid, new ArrayObject()] as $message) {
    try {
        $serializer->decode($any->encode(new Envelope($message)));
    } catch (Exception\\MessageDecodingFailedException) {
        $out['hostile']++;
    }
}
// Every stamp of Messenger's that is sent.
$folder = dirname((new ReflectionClass(Stamp\\DelayStamp::class))->getFileName());
$made = [new Stamp\\BusNameStamp('b'), new Stamp\\DelayStamp(1), Stamp\\ErrorDetailsStamp::create(new RuntimeException('a', 1, new LogicException('b'))),
    new Stamp\\HandledStamp([1, 'x'], 'h'), new Stamp\\RedeliveryStamp(1), new Stamp\\RouterContextStamp('', 'GET', 'h', 'https', 80, 443, '/', ''),
    new Stamp\\SentToFailureTransportStamp('t'), new Stamp\\SerializerStamp(['groups' => ['a']]), new Stamp\\TransportMessageIdStamp(5),
    new Stamp\\ValidationStamp(['a'])];
$sendable = array_filter(array_map(fn ($file) => 'Symfony\\\\Component\\\\Messenger\\\\Stamp\\\\' . basename($file, '.php'), glob("$folder/*.php")), fn ($class) =>
    class_exists($class) && !is_subclass_of($class, Stamp\\NonSendableStampInterface::class));
$out['untested'] = array_values(array_diff($sendable, array_map(get_class(...), $made)));
$envelope = new Envelope($paid, $made);
$out['same'] = $serializer->decode($serializer->encode($envelope)) == $envelope;
// A handler that fails twice, and one that always does.
foreach (['twice' => 2, 'always' => 9] as $name => $failures) {
    $transport = new InMemoryTransport($serializer);
    $failed = new InMemoryTransport($serializer);
    $locate = fn ($services) => new class($services) implements Psr\\Container\\ContainerInterface {
        public function __construct(private array $services) {}
        public function get(string $id) { return $this->services[$id]; }
        public function has(string $id): bool { return isset($this->services[$id]); }
    };
    $calls = 0;
    $also = fn () => 'done';
    $handler = function () use (&$calls, $failures) { if ($calls++ < $failures) throw new RuntimeException("failure $calls", 7, new LogicException('inner')); };
    $handlers = [new Handler\\HandlerDescriptor($also, ['alias' => 'also']), new Handler\\HandlerDescriptor($handler, ['alias' => 'failing'])];
    $bus = new MessageBus([new HandleMessageMiddleware(new Handler\\HandlersLocator([Paid::class => $handlers]))]);
    $events = new EventDispatcher();
    $events->addSubscriber(new EventListener\\AddErrorDetailsStampListener());
    $events->addSubscriber(new EventListener\\SendFailedMessageForRetryListener($locate(['async' => $transport]), $locate(['async' => new MultiplierRetryStrategy(3, 0)])));
    $events->addSubscriber(new EventListener\\SendFailedMessageToFailureTransportListener($locate(['async' => $failed])));
    $events->addListener(Event\\WorkerRunningEvent::class, fn ($event) => $event->isWorkerIdle() && $event->getWorker()->stop());
    $transport->send(new Envelope($paid, [new Stamp\\BusNameStamp('bus')]));
    (new Worker(['async' => $transport], $bus, $events))->run(['sleep' => 0]);
    $left = $failed->get();
    $out[$name] = [$calls, count($transport->getAcknowledged()), count($transport->getRejected()), count([...$transport->get()]), count($left)];
    foreach ($left as $one) {
        $out['kept'] = [$one->getMessage() == $paid, $one->last(Stamp\\SentToFailureTransportStamp::class)->getOriginalReceiverName(),
            $one->last(Stamp\\ErrorDetailsStamp::class)->getFlattenException()->getMessage()];
    }
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
$serializer = new Symfony\\Component\\Serializer\\Serializer([new Hayapack\\Symfony\\MessagePackNormalizer([Order::class])],
    [new Hayapack\\Symfony\\MessagePackEncoder(), new Symfony\\Component\\Serializer\\Encoder\\JsonEncoder()]);
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
    [new Hayapack\\Symfony\\MessagePackNormalizer([Order::class, Parcel::class]), new Symfony\\Component\\Serializer\\Normalizer\\ArrayDenormalizer()],
    [new Hayapack\\Symfony\\MessagePackEncoder(), new Symfony\\Component\\Serializer\\Encoder\\JsonEncoder()]);
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

#: Errors beside those of Symfony's own normalizer for the same data, and options of the context.
ERRORS = """
use Symfony\\Component\\Serializer\\{Encoder\\JsonEncoder, Exception, Normalizer, Serializer};
use Symfony\\Component\\PropertyInfo\\{Extractor\\ReflectionExtractor, PropertyInfoExtractor};
enum Ship: string { case Post = 'post'; }
final class Place { public function __construct(public string $town, public int $zip) {} }
final class Parcel {
    public function __construct(public int $id, public string $name, public Place $place, public float $weight, public bool $open,
        public array $any, #[Msgpack\\MapOf('int')] public array $counts, public ?Ship $ship = null,
        public ?DateTimeImmutable $at = null) {}
}
final class Lists { #[Msgpack\\ListOf(Place::class)] public array $lines = []; #[Msgpack\\MapOf(Place::class)] public array $by = []; #[Msgpack\\MapOf('int', key: 'int')] public array $n = []; }
#[Msgpack\\Model(constructor: true)] final class Outer { public function __construct(public int $x, public int $y, public int $z) {} }
final class Wrapped { public ?Place $place = null; }
$reflection = new ReflectionExtractor();
$info = new PropertyInfoExtractor([$reflection], [$reflection], [], [], [$reflection]);
$ours = new Serializer([new Hayapack\\Symfony\\MessagePackNormalizer([Parcel::class, Lists::class, Outer::class])], [new JsonEncoder()]);
$theirs = new Serializer([new Normalizer\\BackedEnumNormalizer(), new Normalizer\\DateTimeNormalizer(), new Normalizer\\ObjectNormalizer(null, null, null, $info)], [new JsonEncoder()]);
$errors = function (Serializer $serializer, string $json, string $type, array $context = []) {
    try {
        $serializer->deserialize($json, $type, 'json', $context + ['collect_denormalization_errors' => true]);
    } catch (Exception\\PartialDenormalizationException $error) {
        return array_map(fn ($one) => [$one->getPath(), $one->getCurrentType(), $one->getExpectedTypes()], $error->getErrors());
    } catch (Exception\\ExceptionInterface $error) {
        return [$error::class, $error->getMessage()];
    }
    return 'no error';
};
$sorted = function ($found) { sort($found); return $found; };
$whole = ['id' => 1, 'name' => 'a', 'place' => ['town' => 't', 'zip' => 1], 'weight' => 1.5, 'open' => true, 'ship' => 'post', 'at' => '2026-01-02T03:04:05Z', 'counts' => ['a' => 1], 'any' => []];
foreach ([[], ['id' => 'x', 'name' => 5, 'open' => 1], ['id' => null], ['place' => ['town' => 7]], ['weight' => 'heavy', 'counts' => 'none']] as $changes) {
    $json = json_encode($changes === [] ? new stdClass() : $changes + $whole);
    $out['same'][] = [$sorted($errors($ours, $json, Parcel::class)), $sorted($errors($theirs, $json, Parcel::class))];
}
$out['lists'] = $errors($ours, '{"lines": [{"a": 1}, {"town": "t", "zip": 1}, 5], "by": {"b-2": {"town": 1, "zip": 1}, "": {}}, "n": {"x": 1, "y": 2, "3": "z"}}', Lists::class);
$out['ctor'] = $errors($ours, '{}', Outer::class);
$out['more'] = $errors($ours, json_encode(['ship' => 'none', 'at' => 5] + $whole), Parcel::class);
$out['more'][] = $errors($ours, json_encode(['ship' => 5, 'at' => 'none'] + $whole), Parcel::class);
$out['extra'] = [$errors($ours, '{"x": 1, "y": 2, "z": 3, "more": 4}', Outer::class), $errors($ours, '{"x": 1, "y": 2, "z": 3, "more": 4, "than": 5}', Outer::class, ['allow_extra_attributes' => false]),
    $errors($ours, '{"x": "1", "more": 4}', Outer::class, ['allow_extra_attributes' => false])];
try {
    $ours->deserialize('{"more": 4, "x": "1"}', Outer::class, 'json', ['allow_extra_attributes' => false]);
} catch (Exception\\ExtraAttributesException $error) {
    $out['extra'][] = $error->getExtraAttributes();
}
try {
    $ours->deserialize('{"x": "1", "more": 4}', Outer::class, 'json', ['allow_extra_attributes' => false]);
} catch (Exception\\NotNormalizableValueException $error) {
    $out['extra'][] = $error->getPath();
}
// A property of a class that Symfony's own normalizer fills.
$both = new Serializer([new Hayapack\\Symfony\\MessagePackNormalizer([Place::class]), new Normalizer\\ObjectNormalizer(null, null, null, $info)], [new JsonEncoder()]);
$out['inside'] = $errors($both, '{"place": {"zip": "1"}}', Wrapped::class);
// Too deep for the codec.
$deep = json_decode('{"lines": ' . str_repeat('[', 2000) . str_repeat(']', 2000) . '}', true, 3000);
try {
    $ours->denormalize($deep, Lists::class, 'json');
} catch (Exception\\ExceptionInterface $error) {
    $out['deep'] = $error->getPrevious()->name;
}
// Every option of the context of Symfony's normalizers.
foreach ([Normalizer\\AbstractNormalizer::class, Normalizer\\AbstractObjectNormalizer::class, Normalizer\\DateTimeNormalizer::class] as $class) {
    foreach ((new ReflectionClass($class))->getReflectionConstants(ReflectionClassConstant::IS_PUBLIC) as $constant) $options[$constant->getValue()] = true;
}
unset($options[Normalizer\\AbstractObjectNormalizer::DEPTH_KEY_PATTERN], $options[Normalizer\\AbstractNormalizer::ALLOW_EXTRA_ATTRIBUTES],
    $options[Normalizer\\DenormalizerInterface::COLLECT_DENORMALIZATION_ERRORS]);
foreach (array_keys($options) as $option) {
    $refused = [];
    foreach (['reads' => fn () => $ours->denormalize(['x' => 1, 'y' => 2, 'z' => 3], Outer::class, 'json', [$option => 'x']),
        'writes' => fn () => $ours->normalize(new Outer(1, 2, 3), 'json', [$option => 'x'])] as $direction => $call) {
        try {
            $call();
        } catch (Exception\\LogicException $error) {
            if (str_contains($error->getMessage(), '"' . $option . '"')) $refused[] = $direction;
        }
    }
    $out['options'][$option] = implode(' ', $refused);
}
$out['neutral'] = $ours->serialize(new Outer(1, 2, 3), 'json', ['groups' => [], 'skip_null_values' => false, 'attributes' => null, 'object_to_populate' => new stdClass()]);
"""

TRANSPORTS = """
use Symfony\\Component\\EventDispatcher\\EventDispatcher;
use Symfony\\Component\\Messenger\\{Bridge, Envelope, Event, Handler\\HandlersLocator, MessageBus, Middleware\\HandleMessageMiddleware, Stamp, Worker};
final class Paid { public function __construct(public int $order, public DateTimeImmutable $at, public string $bytes) {} }
$serializer = new Hayapack\\Symfony\\MessagePackTransportSerializer();
$redis = new Redis();
$redis->connect('127.0.0.1', (int) $port);
$redis->select(5);
$redis->flushDB();
$transports = ['redis' => (new Bridge\\Redis\\Transport\\RedisTransportFactory())->createTransport("redis://127.0.0.1:$port/paid?dbindex=5", [], $serializer)];
if (class_exists(Doctrine\\DBAL\\DriverManager::class) && extension_loaded('pdo_sqlite')) {
    $database = Doctrine\\DBAL\\DriverManager::getConnection(['driver' => 'pdo_sqlite', 'path' => "$folder/queue.sqlite"]);
    $connection = new Bridge\\Doctrine\\Transport\\Connection(Bridge\\Doctrine\\Transport\\Connection::buildConfiguration('doctrine://default'), $database);
    $connection->setup();
    $transports['doctrine'] = new Bridge\\Doctrine\\Transport\\DoctrineTransport($connection, $serializer);
}
foreach ($transports as $name => $transport) {
    $sent = $handled = [];
    for ($i = 0; $i < 20; $i++) {
        $sent[] = $message = new Paid($i, new DateTimeImmutable("2026-01-02 03:04:$i Europe/Berlin"), "\\xff\\x00" . str_repeat("\\xfe", $i));
        $transport->send(new Envelope($message, [new Stamp\\BusNameStamp('bus'), new Stamp\\RedeliveryStamp($i)]));
    }
    $handler = function (Paid $paid) use (&$handled): void { $handled[] = $paid; };
    $bus = new MessageBus([new HandleMessageMiddleware(new HandlersLocator([Paid::class => [$handler]]))]);
    $events = new EventDispatcher();
    $out[$name]['retries'] = [];
    $events->addListener(Event\\WorkerMessageReceivedEvent::class, function ($event) use (&$out, $name): void {
        $out[$name]['retries'][] = $event->getEnvelope()->last(Stamp\\RedeliveryStamp::class)->getRetryCount();
    });
    $events->addListener(Event\\WorkerRunningEvent::class, fn ($event) => $event->isWorkerIdle() && $event->getWorker()->stop());
    (new Worker([$name => $transport], $bus, $events))->run(['sleep' => 0]);
    $out[$name]['same'] = $handled == $sent;
    $out[$name]['left'] = count([...$transport->get()]);
}
// A body of somebody else ends in the exception for which the worker drops or keeps the message.
$redis->xAdd('paid', '*', ['message' => json_encode(['body' => 'AAAA', 'headers' => []])]);
try {
    iterator_to_array($transports['redis']->get());
    $out['foreign'] = 'decoded';
} catch (Symfony\\Component\\Messenger\\Exception\\MessageDecodingFailedException $error) {
    $out['foreign'] = $error->getMessage();
}
"""

PROVIDER = """
$manager = new Illuminate\\Redis\\RedisManager(null, 'phpredis', ['cache' => ['host' => '127.0.0.1', 'port' => (int) $port, 'database' => 6]]);
$app = new class(['redis' => $manager]) extends ArrayObject {
    public function bound(string $name): bool { return false; }
};
$app['config'] = ['cache.default' => 'shop', 'cache.prefix' => 'mine',
    'cache.stores.shop' => ['driver' => 'msgpack', 'connection' => 'cache'],
    'cache.stores.dates' => ['driver' => 'msgpack', 'connection' => 'cache', 'prefix' => 'd', 'allowed_classes' => ['DateTimeImmutable']]];
$app['cache'] = new Illuminate\\Cache\\CacheManager($app);
(new Hayapack\\Laravel\\MessagePackServiceProvider($app))->boot();
$app['cache']->put('row', ['id' => 7], 60);
$out['row'] = $app['cache']->get('row');
$out['stored'] = bin2hex($manager->connection('cache')->client()->get('mine:row'));
$app['cache']->store('dates')->put('at', $at = new DateTimeImmutable('2026-01-02'), 60);
$out['date'] = $app['cache']->store('dates')->get('at') == $at;
try {
    $app['cache']->put('at', $at, 60);
} catch (MsgpackException $error) {
    $out['refused'] = $error->name;
}
"""

#: Prints the functions and classes that are not PHP's own, or those of the module, with the types of what they have.
DECLARED = """
$kind = fn (?ReflectionType $type) => (string) $type;
$call = fn (ReflectionFunctionAbstract $one) => [array_map(fn ($p) => [$p->getName(), $kind($p->getType()), $p->isOptional(),
    $p->isVariadic(), $p->isPassedByReference()], $one->getParameters()), $kind($one->getReturnType() ?? $one->getTentativeReturnType())];
$named = function (array $all): array {
    $found = [];
    foreach ($all as $one) $found[$one->getName()] = $one;
    ksort($found);
    return $found;
};
$ours = fn ($one) => $module ? $one->getExtensionName() === 'msgpack' : !$one->isInternal();
$functions = array_filter(array_map(fn ($name) => new ReflectionFunction($name), array_merge(...array_values(get_defined_functions()))), $ours);
$classes = array_filter(array_map(fn ($name) => new ReflectionClass($name), get_declared_classes()), $ours);
$out['functions'] = array_map($call, $named($functions));
foreach ($named($classes) as $name => $class) {
    $own = fn (array $all) => array_filter($all, fn ($one) => $one->getDeclaringClass()->getName() === $name);
    $out['classes'][$name] = [
        'of' => [$class->isFinal(), ($class->getParentClass() ?: null)?->getName(), array_values(array_diff($class->getInterfaceNames(), ['Stringable']))],
        'attribute' => array_map(fn ($one) => $one->getArguments(), $class->getAttributes(Attribute::class)),
        'constants' => array_map(fn ($one) => $one->getValue(), $named($own($class->getReflectionConstants()))),
        'properties' => array_map(fn ($one) => [$kind($one->getType()), $one->getModifiers()], $named($own($class->getProperties()))),
        'methods' => array_map(fn ($one) => [$one->getModifiers() & ~ReflectionMethod::IS_FINAL, $call($one)], $named($own($class->getMethods()))),
    ];
}
$out['constants'] = array_filter(get_defined_constants(true)[$module ? 'msgpack' : 'user'] ?? [], fn ($name) => true, ARRAY_FILTER_USE_KEY);
ksort($out['constants']);
echo json_encode($out, JSON_PRETTY_PRINT);
"""


@pytest.fixture(scope="session")
def php(php_module):
    """The command that runs PHP with Debian's redis client and our module."""
    modules = Path(subprocess.check_output(["php", "-n", "-r", 'echo ini_get("extension_dir");'], text=True))
    if not (modules / "redis.so").exists():
        pytest.skip("PHP's module redis was not found (Debian: php-redis)")
    command = ["php", "-n", "-d", "error_log=/dev/stderr", "-d", "display_errors=stderr"]
    for name in ("ctype", "igbinary", "mbstring", "redis", "pdo", "pdo_sqlite"):
        if (modules / (name + ".so")).exists():
            command += ["-d", f"extension={name}"]
    return [*command, "-d", f"extension={php_module}"]


def run(php, library, package, program, port, folder, also=()):
    autoload = DEBIAN / library / "autoload.php"
    if not autoload.exists():
        pytest.skip(f"{library} was not found (Debian: {package})")
    more = "".join(f"require '{DEBIAN / name}/autoload.php';" for name in also if (DEBIAN / name).exists())
    script = folder / "test.php"
    script.write_text(
        f"<?php require '{autoload}'; {more} {AUTOLOAD} [, $port, $folder] = $argv; $out = [];"
        f"error_reporting(E_ALL & ~E_DEPRECATED); require '{folder}/program.php';\necho json_encode($out, JSON_THROW_ON_ERROR);"
    )
    (folder / "program.php").write_text("<?php " + program)
    done = subprocess.run([*php, str(script), str(port), str(folder)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr + done.stdout
    return json.loads(done.stdout), done.stderr


def test_symfony(php, redis_port, tmp_path):
    found, _ = run(php, "Symfony/Component/Cache", "php-symfony-cache", SYMFONY, redis_port, tmp_path)
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
        MESSENGER,
        0,
        tmp_path,
    )
    assert found["same"] is True
    assert len(found["bad"]) == 6 and "decoded" not in found["bad"]
    assert "no objects are made of the class" in found["bad"][5]


def test_symfony_messenger_with_a_list_of_classes(php, tmp_path):
    found, _ = run(
        php,
        "Symfony/Component/Messenger",
        "php-symfony-messenger",
        ALLOWED,
        0,
        tmp_path,
        also=["Symfony/Component/EventDispatcher"],
    )
    secret, marked, result = found["refused"]
    assert "$allowedClasses" in secret and "Secret" in secret
    assert "Marked" in marked
    assert "Secret" in result
    assert found["hostile"] == 2
    assert found["untested"] == []
    assert found["same"] is True
    # Calls of the handler, then messages acknowledged, rejected, left, and in the failure transport.
    assert found["twice"] == [3, 1, 2, 0, 0]
    assert found["always"] == [4, 0, 4, 0, 1]
    assert found["kept"] == [True, "async", "failure 4"]


def test_transports(php, redis_port, tmp_path):
    """Messages and stamps through a worker of Symfony's, in redis and in a table."""
    for bridge in ("Redis", "Doctrine"):
        if not (DEBIAN / "Symfony/Component/Messenger/Bridge" / bridge).exists():
            pytest.skip(f"the bridge was not found (Debian: php-symfony-{bridge.lower()}-messenger)")
    found, _ = run(
        php,
        "Symfony/Component/Messenger",
        "php-symfony-messenger",
        TRANSPORTS,
        redis_port,
        tmp_path,
        also=[
            "Symfony/Component/EventDispatcher",
            "Symfony/Component/Messenger/Bridge/Redis",
            "Symfony/Component/Messenger/Bridge/Doctrine",
            "Doctrine/DBAL",
        ],
    )
    assert "cannot be decoded" in found.pop("foreign")
    assert set(found) == {"redis", "doctrine"}
    for one in found.values():
        assert one == {"retries": list(range(20)), "same": True, "left": 0}


def test_symfony_serializer(php, tmp_path):
    found, _ = run(
        php,
        "Symfony/Component/Serializer",
        "php-symfony-serializer",
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
    assert found["path"] == "id"
    assert found["paths"] == ["[0].id", "[1].items[0].name", "[1].id"]
    assert found["cut"] == "truncated"


def test_symfony_serializer_errors(php, tmp_path):
    """Each error once, with Symfony's paths and types; options of the context count or are refused."""
    found, _ = run(
        php,
        "Symfony/Component/Serializer",
        "php-symfony-serializer",
        ERRORS,
        0,
        tmp_path,
        also=["Symfony/Component/PropertyInfo", "Symfony/Component/PropertyAccess"],
    )
    for ours, theirs in found["same"]:
        assert ours == theirs
    assert [len(ours) for ours, _ in found["same"]] == [7, 3, 1, 2, 2]
    assert found["ctor"] == [[name, "null", ["int"]] for name in "xyz"]
    assert found["lists"] == [
        ["lines[0].town", "null", ["string"]],
        ["lines[0].zip", "null", ["int"]],
        ["lines[2]", "int", ["Place"]],
        ["by.b-2.town", "int", ["string"]],
        ["by..town", "null", ["string"]],
        ["by..zip", "null", ["int"]],
        ["n{key #0}", "string", ["unknown"]],
        ["n{key #1}", "string", ["unknown"]],
        ["n[3]", "string", ["int"]],
    ]
    assert found["more"] == [
        ["ship", "string", ["Ship"]],
        ["at", "int", ["string"]],
        [["ship", "int", ["string"]], ["at", "string", ["string"]]],
    ]
    kind, text = found["extra"][1]
    assert kind.endswith("ExtraAttributesException") and '"more", "than"' in text
    assert found["extra"][0] == "no error" and found["extra"][2][0] == kind
    assert found["extra"][3:] == [["more"], "x"]
    assert found["inside"] == [["place.zip", "string", ["int"]], ["place.town", "null", ["string"]]]
    assert found["deep"] == "too_deep"
    # Those that change nothing here: empty objects are kept anyway.
    assert [name for name, refused in found["options"].items() if not refused] == [
        "exclude_from_cache_key",
        "preserve_empty_objects",
    ]
    assert found["options"]["groups"] == found["options"]["attributes"] == "reads writes"
    assert found["neutral"] == '{"x":1,"y":2,"z":3}'


def test_laravel(php, redis_port, tmp_path):
    found, errors = run(
        php,
        "Illuminate/Redis",
        "php-illuminate-redis, php-illuminate-cache",
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


def test_laravel_finds_the_driver(php, redis_port, tmp_path):
    found, _ = run(
        php,
        "Illuminate/Redis",
        "php-illuminate-redis, php-illuminate-cache, php-illuminate-support",
        PROVIDER,
        redis_port,
        tmp_path,
        also=["Illuminate/Cache", "Illuminate/Support"],
    )
    assert found == {"row": {"id": 7}, "stored": "81a2696407", "date": True, "refused": "unsupported_type"}


def test_declarations_are_made_from_the_stubs(php_module):
    made = subprocess.run(
        [sys.executable, str(ROOT / "tools/packages/php_stubs.py"), php_module, "--check"],
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, "run tools/packages/php_stubs.py MODULE --write\n" + made.stdout + made.stderr


def test_declarations_are_those_of_the_module(php_module):
    """As PHPStan, Psalm and PhpStorm read them: names, types, constants and targets of attributes."""
    stubs = "".join(f"require '{path}';" for path in sorted((PACKAGE / "stubs").glob("*.php")))
    declared = subprocess.check_output(["php", "-n", "-r", f"$module = false; {stubs} {DECLARED}"], text=True)
    loaded = subprocess.check_output(
        ["php", "-n", "-d", f"extension={php_module}", "-r", f"$module = true; {DECLARED}"], text=True
    )
    found, right = json.loads(declared), json.loads(loaded)
    assert len(right["functions"]) >= 4 and len(right["classes"]) >= 15
    for kind in right:
        assert found[kind].keys() == right[kind].keys()
        for name, one in right[kind].items():
            assert found[kind][name] == one, name


def test_composer_takes_the_package(tmp_path):
    """Another package requires it from a folder, without network; Composer writes the loader of its classes."""
    composer = shutil.which("composer")
    if composer is None:
        pytest.skip("composer was not found (Debian: composer)")
    command = [composer, "--no-interaction", "--no-plugins"]
    done = subprocess.run(
        [*command, "validate", "--strict", str(PACKAGE / "composer.json")], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    wanted = {"packagist.org": False, "ours": {"type": "path", "url": str(PACKAGE), "options": {"symlink": False}}}
    project = {"repositories": wanted, "require": {"hayapack/frameworks": "*@dev"}}
    (tmp_path / "composer.json").write_text(json.dumps(project))
    done = subprocess.run(
        [*command, "install", "--ignore-platform-req=ext-msgpack", f"--working-dir={tmp_path}"],
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "COMPOSER_HOME": str(tmp_path / "home"),
            "COMPOSER_ALLOW_SUPERUSER": "1",
            "COMPOSER_DISABLE_NETWORK": "1",
        },
    )
    assert done.returncode == 0, done.stderr
    installed = tmp_path / "vendor/hayapack/frameworks"
    assert sorted(path.name for path in installed.iterdir()) == sorted(path.name for path in PACKAGE.iterdir())
    assert "'Hayapack\\\\'" in (tmp_path / "vendor/composer/autoload_psr4.php").read_text()
