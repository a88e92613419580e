--TEST--
The deepest values that unpacking makes, also by chains of references, can be freed with 8 MiB of stack
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Node { public $p; public function __destruct() { } }
class Restored { public $p; public function __unserialize(array $data): void { $this->p = $data['p'] ?? null; } }

/** A list of n objects, each of which refers to the one before it. */
function chain(int $n, string $class, int $mark): string
{
    $message = "\xdd" . pack('N', $n) . "\x81\xc0" . msgpack_pack($class);
    for ($i = 1; $i < $n; $i++) {
        $message .= "\x82\xc0" . msgpack_pack($class) . "\xa1p\x82\xc0" . chr($mark) . "\x00\xce" . pack('N', max(2, 2 * $i - 1));
    }
    return $message;
}

/** The length of the last element's chain. */
function length(array $list): int
{
    for ($n = 0, $object = end($list); is_object($object); $n++) {
        $object = ((array) $object)['p'] ?? null;
    }
    return $n;
}

$open = ['array' => "\x91", 'map' => "\x81\xa1k", 'stdClass' => "\x82\xc0\xa8stdClass\xa1p", 'reference' => "\x83\xc0\x01\xc0\xa8stdClass\xa1p",
    'destructor' => "\x82\xc0\xa4Node\xa1p", '__unserialize' => "\x82\xc0\xa8Restored\xa1p", 'incomplete' => "\x82\xc0\xa4None\xa1p"];
foreach ($open as $name => $bytes) {
    foreach (["\x01" => 'a value', "\xc1" => 'an error'] as $end => $what) {
        $value = @msgpack_unpack(str_repeat($bytes, 4096) . $end, options: ['max_depth' => 4096]);
        echo "$name, $what: ", gettype($value), "\n";
        unset($value);
    }
}
/** Chains may have 4096 levels more than max_depth, on s390x 2048. */
$depth = ['max_depth' => php_uname('m') === 's390x' ? 3072 : 1024];
foreach (['Node', 'Restored', 'stdClass'] as $class) {
    foreach ([4, 5] as $mark) {
        $list = msgpack_unpack(chain(5000, $class, $mark), options: $depth);
        echo "$class: ", length($list), "\n";
        unset($list);
        echo outcome(fn () => msgpack_unpack(chain(5200, $class, $mark), options: $depth + ['throw' => true])), "\n";
    }
}
echo outcome(fn () => msgpack_unpack(chain(20000, 'stdClass', 4), options: $depth + ['throw' => true, 'allowed_classes' => false])), "\n";

// In a nested list, and the arrays themselves.
$arrays = "\xdd" . pack('N', 20000) . "\x91\x01";
for ($i = 1; $i < 20000; $i++) {
    $arrays .= "\x91\x82\xc0\x02\x00\xce" . pack('N', max(2, 2 * $i - 1));
}
echo outcome(fn () => msgpack_unpack($arrays, options: $depth + ['throw' => true])), "\n";
echo outcome(fn () => count(msgpack_unpack(substr_replace(substr($arrays, 0, 7 + 4998 * 10), pack('N', 4999), 1, 4), options: $depth + ['throw' => true]))), "\n";
// Many references to one object are no chain.
echo count(msgpack_unpack("\xdd" . pack('N', 20000) . "\x81\xc0\xa4Node" . str_repeat("\x82\xc0\x04\x00\x02", 19999))), "\n";
?>
--EXPECT--
array, a value: array
array, an error: boolean
map, a value: array
map, an error: boolean
stdClass, a value: object
stdClass, an error: boolean
reference, a value: object
reference, an error: boolean
destructor, a value: object
destructor, an error: boolean
__unserialize, a value: object
__unserialize, an error: boolean
incomplete, a value: object
incomplete, an error: boolean
Node: 5000
MsgpackException too_deep at 91716, path $[5095].p{key #1}
Node: 5000
MsgpackException too_deep at 91716, path $[5095].p{key #1}
Restored: 5000
MsgpackException too_deep at 112100, path $[5095].p{key #1}
Restored: 5000
MsgpackException too_deep at 112100, path $[5095].p{key #1}
stdClass: 5000
MsgpackException too_deep at 112100, path $[5095].p{key #1}
stdClass: 5000
MsgpackException too_deep at 112100, path $[5095].p{key #1}
MsgpackException too_deep at 112100, path $[5095].p{key #1}
MsgpackException too_deep at 50951, path $[5095][0]{key #1}
4999
20000
