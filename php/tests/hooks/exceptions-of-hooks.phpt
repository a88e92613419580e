--TEST--
Hooks and error handlers that throw while unpacking and packing
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- An exception in any unpacking hook reaches the caller; later hooks do not run', "\n";
class W { public $n; public $throws; public $inner; public function __construct($n, $throws = false, $inner = null) { $this->n = $n; $this->throws = $throws; $this->inner = $inner; }
    public function __wakeup() { echo "__wakeup $this->n\n"; if ($this->throws) { throw new LogicException("in __wakeup $this->n"); } }
    public function __destruct() { echo "__destruct $this->n\n"; } }
class U { public $data; public function __construct($data) { $this->data = $data; }
    public function __serialize(): array { return $this->data; }
    public function __unserialize(array $data): void { echo "__unserialize $data[0]\n"; if ($data[0] === 'throws') { throw new LogicException('in __unserialize'); } }
    public function __destruct() { echo "__destruct U\n"; } }
foreach ([new W('a', true), [new W('b'), new W('c', true), new W('d')], new W('outer', false, new W('inner', true)), new U(['throws']), [new U(['fine']), new U(['throws']), new W('e')]] as $value) {
    $messages[] = msgpack_pack($value);
}
unset($value);
echo "---\n";
foreach ($messages as $i => $bytes) {
    echo "message $i\n";
    echo outcome(fn () => (bool) msgpack_unpack($bytes)), "\n";
}
echo show(msgpack_unpack(bytes('81 a161 9101'))), "\n";

echo '--- An error handler that turns a warning into an exception', "\n";
set_error_handler(function ($level, $message) { throw new ErrorException($message); });
foreach (['c1', '91', '0102', '81 c3 01', '92 90 82c0020009', '92 81 c3 01 c1'] as $hex) {
    unpacks($hex);
}
class S { public function __sleep() { return ['nope']; } }
echo outcome(fn () => msgpack_pack([1, new S, 2])), "\n";
class N { public function __sleep() { return null; } }
echo outcome(fn () => msgpack_pack([1, new N, 2])), "\n";
echo outcome(fn () => msgpack_pack([1, fopen('php://memory', 'r'), 2])), "\n";
echo show(msgpack_unpack("\x91\x01")), "\n";
?>
--EXPECT--
--- An exception in any unpacking hook reaches the caller; later hooks do not run
__destruct a
__destruct b
__destruct c
__destruct d
__destruct outer
__destruct inner
__destruct U
__destruct U
__destruct U
__destruct e
---
message 0
__wakeup a
LogicException: in __wakeup a
message 1
__wakeup b
__wakeup c
__destruct b
LogicException: in __wakeup c
message 2
__wakeup inner
LogicException: in __wakeup inner
message 3
__unserialize throws
LogicException: in __unserialize
message 4
__unserialize fine
__unserialize throws
__destruct U
LogicException: in __unserialize
['a' => [1]]
--- An error handler that turns a warning into an exception
c1: ErrorException: [msgpack] (php_msgpack_unserialize) Parse error
91: ErrorException: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
0102: ErrorException: [msgpack] (php_msgpack_unserialize) Extra bytes
81 c3 01: ErrorException: [msgpack] (msgpack_unserialize_map_item) illegal key type
92 90 82c0020009: ErrorException: [msgpack] (msgpack_unserialize_map_item) Invalid references value: 8
92 81 c3 01 c1: ErrorException: [msgpack] (msgpack_unserialize_map_item) illegal key type
ErrorException: [msgpack] (msgpack_serialize_class) "nope" returned as member variable from __sleep() but does not exist
ErrorException: [msgpack] (msgpack_serialize_object) __sleep should return an array only containing the names of instance-variables to serialize
ErrorException: [msgpack] (msgpack_serialize_zval) type is unsupported, encoded as null
[1]
