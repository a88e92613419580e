--TEST--
Objects with hundreds of dynamic properties, with containers and references among them
--FILE--
<?php
require __DIR__ . '/../support.inc';

#[AllowDynamicProperties]
class Wide { public $first = 1; protected $second = [2]; public ?Wide $typed = null; }
foreach ([Wide::class, stdClass::class] as $class) {
    foreach ([1, 7, 8, 9, 40, 300] as $n) {
        $object = new $class;
        $shared = [1];
        for ($i = 0; $i < $n; $i++) {
            $object->{"p$i"} = match ($i % 5) { 0 => $i, 1 => [$i, ['k' => $i]], 2 => (object) ['n' => $i], 3 => $object, 4 => "text $i" };
            if ($i % 7 === 0) {
                $object->{"r$i"} = &$shared;
            }
        }
        unset($shared);
        $bytes = msgpack_pack([$object, $object]);
        $back = msgpack_unpack($bytes);
        echo $class, ' ', $n, ': ', show($back) === show([$object, $object]) && msgpack_pack($back) === $bytes ? 'same' : 'different', "\n";
        msgpack_unpack($bytes, null, ['allowed_classes' => ['stdClass']]);
    }
}
?>
--EXPECT--
Wide 1: same
Wide 7: same
Wide 8: same
Wide 9: same
Wide 40: same
Wide 300: same
stdClass 1: same
stdClass 7: same
stdClass 8: same
stdClass 9: same
stdClass 40: same
stdClass 300: same
