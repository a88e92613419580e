--TEST--
Options: each pair of options has an effect together, or is a ValueError, or restricts what the other leaves nothing of
--FILE--
<?php
class P { public int $x = 1; public int $y = 0; public function __construct(int $x = 1, int $y = 0) { $this->y = $y + 1; } }
class C { public int $x = 1; }
$registry = new MsgpackTypeRegistry();
$registry->register(C::class, 'Ns.C, Asm');

/** What a call returns, warns of or throws. */
function outcome(callable $call): string
{
    $warnings = '';
    set_error_handler(function ($level, $text) use (&$warnings) { $warnings .= $text; return true; });
    try {
        return preg_replace('/#\d+/', '', print_r($call(), true)) . $warnings;
    } catch (Throwable $error) {
        return get_class($error) . $error->getMessage() . ($error instanceof MsgpackValidationException ? count($error->errors()) : '');
    } finally {
        restore_error_handler();
    }
}
$messages = [
    msgpack_pack(new C(), ['types' => $registry]), "\x81\xa1a\x01", "\xa1\xff", "\xd6\xff\x00\x00\x00\x05", str_repeat("\x91", 5) . "\xc0", msgpack_pack(new C()), msgpack_pack(new P(5, 5)),
    "\x82\xc0\xa4Nope\xa1a\x01", "\xc4\x02ab", "\xd5\x07ab", "\xa5hello", "\x93\x01\x02\x03", "\x83\x01\x01\x02\x02\x03\x03", "\x91\x81\xc0\x01", "\x82\xa1x\x05\xa1z\x01", "\x80",
    "\x82\xa1x\xa1a\xa1y\xa1b", "\x92\x92\xd4\x5c\x00\x91\xa1a\xd4\x5c\x00",
];
$values = [new C(), new P(), [1, 'a' => 2], [5 => 1], "\xff", '18446744073709551615', new DateTimeImmutable('2020-01-01'), [[[[1]]]], array_fill(0, 300, 'same'), 1.1, str_repeat('x', 50),
    (object) ['a' => 1], [new stdClass()], STDIN, NAN, [1 => 1, 2 => 2]];
$unpack = ['php_only' => [true, false], 'assoc' => [true, false], 'utf8' => [true], 'timestamps' => [true, 'object'], 'max_depth' => [3], 'throw' => [true], 'allowed_classes' => [false, ['C']], 'incomplete' => ['error'],
    'max_str_len' => [2], 'max_bin_len' => [1], 'max_ext_len' => [1], 'max_array_len' => [2], 'max_map_len' => [2], 'bin' => ['object'], 'ext' => ['object'], 'references' => [true],
    'types' => [$registry], 'type' => ['mixed'], 'unknown' => ['error'], 'constructor' => [true], 'errors' => ['all']];
$pack = ['php_only' => [true, false], 'assoc' => [true, false], 'force_f32' => [true], 'use_str8' => [false], 'utf8' => [true], 'arrays' => ['strict', 'map'], 'uint64' => [true], 'timestamps' => [true],
    'max_depth' => [2], 'throw' => [true], 'lz4_level' => [12], 'types' => [$registry]];

function explore(string $label, array $options, array $inputs, callable $call): void
{
    $with = fn (array $given) => array_map(fn ($input) => outcome(fn () => $call($input, $given)), $inputs);
    $without = $with([]);
    $settings = $alone = [];
    foreach ($options as $name => $values) {
        foreach ($values as $value) {
            $alone[] = $with([$name => $value]);
            $settings[] = [$name, $value];
        }
    }
    foreach ($settings as $i => [$name, $value]) {
        $shown = "$label: $name " . json_encode($value);
        if (str_starts_with($alone[$i][0], 'ValueError')) {
            echo "$shown alone: ", substr($alone[$i][0], 10), "\n";
            continue;
        }
        foreach ($settings as $j => [$other, $also]) {
            if ($other === $name || str_starts_with($alone[$j][0], 'ValueError')) {
                continue;
            }
            $both = $with([$name => $value, $other => $also]);
            if (str_starts_with($both[0], 'ValueError')) {
                echo $i < $j ? "$shown, $other " . json_encode($also) . ': ' . substr($both[0], 10) . "\n" : '';
            } elseif ($alone[$i] !== $without && $both === $alone[$j]) {
                echo "$shown is without effect with $other ", json_encode($also), "\n";
            }
        }
    }
}
explore('unpack', $unpack, $messages, fn ($message, $options) => msgpack_unpack($message, options: $options));
explore('pack', $pack, $values, fn ($value, $options) => bin2hex(msgpack_pack($value, $options)));

