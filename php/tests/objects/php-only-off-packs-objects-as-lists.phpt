--TEST--
php_only=0 packs an object's values as a list, and unpacks no objects
--INI--
msgpack.php_only=0
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Point { public $x = 1; protected $y = 2; private $z = 3; }
packs('object', new Point);
packs('no properties', new stdClass);
packs('nested', ['p' => new Point, 'q' => (object) ['r' => (object) ['s' => 1]]]);
class Sleeper { public $a = 1; public $b = 2; public function __sleep() { return ['b']; } }
packs('__sleep', new Sleeper);
class Magic { public function __serialize(): array { return ['m']; } }
packs('__serialize', new Magic);
unpacks('82 a161 01 a162 02');
?>
--EXPECT--
object: 93010203
no properties: 90
nested: 82a17093010203a171919101
__sleep: 82c0a7536c6565706572a16202
__serialize: 82c0a54d61676963c091a16d
82 a161 01 a162 02: ['a' => 1, 'b' => 2]
