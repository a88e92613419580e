--TEST--
Generated messages of class names, properties, references and marks give a value or an error
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Typed { public int $n = 0; public ?array $a = null; public ?Typed $t = null; public $m; protected array $p = []; private ?object $o = null; public readonly int $r;
    public function __wakeup() { $this->m = 1; } }
class Magic { public $d; public ?array $x = null; public function __serialize(): array { return [1]; } public function __unserialize(array $d): void { $this->d = $d; $this->x = $d; } }
#[AllowDynamicProperties]
class Gone { public $w; public function __destruct() { $this->w = null; } }
enum Suit: string { case A = 'a'; }
error_reporting(0);
function text(string ...$from): string
{
    return msgpack_pack($from[mt_rand(0, count($from) - 1)]);
}
function entries(int $n, int $depth, bool $properties = false): string
{
    $out = '';
    for (; $n > 0; $n--) {
        $out .= match (mt_rand(0, 9)) {
            0 => "\xc0",
            1 => generated($depth + 1),
            default => $properties ? text('n', 'a', 't', 'm', "\0*\0p", "\0Typed\0o", 'r', 'x', 'd', 'w', 'q') : text('a', 'b', 'c'),
        } . generated($depth + 1);
    }
    return $out;
}
function generated(int $depth): string
{
    $class = text('Typed', 'Magic', 'Gone', 'stdClass', 'Unknown', 'ArrayObject', 'Suit', 'Closure');
    $n = mt_rand(1, 4);
    switch (mt_rand(0, $depth > 5 ? 7 : 16)) {
        case 0: return chr(mt_rand(0, 20));
        case 1: return "\xc0";
        case 2: return text('a', 'b', '');
        case 3: return mt_rand(0, 1) ? "\x90" : "\x80";
        case 4: case 5: case 6: case 7: return "\x82\xc0" . chr([2, 4, 5, 2, 4, 5, 1, 3][mt_rand(0, 7)]) . "\x00" . chr(mt_rand(0, 12));
        case 8: return "\x81" . entries(1, $depth);
        case 9: return chr(0x80 | $n) . entries($n, $depth);
        case 10: return chr(0x81 + $n) . "\xc0" . $class . entries($n, $depth, true);
        case 11: return chr(0x82 + $n) . "\xc0\x01\xc0" . $class . entries($n, $depth, true);
        case 12: return "\x82\xc0" . text('Magic') . "\xc0" . generated($depth + 1);
        case 13: return chr(0x81 + $n) . "\xc0\x01" . entries($n, $depth);
        case 16: return "\x82\xc0\x06" . (mt_rand(0, 3) ? text('Suit') : $class) . (mt_rand(0, 3) ? text('A') : generated($depth + 1));
        case 14: return "\x83\xc0" . text('Suit') . text('name') . (mt_rand(0, 3) ? text('A') : generated($depth + 1)) . text('value') . text('a');
        default: return chr(0x90 | $n) . implode('', array_map(fn () => generated($depth + 1), range(1, $n)));
    }
}
mt_srand(8);
$values = $errors = 0;
for ($i = 0; $i < 4000; $i++) {
    $bytes = "\x93" . generated(0) . generated(0) . generated(0);
    foreach ([[], ['throw' => true], ['allowed_classes' => ['typed', 'stdclass']], ['assoc' => false]] as $options) {
        try {
            $value = msgpack_unpack($bytes, null, $options);
            $value === false ? $errors++ : $values++;
            msgpack_unpack(msgpack_pack($value));
        } catch (Throwable) {
            $errors++;
        }
        unset($value);
    }
}
echo $values > 5000 && $errors > 3000 ? 'values and errors' : "$values values, $errors errors", "\n";
?>
--EXPECT--
values and errors
