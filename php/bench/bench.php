<?php
/**
 * The driver: runs each sample in a new PHP process that is pinned to one core, in
 * random order, and reports ratios.
 *
 *     php -n bench.php --ours=MODULE.so [options]
 *       --only=a,b       these workloads only (--list prints them; "loops": the five loops)
 *       --codecs=a,b     of ours, pecl, igbinary, serialize, json
 *       --quick          few, short samples; noisy
 *       --samples=N --batches=N --batch-ms=X
 *       --no-gc          PHP's cycle collector off in every sample
 *       --out=FILE.md --json=FILE.json
 *       --brief          prints a small table instead of the whole report
 */
declare(strict_types=1);

require __DIR__ . '/codecs.php';
require __DIR__ . '/workloads.php';
require __DIR__ . '/stats.php';
require __DIR__ . '/machine.php';
require __DIR__ . '/report.php';
require __DIR__ . '/brief.php';

const OPTIONS = ['ours:', 'only:', 'codecs:', 'samples:', 'batches:', 'batch-ms:', 'out:', 'json:', 'brief', 'quick', 'no-gc', 'list', 'help'];

/** @return array<string, mixed> */
function settings(array $given): array
{
    $quick = isset($given['quick']);
    $loops = array_keys(LOOPS);
    return [
        'ours' => (string) ($given['ours'] ?? ''),
        'workloads' => chosen($given['only'] ?? null, [...array_keys(workloads()), ...$loops], ['loops' => $loops]),
        'codecs' => chosen($given['codecs'] ?? null, array_keys(codecs('')), []),
        'samples' => (int) ($given['samples'] ?? ($quick ? 5 : 15)),
        'batches' => (int) ($given['batches'] ?? ($quick ? 8 : 15)),
        'batch_ms' => (float) ($given['batch-ms'] ?? ($quick ? 1 : 2)),
        'gc' => !isset($given['no-gc']),
        'seed' => 2026,
    ];
}

/**
 * @param list<string> $known
 * @param array<string, list<string>> $groups
 * @return list<string>
 */
function chosen(?string $given, array $known, array $groups): array
{
    if ($given === null) {
        return $known;
    }
    $names = [];
    foreach (explode(',', $given) as $name) {
        array_push($names, ...($groups[$name] ?? [$name]));
    }
    $unknown = array_diff($names, $known);
    if ($unknown) {
        stop('not known: ' . implode(', ', $unknown) . '; there are: ' . implode(', ', $known));
    }
    return $names;
}

function stop(string $why): never
{
    fwrite(STDERR, "error: $why\n");
    exit(2);
}

/** @return array<string, mixed> what the worker printed, or its error */
function sample(array $settings, ?int $core, string $codec, string $workload, int $number): array
{
    $command = $core === null ? [] : ['taskset', '-c', (string) $core];
    array_push($command, PHP_BINARY, '-n', '-d', 'memory_limit=-1', '-d', 'display_errors=stderr');
    array_push($command, '-d', 'zend.enable_gc=' . ($settings['gc'] ? '1' : '0'));
    $extension = codecs($settings['ours'])[$codec]->extension;
    if ($extension !== null) {
        array_push($command, '-d', "extension=$extension");
    }
    array_push($command, __DIR__ . '/worker.php', $codec, $workload, (string) ($settings['seed'] + $number));
    array_push($command, (string) $settings['batches'], (string) $settings['batch_ms'], $settings['ours']);
    $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
    $output = stream_get_contents($pipes[1]);
    $errors = trim(stream_get_contents($pipes[2]));
    $status = proc_close($process);
    $lines = explode("\n", trim($output));
    return json_decode(end($lines), true) ?? ['error' => $errors ?: "the process ended with status $status"];
}

function progress(string $text): void
{
    if (stream_isatty(STDERR)) {
        fwrite(STDERR, "\r\e[K$text");
    }
}

/**
 * @param list<string> $names
 * @return list<string>
 */
function shuffled(array $names): array
{
    shuffle($names);
    return $names;
}

/**
 * Runs the rounds. Each has the workloads, and the codecs of each workload, in a new
 * random order, so that changes of the machine's speed affect all codecs alike.
 *
 * @return array<string, mixed> the record, from which every table is made
 */
function measured(array $settings): array
{
    $core = pin_core();
    $record = ['settings' => $settings, 'machine' => machine($core), 'started' => gmdate('c'), 'cells' => []];
    $start = hrtime(true);
    for ($round = 0; $round < $settings['samples']; $round++) {
        foreach (shuffled($settings['workloads']) as $workload) {
            foreach (shuffled($settings['codecs']) as $codec) {
                $cell = &$record['cells'][$workload][$codec];
                if (isset($cell['error'])) {
                    continue;
                }
                $sample = sample($settings, $core, $codec, $workload, $round);
                if (isset($sample['error'])) {
                    $cell = ['error' => $sample['error']];
                } else {
                    $cell['samples'][] = $sample;
                }
                unset($cell);
            }
        }
        progress(sprintf('round %d of %d', $round + 1, $settings['samples']));
    }
    progress('');
    $record['machine']['load_after'] = load();
    $record['seconds'] = round((hrtime(true) - $start) / 1e9);
    return $record;
}

$given = getopt('', OPTIONS, $rest);
if ($rest < $argc || isset($given['help'])) {
    preg_match('#^/\*\*(.*?)\*/#ms', file_get_contents(__FILE__), $match);
    fwrite(STDERR, preg_replace('/^ \* ?/m', '', $match[1]));
    exit(isset($given['help']) ? 0 : 2);
}
if (isset($given['list'])) {
    foreach (workloads() as $name => $workload) {
        printf("%-12s %s%s\n", $name, $workload->name, $workload->listed ? '' : ' +');
    }
    echo 'loops = ', implode(', ', array_keys(LOOPS)), "\n";
    exit(0);
}
$settings = settings($given);
if (in_array(OURS, $settings['codecs'], true) && !is_file($settings['ours'])) {
    stop('--ours: no such file: ' . $settings['ours']);
}
$record = measured($settings);
$text = report($record);
if (isset($given['json'])) {
    file_put_contents($given['json'], json_encode($record) . "\n");
}
if (isset($given['out'])) {
    file_put_contents($given['out'], $text);
}
echo isset($given['brief']) ? brief($record) : $text;
