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

require __DIR__ . '/batches.php';

if ($argv[1] === 'replay') {
    Fuzz::replay($argv[2], $argv[3]);
    exit(0);
}
$seconds = str_ends_with($argv[3], 's');
(new Fuzz($argv[2], (int) $argv[4]))->run($seconds ? PHP_INT_MAX : (int) $argv[3], $seconds ? (int) $argv[3] : 0);
