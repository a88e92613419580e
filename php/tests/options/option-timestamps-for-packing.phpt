--TEST--
timestamps=true packs every DateTimeInterface as a timestamp with microseconds
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
?>
--EXPECT--
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