// Objects that pack and unpack have options that count in one direction, and get the others later.
foreach ([['php_only' => true, 'references' => true], ['php_only' => true, 'type' => 'P'], ['assoc' => false, 'type' => 'P'], ['assoc' => true, 'types' => $registry], ['php_only' => true, 'types' => $registry], ['unknown' => 'error'],
    ['unknown' => 'skip', 'constructor' => false, 'errors' => 'first', 'lz4_level' => 0]] as $given) {
    echo implode(' ', array_keys($given)), ': ', outcome(fn () => get_class(new MessagePack(options: $given))), "\n";
}
$both = new MessagePack(options: ['type' => 'P', 'constructor' => true]);
$both->setOptions(['type' => null]);
$both->setOptions(['type' => 'P']);
var_dump($both->unpack("\x80")->y);
// References to options are looked at, too.
$true = true;
echo outcome(fn () => msgpack_unpack("\xc0", options: ['references' => &$true, 'php_only' => &$true])), "\n";
?>
--EXPECT--
unpack: php_only true, references true: msgpack_unpack(): Option "php_only" can't be used with "references", "types" or "type"
unpack: php_only true, types {}: msgpack_unpack(): Option "php_only" can't be used with "references", "types" or "type"
unpack: php_only true, type "mixed": msgpack_unpack(): Option "php_only" can't be used with "references", "types" or "type"
unpack: php_only false is without effect with references true
unpack: php_only false is without effect with types {}
unpack: php_only false is without effect with type "mixed"
unpack: assoc false, type "mixed": msgpack_unpack(): Option "assoc" can't be used with "type"
unpack: utf8 true is without effect with type "mixed"
unpack: timestamps true is without effect with max_ext_len 1
unpack: timestamps true is without effect with type "mixed"
unpack: timestamps "object" is without effect with max_ext_len 1
unpack: allowed_classes false is without effect with php_only false
unpack: allowed_classes false is without effect with references true
unpack: allowed_classes false is without effect with types {}
unpack: allowed_classes false is without effect with type "mixed"
unpack: allowed_classes ["C"] is without effect with php_only false
unpack: allowed_classes ["C"] is without effect with max_map_len 2
unpack: allowed_classes ["C"] is without effect with references true
unpack: allowed_classes ["C"] is without effect with types {}
unpack: allowed_classes ["C"] is without effect with type "mixed"
unpack: incomplete "error" is without effect with php_only false
unpack: incomplete "error" is without effect with max_str_len 2
unpack: incomplete "error" is without effect with references true
unpack: incomplete "error" is without effect with types {}
unpack: incomplete "error" is without effect with type "mixed"
unpack: bin "object" is without effect with max_bin_len 1
unpack: ext "object" is without effect with type "mixed"
unpack: references true, types {}: msgpack_unpack(): Option "references" can't be used with "types" or "type"
unpack: references true, type "mixed": msgpack_unpack(): Option "references" can't be used with "types" or "type"
unpack: unknown "error" alone: msgpack_unpack(): Option "unknown" needs "type"
unpack: constructor true alone: msgpack_unpack(): Option "constructor" needs "type"
unpack: errors "all" alone: msgpack_unpack(): Option "errors" needs "type"
pack: php_only true, types {}: msgpack_pack(): Option "php_only" can't be used with "types"
pack: php_only false is without effect with types {}
pack: assoc true, types {}: msgpack_pack(): Option "assoc" can't be used with "types"
pack: assoc false is without effect with types {}
pack: lz4_level 12 alone: msgpack_pack(): Option "lz4_level" needs "lz4"
php_only references: MessagePack
php_only type: MessagePack
assoc type: MessagePack
assoc types: MessagePack
php_only types: ValueErrorMessagePack::__construct(): Option "php_only" can't be used with "references", "types" or "type"
unknown: ValueErrorMessagePack::__construct(): Option "unknown" needs "type"
unknown constructor errors lz4_level: MessagePack
int(1)
ValueErrormsgpack_unpack(): Option "php_only" can't be used with "references", "types" or "type"
