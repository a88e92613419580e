--TEST--
PHP 8.4: lazy objects are initialised when they are packed, unless made with SKIP_INITIALIZATION_ON_SERIALIZE
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die("skip for PHP 8.4 and newer"); ?>
--FILE--
<?php
require __DIR__ . '/../support.inc';

class C { public int $a; public int $b; public $c = 'kept'; }
class S extends C { function __sleep() { return ['a', 'b']; } }
$fill = function ($o) { echo "initialiser\n"; $o->a = 1; $o->b = 2; };
$make = function ($o) { echo "factory\n"; $o = new ($o::class); $o->a = 1; $o->b = 2; return $o; };
$fail = function ($o) { throw new Exception('no'); };
$skip = ReflectionClass::SKIP_INITIALIZATION_ON_SERIALIZE;
foreach ([C::class, S::class] as $class) {
    foreach ([['newLazyGhost', $fill], ['newLazyProxy', $make]] as [$method, $how]) {
        foreach ([0, $skip] as $flags) {
            $object = (new ReflectionClass($class))->$method($how, $flags);
            (new ReflectionProperty(C::class, 'b'))->setRawValueWithoutLazyInitialization($object, 7);
            $bytes = msgpack_pack([$object, $object]);
            echo "$class $method", $flags ? ', skipped' : '', ': ', hex($bytes), "\n";
            var_dump(msgpack_unpack($bytes)[0] == unserialize(serialize($object)));
        }
        $object = (new ReflectionClass($class))->$method($fail);
        echo "$class $method, throws: ", outcome(fn () => msgpack_pack($object)), "\n";
    }
}
$object = (new ReflectionClass(C::class))->newLazyProxy($make, $skip);
echo $object->a, "\n";
packs('after its first use', $object);
packs('php_only off', (new ReflectionClass(C::class))->newLazyGhost($fill, $skip), ['php_only' => false]);
?>
--EXPECT--
initialiser
C newLazyGhost: 9284c0a143a16101a16202a163a46b65707482c0040002
bool(true)
C newLazyGhost, skipped: 9282c0a143a1620782c0040002
bool(true)
C newLazyGhost, throws: Exception: no
factory
C newLazyProxy: 9284c0a143a16101a16202a163a46b65707482c0040002
bool(true)
C newLazyProxy, skipped: 9282c0a143a1620782c0040002
bool(true)
C newLazyProxy, throws: Exception: no
initialiser
S newLazyGhost: 9283c0a153a16101a1620282c0040002
bool(true)
S newLazyGhost, skipped: 9283c0a153a161c0a1620782c0040002
bool(true)
S newLazyGhost, throws: Exception: no
factory
S newLazyProxy: 9283c0a153a16101a1620282c0040002
bool(true)
S newLazyProxy, skipped: 9283c0a153a161c0a1620782c0040002
bool(true)
S newLazyProxy, throws: Exception: no
factory
1
after its first use: 84c0a143a16101a16202a163a46b657074
php_only off: 90
