<?php
/**
 * Runs one PHP codec in its own process, with the protocol of worker.py.
 *
 *     php -n [-d extension=MODULE] worker.php '{"encode": …, "decode": …, "before": …, "ours": …, "version": …}'
 *
 *     php -n worker.php workloads        prints the rows of workloads.php as JSON
 *
 * Reads commands from standard input and writes one answer each to the original
 * standard output, one line of JSON each. The parent kills a worker
 * that does not answer in time.
 */
declare(strict_types=1);

require __DIR__ . '/codec_calls.php';
require __DIR__ . '/article_loops.php';
require __DIR__ . '/workloads.php';
require __DIR__ . '/key_lists.php';
require __DIR__ . '/class_workloads.php';
require __DIR__ . '/class_models.php';

/** The codec is not installed, or another module was loaded instead. */
final class Missing extends Exception
{
}

const ERROR_SHOWN = 500;  // bytes of an error
const BATCH_BYTES = 2_000_000;  // bytes of values made before timing; the string loop packs 190 MB
const WARM_UP = 30_000_000;  // nanoseconds; longer rounds need no separate warm-up
const CLOCK_STEPS = 200_000;  // nanoseconds from which the clock's microseconds do not matter
const ROUNDS = 50;  // timed together where one round is shorter
const CLOCK = 'processor_time()';
const WAYS = ['encode', 'decode'];
const WAYS_OF_LOOPS = ['reference round trip', 'article encode', 'article round trip'];

/** Processor time used by this process in nanoseconds, to the microsecond. */
function processor_time(): int
{
    $used = getrusage();
    $seconds = $used['ru_utime.tv_sec'] + $used['ru_stime.tv_sec'];
    return 1000 * (1_000_000 * $seconds + $used['ru_utime.tv_usec'] + $used['ru_stime.tv_usec']);
}

function from_json(string $text): mixed
{
    return json_decode($text, true, 1024, JSON_THROW_ON_ERROR);
}

/** The first difference after a round trip; '' if there is none. */
function loss(mixed $value, mixed $back): string
{
    if (serialize($value) === serialize($back)) {
        return '';
    }
    [$was, $is] = [get_debug_type($value), get_debug_type($back)];
    if ($was !== $is) {
        return "$was → $is";
    }
    if (is_array($value) && array_keys($value) === array_keys($back)) {
        foreach ($value as $key => $item) {
            $lost = loss($item, $back[$key]);
            if ($lost !== '') {
                return $lost;
            }
        }
    }
    return "$was changes";
}

/** The codec of this process: checks that it is the right one, and measures it. */
final class Codec
{
    public string $doing = '';  // shown with errors

    private string $loop = '';
    private int $turns = 0;
    /** @var list<mixed> the messages of a file or of a workload; empty if a loop makes the values */
    private array $messages = [];
    /** @var ?Closure(int): list<mixed> makes the messages of a fresh workload anew; null: the same are packed again */
    private ?Closure $made = null;
    private int $pools = 0;  // that were made
    private int $batch = 1;  // values made before timing
    /** @var array<string, float> nanoseconds of the last round of each task */
    private array $cost = [];

    /** @param string $version expression of the version; '': that of the extension whose function is called */
    public function __construct(private readonly Calls $calls, private readonly bool $ours, private readonly string $version)
    {
    }

    /** @throws Missing with the reason */
    public function hello(): array
    {
        $entry = $this->calls->entry();
        if ($entry !== '' && !function_exists($entry)) {
            throw new Missing("the extension with $entry() could not be loaded");
        }
        $there = class_exists('MsgpackException', false);  // PECL's module has no such class
        if ($this->ours && !$there) {
            throw new Missing('the module that was loaded is not hayapack');
        }
        if (!$this->ours && $there) {
            throw new Missing("hayapack's module was loaded instead of this codec");
        }
        $this->doing = 'setting up';
        $this->calls->encoder();  // reports syntax errors in the calls
        $this->calls->decoder();
        $version = $this->version === '' ? $this->version($entry) : eval("return $this->version;");
        return ['version' => $version, 'facts' => $this->facts()];
    }

    /** @param array{workload?: string, seed?: int, size?: int, lines?: string, document?: string} $source
     *      size: iterations of a loop, 0: as in the article; length of a list of key_lists.php. lines: the path of a file with a JSON text in
     *      each line; document: of one with one text */
    public function use(array $source): array
    {
        [$this->messages, $this->made, $this->pools] = [[], null, 0];
        $name = $source['workload'] ?? '';
        if (isset($source['lines'])) {
            return $this->use_messages(array_map(from_json(...), file($source['lines'], FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES)));
        }
        if (isset($source['document'])) {
            return $this->use_messages([from_json(file_get_contents($source['document']))]);
        }
        $workload = workloads()[$name] ?? class_workloads()[$name] ?? key_list($name, $source['size'] ?? 0);
        if ($workload !== null) {
            $this->made = $workload->fresh ? fn (int $number) => $workload->pool($source['seed'] + 1000 * $number) : null;
            return $this->use_messages($workload->pool($source['seed']));
        }
        if (!isset(LOOPS[$name])) {
            throw new Missing("PHP has no workload $name");
        }
        $this->loop = $name;
        $this->turns = $source['size'] ?: LOOPS[$this->loop][0];
        [$size] = $found = $this->checked();
        $this->batch = max(1, min($this->turns, intdiv(BATCH_BYTES * $this->turns, $size)));
        return $this->described(1, ...$found);  // a loop is timed as a whole
    }

