<?php
/* Damaged messages in batches; see fuzz.php. */
declare(strict_types=1);

namespace Trial;

require_once __DIR__ . '/../differential/object_classes.php';
require_once __DIR__ . '/../differential/value_dump.php';
require_once __DIR__ . '/../differential/value_generator.php';
require_once __DIR__ . '/../differential/message_reader.php';
require_once __DIR__ . '/../differential/mutate.php';
require_once __DIR__ . '/hostile_classes.php';
require_once __DIR__ . '/decoding_methods.php';

final class Fuzz
{
    private const BATCH = 256;
    /** bytes of the longest message that is kept for further damage */
    private const LONGEST = 1500;
    private const CORPUS = 3000;

    /** @var list<string> */
    private array $corpus;
    private int $done = 0;
    private int $decoded = 0;
    private int $roundTrips = 0;

    /** @param int $corpus  number of hostile and generated messages to start with */
    public function __construct(private readonly string $directory, private readonly int $seed, int $corpus = self::CORPUS / 2)
    {
        $this->corpus = \Hostile::messages();
        for ($case = 0; count($this->corpus) < $corpus; $case++) {
            $this->keep(DecodingMethod::packed($this->seed, $case));
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
            $this->one($number);
            if ($number % 16 === 0) {
                $this->roundTrip($number);
            }
            DecodingMethod::rest();
        }
        printf("%d inputs, %d of them decoded; %d round trips; seed %d\n", $this->done, $this->decoded,
            $this->roundTrips, $this->seed);
    }

    /** Runs one batch; $before is called before each decoding. Returns the number of inputs. */
    public function one(int $number, ?\Closure $before = null): int
    {
        $batch = $this->batch($number);
        file_put_contents("$this->directory/batch-$this->seed", serialize($batch));
        $ways = new DecodingMethod($batch['way'], $batch['settings']);
        foreach ($batch['inputs'] as $input) {
            if ($before !== null) {
                $before();
            }
            try {
                $whole = $ways->decode($input);
            } catch (\Throwable) {
                $whole = false; // a destructor threw when decode() released the exception it had caught
            }
            if ($whole) {
                $this->decoded++;
                if (mt_rand(0, 9) === 0) {
                    $this->keep($input);
                }
            }
            $this->done++;
        }
        return count($batch['inputs']);
    }

    private function batch(int $number): array
    {
        mt_srand($this->seed * 1000003 + $number);
        $settings = DecodingMethod::settings();
        $inputs = [];
        for ($i = 0; $i < self::BATCH; $i++) {
            $start = $this->corpus[mt_rand(0, count($this->corpus) - 1)];
            if (mt_rand(0, 7) === 0) {
                $other = $this->corpus[mt_rand(0, count($this->corpus) - 1)];
                $start = "\x92" . $start . $other;
            }
            $inputs[] = Mutate::message($start, true);
        }
        return ['seed' => $this->seed, 'number' => $number, 'way' => DecodingMethod::ANY[$number % count(DecodingMethod::ANY)],
            'settings' => $settings, 'inputs' => $inputs];
    }

    /* Checks that unpacking and packing one of our messages gives the same message. */
    private function roundTrip(int $number): void
    {
        for ($i = 0; $i < 8; $i++, $this->roundTrips++) {
            $message = DecodingMethod::packed($this->seed + 1, $number * 8 + $i);
            if (!DecodingMethod::returns($message, $again)) {
                file_put_contents("$this->directory/round-trip-$this->seed", $message);
                fwrite(STDERR, 'round trip: ' . bin2hex($message) . "\n        is: " . bin2hex($again) . "\n");
                exit(1);
            }
        }
    }

    public static function replay(string $batchFile, string $inputFile): void
    {
        $batch = unserialize(file_get_contents($batchFile));
        $ways = new DecodingMethod($batch['way'], $batch['settings']);
        foreach ($batch['inputs'] as $i => $input) {
            file_put_contents($inputFile, $input);
            file_put_contents("$inputFile.how", json_encode(['way' => $batch['way'], 'settings' => $batch['settings'],
                'seed' => $batch['seed'], 'batch' => $batch['number'], 'input' => $i]) . "\n");
            $ways->decode($input);
        }
        DecodingMethod::rest();
        unlink($inputFile);
        unlink("$inputFile.how");
    }
}
