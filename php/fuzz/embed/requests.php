<?php
/*
 * Called by fuzz_requests.c in each request: batches of damaged messages, and then
 * one of several kinds of ends.
 */
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
ini_set('display_errors', '0');

require_once __DIR__ . '/../message_batches.php';

use Trial\Fuzz;

const BATCHES = 20;
/** messages to start with; few, because they are made again in each request */
const CORPUS = 400;

/** Decodes a batch while the request ends, when PHP closes the stream. */
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

/** Returns the number of inputs. */
function fuzz_request(string $directory, int $seed): int
{
    $fuzz = fuzz($directory, $seed);
    $inputs = 0;
    for ($number = 0; $number < BATCHES; $number++) {
        $inputs += $fuzz->one($seed + $number); // every method in turn
        if ($number % 8 === 7) {
            Trial\DecodingMethod::rest();
        }
    }
    return $inputs;
}

/** Prepares the end of the request: 0: normal, 1: failing allocation, 2: late decoding, 3: both. */
function fuzz_end(string $directory, int $seed): int
{
    $fuzz = fuzz($directory, $seed);
    mt_srand($seed);
    $kind = mt_rand(0, 3);
    $fail = $kind & 1 ? fn () => fail_after((int) exp(mt_rand(0, 5000) / 1000)) : null; // 1 to 148
    $work = function () use ($fuzz, $seed, $fail): void {
        Trial\DecodingMethod::$prints = false;
        try {
            $fuzz->one($seed + mt_rand(0, 9), $fail);
        } finally {
            fail_never();
            Trial\DecodingMethod::rest(); // after this, no destructor can throw
        }
    };
    if ($kind & 2) {
        stream_wrapper_register('late', LateFuzz::class);
        LateFuzz::$kept = fopen('late://', 'w');
        LateFuzz::$work = $work;
    } elseif ($kind === 1) {
        $work();
    } else {
        // An object in a cycle, with a destructor that throws: rest() must collect it.
        msgpack_unpack("\x83\xc0\xaeThrowsAtTheEnd\xa5value\x07\xa4self\x82\xc0\x04\x00\x01", null, ['php_only' => true]);
        Trial\DecodingMethod::rest();
    }
    return $kind;
}
