--TEST--
Serializable without __serialize(): its text after mark 3
--FILE--
<?php
require __DIR__ . '/../support.inc';

error_reporting(E_ALL & ~E_DEPRECATED);
set_error_handler(null);
eval('class Old implements Serializable {
    public $a = 1;
    public function serialize() { return "a=$this->a"; }
    public function unserialize($data) { $this->a = (int) substr($data, 2); }
}
class Refuses implements Serializable {
    public function serialize() { return null; }
    public function unserialize($data) { }
}');
$old = new Old;
$old->a = 42;
packs('text', $old);
echo show(msgpack_unpack(msgpack_pack($old))), "\n";
packs('null', new Refuses);
echo show(msgpack_unpack(msgpack_pack([new Refuses, $old, $old]))), "\n";
?>
--EXPECT--
text: 82c003a34f6c64a4613d3432
Old{a: 42}#1
null: c0
[null, Old{a: 42}#1, =#1]
