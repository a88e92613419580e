<?php
/**
 * Workloads of objects with declared types, for MsgpackCodec and the libraries that it is compared with, and what
 * those need: Symfony's serializer and JsonStreamer, from Debian's packages.
 */
declare(strict_types=1);

use Symfony\Component\JsonStreamer\{JsonStreamReader, JsonStreamWriter};
use Symfony\Component\TypeInfo\Type;

const SYMFONY = '/usr/share/php/Symfony/Component';

final class ClassPart
{
    public function __construct(public int $number, public string $code, public float $weight)
    {
    }
}

final class ClassRecord
{
    /** @param int[] $tags */
    public function __construct(
        public int $id,
        public string $name,
        public float $price,
        public bool $active,
        public ?string $note,
        #[Msgpack\ListOf('int')] public array $tags,
        public ClassPart $part,
        public int $at,
    ) {
    }
}

final class DatedRecord
{
    /** @param int[] $tags */
    public function __construct(
        public int $id,
        public string $name,
        public float $price,
        public bool $active,
        public ?string $note,
        #[Msgpack\ListOf('int')] public array $tags,
        public ClassPart $part,
        public DateTimeImmutable $at,
    ) {
    }
}

/** ClassRecord without constructors: JsonStreamer calls them without arguments. */
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

final class OpenPart
{
    public int $number;
    public string $code;
    public float $weight;
}

/** @return array<string, mixed> the fields of a record by name; `part` as an array too */
function class_fields(): array
{
    return [
        'id' => random_id(),
        'name' => random_text(10, 30),
        'price' => mt_rand() / 100,
        'active' => mt_rand(0, 1) === 1,
        'note' => mt_rand(0, 1) === 1 ? random_text(5, 20) : null,
        'tags' => many(4, fn () => mt_rand(0, 99_999)),
        'part' => ['number' => mt_rand(0, 100), 'code' => 'P-' . mt_rand(0, 9999), 'weight' => mt_rand() / 7],
        'at' => 1_700_000_000 + mt_rand(0, 10_000_000),
    ];
}

/** An object from the arrays that msgpack_unpack() gives, as a program makes it by hand. */
function by_hand(array $row): ClassRecord
{
    $row['part'] = new ClassPart(...$row['part']);
    return new ClassRecord(...$row);
}

/** @return array<string, mixed> */
function fields_by_hand(ClassRecord $record): array
{
    return ['part' => get_object_vars($record->part)] + get_object_vars($record);
}

function dated_record(): DatedRecord
{
    $row = class_fields();
    $row['part'] = new ClassPart(...$row['part']);
    $row['at'] = new DateTimeImmutable("@{$row['at']}");
    return new DatedRecord(...$row);
}

function open_record(): OpenRecord
{
    [$record, $part] = [new OpenRecord(), new OpenPart()];
    $row = class_fields();
    foreach ($row['part'] as $name => $value) {
        $part->$name = $value;
    }
    foreach (['part' => $part] + $row as $name => $value) {
        $record->$name = $value;
    }
    return $record;
}

/** Loads the classes of Debian's packages when they are used. @throws Missing */
function need_symfony(string ...$components): void
{
    foreach ($components as $component) {
        if (!is_dir(SYMFONY . "/$component")) {
            throw new Missing("Symfony's $component is not installed");
        }
    }
    spl_autoload_register(load_class(...)); // once, however often this is called
}

function load_class(string $class): void
{
    $file = '/usr/share/php/' . strtr($class, '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
}

function debian_version(string $package): string
{
    return (string) shell_exec("dpkg-query --show --showformat '\${Version}' $package");
}

/** From and to arrays. */
function symfony_serializer(): Symfony\Component\Serializer\Serializer
{
    need_symfony('Serializer', 'PropertyInfo', 'PropertyAccess');
    $reflection = new Symfony\Component\PropertyInfo\Extractor\ReflectionExtractor();
    $info = new Symfony\Component\PropertyInfo\PropertyInfoExtractor([$reflection], [$reflection], [], [$reflection], [$reflection]);
    return new Symfony\Component\Serializer\Serializer([
        new Symfony\Component\Serializer\Normalizer\ObjectNormalizer(null, null, null, $info),
        new Symfony\Component\Serializer\Normalizer\ArrayDenormalizer(),
    ]);
}

/** @return array{JsonStreamReader, JsonStreamWriter, Type} for a list of OpenRecord */
function json_streamer(): array
{
    need_symfony('JsonStreamer', 'TypeInfo');
    $folder = sys_get_temp_dir() . '/json-streamer-' . getmypid(); // for the code that it generates
    register_shutdown_function(function () use ($folder): void {
        array_map(unlink(...), glob("$folder/*/*"));
        array_map(rmdir(...), [...glob("$folder/*"), ...glob($folder)]);
    });
    return [
        JsonStreamReader::create([], "$folder/read"),
        JsonStreamWriter::create([], "$folder/write"),
        Type::list(Type::object(OpenRecord::class)),
    ];
}

/** @return array<string, Workload> by key */
function class_workloads(): array
{
    $rows = fn () => many(1_000, fn () => array_combine(array_map(fn ($i) => "key_$i", range(1, 10)), many(10, fn () => mt_rand(0, 99_999))));
    $points = fn () => many(5_000, fn () => [mt_rand() / 7.1, mt_rand() / 7.1]);
    $texts = fn () => array_combine(many(300, fn () => 'page.title.' . mt_rand()), many(300, fn () => random_text(10, 31)));
    $series = fn () => array_combine(many(500, fn () => 'key' . mt_rand()), many(500, fn () => [mt_rand() / 7.1, mt_rand() / 7.1]));
    $records = fn (int $count) => fn () => many($count, fn () => by_hand(class_fields()));
    return [
        'class_records' => new Workload('10,000 objects', $records(10_000), 'classes', 2),
        'class_record' => new Workload('one object in a list', $records(1), 'classes', 64),
        'class_maps' => new Workload('1,000 maps of 10 ints', $rows, 'classes', 16),
        'class_floats' => new Workload('5,000 pairs of floats', $points, 'classes', 16),
        'class_texts' => new Workload('a map of 300 texts', $texts, 'classes', 32),
        'class_series' => new Workload('a map of 500 lists of floats', $series, 'classes', 32),
        'class_dates' => new Workload('10,000 objects with a date', fn () => many(10_000, dated_record(...)), 'classes', 2),
        'class_open' => new Workload('50,000 objects without constructors', fn () => many(50_000, open_record(...)), 'classes', 1),
    ] + class_models();
}
