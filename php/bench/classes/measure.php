<?php
/*
 * MsgpackCodec against igbinary with objects, in one process: rounds of all codecs in turn, the least time of each; and
 * against Symfony's serializer, where Debian's php-symfony-serializer, php-symfony-property-info and
 * php-symfony-property-access are installed.
 *
 *   php -n -d extension=ctype -d extension=igbinary -d extension=msgpack.so measure.php [records] [rounds]
 */
declare(strict_types=1);

final class Part
{
    public function __construct(public int $number, public string $code, public float $weight) {}
}

final class Record
{
    /** @param int[] $tags */
    public function __construct(
        public int $id,
        public string $name,
        public float $price,
        public bool $active,
        public ?string $note,
        #[Msgpack\ListOf('int')] public array $tags,
        public Part $part,
        public int $at,
    ) {}
}

final class Dated
{
    /** @param int[] $tags */
    public function __construct(
        public int $id,
        public string $name,
        public float $price,
        public bool $active,
        public ?string $note,
        #[Msgpack\ListOf('int')] public array $tags,
        public Part $part,
        public DateTimeImmutable $at,
    ) {}
}

/** @return Record[]|Dated[] */
function records(string $class, int $count): array
{
    mt_srand(1);
    $records = [];
    for ($i = 0; $i < $count; $i++) {
        $seconds = 1700000000 + mt_rand(0, 10000000);
        $records[] = new $class(
            $i * 17 + mt_rand(0, 16),
            'record number ' . mt_rand(),
            mt_rand() / 100,
            mt_rand(0, 1) === 1,
            mt_rand(0, 1) === 1 ? 'a note of ' . mt_rand(0, 99) : null,
            [mt_rand(0, 9), mt_rand(0, 999), mt_rand(0, 99999), mt_rand(0, 9)],
            new Part(mt_rand(0, 100), 'P-' . mt_rand(0, 9999), mt_rand() / 7),
            $class === Dated::class ? new DateTimeImmutable("@$seconds") : $seconds,
        );
    }
    return $records;
}

/** Objects from arrays, as a program does it that has only msgpack_unpack(). */
function by_hand(array $rows): array
{
    $records = [];
    foreach ($rows as $row) {
        $row['part'] = new Part(...$row['part']);
        $records[] = new Record(...$row);
    }
    return $records;
}

/**
 * Symfony's rows: from and to arrays, which are msgpack's.
 *
 * @param Record[] $plain
 * @return array<string, callable(): mixed>
 */
function symfony(string $message, array $plain): array
{
    $folder = '/usr/share/php/Symfony';
    if (!is_dir("$folder/Component/PropertyInfo") || !is_dir("$folder/Component/PropertyAccess")) {
        echo "not measured: Symfony's serializer (Debian: php-symfony-serializer php-symfony-property-info php-symfony-property-access)\n";
        return [];
    }
    spl_autoload_register(function (string $class): void {
        $file = '/usr/share/php/' . strtr($class, '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    });
    $reflection = new Symfony\Component\PropertyInfo\Extractor\ReflectionExtractor();
    $info = new Symfony\Component\PropertyInfo\PropertyInfoExtractor([$reflection], [$reflection], [], [$reflection], [$reflection]);
    $serializer = new Symfony\Component\Serializer\Serializer([
        new Symfony\Component\Serializer\Normalizer\ObjectNormalizer(null, null, null, $info),
        new Symfony\Component\Serializer\Normalizer\ArrayDenormalizer(),
    ]);
    return [
        'decode symfony' => fn () => $serializer->denormalize(msgpack_unpack($message), Record::class . '[]'),
        'encode symfony' => fn () => msgpack_pack($serializer->normalize($plain), ['php_only' => false]),
    ];
}

$count = (int) ($argv[1] ?? 10000);
$rounds = (int) ($argv[2] ?? 15);
$plain = records(Record::class, $count);
$dated = records(Dated::class, $count);
$codec = new MsgpackCodec('list<Record>');
$arrays = new MsgpackCodec('list<Record>', ['keys' => 'array']);
$made = new MsgpackCodec('list<Record>', ['constructor' => true]);
$dates = new MsgpackCodec('list<Dated>');
$message = $codec->encode($plain);
$short = $arrays->encode($plain);
$with_dates = $dates->encode($dated);
$igbinary = igbinary_serialize($plain);
$igbinary_dates = igbinary_serialize($dated);
foreach ([$codec->decode($message), $arrays->decode($short), $made->decode($message)] as $again) {
    if ($again != $plain) {
        throw new Exception('not the same objects');
    }
}
if ($dates->decode($with_dates) != $dated) {
    throw new Exception('not the same dates');
}

$runs = [
    'decode igbinary' => fn () => igbinary_unserialize($igbinary),
    'decode' => fn () => $codec->decode($message),
    'decode array form' => fn () => $arrays->decode($short),
    'decode constructor' => fn () => $made->decode($message),
    'decode by hand' => fn () => by_hand(msgpack_unpack($message)),
    'decode arrays' => fn () => msgpack_unpack($message),
    'decode dates' => fn () => $dates->decode($with_dates),
    'decode dates igbinary' => fn () => igbinary_unserialize($igbinary_dates),
    'encode igbinary' => fn () => igbinary_serialize($plain),
    'encode' => fn () => $codec->encode($plain),
    'encode array form' => fn () => $arrays->encode($plain),
    'encode dates' => fn () => $dates->encode($dated),
    'encode dates igbinary' => fn () => igbinary_serialize($dated),
] + symfony($message, $plain);
if (isset($runs['decode symfony']) && $runs['decode symfony']() != $plain) {
    throw new Exception('not the same objects');
}
if (!getenv("GC")) {
    gc_disable();
}
$least = array_fill_keys(array_keys($runs), PHP_INT_MAX);
$peak = [];
for ($round = 0; $round < $rounds; $round++) {
    foreach ($runs as $name => $run) {
        memory_reset_peak_usage();
        $before = memory_get_usage();
        $begin = hrtime(true);
        $result = $run();
        $least[$name] = min($least[$name], hrtime(true) - $begin);
        $peak[$name] = memory_get_peak_usage() - $before;
        unset($result);
    }
}
printf("%d records; bytes: msgpack %d, array form %d, igbinary %d\n", $count, strlen($message), strlen($short), strlen($igbinary));
foreach ($least as $name => $time) {
    $base = $least[str_starts_with($name, 'decode') ? 'decode igbinary' : 'encode igbinary'];
    printf("%-24s %8.3f ms  %.3f of igbinary  peak %.2f MB\n", $name, $time / 1e6, $time / $base, $peak[$name] / 1e6);
}
