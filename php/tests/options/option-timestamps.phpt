--TEST--
timestamps
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- timestamps=true packs every DateTimeInterface as a timestamp with microseconds', "\n";
$on = ['timestamps' => true];
packs('seconds', new DateTimeImmutable('2024-01-01T00:00:00Z'), $on);
packs('microseconds', new DateTimeImmutable('2024-01-01T00:00:00.000250Z'), $on);
packs('DateTime, other zone', new DateTime('2024-01-01T02:00:00.5+02:00'), $on);
packs('before 1970', new DateTimeImmutable('1969-12-31T23:59:59Z'), $on);
packs('half before 1970', new DateTimeImmutable('1969-12-31T23:59:59.5Z'), $on);
packs('far', new DateTimeImmutable('9999-12-31T23:59:59.999999Z'), $on);
packs('beyond', new DateTimeImmutable('@253402300800'), $on);
packs('in a map', ['at' => new DateTime('@0'), 'list' => [new DateTimeImmutable('@1')]], $on);
class MyDate extends DateTimeImmutable { }
packs('subclass', new MyDate('@5'), $on);
$modified = new DateTime('@0');
$modified->modify('+1 day');
packs('modified', $modified, $on);
foreach (['2024-02-29T12:34:56.123456Z', '1901-01-01T00:00:00.000001Z', '0001-01-01T00:00:00Z', '-0044-03-15T12:00:00Z', '2600-01-01T00:00:00.999999Z'] as $text) {
    $date = new DateTimeImmutable($text);
    echo $text, ' ', msgpack_unpack(msgpack_pack($date, $on), null, $on) == $date ? 'comes back' : 'is changed', "\n";
}
echo substr(hex(msgpack_pack(new DateTimeImmutable('@0'))), 0, 40), "\n";

echo '--- timestamps: DateTimeImmutable in UTC, MsgpackTimestamp, or the ext value', "\n";
$hexes = ['1970' => 'd6ff00000000', '2023' => 'd6ff65920080', 'microseconds' => 'd7ff 0003d09065920080', 'nanoseconds' => 'd7ff ee6b27fc65920080', '2106' => 'd6ffffffffff',
    '2514' => 'd7ff 00000003ffffffff', 'before 1970' => 'c70cff 00000000 ffffffffffffffff', 'half before 1970' => 'c70cff 1dcd6500 ffffffffffffffff',
    'year 1' => 'c70cff 00000000 fffffff1886e0900', 'year 9999' => 'c70cff 00000000 0000003afff4417f', 'year 10000' => 'c70cff 00000000 0000003afff44180',
    'int64 min' => 'c70cff 00000000 8000000000000000', 'int64 max' => 'c70cff 3b9ac9ff 7fffffffffffffff'];
foreach ($hexes as $name => $hex) {
    $time = msgpack_unpack(bytes($hex), null, ['timestamps' => 'object']);
    echo $name, ': ', $time->seconds, ' ', $time->nanoseconds, hex(msgpack_pack($time)) === str_replace(' ', '', $hex) ? '' : ' other bytes', ', ';
    echo outcome(fn () => msgpack_unpack(bytes($hex), null, ['timestamps' => true, 'throw' => true])->format('Y-m-d\TH:i:s.u e')), "\n";
}
foreach (['d5ff0000', 'c700ff', 'd4ff00', 'd8ff' . str_repeat('00', 16), 'd7ff ee6b280000000000', 'c70cff 3b9aca00 0000000000000000', '91 d4ff00'] as $hex) {
    unpacks($hex, ['timestamps' => 'object', 'throw' => true]);
    unpacks($hex, ['timestamps' => 'datetime', 'throw' => true]);
    unpacks($hex, ['ext' => 'object', 'throw' => true]);
    unpacks($hex);
}
echo get_debug_type(msgpack_unpack(bytes('d6ff00000000'), null, ['timestamps' => 'datetime'])), ' ',
    get_debug_type(msgpack_unpack(bytes('d6ff00000000'), null, ['timestamps' => false])), ' ',
    get_debug_type(msgpack_unpack(bytes('d6ff00000000'), null, ['timestamps' => false, 'ext' => 'object'])), "\n";
