<?php
/*
 * One process of a cache's test: cache_client.php redis|memcached write|read|raw PORT,
 * or cache_client.php apcu. Prints what it wrote or read, as dumps by name, as JSON.
 */
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require_once __DIR__ . '/sample_values.php';

use Trial\{Journal, Samples};

function redis(int $port): Redis
{
    $redis = new Redis();
    $redis->connect('127.0.0.1', $port, 5);
    $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_MSGPACK);
    return $redis;
}

function memcached(int $port): Memcached
{
    $memcached = new Memcached();
    $memcached->addServer('127.0.0.1', $port);
    if (!$memcached->setOption(Memcached::OPT_SERIALIZER, Memcached::SERIALIZER_MSGPACK)) {
        throw new RuntimeException('memcached has no msgpack serializer');
    }
    return $memcached;
}

/* Also commands with other code paths in the client: hashes, lists, many keys at once. */
function writeRedis(int $port): array
{
    $redis = redis($port);
    $samples = Samples::all();
    foreach ($samples as $name => $value) {
        $redis->set("value $name", $value) || throw new RuntimeException("not set: $name");
        $redis->hSet('hash', $name, $value);
    }
    $redis->del('list');
    $redis->rPush('list', ...array_values($samples));
    return Samples::dumps($samples);
}

function readRedis(int $port): array
{
    $redis = redis($port);
    $list = $redis->lRange('list', 0, -1);
    $read = [];
    foreach (array_keys(Samples::all()) as $i => $name) {
        $dumps = Samples::dumps([$redis->get("value $name"), $redis->hGet('hash', $name), $list[$i] ?? null]);
        $read[$name] = count(array_unique($dumps)) === 1 ? $dumps[0] : implode(' / ', $dumps);
    }
    return $read;
}

/* The stored bytes are those of msgpack_pack, so no other serializer was used. */
function rawRedis(int $port): array
{
    $redis = redis($port);
    $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_NONE);
    $read = [];
    foreach (Samples::all() as $name => $value) {
        $read[$name] = $redis->get("value $name") === msgpack_pack($value);
    }
    return $read;
}

function writeMemcached(int $port): array
{
    $memcached = memcached($port);
    $samples = Samples::all();
    foreach ($samples as $name => $value) {
        $memcached->set('value-' . md5($name), $value) || throw new RuntimeException("not set: $name");
    }
    return Samples::dumps($samples);
}

function readMemcached(int $port): array
{
    $memcached = memcached($port);
    $read = [];
    foreach (array_keys(Samples::all()) as $name) {
        $read[$name] = $memcached->get('value-' . md5($name));
    }
    return Samples::dumps($read);
}

/* APCu stores values within one process. Two elements that share a reference to an int
 * show which serializer was used: PHP's own keeps the reference, MessagePack does not. */
function apcu(): array
{
    $samples = Samples::all();
    $read = [];
    foreach ($samples as $name => $value) {
        apcu_store($name, $value) || throw new RuntimeException("not stored: $name");
        $read[$name] = apcu_fetch($name);
    }
    $number = 1;
    apcu_store('same number', [&$number, &$number]);
    return ['wrote' => Samples::dumps($samples), 'read' => Samples::dumps($read), 'same number' => Trial\Dump::of(apcu_fetch('same number')),
        'hooks' => Journal::take()];
}

$port = (int) ($argv[3] ?? 0);
$answer = match ($argv[1] . ' ' . ($argv[2] ?? '')) {
    'redis write' => writeRedis($port),
    'redis read' => readRedis($port),
    'redis raw' => rawRedis($port),
    'memcached write' => writeMemcached($port),
    'memcached read' => readMemcached($port),
    'apcu ' => apcu(),
};
echo json_encode($answer, JSON_THROW_ON_ERROR);
