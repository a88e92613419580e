<?php
/*
 * One of the two processes, with one of the modules loaded: answers each line of JSON
 * (a job) with a line of JSON. With the argument no-enums, values have no enums.
 *
 *   {"do": "pack", "seed", "case", "php_only", "str8"}
 *       -> {"bytes": hex} or {"result": dump}, "original": dump, "thrown", "notes", "endless"
 *   {"do": "unpack", "hex", "php_only", "illegal"}
 *       -> {"value": dump}, "thrown", "notes", "hooks"
 *   {"do": "again", "hex"}: a round trip -> {"bytes": hex, "stays": whether a second one changes nothing}
 *   {"do": "stream", "chunks": hexes, "php_only"} -> {"values": dumps}, "notes"
 *   {"do": "special", "name"} packs a value that JSON cannot describe -> as "pack"
 */
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
ini_set('memory_limit', '1G');

require __DIR__ . '/object_classes.php';
require __DIR__ . '/value_dump.php';
require __DIR__ . '/value_generator.php';

use Trial\{Dump, Journal, ValueGenerator};

$isPecl = !str_contains(phpversion('msgpack'), 'hayapack');
Custom::$nul = $isPecl;
// PECL 3.0 returns an enum case without incrementing its reference count, so the case
// is freed after some uses. These references prevent that.
$held = array_map(static fn (UnitEnum $case): array => $isPecl ? array_fill(0, 100000, $case) : [],
    [...Suit::cases(), ...Level::cases(), ...Unit::cases()]);
ValueGenerator::$enums = ($argv[1] ?? '') !== 'no-enums';
$notes = [];
set_error_handler(static function (int $level, string $message) use (&$notes): bool {
    $notes[] = $message;
    return true;
});

/* Whether objects contain each other without an array between them: without class
 * names and references in the message, PECL packs these in an endless loop. */
function endless(mixed $value, array $path = []): bool
{
    if (is_array($value)) {
        return false;
    }
    if (!is_object($value) || $value instanceof UnitEnum) {
        return false;
    }
    $id = spl_object_id($value);
    if (isset($path[$id])) {
        return true;
    }
    $path[$id] = true;
    foreach (method_exists($value, '__serialize') ? $value->__serialize() : (array) $value as $item) {
        if (endless($item, $path)) {
            return true;
        }
    }
    return false;
}

function anyEndless(mixed $value, int $depth = 0): bool
{
    if ($depth > 12) {
        return false;
    }
    if (is_object($value) && endless($value)) {
        return true;
    }
    if (is_array($value) || (is_object($value) && !$value instanceof UnitEnum)) {
        foreach ((array) $value as $item) {
            if (anyEndless($item, $depth + 1)) {
                return true;
            }
        }
    }
    return false;
}

function packed(array $job): array
{
    $value = ValueGenerator::make($job['seed'], $job['case']);
    ini_set('msgpack.php_only', (string) $job['php_only']);
    ini_set('msgpack.use_str8_serialization', (string) $job['str8']);
    if (!$job['php_only'] && $job['guard'] && anyEndless($value)) {
        return ['endless' => true];
    }
    $packed = msgpack_pack($value);
    $original = $job['php_only'] ? ['original' => Dump::of($value)] : [];
    return $original + (is_string($packed) ? ['bytes' => bin2hex($packed)] : ['result' => Dump::of($packed)]);
}

function unpacked(array $job): array
{
    ini_set('msgpack.php_only', (string) $job['php_only']);
    ini_set('msgpack.illegal_key_insert', (string) ($job['illegal'] ?? 0));
    return ['value' => Dump::of(msgpack_unpack(hex2bin($job['hex'])))];
}

function again(array $job): array
{
    ini_set('msgpack.php_only', '1');
    ini_set('msgpack.use_str8_serialization', '1');
    $again = msgpack_pack(msgpack_unpack(hex2bin($job['hex'])));
    return ['bytes' => bin2hex($again), 'stays' => msgpack_pack(msgpack_unpack($again)) === $again];
}

function streamed(array $job): array
{
    $unpacker = new MessagePackUnpacker((bool) $job['php_only']);
    $values = [];
    foreach ($job['chunks'] as $chunk) {
        $unpacker->feed(hex2bin($chunk));
        while ($unpacker->execute()) {
            $values[] = Dump::of($unpacker->data());
            $unpacker->reset();
        }
    }
    return ['values' => $values];
}

function special(array $job): array
{
    $value = [];
    switch ($job['name']) {
        case 'deep':
            for ($i = 0; $i < 200000; $i++) {
                $value = [$value];
            }
            break;
        case 'sleeps over nothing':
            $value = [1, new Sleeper(), 2];
            $value[1]->names = [];
            break;
        case 'a name twice':
            $value = new Sleeper();
            $value->names = ['kept', 'kept'];
            break;
        case 'enums':
            $value = [Suit::Hearts, Unit::Two, Suit::Hearts];
            break;
        case 'uninitialised':
            $value = new Unfilled();
            break;
        case 'closure':
            $value = [static fn () => 1];
    }
    ini_set('msgpack.php_only', '1');
    $packed = msgpack_pack($value);
    return is_string($packed) ? ['bytes' => bin2hex($packed)] : ['result' => Dump::of($packed)];
}

while (($line = fgets(STDIN)) !== false) {
    $job = json_decode($line, true);
    $notes = [];
    try {
        $answer = match ($job['do']) {
            'pack' => packed($job),
            'unpack' => unpacked($job),
            'again' => again($job),
            'stream' => streamed($job),
            'special' => special($job),
        };
    } catch (Throwable $thrown) {
        $answer = ['thrown' => $thrown::class . ': ' . $thrown->getMessage()];
    }
    $answer['notes'] = $notes;
    $answer['hooks'] = Journal::take();
    fwrite(STDOUT, json_encode($answer, JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
}
