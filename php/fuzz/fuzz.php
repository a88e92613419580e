<?php
/*
 * Decodes damaged messages by every function and class, in one process.
 *
 *   php fuzz.php run DIRECTORY COUNT|SECONDSs SEED
 *   php fuzz.php replay BATCH_FILE INPUT_FILE
 *
 * A batch of inputs depends only on the seed, the batch number and the messages kept
 * from earlier batches. It is saved to DIRECTORY/batch-SEED before its first input is
 * decoded. A replay writes each input to INPUT_FILE before decoding it, so that after
 * a crash the file has the input that caused it.
 */
declare(strict_types=1);

namespace Trial;

error_reporting(E_ALL & ~E_DEPRECATED);
ini_set('memory_limit', '512M');

require __DIR__ . '/message_batches.php';

if ($argv[1] === 'replay') {
    Fuzz::replay($argv[2], $argv[3]);
    exit(0);
}
$seconds = str_ends_with($argv[3], 's');
(new Fuzz($argv[2], (int) $argv[4]))->run($seconds ? PHP_INT_MAX : (int) $argv[3], $seconds ? (int) $argv[3] : 0);
