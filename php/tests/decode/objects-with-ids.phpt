--TEST--
The option references: objects that occur several times, as .NET writes them (the rows of vectors/references, and PHP's own decisions)
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . '/../support.inc';

const OPTIONS = ['references' => true, 'throw' => true];
$tests = getenv('MSGPACK_TESTS') ?: __DIR__ . '/..'; // run.sh runs a copy of this file

/** The value of a row: a map is an array or object of its own, and the same one in each place; a list is copied. */
function expected(mixed $text, array &$known, bool $assoc): mixed
{
    if (!is_array($text)) {
        return $text;
    }
    if (isset($text['$ref'])) {
        return $known[$text['$ref']];
    }
    $id = $text['$id'] ?? null;
    $text = $id === null ? $text : $text['$is'];
    if (array_is_list($text) && $text !== ['an empty map']) {
        $list = array_map(function ($one) use (&$known, $assoc) { return expected($one, $known, $assoc); }, $text);
        return $id === null ? $list : $known[$id] = $list;
    }
    $made = new stdClass;
    if ($id !== null) {
        $known[$id] = $made;
    }
    foreach ($text === ['an empty map'] ? [] : $text as $name => $one) {
        $made->$name = expected($one, $known, $assoc);
    }
    if (!$assoc) {
        return $made;
    }
    return $id === null ? (array) $made : $known[$id] = (array) $made;
}

/** The value as text; objects have numbers. */
function text(mixed $value, array &$numbers): string
{
    if (is_object($value)) {
        $number = $numbers[spl_object_id($value)] ?? null;
        if ($number !== null) {
            return "#$number";
        }
        $numbers[spl_object_id($value)] = $number = count($numbers);
        return "#$number" . text((array) $value, $numbers);
    }
    if (!is_array($value)) {
        return json_encode($value);
    }
    foreach ($value as $name => $one) {
        $value[$name] = "$name: " . text($one, $numbers);
    }
    return '[' . implode(', ', $value) . ']';
}

$passed = 0;
foreach (array_slice(file("$tests/../../vectors/references/messages.tsv", FILE_IGNORE_NEW_LINES), 1) as $line) {
    [, $hex, , $json, $error, $ours, $what] = explode("\t", $line);
    foreach ([false, true] as $assoc) {
        $unpacker = new MessagePackUnpacker(options: OPTIONS + ['assoc' => $assoc]);
        $unpacker->feed(hex2bin($hex));
        foreach ([fn () => msgpack_unpack(hex2bin($hex), null, OPTIONS + ['assoc' => $assoc]), fn () => $unpacker->execute() ? $unpacker->data() : null] as $way => $read) {
            $numbers = $known = $others = [];
            try {
                $found = text($read(), $numbers);
            } catch (MsgpackException $e) {
                $found = "$e->name $e->offset $e->path";
            }
            $wanted = $ours !== '-' ? $ours : $error;
            if ($wanted === '-' && $assoc && preg_match('/"\$is":\{.*"\$ref"/', $json) && !str_starts_with($found, '[')) {
                $wanted = 'unsupported_type';
                $found = strtok($found, ' ');
            } elseif ($wanted === '-') {
                $value = json_decode(str_replace('{}', '["an empty map"]', $json), true);
                $wanted = text(expected($value, $known, $assoc), $others);
            } elseif ($way === 1 && str_starts_with($wanted, 'truncated') && $found === 'null') {
                $found = $wanted; // a stream waits for more
            }
            if ($found === $wanted) {
                $passed++;
            } else {
                echo "$what: $found, not $wanted\n";
            }
        }
    }
}
echo "$passed rows\n";

echo '--- Without the option, and with what excludes it', "\n";
unpacks('9292d45c0091a161d45c00', ['ext' => 'object']);
foreach ([['types' => new MsgpackTypeRegistry], ['type' => 'int']] as $options) {
    echo outcome(fn () => msgpack_unpack("\x90", null, OPTIONS + $options)), "\n";
}
echo outcome(fn () => new MsgpackCodec('int', OPTIONS)), "\n";
echo outcome(fn () => msgpack_unpack("\x90", null, ['references' => 1])), "\n";
echo outcome(fn () => (new Msgpack(['references' => true]))->unpacker(hex2bin('9292d45c0091a161d45c00'))), "\n";

echo '--- Copies of arrays are made when one is changed', "\n";
$value = msgpack_unpack(hex2bin('9292d45c0091a161d45c00'), null, OPTIONS);
$value[0][] = 'b';
echo json_encode($value), "\n";

echo '--- Bounds', "\n";
/** An array of n arrays of an id, in 2 bytes, and what $object makes of it. */
function ids(int $n, callable $object): string
{
    $message = "\xdd" . pack('N', $n);
    for ($i = 0; $i < $n; $i++) {
        $message .= "\x92" . ($i < 65536 ? "\xd5\x5c" . pack('n', $i) : "\xd6\x5c" . pack('N', $i)) . $object($i);
    }
    return $message;
}
echo count(msgpack_unpack(ids(65536, fn ($i) => "\x90"), null, OPTIONS)), "\n";
echo outcome(fn () => msgpack_unpack(ids(65537, fn ($i) => "\x90"), null, OPTIONS)), "\n";
unpacks('9291d45c00', OPTIONS + ['max_ext_len' => 0]);
unpacks('92d45c0091d45c00', OPTIONS + ['max_ext_len' => 0]);
unpacks('92d45c009190', OPTIONS + ['max_depth' => 2]);
unpacks('92d45c009190', OPTIONS + ['max_depth' => 3]);
$chain = fn ($i) => $i ? "\x81\xa1p\xd5\x5c" . pack('n', $i - 1) : "\x80";
foreach ([true, false] as $assoc) {
    echo count(msgpack_unpack(ids(4000, $chain), null, OPTIONS + ['assoc' => $assoc])), "\n";
    echo outcome(fn () => msgpack_unpack(ids(60000, $chain), null, OPTIONS + ['assoc' => $assoc])), "\n";
}
// Many references to one object, also to one that is open, are no chain.
$many = "\xdd" . pack('N', 30000) . "\x92\xd4\x5c\x00\x80" . str_repeat("\xd4\x5c\x00", 29999);
echo count(msgpack_unpack($many, null, OPTIONS)), "\n";
$parent = "\x92\xd4\x5c\x00\x81\xa1c\xdd" . pack('N', 30000) . str_repeat("\x81\xa1p\xd4\x5c\x00", 30000);
$value = msgpack_unpack($parent, null, OPTIONS + ['assoc' => false]);
var_dump($value->c[29999]->p === $value);
unset($value);
foreach ([ids(20000, fn ($i) => "\x90"), $many, ids(4000, $chain), ids(4000, fn ($i) => "\x81\xa1p\xd5\x5c" . pack('n', $i))] as $at => $message) {
    $read = fn () => msgpack_unpack($message, null, OPTIONS + ['assoc' => false]);
    $read();
    gc_collect_cycles();
    $before = memory_get_usage();
    memory_reset_peak_usage();
    $value = $read();
    $ratio = (memory_get_peak_usage() - $before) / strlen($message);
    echo "message $at: ", $ratio < 100 ? 'bounded' : $ratio, "\n";
    unset($value);
}

echo '--- Each byte changed', "\n";
$messages = ['9392d45c0083a16101a162c0a163d45c0092d45c0190d45c01', '9292d45c0081a16192d45c0181a162d45c00d45c01'];
$outcomes = 0;
foreach ($messages as $hex) {
    for ($at = 0; $at < strlen($hex) / 2; $at++) {
        for ($byte = 0; $byte < 256; $byte++) {
            $bytes = hex2bin($hex);
            $bytes[$at] = chr($byte);
            foreach ([true, false] as $assoc) {
                $outcomes += @msgpack_unpack($bytes, null, ['references' => true, 'assoc' => $assoc]) !== null;
            }
        }
    }
}
var_dump($outcomes > 10000);
gc_collect_cycles();
?>
--EXPECT--
140 rows
--- Without the option, and with what excludes it
9292d45c0091a161d45c00: [[MsgpackExt{type: 92, data: '\000'}#1, ['a']], MsgpackExt{type: 92, data: '\000'}#2]
ValueError: msgpack_unpack(): Option "references" can't be used with "types" or "type"
ValueError: msgpack_unpack(): Option "references" can't be used with "types" or "type"
ValueError: MsgpackCodec::__construct(): Unknown option "references": it is an option of unpacking
TypeError: msgpack_unpack(): Option "references" must be of type bool, int given
[['a'], ['a']]
--- Copies of arrays are made when one is changed
[["a","b"],["a"]]
--- Bounds
65536
MsgpackException size_limit at 393221, path $[65536]
9291d45c00: MsgpackException ext_limit at 2, path $[0][0]
92d45c0091d45c00: MsgpackException ext_limit at 1, path $[0]
92d45c009190: MsgpackException too_deep at 5, path $[1][0]
92d45c009190: [[]]
4000
MsgpackException too_deep at 61159, path $[5096][1].p
4000
MsgpackException too_deep at 61147, path $[5095][1].p
30000
bool(true)
message 0: bounded
message 1: bounded
message 2: bounded
message 3: bounded
--- Each byte changed
bool(true)