    /** @param list<mixed> $messages */
    private function use_messages(array $messages): array
    {
        $this->messages = $messages;
        $this->turns = count($messages);
        [$found, $first] = $this->checked_messages();
        $answer = $this->described($this->turns, ...$found);
        $this->cost = array_filter($first, fn (int $ns) => $ns >= WARM_UP);
        $answer['peaks'] = $this->peaks();
        return $answer + ['first' => array_map(fn (int $ns) => $ns / max(1, $this->turns), $first)];
    }

    /** @return array<string, int> the most bytes that a call with the first message allocated at one time */
    private function peaks(): array
    {
        [$encode, $decode] = [$this->calls->encoder(), $this->calls->decoder()];
        $packed = $encode($this->messages[0]);
        $peak = function (Closure $call, mixed $given): int {
            memory_reset_peak_usage();
            $before = memory_get_usage();
            $call($given);
            return memory_get_peak_usage() - $before;
        };
        return ['encode' => $peak($encode, $this->messages[0]), 'decode' => $peak($decode, $packed)];
    }

    /** As checked(), with the nanoseconds of encoding and of decoding all messages. */
    private function checked_messages(): array
    {
        [$encode, $decode] = [$this->calls->encoder(), $this->calls->decoder()];
        gc_enable();
        try {
            $this->doing = 'encode';
            $start = processor_time();
            $packed = array_map($encode, $this->messages);
            $first = ['encode' => processor_time() - $start];
            $this->doing = 'decode';
            $start = processor_time();
            $copies = array_map($decode, $packed);
            $first['decode'] = processor_time() - $start;
        } finally {
            gc_disable();
        }
        [$size, $hash, $losses] = [0, hash_init('sha256'), []];
        foreach ($packed as $at => $bytes) {
            if (!is_string($bytes)) {
                throw new UnexpectedValueException('packing gave ' . get_debug_type($bytes));
            }
            $size += strlen($bytes);
            hash_update($hash, $bytes);
            $losses[loss($this->messages[$at], $copies[$at])] = true;
        }
        unset($losses['']);
        $start = processor_time();
        $copies = null;
        $first['decode'] += processor_time() - $start;  // freeing the result is part of the time, as in the loops
        return [[$size, hash_final($hash), array_keys($losses)], $first];
    }

    private function described(int $messages, int $size, string $digest, array $losses): array
    {
        $this->cost = [];
        return [
            'messages' => $messages,
            'losses' => $losses,
            'size' => $size,
            'digest' => $digest,
            'ways' => [...WAYS, ...($this->messages ? [] : WAYS_OF_LOOPS)],
            'absent' => (object) [],
        ];
    }

    /** Nanoseconds for all iterations of the loop, or for one message, over rounds of about $at_least nanoseconds in total. */
    public function sample(string $what, bool $collect, int $at_least): array
    {
        $this->doing = $what;
        $run = match ($what) {
            'reference round trip' => $this->whole_loop(),
            'article encode' => $this->repeated(article_loop($this->loop, $this->turns, $this->calls, both: false)),
            'article round trip' => $this->repeated(article_loop($this->loop, $this->turns, $this->calls, both: true)),
            'encode' => $this->messages ? $this->message_rounds($this->calls->encode, '$value') : $this->encode_round(),
            'decode' => $this->messages ? $this->message_rounds($this->calls->decode, '$bytes') : $this->decode_round(),
        };
        if (($this->cost[$what] ?? 0) < WARM_UP) {
            $this->cost[$what] = $run(1);
        }
        $in_one = $this->messages && $this->made === null;  // the clock is read once for all rounds
        if ($in_one && $this->cost[$what] < CLOCK_STEPS) {
            $this->cost[$what] = $run(ROUNDS) / ROUNDS;
        }
        $rounds = max(1, (int) ($at_least / max($in_one ? 1 : 1000, $this->cost[$what])));
        gc_collect_cycles();
        try {
            $collect && gc_enable();
            $spent = $run($rounds);
        } finally {
            gc_disable();
        }
        $this->cost[$what] = $spent / $rounds;
        return ['ns' => $spent / $rounds / max(1, count($this->messages)), 'calls' => $rounds * $this->turns];
    }

