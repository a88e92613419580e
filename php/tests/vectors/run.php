<?php
/*
 * Runs the shared vectors through this module:
 *
 *     php -n -d extension=PATH/msgpack.so -d memory_limit=-1 run.php
 *
 * The last lines are the counts. It fails unless it ran every row except those that
 * skips.tsv lists with a reason. A listed row that would pass, or that does not exist,
 * is a failure, too. VECTORS_EVERY=3 in the environment runs every third row of each folder,
 * and then does not look for rows of skips.tsv that do not exist.
 */
const VECTORS = __DIR__ . '/../../../vectors';

require __DIR__ . '/notation.php';
require __DIR__ . '/values.php';
require __DIR__ . '/wrapped.php';

const EVERYTHING = ['php_only' => false, 'utf8' => true, 'bin' => 'object', 'ext' => 'object',
    'timestamps' => 'object', 'throw' => true];

/** Failures are collected, so that one run shows them all. */
final class Tally
{
    /** @var list<string> */
    public array $failures = [];
    /** @var array<string, string> kind/file/name => reason, of skips.tsv */
    private array $skips = [];
    /** @var array<string, true> */
    private array $used = [];

    public function __construct()
    {
        foreach (file(__DIR__ . '/skips.tsv', FILE_IGNORE_NEW_LINES) as $line) {
            if ($line !== '' && $line[0] !== '#') {
                [$kind, $file, $name, $reason] = explode("\t", $line);
                $this->skips["$kind/$file/$name"] = $reason;
            }
        }
    }

    public function skipped(string $kind, string $file, string $name): bool
    {
        foreach (["$kind/$file/$name", "$kind/$file/*", "$kind/*/*"] as $key) {
            if (isset($this->skips[$key])) {
                $this->used[$key] = true;
                return true;
            }
        }
        return false;
    }

    public function expect(mixed $found, mixed $expected, string $where): void
    {
        if ($found !== $expected) {
            $this->failures[] = "$where: expected " . shown($expected) . ', got ' . shown($found);
        }
    }

    /** @return list<string> */
    public function rotten(): array
    {
        return array_keys(array_diff_key($this->skips, $this->used));
    }
}

function shown(mixed $value): string
{
    return substr(is_string($value) ? $value : var_export($value, true), 0, 300);
}

/** "name @offset path" of the exception that the call throws, or "no error". */
function error_of(callable $call): string
{
    try {
        $call();
    } catch (MsgpackException $e) {
        return "$e->name @$e->offset $e->path";
    } catch (Throwable $e) {
        return $e::class . ': ' . $e->getMessage();
    }
    return 'no error';
}

function run_valid(Tally $tally, string $file, array $fields): void
{
    [$name, $packed, $canonical, $notation] = $fields;
    $where = "valid/$file: $name";
    $bytes = read_bytes($packed);
    $canonical = $canonical === '=' ? $bytes : read_bytes($canonical);
    $reader = new ValueReader($notation);
    $node = $reader->read();
    $pack = ['php_only' => false, 'assoc' => false, 'uint64' => true, 'force_f32' => $reader->hasF32];

    try {
        $expected = has_wide($node, 'time') ? null : unpacked_value($node);
    } catch (NoValue) {
        // The first key of each such row is one that PHP cannot have; it follows the header.
        $head = ["\xde" => 3, "\xdf" => 5][$bytes[0]] ?? 1;
        $error = error_of(fn () => msgpack_unpack($bytes, null, EVERYTHING));
        $tally->expect($error, "invalid_key @$head \${key #0}", $where);
        return;
    }
    if (has_wide($node, 'time')) {
        $error = error_of(fn () => msgpack_unpack($bytes, null, EVERYTHING));
        $tally->expect(strtok($error, ' '), 'timestamp_range', "$where: unpacked");
        return;
    }
    $tally->expect(same(msgpack_unpack($bytes, null, EVERYTHING), $expected), true, "$where: unpacked");
    $wide = has_wide($node, 'int');
    // With maps as stdClass nothing of the message is lost: the round trip is exact.
    if (!$tally->skipped('repack', $file, $name) && !$wide) {
        $objects = msgpack_unpack($bytes, null, ['assoc' => false] + EVERYTHING);
        $tally->expect(bin2hex(msgpack_pack($objects, $pack)), bin2hex($canonical), "$where: packed again");
    }
    if (!$tally->skipped('pack', $file, $name) && !$wide) {
        $policy = has_arrays($node) ? 'detect' : 'map';
        try {
            $value = packable_value($node, $policy);
            $again = msgpack_pack($value, ['arrays' => $policy] + $pack);
            $tally->expect(bin2hex($again), bin2hex($canonical), "$where: packed");
        } catch (NoValue $e) {
            $tally->failures[] = "$where: not packed: " . $e->getMessage();
        }
    }
    check_without_options($tally, $bytes, $where);
    foreach (prefixes(strlen($bytes)) as $n) {
        $error = error_of(fn () => msgpack_unpack(substr($bytes, 0, $n), null, EVERYTHING));
        $tally->expect(strtok($error, ' '), 'truncated', "$where: the first $n bytes");
        $tally->expect(@msgpack_unpack(substr($bytes, 0, $n)), $n ? false : null, "$where: the first $n bytes, no options");
    }
}

