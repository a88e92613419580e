--TEST--
__wakeup and __unserialize run after the whole value is unpacked
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
part of A
part of A
wakeup of A with 2 parts
Doc{title: 'A', parts: [Part{doc: =#1}#2, Part{doc: =#1}#3]}#1