?>
--EXPECT--
--- timestamps=true packs every DateTimeInterface as a timestamp with microseconds
seconds: d6ff65920080
microseconds: d7ff000f424065920080
DateTime, other zone: d7ff7735940065920080
before 1970: c70cff00000000ffffffffffffffff
half before 1970: c70cff1dcd6500ffffffffffffffff
far: c70cff3b9ac6180000003afff4417f
beyond: c70cff000000000000003afff44180
in a map: 82a26174d6ff00000000a46c69737491d6ff00000001
subclass: d6ff00000005
modified: d6ff00015180
2024-02-29T12:34:56.123456Z comes back
1901-01-01T00:00:00.000001Z comes back
0001-01-01T00:00:00Z comes back
-0044-03-15T12:00:00Z comes back
2600-01-01T00:00:00.999999Z comes back
82c0b14461746554696d65496d6d757461626c65
--- timestamps: DateTimeImmutable in UTC, MsgpackTimestamp, or the ext value
1970: 0 0, '1970-01-01T00:00:00.000000 +00:00'
2023: 1704067200 0, '2024-01-01T00:00:00.000000 +00:00'
microseconds: 1704067200 62500, '2024-01-01T00:00:00.000062 +00:00'
nanoseconds: 1704067200 999999999, '2024-01-01T00:00:00.999999 +00:00'
2106: 4294967295 0, '2106-02-07T06:28:15.000000 +00:00'
2514: 17179869183 0, '2514-05-30T01:53:03.000000 +00:00'
before 1970: -1 0, '1969-12-31T23:59:59.000000 +00:00'
half before 1970: -1 500000000, '1969-12-31T23:59:59.500000 +00:00'
year 1: -62135596800 0, '0001-01-01T00:00:00.000000 +00:00'
year 9999: 253402300799 0, '9999-12-31T23:59:59.000000 +00:00'
year 10000: 253402300800 0, '10000-01-01T00:00:00.000000 +00:00'
int64 min: -9223372036854775808 0, '-292277022657-01-27T08:29:52.000000 +00:00'
int64 max: 9223372036854775807 999999999, '292277026596-12-04T15:30:07.999999 +00:00'
d5ff0000: MsgpackException invalid_timestamp at 0, path $
d5ff0000: MsgpackException invalid_timestamp at 0, path $
d5ff0000: MsgpackExt{type: -1, data: '\000\000'}#1
d5ff0000: null
c700ff: MsgpackException invalid_timestamp at 0, path $
c700ff: MsgpackException invalid_timestamp at 0, path $
c700ff: MsgpackExt{type: -1, data: ''}#1
c700ff: null
d4ff00: MsgpackException invalid_timestamp at 0, path $
d4ff00: MsgpackException invalid_timestamp at 0, path $
d4ff00: MsgpackExt{type: -1, data: '\000'}#1
d4ff00: null
d8ff00000000000000000000000000000000: MsgpackException invalid_timestamp at 0, path $
d8ff00000000000000000000000000000000: MsgpackException invalid_timestamp at 0, path $
d8ff00000000000000000000000000000000: MsgpackExt{type: -1, data: '\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000'}#1
d8ff00000000000000000000000000000000: null
d7ff ee6b280000000000: MsgpackException invalid_timestamp at 0, path $
d7ff ee6b280000000000: MsgpackException invalid_timestamp at 0, path $
d7ff ee6b280000000000: MsgpackExt{type: -1, data: '\356k(\000\000\000\000\000'}#1
d7ff ee6b280000000000: null
c70cff 3b9aca00 0000000000000000: MsgpackException invalid_timestamp at 0, path $
c70cff 3b9aca00 0000000000000000: MsgpackException invalid_timestamp at 0, path $
c70cff 3b9aca00 0000000000000000: MsgpackExt{type: -1, data: ';\232\312\000\000\000\000\000\000\000\000\000'}#1
c70cff 3b9aca00 0000000000000000: null
91 d4ff00: MsgpackException invalid_timestamp at 1, path $[0]
91 d4ff00: MsgpackException invalid_timestamp at 1, path $[0]
91 d4ff00: [MsgpackExt{type: -1, data: '\000'}#1]
91 d4ff00: [null]
DateTimeImmutable null MsgpackExt
