--TEST--
PHP with ints of 32 bits: larger numbers are floats, as keys texts, and nothing becomes another number
--FILE--
<?php
require __DIR__ . '/../support.inc';

enum Level: int { case Low = 1; case High = 2; }

echo "--- Values\n";
foreach (['ce7fffffff', 'ce80000000', 'ceffffffff', 'cf0000000100000001', 'cf7fffffffffffffff', 'cfffffffffffffffff',
    'd280000000', 'd3ffffffff80000000', 'd3ffffffff7fffffff', 'd38000000000000000', '92ce80000000d3ffffffff7fffffff'] as $hex) {
    unpacks($hex);
}
echo "--- Keys\n";
foreach (['81ce7fffffff01', '81ce8000000001', '81cf000000010000000101', '81d38000000000000000 01', '81d3ffffffff8000000001', '82cf000000010000000001 0002', '82ff01ceffffffff02'] as $hex) {
    unpacks_with($hex, $hex, [], ['php_only' => false], ['assoc' => false], ['utf8' => true]);
}
packs('negative', [-1 => 1, -33 => 2, -129 => 3, -32769 => 4]);
packs('largest and smallest', [PHP_INT_MAX => 1, PHP_INT_MIN => 2]);
packs('stdClass', (object) [-1 => 1]);
packs('values', [PHP_INT_MAX, PHP_INT_MIN, -1, 4294967296.0]);
echo show(msgpack_unpack(msgpack_pack([-1 => 1, PHP_INT_MIN => 2, 5 => 3]))), "\n";

echo "--- Timestamps\n";
foreach (['d6ff7fffffff', 'd6ff80000000', 'd7ff0000000100000000', 'c70cff00000000ffffffff80000000', 'c70cff00000000ffffffff7fffffff',
    'c70cff00000000fffffff1886e0900', 'c70cff000000000000003afff44180', 'c70cff00000000fffffff0dcac0b40', 'c70cff000000007fffffffffffffff'] as $hex) {
    unpacks($hex, ['timestamps' => 'object', 'throw' => true]);
    unpacks($hex, ['timestamps' => 'datetime', 'throw' => true]);
}
foreach (['9999-12-31T23:59:59Z', '2106-02-07T06:28:16Z', '1901-12-13T20:45:51Z', '0001-01-01T00:00:00Z'] as $text) {
    packs($text, new DateTimeImmutable($text), ['timestamps' => true]);
    echo outcome(fn () => MsgpackTimestamp::fromDateTime(new DateTimeImmutable($text))), "\n";
}
echo "--- Codecs\n";
foreach (['int' => 'ceffffffff', 'uint32' => 'ceffffffff', '?int' => 'cf0000000100000001', 'mixed' => 'ceffffffff', 'float' => 'ceffffffff', 'list<int>' => '91d3ffffffff7fffffff',
    'map<int, int>' => '81cf000000010000000101', 'map<string, int>' => '81cf000000010000000101', 'Level' => 'cf0000000100000001', 'MsgpackTimestamp' => 'd6ff80000000', 'DateTimeImmutable' => 'd6ff80000000'] as $type => $hex) {
    echo "$type: ", outcome(fn () => (new MsgpackCodec($type))->decode(bytes($hex))), "\n";
}
$codec = new MsgpackCodec('map<int, int>');
echo hex($codec->encode([-1 => -1, PHP_INT_MIN => PHP_INT_MIN, 70000 => PHP_INT_MAX])), ' ', show($codec->decode($codec->encode([-1 => -1, PHP_INT_MIN => 1]))), "\n";
echo "--- Marks of references\n";
echo show(msgpack_unpack(bytes('92 9101 82 c0 02 00 cf0000000100000001'))), "\n";
?>
--EXPECT--
--- Values
ce7fffffff: 2147483647
ce80000000: 2147483648.0
ceffffffff: 4294967295.0
cf0000000100000001: 4294967297.0
cf7fffffffffffffff: 9.223372036854776E+18
cfffffffffffffffff: '18446744073709551615'
d280000000: -2147483647-1
d3ffffffff80000000: -2147483647-1
d3ffffffff7fffffff: -2147483649.0
d38000000000000000: -9.223372036854776E+18
92ce80000000d3ffffffff7fffffff: [2147483648.0, -2147483649.0]
--- Keys
81ce7fffffff01: [2147483647 => 1]
    or: stdClass{2147483647: 1}#1
81ce8000000001: ['2147483648' => 1]
    or: stdClass{2147483648: 1}#1
81cf000000010000000101: ['4294967297' => 1]
    or: stdClass{4294967297: 1}#1
81d38000000000000000 01: ['-9223372036854775808' => 1]
    or: stdClass{-9223372036854775808: 1}#1
81d3ffffffff8000000001: [-2147483648 => 1]
    or: stdClass{-2147483648: 1}#1
