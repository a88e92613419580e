--TEST--
__wakeup() runs on every object, innermost first
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Waker {
    public $inner;
    public $name;
    public function __construct($name, $inner = null) { $this->name = $name; $this->inner = $inner; }
    public function __wakeup() { echo "__wakeup $this->name, inner is ", $this->inner?->name ?? 'nothing', "\n"; }
}
$bytes = msgpack_pack([new Waker('a', new Waker('b', new Waker('c'))), new Waker('d')]);
echo show(msgpack_unpack($bytes)), "\n";
?>
--EXPECT--
__wakeup c, inner is nothing
__wakeup b, inner is c
__wakeup a, inner is b
__wakeup d, inner is nothing
[Waker{inner: Waker{inner: Waker{inner: null, name: 'c'}#3, name: 'b'}#2, name: 'a'}#1, Waker{inner: null, name: 'd'}#4]
