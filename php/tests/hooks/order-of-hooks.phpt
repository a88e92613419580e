--TEST--
When __wakeup and __unserialize run
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- __wakeup() runs on every object, innermost first', "\n";
class Waker {
    public $inner;
    public $name;
    public function __construct($name, $inner = null) { $this->name = $name; $this->inner = $inner; }
    public function __wakeup() { echo "__wakeup $this->name, inner is ", $this->inner?->name ?? 'nothing', "\n"; }
}
$bytes = msgpack_pack([new Waker('a', new Waker('b', new Waker('c'))), new Waker('d')]);
echo show(msgpack_unpack($bytes)), "\n";

echo '--- __wakeup and __unserialize run after the whole value is unpacked', "\n";
class Doc { public $title; public $parts = []; public function __wakeup() { echo "wakeup of $this->title with ", count($this->parts), " parts\n"; } }
class Part { public $doc; public function __construct($doc) { $this->doc = $doc; }
    public function __serialize(): array { return ['doc' => $this->doc]; }
    public function __unserialize(array $data): void { $this->doc = $data['doc']; echo 'part of ', $this->doc->title ?? 'nothing yet', "\n"; } }
$doc = new Doc;
$doc->parts = [new Part($doc), new Part($doc)];
$doc->title = 'A';
echo show(msgpack_unpack(msgpack_pack($doc))), "\n";
?>
--EXPECT--
--- __wakeup() runs on every object, innermost first
__wakeup c, inner is nothing
__wakeup b, inner is c
__wakeup a, inner is b
__wakeup d, inner is nothing
[Waker{inner: Waker{inner: Waker{inner: null, name: 'c'}#3, name: 'b'}#2, name: 'a'}#1, Waker{inner: null, name: 'd'}#4]
--- __wakeup and __unserialize run after the whole value is unpacked
part of A
part of A
wakeup of A with 2 parts
Doc{title: 'A', parts: [Part{doc: =#1}#2, Part{doc: =#1}#3]}#1