/** Calls without options have a fast path for some values: checks that the results are equal. */
function check_without_options(Tally $tally, string $bytes, string $where): void
{
    $value = @msgpack_unpack($bytes);
    $tally->expect(same($value, @msgpack_unpack($bytes, null, ['throw' => false])), true, "$where: unpacked without options");
    $tally->expect(same($value, @msgpack_unpack($bytes . "\xc1")), true, "$where: unpacked with a byte behind it");
    $packed = bin2hex(msgpack_pack($value, ['throw' => false]));
    $tally->expect(bin2hex(msgpack_pack($value)), $packed, "$where: packed without options");
    $old = ['use_str8' => false, 'force_f32' => true];
    ini_set('msgpack.use_str8_serialization', '0');
    ini_set('msgpack.force_f32', '1');
    $tally->expect(bin2hex(msgpack_pack($value)), bin2hex(msgpack_pack($value, $old)), "$where: packed for old readers");
    ini_restore('msgpack.use_str8_serialization');
    ini_restore('msgpack.force_f32');
}

/** Of long rows the first and last 64. @return list<int> */
function prefixes(int $size): array
{
    if ($size === 0) {
        return [];
    }
    return $size <= 64 ? range(0, $size - 1) : array_unique([...range(0, 63), ...range($size - 64, $size - 1)]);
}

function run_invalid(Tally $tally, string $file, array $fields): void
{
    [$name, $packed, $error, $offset, $path, $options] = $fields;
    $bytes = read_bytes($packed);
    $options = read_options($options) + EVERYTHING;
    $found = error_of(fn () => msgpack_unpack($bytes, null, $options));
    $tally->expect($found, "$error @$offset $path", "invalid/$file: $name");
}

function run_stream(Tally $tally, string $file, array $fields): void
{
    [$name, $packed, $splits, $messages, $options] = $fields;
    $bytes = read_bytes($packed);
    $stream = new StreamCheck($bytes, read_options($options));
    foreach (pieces($bytes, $splits) as $piece) {
        $stream->feed($piece);
    }
    $tally->expect($stream->found(), $messages === '-' ? '' : expand($messages), "stream/$file: $name");
}

/** A folder that this runner does not know: its rows must be listed. */
function run_unknown(Tally $tally, string $file, array $fields): void
{
    $tally->failures[] = "$file: $fields[0]: neither run nor listed as skipped";
}

/** The values decoded from a stream, in the notation of the vectors. */
final class StreamCheck
{
    private MessagePackUnpacker $unpacker;
    /** @var list<string> */
    private array $items = [];
    private int $start = 0;
    private int $fed = 0;
    private bool $refused = false;

    public function __construct(private string $bytes, array $options)
    {
        $this->unpacker = new MessagePackUnpacker(false);
        $this->unpacker->setOptions($options + EVERYTHING + ['max_buffer_size' => 0]);
    }

    public function feed(string $piece): void
    {
        $this->fed += strlen($piece);
        $this->unpacker->feed($piece);
        while (!$this->refused && $this->take()) {
            // one message after another
        }
    }

    /** Takes one message; false: there is none. */
    private function take(): bool
    {
        try {
            if (!$this->unpacker->execute()) {
                return false;
            }
            $size = $this->size_of($this->unpacker->data());
            $this->items[] = (string) $size;
        } catch (MsgpackException $e) {
            // A complete message with an error is skipped: the next one begins after it.
            $size = in_array($e->name, ['invalid_utf8', 'invalid_timestamp', 'invalid_key'], true) ? $this->whole() : 0;
            $this->items[] = ($size ?: '') . "!$e->name@$e->offset";
            $this->refused = $size === 0;
        }
        $this->start += $size;
        return true;
    }

