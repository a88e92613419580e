--TEST--
Classes that come with PHP and serialize themselves
--FILE--
<?php
require __DIR__ . '/support.inc';

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
