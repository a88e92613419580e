--TEST--
PHP's collector frees a result that contains itself and that no variable held
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Waking { public $self; public function __wakeup() { } }

const ROUNDS = 100; // each leaked at least 376 bytes

$self = '82 c0 02 00 01';
$messages = [
    'list' => "91 $self",
    'list, twice' => "93 01 $self $self",
    'map' => "81 a1 61 $self",
    'reference' => "82 c0 01 a1 61 $self",
    'stdClass' => '82 c0 a8 737464436c617373 a1 61 82 c0 04 00 01',
    'reference to an object' => '82 c0 a8 737464436c617373 a1 61 82 c0 05 00 01',
    'object with a hook' => '82 c0 a6 57616b696e67 a4 73656c66 82 c0 04 00 01',
    'further in' => '91 91 82 c0 02 00 02',
];
$fed = function (string $class, string $bytes): object {
    $unpacker = $class === 'Msgpack' ? new Msgpack(['php_only' => true]) : new MessagePackUnpacker();
    $unpacker->feed($bytes);
    return $unpacker;
};
// The results are dropped by arrow functions, which does not tell the collector of them.
$ways = [
    'unserialize' => fn () => unserialize('a:1:{i:0;R:1;}'),
    'msgpack_unpack' => fn (string $bytes) => msgpack_unpack($bytes),
    'an option' => fn (string $bytes) => msgpack_unpack($bytes, null, ['throw' => true]),
    'a template' => fn (string $bytes) => msgpack_unpack($bytes, ['a' => 'b']),
    'bytes after it' => fn (string $bytes) => msgpack_unpack("$bytes\0"),
    'MessagePack' => fn (string $bytes) => (new MessagePack())->unpack($bytes),
    'MessagePackUnpacker' => function (string $bytes) use ($fed) {
        $unpacker = $fed('MessagePackUnpacker', $bytes);
        $unpacker->execute();
        gc_collect_cycles(); // the unpacker's value is in use
        (fn () => $unpacker->data())();
    },
    'Msgpack' => fn (string $bytes) => (new Msgpack(['php_only' => true]))->unpacker($bytes),
    'Msgpack, fed' => function (string $bytes) use ($fed) {
        $unpacker = $fed('Msgpack', $bytes);
        (fn () => $unpacker->unpacker())();
    },
];
set_error_handler(fn () => gc_collect_cycles() >= 0);
foreach ($ways as $way => $read) {
    foreach ($messages as $label => $hex) {
        $bytes = bytes($hex);
        $drop = fn () => $read($bytes);
        $drop(); // fills the caches
        gc_collect_cycles();
        $before = memory_get_usage();
        for ($i = 0; $i < ROUNDS; $i++) {
            $drop();
        }
        gc_collect_cycles();
        $kept = memory_get_usage() - $before;
        if ($kept > 100 * ROUNDS) {
            echo "$way, $label: $kept bytes\n";
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
