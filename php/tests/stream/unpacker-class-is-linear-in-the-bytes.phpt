--TEST--
A message that arrives in pieces is not scanned from its beginning again with each: counted in pages of memory
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . '/../support.inc';

const ELEMENTS = 800000;
const SIZE = 8000005; // bytes of the message
const ROUND = 64 * 20; // bytes fed while pages are counted

/** KiB of memory that were read or written during the call: Linux marks each page. */
function touched(callable $call): int
{
    file_put_contents('/proc/self/clear_refs', '1');
    $call();
    preg_match('/^Referenced: +(\d+) kB/m', file_get_contents('/proc/self/smaps_rollup'), $found);
    return (int) $found[1];
}

/** Feeds bytes in pieces; true when the message is whole. */
function feed(object $unpacker, string $bytes, int $size): bool
{
    foreach (str_split($bytes, $size) as $piece) {
        $unpacker->feed($piece);
        $whole = $unpacker->execute();
    }
    return $whole;
}

$bytes = msgpack_pack(array_fill(0, ELEMENTS, 'xxxxxxxxx'));
$unpacker = new MessagePackUnpacker();
$from = 6000000;
feed($unpacker, substr($bytes, 0, $from), 65536);
$least = PHP_INT_MAX;
for ($try = 0; $try < 3; $try++) { // in one of them the buffer may grow, which copies it
    $least = min($least, touched(function () use ($unpacker, $bytes, $from) {
        feed($unpacker, substr($bytes, $from, ROUND), 64);
    }));
    $from += ROUND;
}
echo $least < 3000 ? "few pages\n" : "$least KiB\n";
$most = 0;
for ($try = 0; $try < 20 && $most < 7000; $try++) { // the kernel (DAMON) may clear the marks meanwhile
    $most = max($most, touched(fn () => strrev($bytes)));
}
echo $most >= 7000 ? "all pages\n" : "not counted\n";
$whole = feed($unpacker, substr($bytes, $from), 65536);
echo strlen($bytes) === SIZE && $whole ? count($unpacker->data()) : 'wrong', "\n";
?>
--EXPECT--
few pages
all pages
800000
