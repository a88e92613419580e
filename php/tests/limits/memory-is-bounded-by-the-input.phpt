--TEST--
Memory is at most a constant times the input: docs/security.md has the table
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . '/../support.inc';

/** Bytes per byte of input: 234 in PHP 8.2, for deep maps as objects. A debug build adds to each allocation (327). */
const MEMORY = PHP_DEBUG ? 400 : 300;

class Named { public $a; }

function of(string $item, int $n): string
{
    $count = intdiv($n, strlen($item));
    return "\xdd" . pack('N', $count) . str_repeat($item, $count);
}

/** Each container declares a share of the bytes after it. */
function nested(string $header, int $values, int $n): string
{
    for ($bytes = '', $left = $n; $left > 50; $left = intdiv($left, 2)) {
        $bytes .= $header . pack('N', intdiv($left, 2 * $values) - 8) . ($values === 2 ? "\xa0" : '');
    }
    return $bytes . str_repeat("\xa0", 2 * $n);
}

/** The most bytes allocated at once during a call. */
function peak(callable $read): int
{
    $read(); // fills the caches
    gc_collect_cycles();
    $before = memory_get_usage();
    memory_reset_peak_usage();
    $value = $read();
    return memory_get_peak_usage() - $before;
}

function check(string $label, callable $make): void
{
    foreach ([10000, 40000] as $n) {
        $bytes = $make($n);
        $ways = ['arrays' => fn () => @msgpack_unpack($bytes), 'objects' => fn () => @msgpack_unpack($bytes, null, ['assoc' => false]),
            'values' => fn () => @msgpack_unpack($bytes, null, ['bin' => 'object', 'ext' => 'object', 'timestamps' => 'object']),
            'references' => fn () => @msgpack_unpack($bytes, null, ['references' => true, 'php_only' => false, 'assoc' => false]),
            'plain' => fn () => @msgpack_unpack($bytes, null, ['php_only' => false]),
            'stream' => function () use ($bytes) {
                $unpacker = new MessagePackUnpacker();
                foreach (str_split($bytes, 1000) as $piece) {
                    $unpacker->feed($piece);
                }
                return @$unpacker->execute() ? $unpacker->data() : null;
            }];
        foreach ($ways as $way => $read) {
            $ratio = peak($read) / strlen($bytes);
            if ($ratio > MEMORY) {
                printf("%s, %s, %d bytes: %.1f\n", $label, $way, strlen($bytes), $ratio);
            }
        }
    }
}

$items = ['empty arrays' => "\x90", 'empty maps' => "\x80", 'arrays of one' => "\x91\xc0", 'maps of one' => "\x81\xa0\xc0",
    'maps with an integer key' => "\x81\x00\xc0", 'deep arrays' => str_repeat("\x91", 500) . "\xc0",
    'deep maps' => str_repeat("\x81\xa0", 500) . "\xc0", 'deep maps, integer keys' => str_repeat("\x81\x07", 500) . "\xc0",
    'ext' => "\xd4\x05\x00", 'bin' => "\xc4\x00", 'timestamps' => "\xd6\xff\0\0\0\0", 'objects' => "\x81\xc0\xa5Named",
    'references' => "\x82\xc0\x02\x00\x01"];
foreach ($items as $label => $item) {
    check($label, fn ($n) => of($item, $n));
}
check('declared counts of arrays', fn ($n) => nested("\xdd", 1, $n));
check('declared counts of maps', fn ($n) => nested("\xdf", 2, $n));
check('together too many', fn ($n) => str_repeat("\xdd" . pack('N', $n), 500) . str_repeat("\xc0", 2 * $n));

// The text of an error has at most 1000 bytes of path, and no content.
foreach ([1000, 40000] as $n) {
    $key = "\x81\xdb" . pack('N', $n) . str_repeat('k', $n);
    try {
        msgpack_unpack(str_repeat($key, 20) . "\xc1", null, ['throw' => true]);
    } catch (MsgpackException $e) {
        echo $e->name, strlen($e->path) <= 1000 && strlen($e->getMessage()) < 1600 ? ": short\n" : strlen($e->getMessage()) . "\n";
    }
}
echo "done\n";
?>
--EXPECT--
reserved_byte: short
reserved_byte: short
done
