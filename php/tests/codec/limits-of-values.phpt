--TEST--
MsgpackCodec: Limit, the ranges of integers, and the memory that a message may make
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

class Limits
{
    #[Msgpack\Limit(ge: 0, le: 10)] public int $int = 0;
    #[Msgpack\Limit(gt: 0, lt: 10)] public int $open = 1;
    #[Msgpack\Limit(gt: 0.5, le: 2)] public ?float $float = null;
    #[Msgpack\Limit(minLength: 1, maxLength: 3)] public string $text = 'x';
    #[Msgpack\Limit(maxLength: 2), Msgpack\ListOf('int')] public array $list = [];
    #[Msgpack\Limit(minLength: 1), Msgpack\MapOf('int')] public array $map = ['a' => 1];
    #[Msgpack\Type('uint8'), Msgpack\Limit(ge: 5)] public int $byte = 5;
}
$codec = codec('Limits');
foreach (['int' => [-1, 0, 10, 11], 'open' => [0, 1, 9, 10], 'float' => [null, 0.5, 0.6, 2, 2.0000001, NAN], 'text' => ['', 'a', 'abc', 'abcd'], 'list' => [[], [1, 2], [1, 2, 3]],
    'map' => [[], ['a' => 1], ['a' => 'b']], 'byte' => [4, 5, 255, 256]] as $name => $values) {
    foreach ($values as $value) {
        echo $name, ' ', is_float($value) && is_nan($value) ? 'nan' : json_encode($value), ': ', typed(fn () => show_typed($codec->convert([$name => $value])->$name)), "\n";
    }
}
$object = new Limits();
foreach (['int' => 11, 'float' => 0.5, 'text' => '', 'list' => [1, 2, 3], 'map' => []] as $name => $value) {
    $wrong = clone $object;
    $wrong->$name = $value;
    echo $name, ' ', typed(fn () => bin2hex($codec->encode($wrong))), "\n";
}
foreach (['int8' => [-129, -128, 127, 128], 'uint16' => [-1, 0, 65535, 65536], 'int32' => [-2147483649, -2147483648, 2147483647, 2147483648], 'uint32' => [4294967295, 4294967296], 'uint64' => [-1, PHP_INT_MAX]] as $type => $numbers) {
    foreach ($numbers as $number) {
        echo "$type $number: ", preg_replace('/,.*/', '', typed(fn () => codec($type)->convert($number))), "\n";
    }
}
foreach (['#[Msgpack\Limit(ge: "0")] public int $a;', '#[Msgpack\Limit(minLength: 1.5)] public string $a;', '#[Msgpack\Limit(ge: 0)] public mixed $a;', '#[Msgpack\Limit(maxLength: 1)] public array $a;'] as $i => $body) {
    eval("class WrongLimit$i { $body }");
    codec("WrongLimit$i");
}

// An object of many fields from one byte: no more memory than 256 times the message and 1 MiB.
eval('class Wide { ' . implode(' ', array_map(fn ($i) => "public int \$f$i = 0;", range(0, 99))) . ' }');
$wide = codec('list<Wide>');
$before = memory_get_usage();
function_exists("memory_reset_peak_usage") && memory_reset_peak_usage();
$bytes = "\xdd" . pack("N", 100000) . str_repeat("\x80", 100000);
$said = typed(fn () => count($wide->decode($bytes)));
echo preg_replace('/\d{4,}/', 'N', $said), "\n";
echo memory_get_peak_usage() - $before < 400 * 100000 ? "bounded\n" : memory_get_peak_usage() . "\n";
echo count($wide->decode("\xdc" . pack('n', 500) . str_repeat("\x80", 500))), "\n";
?>
--EXPECT--
int -1: out_of_bounds at no offset $.int, expected int, got int: outside of the limits of int: at least 0 expected
int 0: '0'
int 10: '10'
int 11: out_of_bounds at no offset $.int, expected int, got int: outside of the limits of int: at most 10 expected
open 0: out_of_bounds at no offset $.open, expected int, got int: outside of the limits of int: at least 1 expected
open 1: '1'
open 9: '9'
open 10: out_of_bounds at no offset $.open, expected int, got int: outside of the limits of int: at most 9 expected
float null: 'null'
float 0.5: out_of_bounds at no offset $.float, expected ?float, got float: outside of the limits of ?float: more than 0.5 expected
float 0.6: '0.6'
float 2: '2.0'
float 2.0000001: out_of_bounds at no offset $.float, expected ?float, got float: outside of the limits of ?float: at most 2 expected
float nan: out_of_bounds at no offset $.float, expected ?float, got float: outside of the limits of ?float: more than 0.5 expected
text "": out_of_bounds at no offset $.text, expected string, got str: outside of the limits of string: at least 1 byte expected
text "a": '\'a\''
text "abc": '\'abc\''
text "abcd": out_of_bounds at no offset $.text, expected string, got str: outside of the limits of string: at most 3 bytes expected
list []: '[]'
list [1,2]: '[1, 2]'
list [1,2,3]: out_of_bounds at no offset $.list, expected list<int>, got array: outside of the limits of list<int>: at most 2 elements expected
map []: out_of_bounds at no offset $.map, expected map<string, int>, got array: outside of the limits of map<string, int>: at least 1 entry expected
map {"a":1}: '[\'a\' => 1]'
map {"a":"b"}: wrong_type at no offset $.map.a, expected int, got str: int expected, not str
byte 4: out_of_bounds at no offset $.byte, expected uint8, got int: outside of the limits of uint8: at least 5 expected
byte 5: '5'
byte 255: '255'
byte 256: out_of_bounds at no offset $.byte, expected uint8, got int: outside of the limits of uint8: at most 255 expected
int out_of_bounds at 5 $.int, expected int, got nothing: outside of the limits of int: at most 10 expected
float out_of_bounds at 18 $.float, expected ?float, got nothing: outside of the limits of ?float: more than 0.5 expected
text out_of_bounds at 24 $.text, expected string, got nothing: outside of the limits of string: at least 1 byte expected
list out_of_bounds at 31 $.list, expected list<int>, got nothing: outside of the limits of list<int>: at most 2 elements expected
map out_of_bounds at 36 $.map, expected map<string, int>, got nothing: outside of the limits of map<string, int>: at least 1 entry expected
int8 -129: int_range at no offset $
int8 -128: -128
int8 127: 127
int8 128: int_range at no offset $
uint16 -1: int_range at no offset $
uint16 0: 0
uint16 65535: 65535
uint16 65536: int_range at no offset $
int32 -2147483649: int_range at no offset $
int32 -2147483648: -2147483648
int32 2147483647: 2147483647
int32 2147483648: int_range at no offset $
uint32 4294967295: 4294967295
uint32 4294967296: int_range at no offset $
uint64 -1: int_range at no offset $
uint64 9223372036854775807: 9223372036854775807
WrongLimit0: TypeError: WrongLimit0::$a: Limit(ge) must be a number
WrongLimit1: TypeError: WrongLimit1::$a: Limit(minLength) must be an int
WrongLimit2: TypeError: WrongLimit2::$a: a value of the type mixed has no limits
WrongLimit3: TypeError: WrongLimit3::$a: limits of an array need the type of its items, by ListOf, MapOf or Type
MsgpackException size_limit at N $[N]
bounded
500
