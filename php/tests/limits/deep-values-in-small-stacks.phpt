--TEST--
The deepest values in a fiber, with 1 MiB of stack, and without php_only with 256 KiB: too_deep instead of a crash
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Node { public $p; public function __destruct() { } }
class Restored { public $p; public function __unserialize(array $data): void { $this->p = $data['p'] ?? null; } }

const KINDS = ['array' => "\x91", 'map' => "\x81\xa1k", 'integer key' => "\x81\xcd\x03\xe8", 'stdClass' => "\x82\xc0\xa8stdClass\xa1p",
    'reference' => "\x83\xc0\x01\xc0\xa8stdClass\xa1p", 'destructor' => "\x82\xc0\xa4Node\xa1p", '__unserialize' => "\x82\xc0\xa8Restored\xa1p",
    'incomplete' => "\x82\xc0\xa4None\xa1p"];
const PLAIN = ['array' => "\x91", 'map' => "\x81\xa1k", 'integer key' => "\x81\xcd\x03\xe8"];

/** A debug build, and AddressSanitizer much more, needs a larger stack for each level. */
$scale = getenv('ASAN_OPTIONS') !== false ? 16 : (PHP_DEBUG ? 2 : 1);
/** So does s390x: chains may have fewer levels there, so that those of the default options fit into a fiber. */
$large_frames = php_uname('m') === 's390x';
define('CHAIN', $large_frames ? 2048 : 4096);

function check(string $label, string $name, callable $call): void
{
    $got = 'nothing';
    try {
        $got = gettype($call());
    } catch (MsgpackException $e) {
        $got = $e->name;
    }
    if ($got !== $name) {
        echo "$label: $got instead of $name\n";
    }
}

/** Unpacks, packs and frees what is nested as deeply as allowed, and one level more. */
function nested(array $kinds, int $depth, array $options): void
{
    $unpack = $options + ['throw' => true];
    $pack = array_diff_key($unpack, ['assoc' => 0]);
    foreach ($kinds as $label => $open) {
        $bytes = str_repeat($open, $depth) . "\x01";
        $type = gettype(msgpack_unpack($bytes, null, $unpack));
        check("$label, again", 'string', fn () => msgpack_pack(msgpack_unpack($bytes, null, $unpack), $pack));
        check("$label, one more", 'too_deep', fn () => msgpack_unpack($open . $bytes, null, $unpack));
        check("$label, in a list", 'too_deep', fn () => msgpack_pack([msgpack_unpack($bytes, null, $unpack)], $pack));
        foreach ([$bytes => $type, $open . $bytes => 'too_deep', str_repeat($open, $depth) . "\xc1" => 'reserved_byte'] as $fed => $name) {
            $unpacker = new MessagePackUnpacker(null, $unpack);
            $unpacker->feed($fed);
            check("$label, in a stream", $name, fn () => $unpacker->execute() ? $unpacker->data() : null);
        }
    }
}

/** Frees (nearly) the longest chain of references, and refuses a longer one. */
function chains(int $most, array $options): void
{
    foreach (['Node', 'Restored', 'stdClass'] as $class) {
        foreach ([$most - 30 => 'array', $most + 10 => 'too_deep'] as $n => $name) {
            $message = "\xdd" . pack('N', $n) . "\x81\xc0" . msgpack_pack($class);
            for ($i = 1; $i < $n; $i++) {
                $message .= "\x82\xc0" . msgpack_pack($class) . "\xa1p\x82\xc0\x04\x00\xce" . pack('N', max(2, 2 * $i - 1));
            }
            check("chain of $n $class", $name, fn () => msgpack_unpack($message, null, $options + ['throw' => true]));
        }
    }
}

/** Runs this file with a stack of that many KiB; what it prints, and its status. */
function child(string $part, int $kib): string
{
    $module = getenv('MSGPACK_MODULE') ?: (preg_match('~\S+/msgpack\.so$~m', file_get_contents('/proc/self/maps'), $found) ? $found[0] : '');
    $command = array_map(escapeshellarg(...), [PHP_BINARY, '-n', '-d', "extension=$module", __FILE__, $part]);
    exec("ulimit -s $kib; " . implode(' ', $command) . ' 2>&1', $lines, $status);
    return implode("\n", $lines) . ($status ? ", status $status" : '');
}

/** Runs the call in a fiber with that many times 2 MiB of stack; 2 MiB is PHP's default. */
function in_fiber(int $times, Closure $call): void
{
    ini_set('fiber.stack_size', (string) ($times * 2 << 20));
    (new Fiber($call))->start();
}

switch ($argv[1] ?? '') {
case '':
    in_fiber($scale, function (): void {
        nested(KINDS, 1024, []);
        chains(CHAIN + 1024, []);
        echo "fiber: done\n";
    });
    if ($large_frames) {
        $scale *= 3;
    }
    in_fiber($scale, function (): void {
        nested(KINDS, 4096, ['max_depth' => 4096]);
        chains(CHAIN + 4096, ['max_depth' => 4096]);
        echo "largest max_depth: done\n";
    });
    echo child('default', 1024 * $scale), "\n", child('plain', 256 * $scale), "\n";
    break;
case 'default':
    nested(KINDS, 1024, []);
    nested(KINDS, 4096, ['max_depth' => 4096]);
    chains(CHAIN + 1024, []);
    echo "1 MiB: done\n";
    break;
case 'plain':
    nested(PLAIN, 1024, ['php_only' => false]);
    nested(PLAIN, 1024, ['php_only' => false, 'assoc' => false]);
    echo "256 KiB: done\n";
}
?>
--EXPECT--
fiber: done
largest max_depth: done
1 MiB: done
256 KiB: done
