<?php
/*
 * The differential test: compares PECL's module with ours, each in a process of its
 * own, on the same generated values and damaged messages.
 *
 *   php -n compare.php PECL_MODULE OUR_MODULE [CASES [SEED]]
 */
declare(strict_types=1);

namespace Trial;

require __DIR__ . '/value_generator.php';
require __DIR__ . '/message_reader.php';
require __DIR__ . '/mutate.php';
require __DIR__ . '/worker_process.php';
require __DIR__ . '/intended_differences.php';
require __DIR__ . '/tally.php';

final class Comparison
{
    private const PACKINGS = [[1, 1], [0, 1], [1, 0], [0, 0]];

    private Tally $tally;

    public function __construct(private WorkerProcess $pecl, private WorkerProcess $ours, private int $seed, private bool $third)
    {
        $this->tally = new Tally();
    }

    public function run(int $cases): bool
    {
        for ($case = 0; $case < $cases; $case++) {
            $profile = ValueGenerator::profile($case);
            $messages = $this->pack($case);
            foreach ($messages as $hex => [$original, $own]) {
                $this->unpack((string) $hex, 1, 'unpack', 0, $original);
                $this->unpack((string) $hex, 0, 'unpack, php_only off');
                if ($own) {
                    $this->again((string) $hex);
                }
            }
            if (in_array($profile, ValueGenerator::PLAIN, true)) {
                $this->damaged($case, array_map(strval(...), array_keys($messages)));
                $this->stream($case, implode('', array_keys($messages)));
            }
        }
        $this->known();
        return $this->tally->report();
    }

    /** @return array{0: int, 1: int} */
    public function deaths(): array
    {
        return [$this->pecl->deaths, $this->ours->deaths];
    }

    /** @return array{0: array, 1: array} */
    private function both(array $job): array
    {
        $this->pecl->send($job + ['guard' => true]);
        $this->ours->send($job + ['guard' => false]);
        return [$this->pecl->receive(), $this->ours->receive()];
    }

    /** @return array<string, array{string, bool}> our messages: the value that was packed, whether with the default settings */
    private function pack(int $case): array
    {
        $messages = [];
        foreach (self::PACKINGS as [$phpOnly, $str8]) {
            $job = ['do' => 'pack', 'seed' => $this->seed, 'case' => $case, 'php_only' => $phpOnly, 'str8' => $str8];
            [$pecl, $ours] = $this->both($job);
            $kind = 'pack' . ($phpOnly ? '' : ', php_only off') . ($str8 ? '' : ', str8 off');
            if ($pecl === $ours) {
                $this->tally->equal($kind);
            } else {
                $this->tally->different($kind, IntendedDifferences::packing($job, $pecl, $ours), $job, $pecl, $ours);
            }
            if (isset($ours['bytes'])) {
                $messages[$ours['bytes']] ??= [$ours['original'] ?? '', $phpOnly && $str8];
            }
        }
        return $messages;
    }

    private function unpack(string $hex, int $phpOnly, string $kind, int $illegal = 0, string $original = ''): void
    {
        $job = ['do' => 'unpack', 'hex' => $hex, 'php_only' => $phpOnly, 'illegal' => $illegal];
        [$pecl, $ours] = $this->both($job);
        if ($pecl === $ours) {
            $this->tally->equal($kind);
        } else {
            $this->tally->different($kind, IntendedDifferences::unpacking($job, $pecl, $ours, $original), $job, $pecl, $ours);
        }
    }

    /* Checks that our module's round trip of a message is byte-identical. */
    private function again(string $hex): void
    {
        $this->ours->send($job = ['do' => 'again', 'hex' => $hex]);
        $ours = $this->ours->receive();
        $again = hex2bin($ours['bytes'] ?? '');
        if (MessageReader::forgetful($again) === MessageReader::forgetful(hex2bin($hex))) {
            $this->tally->equal('unpack and pack again');
        } else {
            $this->tally->different('unpack and pack again', IntendedDifferences::again($hex, $ours), $job, ['bytes' => $hex], $ours);
        }
    }

    /* Decodes concatenated messages in chunks with MessagePackUnpacker. */
    private function stream(int $case, string $hex): void
    {
        mt_srand($this->seed * 104729 + $case);
        $chunks = [];
        for ($at = 0; $at < strlen($hex); $at += $length) {
            $length = 2 * (mt_rand(0, 3) === 0 ? mt_rand(1, 4) : mt_rand(1, 400));
            $chunks[] = substr($hex, $at, $length);
        }
        $job = ['do' => 'stream', 'chunks' => $chunks, 'php_only' => $case & 1];
        [$pecl, $ours] = $this->both($job);
        if ($pecl === $ours) {
            $this->tally->equal('stream');
        } else {
            $this->tally->different('stream', IntendedDifferences::streaming($pecl, $ours), $job, $pecl, $ours);
        }
    }

    /* Checks the differences that random values do not produce reliably. */
    private function known(): void
    {
        foreach ((require __DIR__ . '/difference_cases.php')($this->third) as $name => [$job, $peclSays, $oursSays]) {
            [$pecl, $ours] = $this->both($job + ['php_only' => 1, 'str8' => 1]);
            $holds = str_contains(json_encode($pecl), $peclSays) && str_contains(json_encode($ours), $oursSays);
            $this->tally->different('known differences', $holds ? $name : null, $job, $pecl, $ours);
        }
    }

    /** @param list<string> $messages */
    private function damaged(int $case, array $messages): void
    {
        mt_srand($this->seed * 7919 + $case);
        for ($i = 0; $i < 6; $i++) {
            $bytes = Mutate::message(hex2bin($messages[mt_rand(0, count($messages) - 1)]));
            if (strlen($bytes) < 20000) {
                $this->unpack(bin2hex($bytes), $i & 1, 'unpack damaged plain data', $i === 4 ? 1 : 0);
            }
        }
    }
}

[, $peclModule, $ourModule] = $argv;
$cases = (int) ($argv[3] ?? 3000);
$seed = (int) ($argv[4] ?? 2026);
$version = shell_exec(escapeshellarg(PHP_BINARY) . ' -n -d extension=' . escapeshellarg($peclModule) . " -r 'echo phpversion(\"msgpack\");'");
$third = version_compare($version, '3', '>=');
// PECL 2 cannot read enums, and writes them in a form of its own.
$arguments = $third ? [] : ['no-enums'];
$comparison = new Comparison(new WorkerProcess('PECL', $peclModule, $arguments), new WorkerProcess('ours', $ourModule, $arguments), $seed, $third);
echo "PECL msgpack $version, PHP ", PHP_VERSION, "\n";
$ok = $comparison->run($cases);
printf("PECL died %d times, ours %d\n", $comparison->deaths()[0], $comparison->deaths()[1]);
exit($ok ? 0 : 1);
