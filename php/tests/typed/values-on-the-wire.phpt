--TEST--
Timestamps and value classes on the wire
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- The name of a value class in a message makes no incomplete object', "\n";
foreach (['MsgpackExt', 'MsgpackBin', 'MsgpackTimestamp'] as $class) {
    $bytes = "\x82\xc0" . msgpack_pack($class) . bytes('a4 64617461 05');
    echo $class, ': ', outcome(fn () => msgpack_unpack($bytes)), "\n";
    $bytes = "\x81\xc0" . msgpack_pack($class);
    echo $class, ': ', outcome(fn () => msgpack_pack(msgpack_unpack($bytes)) !== ''), "\n";
}

echo '--- MsgpackTimestamp is packed in the shortest format; round trip to DateTimeImmutable', "\n";
foreach ([[0, 0], [4294967295, 0], [4294967296, 0], [17179869183, 999999999], [17179869184, 0], [0, 1], [-1, 0], [-1, 999999999], [PHP_INT_MIN, 0], [PHP_INT_MAX, 999999999]] as [$s, $ns]) {
    $time = new MsgpackTimestamp($s, $ns);
    $bytes = msgpack_pack($time);
    echo "$s $ns: ", hex($bytes), msgpack_unpack($bytes, null, ['timestamps' => 'object']) == $time ? '' : ' changed', "\n";
}
echo (new MsgpackTimestamp(-1, 500000999))->toDateTime()->format('Y-m-d\TH:i:s.u e'), "\n";
echo show(MsgpackTimestamp::fromDateTime(new DateTime('2024-01-01T01:00:00.000001+01:00'))), "\n";
echo show(MsgpackTimestamp::fromDateTime(new DateTimeImmutable('1969-12-31T23:59:59.25Z'))), "\n";
foreach ([[0, -1], [0, 1000000000]] as [$s, $ns]) {
    echo outcome(fn () => new MsgpackTimestamp($s, $ns)), "\n";
}
echo outcome(fn () => (new MsgpackTimestamp(PHP_INT_MAX))->toDateTime()::class), "\n";
?>
--EXPECT--
--- The name of a value class in a message makes no incomplete object
MsgpackExt: Exception: Invalid serialization data for MsgpackExt object
MsgpackExt: Exception: Invalid serialization data for MsgpackExt object
MsgpackBin: Exception: Invalid serialization data for MsgpackBin object
MsgpackBin: Exception: Invalid serialization data for MsgpackBin object
MsgpackTimestamp: Exception: Invalid serialization data for MsgpackTimestamp object
MsgpackTimestamp: Exception: Invalid serialization data for MsgpackTimestamp object
--- MsgpackTimestamp is packed in the shortest format; round trip to DateTimeImmutable
0 0: d6ff00000000
4294967295 0: d6ffffffffff
4294967296 0: d7ff0000000100000000
17179869183 999999999: d7ffee6b27ffffffffff
17179869184 0: c70cff000000000000000400000000
0 1: d7ff0000000400000000
-1 0: c70cff00000000ffffffffffffffff
-1 999999999: c70cff3b9ac9ffffffffffffffffff
-9223372036854775808 0: c70cff000000008000000000000000
9223372036854775807 999999999: c70cff3b9ac9ff7fffffffffffffff
1969-12-31T23:59:59.500000 +00:00
MsgpackTimestamp{seconds: 1704067200, nanoseconds: 1000}#1
MsgpackTimestamp{seconds: -1, nanoseconds: 250000000}#1
ValueError: MsgpackTimestamp::__construct(): Argument #2 ($nanoseconds) must be between 0 and 999999999
ValueError: MsgpackTimestamp::__construct(): Argument #2 ($nanoseconds) must be between 0 and 999999999
'DateTimeImmutable'
