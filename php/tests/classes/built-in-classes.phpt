--TEST--
Classes that come with PHP and serialize themselves
--FILE--
<?php
require __DIR__ . '/../support.inc';

$storage = new SplObjectStorage;
$storage[(object) ['k' => 1]] = 'data';
$queue = new SplQueue;
$queue[] = 1;
$queue[] = 'two';
$heap = SplFixedArray::fromArray([1, 2]);
foreach ([new ArrayObject(['x' => 1, 'y' => [2]]), new ArrayIterator([1, 2]), $queue, new DateTime('2026-01-02 03:04:05.678901', new DateTimeZone('Europe/Berlin')),
    new DateTimeImmutable('1969-12-31 23:59:59', new DateTimeZone('+02:00')), new DateTimeZone('Asia/Tokyo')] as $value) {
    $back = msgpack_unpack(msgpack_pack($value));
    echo $value::class, ': ', $back == $value && $back::class === $value::class ? 'same' : 'different', "\n";
}
echo msgpack_unpack(msgpack_pack(new DateInterval('P1Y2M3DT4H5M6S')))->format('%y %m %d %h %i %s'), "\n";
$back = msgpack_unpack(msgpack_pack($storage));
foreach ($back as $object) {
    echo $back::class, ': ', show($object), ' => ', $back[$object], "\n";
}
echo msgpack_unpack(msgpack_pack(new DateTime('2026-01-02 03:04:05.678901', new DateTimeZone('Europe/Berlin'))))->format(DATE_RFC3339_EXTENDED), "\n";

// What PECL 2.1 and earlier versions of PHP wrote: Serializable, or a map of properties.
unpacks('82 c0 03 ab' . bin2hex('ArrayObject') . 'b5' . bin2hex('x:i:0;a:0:{};m:a:0:{}'));
unpacks('82 c0 03 b0' . bin2hex('SplObjectStorage') . 'ae' . bin2hex('x:i:0;m:a:0:{}'));
unpacks('82 c0 03 a8' . bin2hex('SplQueue') . 'a4' . bin2hex('i:4;'));
echo msgpack_unpack("\x84\xc0\xa8DateTime\xa4date\xba2026-01-02 03:04:05.678901\xadtimezone_type\x03\xa8timezone\xadEurope/Berlin")->format(DATE_RFC3339_EXTENDED), "\n";
echo implode(' ', msgpack_unpack("\x83\xc0\xadSplFixedArray\x00\x07\x01\xa3two")->toArray()), "\n";
// And what no version wrote: what PHP answers to such data.
foreach (['ArrayObject', 'SplObjectStorage', 'SplQueue', 'HashContext'] as $class) {
    echo outcome(fn () => msgpack_unpack("\x82\xc0" . msgpack_pack($class) . "\x00\x07")), "\n";
}
?>
--EXPECT--
ArrayObject: same
ArrayIterator: same
SplQueue: same
DateTime: same
DateTimeImmutable: same
DateTimeZone: same
1 2 3 4 5 6
SplObjectStorage: stdClass{k: 1}#1 => data
2026-01-02T03:04:05.678+01:00
82 c0 03 ab41727261794f626a656374b5783a693a303b613a303a7b7d3b6d3a613a303a7b7d: ArrayObject{}#1
82 c0 03 b053706c4f626a65637453746f72616765ae783a693a303b6d3a613a303a7b7d: SplObjectStorage{}#1
82 c0 03 a853706c5175657565a4693a343b: SplQueue{}#1
2026-01-02T03:04:05.678+01:00
7 two
UnexpectedValueException: Incomplete or ill-typed serialization data
UnexpectedValueException: Incomplete or ill-typed serialization data
UnexpectedValueException: Incomplete or ill-typed serialization data
Exception: Incomplete or ill-formed serialization data
