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

require __DIR__ . '/calls.php';
require __DIR__ . '/loops.php';
require __DIR__ . '/workloads.php';
require __DIR__ . '/key_lists.php';
require __DIR__ . '/class_workloads.php';
require __DIR__ . '/class_models.php';
require __DIR__ . '/measured_codec.php';

const ERROR_SHOWN = 500;  // bytes of an error

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
