<?php
/*
 * MsgpackCodec against igbinary with objects, in one process: rounds of all codecs in turn, the least processor time of
 * each; against Symfony's serializer, where Debian's php-symfony-serializer, php-symfony-property-info and
 * php-symfony-property-access are installed; and against Symfony's JsonStreamer, which writes and reads JSON, where
 * Debian's php-symfony-json-streamer (of sid) is installed.
 *
 *   php -n -d extension=ctype -d extension=igbinary -d extension=msgpack.so measure.php [records] [rounds]
 */
declare(strict_types=1);

use Symfony\Component\JsonStreamer\{JsonStreamReader, JsonStreamWriter};
use Symfony\Component\TypeInfo\Type;

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

/** The same fields without constructors: JsonStreamer calls them without arguments. */
final class OpenPart
{
    public int $number;
    public string $code;
    public float $weight;
}

final class OpenRecord
{
    public int $id;
    public string $name;
    public float $price;
    public bool $active;
    public ?string $note;
    #[Msgpack\ListOf('int')] public array $tags;
    public OpenPart $part;
    public int $at;
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
 * @param Record[] $records
 * @return OpenRecord[]
 */
function open_records(array $records): array
{
    $opened = [];
    foreach ($records as $record) {
        $open = new OpenRecord();
        foreach (get_object_vars($record) as $name => $value) {
            if ($value instanceof Part) {
                $part = new OpenPart();
                foreach (get_object_vars($value) as $key => $field) {
                    $part->$key = $field;
                }
                $value = $part;
            }
            $open->$name = $value;
        }
        $opened[] = $open;
    }
    return $opened;
}

/** Whether Debian's packages of these components are installed; their classes are then loaded when they are used. */
function symfony_has(string ...$components): bool
{
    foreach ($components as $component) {
        if (!is_dir("/usr/share/php/Symfony/Component/$component")) {
            return false;
        }
    }
    spl_autoload_register(function (string $class): void {
        $file = '/usr/share/php/' . strtr($class, '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    });
    return true;
}

/**
 * Symfony's rows: from and to arrays, which are msgpack's.
 *
 * @param Record[] $plain
 * @return array<string, callable(): mixed>
 */
function symfony(string $message, array $plain): array
{
    if (!symfony_has('Serializer', 'PropertyInfo', 'PropertyAccess')) {
        echo "not measured: Symfony's serializer (Debian: php-symfony-serializer php-symfony-property-info php-symfony-property-access)\n";
        return [];
    }
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

/** A stream in memory, from its start. */
function memory(string $bytes): mixed
{
    $stream = fopen('php://memory', 'w+');
    fwrite($stream, $bytes);
    rewind($stream);
    return $stream;
}

/**
 * Takes each part of a message and keeps none, as a program does that sends them.
 *
 * @param iterable<string> $parts
 */
function send(iterable $parts): int
{
    $bytes = 0;
    foreach ($parts as $part) {
        $bytes += strlen($part);
    }
    return $bytes;
}

/**
 * The objects of a stream of messages, one after another.
 *
 * @return Generator<OpenRecord>
 */
function each_message(mixed $stream): Generator
{
    rewind($stream);
    $unpacker = new MessagePackUnpacker(options: ['type' => 'OpenRecord', 'throw' => true]);
    while (($chunk = fread($stream, 8192)) !== '' && $chunk !== false) {
        $unpacker->feed($chunk);
        while ($unpacker->execute()) {
            yield $unpacker->data();
        }
    }
}

/**
 * Reads a field of each object, and of the inner one: those of JsonStreamer's streams are lazy.
 *
 * @param iterable<OpenRecord> $records
 */
function touch_all(iterable $records): iterable
{
    foreach ($records as $record) {
        $record->part->number;
    }
    return $records;
}

/**
 * JsonStreamer's rows, in JSON, and those of MsgpackCodec and igbinary with the same objects: whole messages, and streams.
 *
 * @param OpenRecord[] $open
 * @return array<string, array<string, callable(): mixed>>
 */
function streamer(array $open): array
{
    if (!symfony_has('JsonStreamer', 'TypeInfo')) {
        echo "not measured: Symfony's JsonStreamer (Debian sid: php-symfony-json-streamer)\n";
        return [];
    }
    $one = Type::object(OpenRecord::class);
    $list = Type::list($one);
    $each = Type::iterable($one, Type::int());
    $folder = sys_get_temp_dir() . '/json-streamer-' . getmypid(); // for the code that it generates
    register_shutdown_function(function () use ($folder): void {
        array_map(unlink(...), glob("$folder/*/*"));
        array_map(rmdir(...), [...glob("$folder/*"), $folder]);
    });
    $writer = JsonStreamWriter::create([], "$folder/write");
    $reader = JsonStreamReader::create([], "$folder/read");
    $codec = new MsgpackCodec('list<OpenRecord>');
    $single = new MsgpackCodec('OpenRecord');
    $with_null = ['include_null_properties' => true]; // else a property that is null is not initialized when read
    $message = $codec->encode($open);
    $messages = memory(implode('', array_map($single->encode(...), $open)));
    $json = (string) $writer->write($open, $list, $with_null);
    $stream = memory($json);
    $single_messages = function () use ($open, $single): Generator {
        foreach ($open as $record) {
            yield $single->encode($record);
        }
    };
    $igbinary = igbinary_serialize($open);
    $base = [
        'decode igbinary' => fn () => igbinary_unserialize($igbinary),
        'encode igbinary' => fn () => igbinary_serialize($open),
    ];
    $whole = $base + [
        'decode' => fn () => $codec->decode($message),
        'decode streamer' => fn () => $reader->read($json, $list),
        'encode' => fn () => $codec->encode($open),
        'encode streamer' => fn () => (string) $writer->write($open, $list, $with_null),
    ];
    $streams = $base + [
        'decode one by one' => fn () => touch_all(each_message($messages)),
        'decode streamer one by one' => fn () => touch_all($reader->read($stream, $each)),
        'decode streamer, all' => fn () => touch_all($reader->read($stream, $list)),
        'encode one by one' => fn () => send($single_messages()),
        'encode streamer one by one' => fn () => send($writer->write($open, $list, $with_null)),
    ];
    foreach ([$whole['decode'], $whole['decode streamer'], $streams['decode streamer, all']] as $run) {
        if ($run() != $open) {
            throw new Exception('not the same objects');
        }
    }
    foreach ([each_message($messages), $reader->read($stream, $each)] as $objects) {
        if (iterator_to_array($objects, false) != $open) {
            throw new Exception('not the same objects one by one');
        }
    }
    $bytes = sprintf('msgpack %d, JSON %d', strlen($message), strlen($json));
    return ["without constructors; bytes: $bytes" => $whole, 'streams' => $streams];
}

/** Processor time of this process in nanoseconds. */
function cpu_time(): int
{
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1_000_000_000
        + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) * 1000;
}

/**
 * Rounds of all rows in turn; prints the least time and the peak memory of each. Rows that take much memory slow those
 * that come after them, since PHP returns it to the system and has to get it again.
 *
 * @param array<string, callable(): mixed> $runs
 */
function measure(array $runs, int $rounds): void
{
    $least = array_fill_keys(array_keys($runs), PHP_INT_MAX);
    $peak = [];
    for ($round = 0; $round < $rounds; $round++) {
        foreach ($runs as $name => $run) {
            memory_reset_peak_usage();
            $before = memory_get_usage();
            $begin = cpu_time();
            $result = $run();
            $least[$name] = min($least[$name], cpu_time() - $begin);
            $peak[$name] = memory_get_peak_usage() - $before;
            unset($result);
        }
    }
    foreach ($least as $name => $time) {
        $base = $least[str_starts_with($name, 'decode') ? 'decode igbinary' : 'encode igbinary'];
        printf("%-28s %8.3f ms  %.3f of igbinary  peak %.2f MB\n", $name, $time / 1e6, $time / $base, $peak[$name] / 1e6);
    }
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
printf("%d records; bytes: msgpack %d, array form %d, igbinary %d\n", $count, strlen($message), strlen($short), strlen($igbinary));
measure($runs, $rounds);
unset($runs, $dated, $message, $short, $with_dates, $igbinary, $igbinary_dates);
foreach (streamer(open_records($plain)) as $title => $group) {
    echo "$title\n";
    measure($group, $rounds);
}
