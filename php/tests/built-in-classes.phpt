--TEST--
Classes that come with PHP and serialize themselves
--FILE--
<?php
require __DIR__ . '/support.inc';

$object = new ArrayObject(['x' => 1, 'y' => [2]]);
$storage = new SplObjectStorage;
$storage[new stdClass] = 'data';
$fixed = SplFixedArray::fromArray([1, 2]);
$queue = new SplQueue;
$queue[] = 1;
$queue[] = 'two';
$values = [$object, new ArrayIterator([1, 2]), $storage, $queue,
    new DateTime('2026-01-02 03:04:05.678901', new DateTimeZone('Europe/Berlin')),
    new DateTimeImmutable('1969-12-31 23:59:59', new DateTimeZone('+02:00')),
    new DateTimeZone('Asia/Tokyo'), new DateInterval('P1Y2M3DT4H5M6S')];
foreach ($values as $value) {
    $back = msgpack_unpack(msgpack_pack($value));
    echo $value::class, ': ', $back == $value && $back::class === $value::class ? 'same' : 'different', "\n";
}
$back = msgpack_unpack(msgpack_pack($values[4]));
echo $back->format(DATE_RFC3339_EXTENDED), "\n";
echo count(msgpack_unpack(msgpack_pack($storage))), " in the storage\n";
?>
--EXPECT--
ArrayObject: same
ArrayIterator: same
SplObjectStorage: different
SplQueue: same
DateTime: same
DateTimeImmutable: same
DateTimeZone: same
DateInterval: Warning: Cannot compare DateInterval objects
different
2026-01-02T03:04:05.678+01:00
1 in the storage
