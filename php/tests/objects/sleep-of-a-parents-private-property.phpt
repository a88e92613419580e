--TEST--
__sleep() of a child that names its parent's private property, and a property twice
--FILE--
<?php
require __DIR__ . '/../support.inc';

class ParentWithPrivate { private $p = 'secret'; protected $q = 'shared'; }
class Child extends ParentWithPrivate { public $own = 1; public function __sleep() { return ['own', 'q', "\0ParentWithPrivate\0p", "\0*\0q"]; } }
packs('mangled names', new Child);
echo show(msgpack_unpack(msgpack_pack(new Child))), "\n";
?>
--EXPECT--
mangled names: 84c0a54368696c64a36f776e01a4002a0071a6736861726564b400506172656e7457697468507269766174650070a6736563726574
Child{ParentWithPrivate-p: 'secret', *q: 'shared', own: 1}#1
