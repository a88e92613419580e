--TEST--
MsgpackCodec: what each type accepts; only integers are converted, to float
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

enum Color: int { case Red = 1; case Blue = -2; }
enum Suit: string { case Hearts = 'H'; case Spades = 'spades'; }
class P { public int $x = 0; }

$values = ['nil' => 'c0', 'true' => 'c3', 'int' => '07', 'negative' => 'd0fe', 'large' => 'cf7fffffffffffffff', 'uint64' => 'cfffffffffffffffff', 'float32' => 'ca3fc00000',
    'float64' => 'cb4000000000000000', 'str' => 'a148', 'bin' => 'c40148', 'list' => '9107', 'map' => '81a17807', 'time' => 'd6ff00000007', 'ext' => 'd40500'];
foreach (['bool', 'int', 'uint8', 'float', 'float32', 'string', 'bytes', 'array', 'mixed', 'null', '?int', 'int|string', 'int|float', 'float|bool|null', 'string|bytes',
    'list<int>', 'list<?P>', 'map<string, int>', 'map<int, int>', 'array<string, int>', 'array<int>', 'tuple<int>', 'P', '?P', 'DateTimeImmutable', 'DateTime', 'DateTimeInterface',
    'MsgpackTimestamp', 'Color', 'Suit', 'int|P', 'Color|string', 'list<int>|P', 'P|DateTimeImmutable|null', 'mixed|null', 'Msgpack\\Key'] as $type) {
    $codec = codec($type);
    if ($codec === null) {
        continue;
    }
    $accepted = [];
    foreach ($values as $name => $hex) {
        try {
            $value = $codec->decode(bytes($hex));
            $accepted[] = "$name as " . show_typed($value);
            if ($codec->decode($codec->encode($value)) != $value) {
                echo "$type: $name is another value after encoding\n";
            }
        } catch (MsgpackException $error) {
            if (!in_array($error->name, ['wrong_type'], true)) {
                $accepted[] = "$name: $error->name";
            }
        }
    }
    echo "$type: ", implode(', ', $accepted) ?: 'none', "\n";
}

// Classes with the name of a word but for its case.
class Bytes { public int $n = 1; }
class uint8 { public int $n = 2; }
class Words { #[Msgpack\ListOf(Bytes::class)] public array $classes = []; #[Msgpack\ListOf('bytes')] public array $words = []; #[Msgpack\ListOf('\uint8')] public array $escaped = [];
    #[Msgpack\ListOf('INT16')] public array $numbers = []; #[Msgpack\ListOf(uint8::class)] public array $lower = []; }
decodes(codec('Words'), '85a7636c6173736573 9180 a5776f726473 91c40178 a765736361706564 9180 a76e756d62657273 9105 a56c6f776572 9105');
decodes(codec('Bytes'), '80');
decodes(codec('Int8'), '05');
?>
--EXPECT--
bool: true as true
int: int as 7, negative as -2, large as 9223372036854775807, uint64: int_range
uint8: int as 7, negative: int_range, large: int_range, uint64: int_range
float: int as 7.0, negative as -2.0, large as 9.223372036854776E+18, uint64 as 1.8446744073709552E+19, float32 as 1.5, float64 as 2.0
float32: int as 7.0, negative as -2.0, large as 9.223372036854776E+18, uint64 as 1.8446744073709552E+19, float32 as 1.5, float64 as 2.0
string: str as 'H'
bytes: str as 'H', bin as 'H'
array: list as [7], map as ['x' => 7]
mixed: nil as null, true as true, int as 7, negative as -2, large as 9223372036854775807, uint64 as '18446744073709551615', float32 as 1.5, float64 as 2.0, str as 'H', bin as 'H', list as [7], map as ['x' => 7], time as DateTimeImmutable(1970-01-01T00:00:07.000000+00:00), ext as MsgpackExt{type: 5, data: '\000'}
null: nil as null
?int: nil as null, int as 7, negative as -2, large as 9223372036854775807, uint64: int_range
int|string: int as 7, negative as -2, large as 9223372036854775807, uint64: int_range, str as 'H'
int|float: int as 7, negative as -2, large as 9223372036854775807, uint64: int_range, float32 as 1.5, float64 as 2.0
float|bool|null: nil as null, true as true, int as 7.0, negative as -2.0, large as 9.223372036854776E+18, uint64 as 1.8446744073709552E+19, float32 as 1.5, float64 as 2.0
string|bytes: TypeError: the types of string|bytes cannot be told apart in a message: more than one can be str
list<int>: list as [7]
list<?P>: none
map<string, int>: map as ['x' => 7]
map<int, int>: none
array<string, int>: map as ['x' => 7]
array<int>: map as ['x' => 7]
tuple<int>: list as [7]
P: list as P{x: 7}, map as P{x: 7}
?P: nil as null, list as P{x: 7}, map as P{x: 7}
DateTimeImmutable: time as DateTimeImmutable(1970-01-01T00:00:07.000000+00:00)
DateTime: time as DateTime(1970-01-01T00:00:07.000000+00:00)
DateTimeInterface: time as DateTimeImmutable(1970-01-01T00:00:07.000000+00:00)
MsgpackTimestamp: time as MsgpackTimestamp{seconds: 7, nanoseconds: 0}
Color: int: unknown_member, negative as Color::Blue, large: unknown_member, uint64: unknown_member
Suit: str as Suit::Hearts
int|P: int as 7, negative as -2, large as 9223372036854775807, uint64: int_range, list as P{x: 7}, map as P{x: 7}
Color|string: int: unknown_member, negative as Color::Blue, large: unknown_member, uint64: unknown_member, str as 'H'
list<int>|P: TypeError: the types of list<int>|P cannot be told apart in a message: more than one can be array
P|DateTimeImmutable|null: nil as null, list as P{x: 7}, map as P{x: 7}, time as DateTimeImmutable(1970-01-01T00:00:07.000000+00:00)
mixed|null: nil as null, true as true, int as 7, negative as -2, large as 9223372036854775807, uint64 as '18446744073709551615', float32 as 1.5, float64 as 2.0, str as 'H', bin as 'H', list as [7], map as ['x' => 7], time as DateTimeImmutable(1970-01-01T00:00:07.000000+00:00), ext as MsgpackExt{type: 5, data: '\000'}
Msgpack\Key: TypeError: Msgpack\Key is not a class of the program whose objects can be filled
85a7636c6173736573 9180 a5776f726473 91c40178 a7657363617065...: Words{classes: [Bytes{n: 1}], words: ['x'], escaped: [uint8{n: 2}], numbers: [5], lower: [5]}
80: Bytes{n: 1}
05: 5
