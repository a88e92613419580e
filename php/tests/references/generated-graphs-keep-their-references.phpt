--TEST--
Generated graphs of arrays, objects and references come back with the same references, empty arrays included
--INI--
session.serialize_handler=msgpack
session.use_cookies=0
session.cache_limiter=
--FILE--
<?php
require __DIR__ . '/../support.inc';

ob_start();
require __DIR__ . '/../no-storage.inc';
session_set_save_handler(new NoStorage);
session_start();

class Typed { public array $a = []; public ?array $n = null; public int|array $u = 0; public iterable $i = []; public $m = []; private array $p = [];
    public mixed $x = null; public function &p() { return $this->p; } }
class Wakes extends Typed { public int $woken = 0; public function __wakeup() { $this->woken++; } }
class Sleeps extends Typed { public function __sleep() { return ['a', 'n', 'u', 'm', 'x']; } }
class Magic { public array $d = []; public function __serialize(): array { return $this->d; }
    public function __unserialize(array $d): void { $this->d = $d; } }
#[AllowDynamicProperties]
class Open { public $first = []; }

/*
 * A text that is the same for values with the same structure: containers are numbered in the order of their first
 * occurrence, objects by themselves, arrays by the reference that holds them. A reference that only one slot holds is
 * the same as its value, also if garbage that is not collected yet holds it, too. References to scalars are not kept.
 */
function structure(array $root): string
{
    $counts = $numbers = [];
    described($root, null, $counts, $numbers);
    $counts = array_filter($counts, fn ($count) => $count > 1);
    $numbers = [];
    return described($root, null, $counts, $numbers);
}

/** With numbers empty at first, counts has afterwards how often each reference occurs. */
function described(mixed $value, ?string $reference, array &$counts, array &$numbers): string
{
    if (!is_array($value) && !is_object($value)) {
        return var_export($value, true);
    }
    $out = '';
    if ($reference !== null) {
        $seen = isset($numbers[$reference]);
        $out = isset($counts[$reference]) ? '&' . ($numbers[$reference] ??= count($numbers)) . ' ' : '';
        $counts[$reference] = ($counts[$reference] ?? 0) + 1;
        $numbers[$reference] ??= -1;
        if ($seen) {
            return $out;
        }
    }
    if (is_object($value)) {
        $id = 'object ' . spl_object_id($value);
        $seen = isset($numbers[$id]);
        $out .= $value::class . ($numbers[$id] ??= count($numbers));
        if ($seen) {
            return $out;
        }
        $value = (array) $value;
    }
    foreach ($value as $key => $item) {
        $id = ReflectionReference::fromArrayElement($value, $key)?->getId();
        $items[] = trim("$key", "\0") . ': ' . described($item, $id, $counts, $numbers);
    }
    return $out . '{' . implode(', ', $items ?? []) . '}';
}

/* A graph of cells, the variables that its references refer to. Between objects and references to them, the bytes
 * do not always distinguish (nor does serialize()), so the slots with one object are all references, or none. */
function graph(): array
{
    $cells = $always = $root = [];
    for ($i = mt_rand(1, 5); $i > 0; $i--) {
        $always[] = mt_rand(0, 1);
        $cells[] = mt_rand(0, 2) ? [] : match (mt_rand(0, 7)) {
            0 => new stdClass, 1 => new Typed, 2 => new Wakes, 3 => new Sleeps, 4 => new Magic, 5 => new Open, default => ['full']
        };
    }
    for ($i = mt_rand(1, 8); $i > 0; $i--) {
        $from = mt_rand(0, count($cells) - 1);
        $into = mt_rand(-1, count($cells) - 1);
        $target = $into < 0 ? null : $cells[$into];
        $key = [$i, 20 - $i, "key $i"][mt_rand(0, 2)];
        $name = $target instanceof Typed ? (is_array($cells[$from]) ? ['a', 'n', 'u', 'i', 'm', 'x'] : ['m', 'x'])[mt_rand(0, is_array($cells[$from]) ? 5 : 1)]
            : ['first', "p$i", (string) $i][mt_rand(0, 2)];
        if (is_object($cells[$from]) ? $always[$from] : mt_rand(0, 3)) {
            if ($target === null) { $root[$key] = &$cells[$from]; }
            elseif (is_array($target)) { $cells[$into][$key] = &$cells[$from]; }
            elseif ($target instanceof Magic) { $target->d[$key] = &$cells[$from]; }
            else { $target->$name = &$cells[$from]; }
        } else {
            $value = is_object($cells[$from]) ? $cells[$from] : [];
            if ($target === null) { unset($root[$key]); $root[$key] = $value; }
            elseif (is_array($target)) { unset($cells[$into][$key]); $cells[$into][$key] = $value; }
            elseif ($target instanceof Magic) { unset($target->d[$key]); $target->d[$key] = $value; }
            elseif (!($target instanceof Typed)) { unset($target->$name); $target->$name = $value; }
        }
    }
    foreach ($cells as $i => &$cell) {
        if (mt_rand(0, 1) && (!is_object($cell) || $always[$i])) { $root["cell $i"] = &$cell; }
    }
    return $root;
}

function compared(string $way, string $expected, array $back, string $bytes): bool
{
    $found = structure($back);
    if ($found === $expected) {
        return true;
    }
    echo "$way\n  expected $expected\n  found    $found\n  bytes    ", bin2hex($bytes), "\n";
    return false;
}

mt_srand(46);
$good = $with_empty = 0;
for ($i = 0; $i < 3000; $i++) {
    $graph = graph();
    $bytes = msgpack_pack($graph);
    $with_empty += preg_match('/\x90.*\x82\xc0\x02\x00/s', $bytes);
    $ways = ['one message' => msgpack_unpack($bytes)];
    $unpacker = new MessagePackUnpacker;
    $stream = msgpack_pack(0) . $bytes . $bytes;
    $values = [];
    for ($at = 0; $at < strlen($stream); $at += 7) {
        $unpacker->feed(substr($stream, $at, 7));
        while ($unpacker->execute()) { $values[] = $unpacker->data(); $unpacker->reset(); }
    }
    $ways += ['stream, first' => $values[1], 'stream, second' => $values[2]];
    $_SESSION = $graph;
    $session = session_encode();
    $_SESSION = [];
    session_decode($session);
    $ways['session'] = $_SESSION;
    $expected = structure(unserialize(serialize($graph)));
    foreach ($ways as $way => $back) {
        $good += compared($way, $expected, $back, $bytes);
    }
    unset($graph, $ways, $back, $values, $unpacker);
    $_SESSION = [];
    if ($good < 4 * $i) {
        break;
    }
}
echo "$good of ", 4 * $i, ' round trips, ', $with_empty > 500 ? 'many' : $with_empty, " of them with references to empty arrays\n";
?>
--EXPECT--
12000 of 12000 round trips, many of them with references to empty arrays
