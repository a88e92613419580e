<?php
/*
 * What fuzz_requests.c calls in each of its requests: batches of damaged
 * messages, and then an end of the request of one of several kinds.
 */
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
ini_set('display_errors', '0');

require_once __DIR__ . '/../batches.php';

use Trial\Fuzz;

const BATCHES = 20;
/** The generated ones are few: they are made anew for each request. */
const CORPUS = 400;

/** Decodes batches while the request ends. */
class LateFuzz
{
    public static mixed $kept = null;
    public static ?Closure $work = null;
    public $context;

    public function stream_open(): bool { return true; }

    public function stream_close(): void
    {
        if (self::$work !== null) {
            [$work, self::$work] = [self::$work, null];
            $work();
        }
    }
}

function fuzz(string $directory, int $seed): Fuzz
{
    static $fuzz;
    return $fuzz ??= new Fuzz($directory, $seed, CORPUS);
}

/** Returns how many inputs were decoded. */
function fuzz_request(string $directory, int $seed): int
{
    $fuzz = fuzz($directory, $seed);
    $inputs = 0;
    for ($number = 0; $number < BATCHES; $number++) {
        $inputs += $fuzz->one($seed + $number); // all ways in turn
        if ($number % 8 === 7) {
            Trial\Ways::rest();
        }
    }
    return $inputs;
}

/** The end of the request: 0 is plain, 1 by a failing allocation, 2 with late decoding, 3 with both. */
function fuzz_end(string $directory, int $seed): int
{
    $fuzz = fuzz($directory, $seed);
    mt_srand($seed);
    $kind = mt_rand(0, 3);
    $fail = $kind & 1 ? fn () => fail_after((int) exp(mt_rand(0, 5000) / 1000)) : null; // 1 to 148
    $work = function () use ($fuzz, $seed, $fail): void {
        try {
            $fuzz->one($seed + mt_rand(0, 9), $fail);
        } finally {
            fail_never();
            Trial\Ways::rest(); // destructors can't run any later
        }
    };
    if ($kind & 2) {
        stream_wrapper_register('late', LateFuzz::class);
        LateFuzz::$kept = fopen('late://', 'w');
        LateFuzz::$work = $work;
    } elseif ($kind === 1) {
        $work();
    } else {
        // A destructor that throws, in an object that is left to the collector.
        msgpack_unpack("\x83\xc0\xaeThrowsAtTheEnd\xa5value\x07\xa4self\x82\xc0\x04\x00\x01", null, ['php_only' => true]);
        Trial\Ways::rest();
    }
    return $kind;
}
