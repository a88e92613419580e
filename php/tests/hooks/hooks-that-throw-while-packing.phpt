--TEST--
An exception in any packing hook reaches the caller; the next call works
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Throws {
    public $a = 1;
    public function __sleep() { throw new LogicException('in __sleep'); }
}
class ThrowsSerialize { public function __serialize(): array { throw new LogicException('in __serialize'); } }
error_reporting(E_ALL & ~E_DEPRECATED);
eval('class ThrowsInterface implements Serializable {
    public function serialize() { throw new LogicException("in serialize"); }
    public function unserialize($data) { }
}');
foreach ([new Throws, new ThrowsSerialize, new ThrowsInterface] as $object) {
    foreach ([$object, [$object], ['a' => 1, 'b' => [2, $object], 'c' => 3], [$object, $object], (object) ['o' => $object]] as $value) {
        echo outcome(fn () => hex(msgpack_pack($value))), "\n";
    }
}
packs('next', ['a' => [1]]);
?>
--EXPECT--
LogicException: in __sleep
LogicException: in __sleep
LogicException: in __sleep
LogicException: in __sleep
LogicException: in __sleep
LogicException: in __serialize
LogicException: in __serialize
LogicException: in __serialize
LogicException: in __serialize
LogicException: in __serialize
LogicException: in serialize
LogicException: in serialize
LogicException: in serialize
LogicException: in serialize
LogicException: in serialize
next: 81a1619101
