--TEST--
MsgpackCodec: lists, maps and objects, decoded in runs and by keys that are expected, give the values and errors of the general path
--FILE--
<?php
require __DIR__ . '/../support.inc';

/* With a max_str_len below 255 the decoder reads each key and value by its general path. */
const GENERAL = ['max_str_len' => 254];

final class Item { public int $n = 0; #[Msgpack\MapOf('int')] public array $map = []; #[Msgpack\ListOf('float')] public array $list = []; public mixed $any = null; }
/* Lists and objects between other fields. */
final class Path
{
    #[Msgpack\Type('list<list<float>>')] public array $points = []; public string $name = ''; #[Msgpack\ListOf('float')] public array $ends = [];
    public ?Path $next = null; public int $n = 0;
}
/* Its constructor decodes maps with the same keys meanwhile. */
final class Made
{
    public function __construct(public int $a = 0, public int $b = 0)
    {
        (new MsgpackCodec('list<map<string, int>>'))->decode(msgpack_pack([['a' => 1, 'b' => 2], ['a' => 1, 'b' => 2], ['a' => 1, 'c' => 2]]));
    }
}
/* More fields than a word has bits. */
eval('final class Wide { ' . implode(' ', array_map(fn ($i) => "public int \$field_$i = -1;", range(1, 130))) . ' }');
/* Keys whose encoded form has 16 bytes, and more. */
final class Long { public int $a_key_of_16_byt = 0; public int $a_key_of_17_byte = 0; public ?Long $ä = null; public int $a_key_of_more_than_thirty_two_bytes = 0; }

function result(MsgpackCodec $codec, string $bytes): string
{
    try {
        return serialize($codec->decode($bytes));
    } catch (MsgpackException $e) {
        return $e::class . ' ' . $e->name . ' ' . $e->getMessage();
    }
}

$rows = fn (int $n, array $row) => array_fill(0, $n, $row);
$keys = fn (int $n) => array_combine(array_map(fn ($i) => "key $i", range(1, $n)), range(1, $n));
$wide = array_combine(array_map(fn ($i) => "field_$i", range(1, 130)), range(1, 130));
$fields = ['a_key_of_16_byt' => 1, 'a_key_of_17_byte' => 300, 'ä' => null, 'a_key_of_more_than_thirty_two_bytes' => 7];
$long = ['a key of more than sixteen bytes' => 1, str_repeat('k', 40) => 300, 'größe' => -5];
$cases = [
    ['list<map<string, int>>', [...$rows(12, ['a' => 1, 'bb' => 70000, 'ccc' => -1]), ['a' => 1], ['a' => 1, 'bb' => 2, 'x' => 3], ['ccc' => 1, 'bb' => 1, 'a' => 1]]],
    ['list<map<string, int>>', [...$rows(8, $long), ['5a' => 5, 'a' => 1], $keys(15), $keys(16), $keys(64)]],
    ['map<string, int>', $keys(100)],
    ['map<string, ?string>', array_map(fn ($i) => $i % 9 ? str_repeat('ü', $i % 40) : null, $keys(60))],
    ['map<int, int>', array_combine([-40, 300, 1 << 40, ...range(1, 60)], range(1, 63))],
    ['map<int, map<string, bool>>', [3 => ['a' => true, 'b' => false], 7 => ['a' => true, 'b' => false], 8 => ['a' => true, 'b' => false]]],
    ['list<?int>', [1, null, -1, 200, 70000, -70000, PHP_INT_MIN, PHP_INT_MAX, ...range(1, 300)]],
    ['list<float>', array_map(fn ($i) => $i / 7.1, range(1, 60))],
    ['list<list<float>>', [...$rows(30, [0.5, 1.5]), [1.5], [], range(0.5, 20.5)]],
    ['list<list<float>>', [...array_map(fn ($n) => range(1.5, $n + 0.5), range(1, 9)), ...$rows(4, [1.5, 2.5, 3.5])]],
    ['list<list<?float>>', [...$rows(6, [1.5, 2.5]), [null, 1.5], ...$rows(6, [2.5, 1.5]), [1.5, null, 2.5]]],
    ['list<list<float>>', [[0.5, 1.5, 2.5], [0.5], [0.5, 1.5, 2.5, 3.5]]],
    ['list<list<float32>>', $rows(12, [0.5, 1.5])],
    ['list<list<?int>>', [...$rows(6, [1, 300]), [-70000, null, 1 << 40], ...$rows(6, [PHP_INT_MIN, PHP_INT_MAX])]],
    ['list<list<list<float>>>', [$rows(24, [0.5, 1.5]), $rows(12, [0.5, 1.5])]],
    ['list<list<list<int>>>', [...$rows(30, [[1, 2], [3]]), [[]], []]],
    ['map<string, list<float>>', array_map(fn ($i) => [$i / 2.1, 1.0], $keys(40))],
    ['list<string>', array_map(fn ($i) => str_repeat('x', $i), range(0, 60))],
    ['list<map<string, mixed>>', $rows(12, ['a' => 1, 'b' => 'text', 'c' => [1.5, true], 'd' => ['x' => null]])],
    ['list<map<string, map<string, int>>>', $rows(12, ['a' => ['x' => 1, 'y' => 2], 'b' => ['x' => 1, 'z' => 3]])],
    ['list<Item>', $rows(8, ['n' => 1, 'map' => ['a' => 1, 'b' => 2], 'list' => [1.5, 2.5], 'any' => ['a' => [1]]])],
    ['list<map<string, Made>>', $rows(8, ['x' => ['a' => 1, 'b' => 2], 'y' => ['a' => 3, 'b' => 4]])],
    ['list<list<Item>>', $rows(3, $rows(2, ['n' => 1, 'list' => [1.5]]))],
    ['list<Path>', $rows(4, ['points' => [...$rows(5, [0.5, 1.5]), [1, 70000], ...$rows(5, [1.5, 2.5])], 'name' => 'a', 'ends' => [1.5, 2.5, 3.5], 'next' => ['name' => 'b', 'ends' => [1, 2.5]], 'n' => 7])],
    ['list<list<string>>', [...$rows(8, ['a', 'bcd']), [], ['', str_repeat('x', 40)], array_fill(0, 16, 'y')]],
    ['Item', ['n' => 1, 'map' => ['a' => 1], 'list' => [1.5, 2.5], 'any' => 'text']],
    ['Wide', $wide],
    ['Wide', array_reverse($wide)],
    ['Wide', array_filter($wide, fn ($i) => $i % 32 > 1)],
    ['Wide', array_slice($wide, 60, 12) + array_slice($wide, 58, 20)],
    ['Long', $fields],
    ['list<Long>', [$fields, array_reverse($fields), ['ä' => $fields], $fields]],
    ['list<tuple<int, list<int>>>', $rows(40, [1, [2, 3]])],
];
$options = [[], ['utf8' => false], ['errors' => 'all'], ['max_depth' => 2], ['max_map_len' => 8, 'max_array_len' => 8], ['max_array_len' => 3], ['constructor' => true]];
$messages = $errors = 0;
foreach ($cases as [$type, $value]) {
    $bytes = msgpack_pack($value);
    foreach ($options as $i => $set) {
        [$codec, $general] = [new MsgpackCodec($type, $set), new MsgpackCodec($type, $set + GENERAL)];
        $length = strlen($bytes);
        $step = $i > 0 || $length > 1200 ? 17 : 1;
        for ($at = 0; $at <= $length; $at += $step) {
            $damaged = [substr($bytes, 0, $at)];
            foreach ($at < $length ? ["\xc0", "\xc1", "\x05", "\xa1", "\xc4", "\xcf", "\xca", "\x82", "\x91", chr(ord($bytes[$at]) ^ 1), chr(ord($bytes[$at]) ^ 0x80)] : [] as $byte) {
                $damaged[] = substr_replace($bytes, $byte, $at, 1);
            }
            foreach ($damaged as $message) {
                $result = result($codec, $message);
                $expected = result($general, $message);
                $messages++;
                $errors += str_starts_with($result, 'Msgpack');
                if ($result !== $expected && !str_contains($expected, 'str_limit')) { // a length of 255 or more
                    echo "$type, options $i, byte $at: ", bin2hex($message), "\n  $result\n  $expected\n";
                    exit;
                }
            }
        }
        $whole = result($codec, $bytes); // with the keys of the damaged ones known
        if ($whole !== result($general, $bytes)) {
            echo "$type, options $i: ", $whole, "\n";
        }
    }
    $codec = new MsgpackCodec($type);
    if (!preg_match('/[A-Z]/', $type) && $codec->decode($bytes) !== $value) {
        echo "$type: another value\n";
    }
}
echo $messages > 100000 ? 'many' : $messages, ' messages, ', $errors > 50000 ? 'many' : $errors, " errors\n";
?>
--EXPECT--
many messages, many errors