    /** @return Closure(int): int nanoseconds for so many rounds over all messages */
    private function message_rounds(string $call, string $variable): Closure
    {
        $timed = timed_rounds($this->calls, $call, $variable, $this->turns, CLOCK);
        $encode = $this->calls->encoder();
        $prepare = fn (array $messages) => $variable === '$value' ? $messages : array_map($encode, $messages);
        if ($this->made === null) {
            $messages = $prepare($this->messages);
            return fn (int $rounds): int => $timed($messages, $rounds);
        }
        return function (int $rounds) use ($timed, $prepare): int {
            $spent = 0;
            for ($i = 0; $i < $rounds; $i++) {
                $spent += $timed($prepare(($this->made)(++$this->pools)), 1);
            }
            return $spent;
        };
    }

    /** One round trip of every value: total bytes, their SHA-256, the losses. */
    private function checked(): array
    {
        [$encode, $decode] = [$this->calls->encoder(), $this->calls->decoder()];
        [$size, $hash, $losses] = [0, hash_init('sha256'), []];
        foreach (loop_values($this->loop, $this->turns, 1) as [$value]) {
            $this->doing = 'encode';
            $bytes = $encode($value);
            if (!is_string($bytes)) {
                throw new UnexpectedValueException('packing gave ' . get_debug_type($bytes));
            }
            $size += strlen($bytes);
            hash_update($hash, $bytes);
            $this->doing = 'decode';
            $losses[loss($value, $decode($bytes))] = true;
        }
        unset($losses['']);
        return [$size, hash_final($hash), array_keys($losses)];
    }

    private function whole_loop(): Closure
    {
        $run = whole_loop($this->loop, $this->turns, $this->calls, CLOCK);
        return $this->repeated(fn (): int => $run()[0]);
    }

    private function encode_round(): Closure
    {
        $timed = timed_calls($this->calls, $this->calls->encode, '$value', CLOCK);
        return $this->batches($timed, fn (array $values) => $values);
    }

    private function decode_round(): Closure
    {
        $encode = $this->calls->encoder();
        $timed = timed_calls($this->calls, $this->calls->decode, '$bytes', CLOCK);
        return $this->batches($timed, fn (array $values) => array_map($encode, $values));
    }

    /** Rounds over all values of the loop; creating them and $prepare are not timed. */
    private function batches(Closure $timed, Closure $prepare): Closure
    {
        return $this->repeated(function () use ($timed, $prepare): int {
            $spent = 0;
            foreach (loop_values($this->loop, $this->turns, $this->batch) as $values) {
                $spent += $timed($prepare($values));
            }
            return $spent;
        });
    }

    /** @return Closure(int): int nanoseconds for so many rounds */
    private function repeated(Closure $round): Closure
    {
        return function (int $rounds) use ($round): int {
            $spent = 0;
            for ($i = 0; $i < $rounds; $i++) {
                $spent += $round();
            }
            return $spent;
        };
    }

    private function version(string $entry): string
    {
        $name = $entry === '' ? 'msgpack' : (new ReflectionFunction($entry))->getExtensionName();
        $version = (string) phpversion($name);
        return $version === PHP_VERSION ? 'PHP ' . PHP_VERSION : $version;
    }

    private function facts(): array
    {
        return [
            'php' => PHP_VERSION . (PHP_DEBUG ? ' debug' : ''),
            'gc' => 'as the task says',
            'opcache' => extension_loaded('Zend OPcache'),
            'zts' => (bool) PHP_ZTS,
            'clock' => 'processor time of the process (getrusage)',
        ];
    }
}

function answer(Codec $codec, array $command): array
{
    try {
        return match ($command['do']) {
            'hello' => $codec->hello(),
            'use' => $codec->use($command['source']),
            'sample' => $codec->sample($command['what'], $command['collect'], $command['at_least']),
            'compress', 'release' => [],
        };
    } catch (UnhandledMatchError $error) {
        return ['error' => $error->getMessage(), 'kind' => 'bug'];
    } catch (Missing $error) {
        return ['error' => $error->getMessage(), 'kind' => 'missing'];
    } catch (Throwable $error) {
        $text = "$codec->doing: " . $error::class . ": {$error->getMessage()}";
        return ['error' => substr($text, 0, ERROR_SHOWN), 'kind' => 'failed'];
    }
}

if (($argv[1] ?? '') === 'workloads') {
    $row = fn (string $key, Workload $made) => ['key' => $key, 'name' => $made->name, 'kind' => $made->kind, 'extra' => $made->extra];
    echo json_encode(array_map($row, array_keys(workloads()), workloads())), "\n";
    exit(0);
}

// PHP can't duplicate a descriptor onto another one, but it can close one: the
// next file to be opened gets its number. So standard output becomes standard
// error, and output of a codec can't corrupt the answers.
$answers = fopen('php://stdout', 'w');
fclose(STDOUT);
$printed = fopen('php://stderr', 'w');

gc_disable();
set_error_handler(function (int $level, string $text): never {
    throw new ErrorException($text, 0, $level);
}, E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);

$given = json_decode($argv[1], true);
$codec = new Codec(new Calls($given['encode'], $given['decode'], $given['before']), $given['ours'], $given['version'] ?? '');
while (($line = fgets(STDIN)) !== false) {
    $answer = answer($codec, json_decode($line, true));
    fwrite($answers, json_encode((object) $answer, JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
}
