--TEST--
Declared lengths near 2**31 and 2**32: the same error at the same offset, also where a size has 32 bits
--INI--
memory_limit=64M
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Point
{
    public mixed $a = null;
    public int $b = 0;
}

/** What is called with each message, and what precedes the value. */
function each_message(callable $call): void
{
    foreach (['str' => 'db', 'bin' => 'c6', 'ext' => 'c9', 'array' => 'dd', 'map' => 'df'] as $kind => $head) {
        foreach (['', '91', '92 01', '81 a161', '82 a162 01 a161', 'dc 0002 c0'] as $prefix) {
            foreach (['7fffffff', '80000000', 'fffffffe', 'ffffffff'] as $length) {
                foreach (['', '05', str_repeat('05', 300), '64 a154' . str_repeat('05', 300)] as $content) {
                    $call($kind, strlen(bytes($prefix)), bytes("$prefix $head $length $content"));
                }
            }
        }
    }
}

function error_of(callable $call): string
{
    try {
        return show($call());
    } catch (MsgpackException $e) {
        return "$e->name at $e->offset";
    }
}

/** Prints how many messages gave "truncated" at the value, and the errors of the others. */
function check(string $label, callable $read): void
{
    $others = [];
    $count = 0;
    each_message(function (string $kind, int $offset, string $bytes) use ($read, &$others, &$count): void {
        $found = error_of(fn () => $read($bytes));
        $found === "truncated at $offset" ? $count++ : $others[preg_replace('/ at \d+$/', '', $found)] = true;
    });
    echo "$label: $count truncated", $others ? ', others ' . implode(', ', array_keys($others)) : '', "\n";
}

$types = new MsgpackTypeRegistry;
$types->register(Point::class, 'T');
foreach (['no option' => [], 'ext' => ['ext' => 'object'], 'types' => ['types' => $types], 'both' => ['ext' => 'object', 'types' => $types],
    'bin' => ['bin' => 'object'], 'utf8' => ['utf8' => true], 'stdClass' => ['assoc' => false], 'plain' => ['php_only' => false, 'timestamps' => 'object'],
    'limits' => array_fill_keys(['max_str_len', 'max_bin_len', 'max_ext_len', 'max_array_len', 'max_map_len'], 0x7fffffff)] as $label => $options) {
    check($label, fn ($bytes) => msgpack_unpack($bytes, null, ['throw' => true] + $options));
}
foreach (['mixed', 'string', 'bytes', 'int', 'list<mixed>', 'list<int>', 'map<string, mixed>', 'map<int, string>', 'Point', '?string|int', 'DateTimeImmutable'] as $type) {
    $codec = new MsgpackCodec($type);
    $strict = [];
    each_message(function (string $kind, int $offset, string $bytes) use ($codec, &$strict): void {
        $strict[preg_replace('/ at \d+$/', '', error_of(fn () => $codec->decode($bytes)))] = true;
    });
    ksort($strict);
    echo "$type: ", implode(', ', array_keys($strict)), "\n";
}
check('mixed', fn ($bytes) => (new MsgpackCodec('mixed'))->decode($bytes));
$warned = [];
each_message(function (string $kind, int $offset, string $bytes) use (&$warned, $types): void {
    foreach ([[], ['types' => $types, 'ext' => 'object']] as $options) {
        $warned[show(@msgpack_unpack($bytes, null, $options))] = true;
    }
});
echo 'without exceptions: ', implode(', ', array_keys($warned)), "\n";

echo "streams:\n";
foreach ([null, 0, 0x7fffffff] as $size) {
    foreach ([[], ['types' => $types, 'ext' => 'object']] as $options) {
        $found = [];
        each_message(function (string $kind, int $offset, string $bytes) use ($size, $options, &$found): void {
            $unpacker = new MessagePackUnpacker(options: ['throw' => true] + $options + ($size === null ? [] : ['max_buffer_size' => $size]));
            $unpacker->feed($bytes);
            $found[error_of(fn () => $unpacker->execute())] = true;
        });
        ksort($found);
        echo '  ', show($size), ': ', implode(', ', array_keys($found)), "\n";
    }
}
?>
--EXPECT--
no option: 480 truncated
ext: 480 truncated
types: 480 truncated
both: 480 truncated
bin: 480 truncated
utf8: 480 truncated
stdClass: 480 truncated
plain: 480 truncated
limits: 138 truncated, others str_limit, bin_limit, ext_limit, array_limit, map_limit
mixed: truncated
string: truncated, wrong_type
bytes: truncated, wrong_type
int: truncated, wrong_type
list<mixed>: truncated, wrong_type
list<int>: truncated, wrong_type
map<string, mixed>: truncated, wrong_type
map<int, string>: truncated, wrong_type
Point: truncated
?string|int: truncated, wrong_type
DateTimeImmutable: truncated, wrong_type
mixed: 480 truncated
without exceptions: false
streams:
  null: false, size_limit at 0, size_limit at 1, size_limit at 2, size_limit at 3, size_limit at 4, size_limit at 6
  null: false, size_limit at 0, size_limit at 1, size_limit at 2, size_limit at 3, size_limit at 4, size_limit at 6
  0: false
  0: false
  2147483647: false, size_limit at 0, size_limit at 1, size_limit at 2, size_limit at 3, size_limit at 4, size_limit at 6
  2147483647: false, size_limit at 0, size_limit at 1, size_limit at 2, size_limit at 3, size_limit at 4, size_limit at 6
