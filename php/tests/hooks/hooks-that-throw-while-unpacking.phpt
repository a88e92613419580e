--TEST--
An exception in any unpacking hook reaches the caller; later hooks do not run
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
?>
--EXPECT--
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
