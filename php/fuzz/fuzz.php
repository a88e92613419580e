<?php
/*
 * Damaged messages through every way of decoding, in one process.
 *
 *   php fuzz.php run DIRECTORY COUNT|SECONDSs SEED
 *   php fuzz.php replay BATCH_FILE INPUT_FILE
 *
 * Inputs come in batches, each wholly made from the seed and its number and
 * saved to DIRECTORY/batch-SEED before its first input is decoded. A replay
 * writes each input of a batch to INPUT_FILE before decoding it, so that the
 * one which kills the process is there afterwards.
 */
declare(strict_types=1);

namespace Trial;

error_reporting(E_ALL & ~E_DEPRECATED);
ini_set('memory_limit', '512M');

require __DIR__ . '/../differential/fixtures.php';
require __DIR__ . '/../differential/dump.php';
require __DIR__ . '/../differential/values.php';
require __DIR__ . '/../differential/wire.php';
require __DIR__ . '/../differential/mutate.php';
require __DIR__ . '/hostile.php';
require __DIR__ . '/ways.php';

final class Fuzz
{
    private const BATCH = 256;
    /** Longest message kept as a start for others. */
    private const LONGEST = 1500;
    private const CORPUS = 3000;

    /** @var list<string> */
    private array $corpus;
    private int $done = 0;
    private int $decoded = 0;
    private int $roundTrips = 0;

    public function __construct(private readonly string $directory, private readonly int $seed)
    {
        $this->corpus = \Hostile::messages();
        for ($case = 0; count($this->corpus) < self::CORPUS / 2; $case++) {
            $this->keep(Ways::packed($this->seed, $case));
        }
    }

    private function keep(string $message): void
    {
        if (strlen($message) > self::LONGEST || $message === '') {
            return;
        }
        if (count($this->corpus) < self::CORPUS) {
            $this->corpus[] = $message;
        } else {
            $this->corpus[mt_rand(0, self::CORPUS - 1)] = $message;
        }
    }

    public function run(int $count, int $seconds): void
    {
        $end = $seconds > 0 ? microtime(true) + $seconds : INF;
        for ($number = 0; $this->done < $count && microtime(true) < $end; $number++) {
            $batch = $this->batch($number);
            file_put_contents("$this->directory/batch-$this->seed", serialize($batch));
            $ways = new Ways($batch['way'], $batch['settings']);
            foreach ($batch['inputs'] as $input) {
                if ($ways->decode($input)) {
                    $this->decoded++;
                    if (mt_rand(0, 9) === 0) {
                        $this->keep($input);
                    }
                }
                $this->done++;
            }
            if ($number % 16 === 0) {
                $this->roundTrip($number);
            }
            Ways::rest();
        }
        printf("%d inputs, %d of them decoded; %d round trips; seed %d\n", $this->done, $this->decoded,
            $this->roundTrips, $this->seed);
    }

    private function batch(int $number): array
    {
        mt_srand($this->seed * 1000003 + $number);
        $settings = Ways::settings();
        $inputs = [];
        for ($i = 0; $i < self::BATCH; $i++) {
            $start = $this->corpus[mt_rand(0, count($this->corpus) - 1)];
            if (mt_rand(0, 7) === 0) {
                $other = $this->corpus[mt_rand(0, count($this->corpus) - 1)];
                $start = "\x92" . $start . $other;
            }
            $inputs[] = Mutate::message($start, true);
        }
        return ['seed' => $this->seed, 'number' => $number, 'way' => Ways::ANY[$number % count(Ways::ANY)],
            'settings' => $settings, 'inputs' => $inputs];
    }

    /* What is unpacked from a message of ours packs to that message again. */
    private function roundTrip(int $number): void
    {
        for ($i = 0; $i < 8; $i++, $this->roundTrips++) {
            $message = Ways::packed($this->seed + 1, $number * 8 + $i);
            if (!Ways::returns($message, $again)) {
                file_put_contents("$this->directory/round-trip-$this->seed", $message);
                fwrite(STDERR, 'round trip: ' . bin2hex($message) . "\n        is: " . bin2hex($again) . "\n");
                exit(1);
            }
        }
    }

    public static function replay(string $batchFile, string $inputFile): void
    {
        $batch = unserialize(file_get_contents($batchFile));
        $ways = new Ways($batch['way'], $batch['settings']);
        foreach ($batch['inputs'] as $i => $input) {
            file_put_contents($inputFile, $input);
            file_put_contents("$inputFile.how", json_encode(['way' => $batch['way'], 'settings' => $batch['settings'],
                'seed' => $batch['seed'], 'batch' => $batch['number'], 'input' => $i]) . "\n");
            $ways->decode($input);
        }
        Ways::rest();
        unlink($inputFile);
        unlink("$inputFile.how");
    }
}

if ($argv[1] === 'replay') {
    Fuzz::replay($argv[2], $argv[3]);
    exit(0);
}
$seconds = str_ends_with($argv[3], 's');
(new Fuzz($argv[2], (int) $argv[4]))->run($seconds ? PHP_INT_MAX : (int) $argv[3], $seconds ? (int) $argv[3] : 0);
