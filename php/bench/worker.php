<?php
/**
 * One sample: one codec on one workload in this process, which then ends.
 *
 *     php -n [-d extension=...] worker.php CODEC WORKLOAD SEED BATCHES BATCH_MS OURS
 *
 * Prints one line of JSON: nanoseconds of CPU time per message (minimum and median of the
 * batches), bytes, and what the round trip changed.
 */
declare(strict_types=1);

require __DIR__ . '/codecs.php';
require __DIR__ . '/workloads.php';

const UNROLLED = 64;  // number of values up to which each has a variable

/** Nanoseconds of CPU time that this process used; counted in microseconds. */
function cpu_time(): int
{
    $used = getrusage();
    $seconds = $used['ru_utime.tv_sec'] + $used['ru_stime.tv_sec'];
    return 1000 * (1_000_000 * $seconds + $used['ru_utime.tv_usec'] + $used['ru_stime.tv_usec']);
}

/**
 * The calls one after another, without a loop: its cost would be a large part of the
 * time of a scalar in the fastest codecs.
 *
 * @return Closure(list<mixed>, int): int nanoseconds for $rounds times the pool
 */
function timed(string $call, string $variable, int $count): Closure
{
    if ($count <= UNROLLED) {
        $variables = array_map(fn (int $i) => $variable . $i, range(0, $count - 1));
        $open = '[' . implode(', ', $variables) . '] = $pool;';
        $calls = implode("\n", array_map(fn (string $one) => str_replace($variable, $one, $call) . ';', $variables));
    } else {
        $open = '';
        $calls = "foreach (\$pool as $variable) { $call; }";
    }
    return eval("return static function (array \$pool, int \$rounds): int {
        $open
        \$start = cpu_time();
        for (\$round = 0; \$round < \$rounds; ++\$round) {
            $calls
        }
        return cpu_time() - \$start;
    };");
}

/** How many rounds take about $nanoseconds. */
function calibrate(Closure $run, array $pool, int $nanoseconds): int
{
    for ($rounds = 1; ; $rounds *= 4) {
        $taken = max(1, min($run($pool, $rounds), $run($pool, $rounds)));
        if ($taken * 4 >= $nanoseconds) {
            return max(1, (int) round($rounds * $nanoseconds / $taken));
        }
    }
}

/** @param list<float> $times */
function summary(array $times, int $rounds): array
{
    sort($times);
    return ['min' => $times[0], 'median' => $times[intdiv(count($times), 2)], 'batches' => count($times), 'rounds' => $rounds];
}

/** Batches over one pool, or each over a new pool whose values were never packed. */
function measure(Closure $run, Closure $pool, bool $fresh, int $batches, int $nanoseconds): array
{
    $values = $pool(0);
    $rounds = $fresh ? 1 : calibrate($run, $values, $nanoseconds);
    $run($values, 1);
    $times = [];
    for ($batch = 0; $batch < $batches; $batch++) {
        if ($fresh) {
            $values = $pool($batch + 1);
        }
        $times[] = $run($values, $rounds) / $rounds / count($values);
    }
    return summary($times, $rounds);
}

function sample_workload(Codec $codec, Workload $workload, int $seed, int $batches, int $nanoseconds): array
{
    [$encode, $decode] = [$codec->encoder(), $codec->decoder()];
    $values = $workload->pool($seed);
    $lost = '';
    $packed = [];
    foreach ($values as $value) {
        $bytes = $encode($value);
        if (!is_string($bytes)) {
            throw new RuntimeException('a value could not be packed');
        }
        $packed[] = $bytes;
        $lost = $lost ?: loss($value, $decode($bytes));
    }
    $made = fn (int $batch) => $batch === 0 ? $values : $workload->pool($seed + 1000 * $batch);
    $result = ['bytes' => strlen($packed[0]), 'lost' => $lost];
    $result['encode'] = measure(timed($codec->encode, '$value', count($values)), $made, $workload->fresh, $batches, $nanoseconds);
    $made = fn (int $batch) => $batch === 0 ? $packed : array_map($encode, $workload->pool($seed + 1000 * $batch));
    $result['decode'] = measure(timed($codec->decode, '$bytes', count($values)), $made, $workload->fresh, $batches, $nanoseconds);
    return $result;
}

function sample_loop(Codec $codec, string $loop, int $batches, int $nanoseconds): array
{
    $run = reference_loop($loop, LOOPS[$loop][0], $codec, 'cpu_time()');
    [$first, $bytes] = $run();
    $times = [];
    $count = max(2, min($batches, intdiv($batches * $nanoseconds, max(1, $first))));
    for ($i = 0; $i < $count; $i++) {
        $times[] = $run()[0];
    }
    return ['bytes' => $bytes, 'lost' => '', 'both' => summary($times, 1)];
}

[, $key, $name, $seed, $batches, $milliseconds, $ours] = $argv;
set_error_handler(function (int $level, string $text): never {
    throw new RuntimeException($text);
});
try {
    $codec = codecs($ours)[$key];
    if (!$codec->loaded()) {
        throw new RuntimeException('not installed');
    }
    $nanoseconds = (int) ((float) $milliseconds * 1e6);
    $result = isset(LOOPS[$name])
        ? sample_loop($codec, $name, (int) $batches, $nanoseconds)
        : sample_workload($codec, workloads()[$name], (int) $seed, (int) $batches, $nanoseconds);
    $result += [
        'version' => $codec->version(),
        'is_ours' => class_exists('MsgpackException', false),
        'gc' => ['enabled' => gc_enabled(), 'runs' => gc_status()['runs']],
    ];
} catch (Throwable $error) {
    $result = ['error' => $error->getMessage()];
}
echo json_encode($result), "\n";