82cf000000010000000001 0002: ['4294967296' => 1, 0 => 2]
    or: stdClass{4294967296: 1, 0: 2}#1
82ff01ceffffffff02: [-1 => 1, '4294967295' => 2]
    or: stdClass{-1: 1, 4294967295: 2}#1
negative: 84ff01d0df02d1ff7f03d2ffff7fff04
largest and smallest: 82ce7fffffff01d28000000002
stdClass: 82c0a8737464436c617373a22d3101
values: 94ce7fffffffd280000000ffcb41f0000000000000
[-1 => 1, -2147483648 => 2, 5 => 3]
--- Timestamps
d6ff7fffffff: MsgpackTimestamp{seconds: 2147483647, nanoseconds: 0}#1
d6ff7fffffff: DateTimeImmutable{date: '2038-01-19 03:14:07.000000', timezone_type: 1, timezone: '+00:00'}#1
d6ff80000000: MsgpackException timestamp_range at 0, path $
d6ff80000000: DateTimeImmutable{date: '2038-01-19 03:14:08.000000', timezone_type: 1, timezone: '+00:00'}#1
d7ff0000000100000000: MsgpackException timestamp_range at 0, path $
d7ff0000000100000000: DateTimeImmutable{date: '2106-02-07 06:28:16.000000', timezone_type: 1, timezone: '+00:00'}#1
c70cff00000000ffffffff80000000: MsgpackTimestamp{seconds: -2147483647-1, nanoseconds: 0}#1
c70cff00000000ffffffff80000000: DateTimeImmutable{date: '1901-12-13 20:45:52.000000', timezone_type: 1, timezone: '+00:00'}#1
c70cff00000000ffffffff7fffffff: MsgpackException timestamp_range at 0, path $
c70cff00000000ffffffff7fffffff: DateTimeImmutable{date: '1901-12-13 20:45:51.000000', timezone_type: 1, timezone: '+00:00'}#1
c70cff00000000fffffff1886e0900: MsgpackException timestamp_range at 0, path $
c70cff00000000fffffff1886e0900: DateTimeImmutable{date: '0001-01-01 00:00:00.000000', timezone_type: 1, timezone: '+00:00'}#1
c70cff000000000000003afff44180: MsgpackException timestamp_range at 0, path $
c70cff000000000000003afff44180: DateTimeImmutable{date: '+10000-01-01 00:00:00.000000', timezone_type: 1, timezone: '+00:00'}#1
c70cff00000000fffffff0dcac0b40: MsgpackException timestamp_range at 0, path $
c70cff00000000fffffff0dcac0b40: DateTimeImmutable{date: '-0091-09-08 22:44:16.000000', timezone_type: 1, timezone: '+00:00'}#1
c70cff000000007fffffffffffffff: MsgpackException timestamp_range at 0, path $
c70cff000000007fffffffffffffff: DateTimeImmutable{date: '+292277026596-12-04 15:30:07.000000', timezone_type: 1, timezone: '+00:00'}#1
9999-12-31T23:59:59Z: c70cff000000000000003afff4417f
ValueError: MsgpackTimestamp::fromDateTime(): Argument #1 ($time) must be a date whose seconds since 1970 are an int
2106-02-07T06:28:16Z: d7ff0000000100000000
ValueError: MsgpackTimestamp::fromDateTime(): Argument #1 ($time) must be a date whose seconds since 1970 are an int
1901-12-13T20:45:51Z: c70cff00000000ffffffff7fffffff
ValueError: MsgpackTimestamp::fromDateTime(): Argument #1 ($time) must be a date whose seconds since 1970 are an int
0001-01-01T00:00:00Z: c70cff00000000fffffff1886e0900
ValueError: MsgpackTimestamp::fromDateTime(): Argument #1 ($time) must be a date whose seconds since 1970 are an int
--- Codecs
int: MsgpackException int_range at 0, path $
uint32: MsgpackException int_range at 0, path $
?int: MsgpackException int_range at 0, path $
mixed: 4294967295.0
float: 4294967295.0
list<int>: MsgpackException int_range at 1, path $[0]
map<int, int>: MsgpackException int_range at 1, path ${key #0}
map<string, int>: MsgpackException wrong_type at 1, path ${key #0}
Level: MsgpackException unknown_member at 0, path $
MsgpackTimestamp: MsgpackException timestamp_range at 0, path $
DateTimeImmutable: DateTimeImmutable{date: '2038-01-19 03:14:08.000000', timezone_type: 1, timezone: '+00:00'}#1
83ffffd280000000d280000000ce00011170ce7fffffff [-1 => -1, -2147483648 => 1]
--- Marks of references
Warning: [msgpack] (msgpack_unserialize_map_item) Invalid references value: 4294967296
[[1], null]
