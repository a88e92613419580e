--TEST--
Serializable::unserialize() that throws, or uses the codec itself
--FILE--
<?php
require __DIR__ . '/../support.inc';

error_reporting(E_ALL & ~E_DEPRECATED);
eval('class Old implements Serializable {
    public $a;
    public function serialize() { return msgpack_pack([$this->a]); }
    public function unserialize($data) { if ($data === "throw") { throw new LogicException("in unserialize"); } $this->a = msgpack_unpack($data)[0]; }
}');
$old = new Old;
$old->a = ['x' => [1]];
echo show(msgpack_unpack(msgpack_pack([$old, $old, [2]]))), "\n";
unpacks('92 9101 82 c003 a3 4f6c64 a5 7468726f77');
unpacks('93 9101 82 c003 a3 4f6c64 a2 9105 c1');
?>
--EXPECT--
[Old{a: ['x' => [1]]}#1, =#1, [2]]
92 9101 82 c003 a3 4f6c64 a5 7468726f77: LogicException: in unserialize
Warning: [msgpack] (php_msgpack_unserialize) Parse error
93 9101 82 c003 a3 4f6c64 a2 9105 c1: false
