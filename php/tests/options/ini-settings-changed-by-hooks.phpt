--TEST--
A hook that changes ini settings during packing affects only later calls
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Switcher { public $x = 1; public function __sleep() { ini_set('msgpack.php_only', '0'); ini_set('msgpack.force_f32', '1'); return ['x']; } }
packs('during', [new Switcher, 0.5, new Switcher]);
packs('after', [0.5]);
?>
--EXPECT--
during: 9382c0a85377697463686572a17801cb3fe000000000000082c0a85377697463686572a17801
after: 91ca3f000000