    /** The size of the first message, after checking that it is that value. */
    private function size_of(mixed $value): int
    {
        $size = $this->whole();
        $expected = msgpack_unpack(substr($this->bytes, $this->start, $size), null, EVERYTHING);
        if (!same($value, $expected)) {
            throw new RuntimeException("the message at $this->start is not what it is alone");
        }
        return $size;
    }

    /** The size of the first message, found by decoding the whole stream again. */
    private function whole(): int
    {
        $offset = 0;
        $unpacker = new MessagePackUnpacker(false);
        if (!@$unpacker->execute(substr($this->bytes, $this->start), $offset)) {
            throw new RuntimeException("no whole message at $this->start");
        }
        return $offset;
    }

    public function found(): string
    {
        $rest = !$this->refused && $this->start < $this->fed;
        return implode(' ', $rest ? [...$this->items, '?'] : $this->items);
    }
}

/** @return list<string> */
function pieces(string $bytes, string $splits): array
{
    $size = strlen($bytes);
    if ($splits === '-') {
        return [$bytes];
    }
    if ($splits === 'each') {
        return str_split($bytes);
    }
    if (str_starts_with($splits, 'every ')) {
        return str_split($bytes, (int) substr($splits, 6));
    }
    $found = [];
    $start = 0;
    foreach ([...array_map(intval(...), explode(' ', $splits)), $size] as $end) {
        $found[] = substr($bytes, $start, $end - $start);
        $start = $end;
    }
    return $found;
}

/** "3*2 ?" -> "3 3 ?" */
function expand(string $messages): string
{
    return preg_replace_callback('/(\S+)\*(\d+)/',
        fn (array $part) => implode(' ', array_fill(0, (int) $part[2], $part[1])), $messages);
}

function run_row(Closure $run, Tally $tally, string $file, array $fields): Tally
{
    try {
        $run($tally, $file, $fields);
    } catch (Throwable $e) {
        $tally->failures[] = "$file: $fields[0]: " . $e::class . ': ' . $e->getMessage();
    }
    return $tally;
}

function main(): int
{
    $tally = new Tally();
    $lines = [];
    $every = max(1, (int) getenv('VECTORS_EVERY'));
    $runners = ['valid' => run_valid(...), 'invalid' => run_invalid(...), 'stream' => run_stream(...),
        'lz4' => run_lz4(...), 'typeless' => run_typeless(...)];
    $kinds = array_map(basename(...), glob(VECTORS . '/*', GLOB_ONLYDIR));
    // C# values, which only .NET has; rows that tests of their own read (schemas/, decode/objects-with-ids.phpt).
    foreach (array_diff($kinds, ['dotnet', 'json', 'names', 'references', 'schemas']) as $kind) {
        if ($kind === 'lz4' && !has_lz4()) {
            $lines[] = 'vectors: php: lz4: left out, for the module was built without liblz4';
            continue;
        }
        $all = rows($kind);
        if ($every > 1) {
            $all = array_filter($all, fn (int $index) => $index % $every === 0, ARRAY_FILTER_USE_KEY);
        }
        $run = $runners[$kind] ?? run_unknown(...);
        $skipped = 0;
        foreach ($all as [$file, $fields]) {
            if ($tally->skipped($kind, $file, $fields[0])) {
                $skipped++;
                if (run_row($run, new Tally(), $file, $fields)->failures === []) {
                    $tally->failures[] = "$kind/$file: $fields[0]: is listed as skipped, and holds";
                }
            } else {
                run_row($run, $tally, $file, $fields);
            }
        }
        $lines[] = "vectors: php: $kind: " . count($all) - $skipped . ' of ' . count($all) . " rows, $skipped listed as skipped";
    }
    foreach ($tally->failures as $failure) {
        echo "FAIL $failure\n";
    }
    $rotten = $every > 1 ? [] :
        array_filter($tally->rotten(), fn (string $key) => has_lz4() || !str_starts_with($key, 'lz4/'));
    foreach ($rotten as $key) {
        echo "FAIL skips.tsv lists $key, which is no row\n";
    }
    echo implode("\n", $lines), "\n", 'vectors: php: ', count($tally->failures) + count($rotten), " failures\n";
    return $tally->failures === [] && $rotten === [] ? 0 : 1;
}

exit(main());
