--TEST--
max_buffer_size limits the bytes that a stream keeps: 100 MiB by default
--FILE--
<?php
require __DIR__ . '/../support.inc';

function fed(object $stream, string ...$pieces): void
{
    foreach ($pieces as $piece) {
        echo outcome(fn () => $stream->feed(bytes($piece))), ' ';
        echo $stream instanceof Msgpack
            ? outcome(fn () => $stream->remain() ? $stream->unpacker() : 'not whole')
            : outcome(fn () => $stream->execute() ? $stream->data() : 'not whole'), "\n";
    }
}
$options = ['throw' => true];

echo "default:\n";
fed(new MessagePackUnpacker(options: $options), 'db 063ffffb');
fed(new MessagePackUnpacker(options: $options), 'db 063ffffc');
fed(new MessagePackUnpacker(), 'dd ffffffff');

foreach (['option', 'ini setting'] as $how) {
    echo "$how:\n";
    if ($how === 'ini setting') {
        ini_set('msgpack.max_buffer_size', '4');
    } else {
        $options['max_buffer_size'] = 4;
    }
    fed(new MessagePackUnpacker(options: $options), '93 01 02 03', '93 01 02', '04 05', '05', '94', '93 0102 03', '01 02 03 04 05');
    fed(new Msgpack($options), '93 01 02 03', '93 01 02', '04 05', '05');
    fed((new MessagePack(options: $options))->unpacker(), '93 01 02 03 04');
    unset($options['max_buffer_size']);
}

echo "warnings:\n";
fed(new MessagePackUnpacker(), '93 01 02', '03 04', '03');
fed(new Msgpack(), '93 01 02 03 04');
fed(new MessagePackUnpacker(options: ['max_buffer_size' => 0]), '93 01 02 03 04');
try {
    (new MessagePackUnpacker(options: ['throw' => true]))->feed('12345');
} catch (MsgpackException $e) {
    echo $e->getMessage(), ', ', $e->getCode(), "\n";
}
try {
    $unpacker = new MessagePackUnpacker(options: ['throw' => true]);
    $unpacker->feed(bytes('a5'));
    $unpacker->execute();
} catch (MsgpackException $e) {
    echo $e->getMessage(), "\n";
}

echo "execute with a string: what is kept counts\n";
$unpacker = new MessagePackUnpacker(options: ['throw' => true]);
foreach (['95 01 02 03 04 05', '93 01 02 03 07 08 09 0a', '93 01', '02', '03', '95 01 02', '03 04', '05'] as $hex) {
    $offset = 0;
    echo $hex, ': ', outcome(function () use ($unpacker, $hex, &$offset) {
        return $unpacker->execute(bytes($hex), $offset) ? $unpacker->data() : 'not whole';
    }), " $offset\n";
}

echo "of messages alone it is no option:\n";
echo outcome(fn () => msgpack_unpack("\x01", options: ['max_buffer_size' => 1])), "\n";
echo outcome(fn () => new Msgpack(['max_buffer_size' => -1])), "\n";
echo outcome(fn () => new Msgpack(['max_buffer_size' => '1'])), "\n";
var_dump(ini_set('msgpack.max_buffer_size', '-1'), ini_get('msgpack.max_buffer_size'));
?>
--EXPECT--
default:
true 'not whole'
true MsgpackException size_limit at 0, path $
true 'not whole'
option:
true [1, 2, 3]
true 'not whole'
MsgpackException size_limit at 7, path none 'not whole'
true [1, 2, 5]
true MsgpackException size_limit at 8, path $
true [1, 2, 3]
MsgpackException size_limit at 13, path none 'not whole'
true [1, 2, 3]
true 'not whole'
MsgpackException size_limit at 7, path none 'not whole'
true [1, 2, 5]
MsgpackException size_limit at 0, path none 'not whole'
ini setting:
true [1, 2, 3]
true 'not whole'
MsgpackException size_limit at 7, path none 'not whole'
true [1, 2, 5]
true MsgpackException size_limit at 8, path $
true [1, 2, 3]
MsgpackException size_limit at 13, path none 'not whole'
true [1, 2, 3]
true 'not whole'
MsgpackException size_limit at 7, path none 'not whole'
true [1, 2, 5]
MsgpackException size_limit at 0, path none 'not whole'
warnings:
true 'not whole'
Warning: [msgpack] (MessagePackUnpacker::feed) size_limit: more bytes than max_buffer_size(4)
false 'not whole'
true [1, 2, 3]
Warning: [msgpack] (Msgpack::feed) size_limit: more bytes than max_buffer_size(4)
false 'not whole'
true [1, 2, 3]
byte 0: more bytes than max_buffer_size(4), 13
byte 0: more bytes than max_buffer_size(4), at $
execute with a string: what is kept counts
95 01 02 03 04 05: [1, 2, 3, 4, 5] 6
93 01 02 03 07 08 09 0a: [1, 2, 3] 4
93 01: 'not whole' 2
02: 'not whole' 1
03: [1, 2, 3] 1
95 01 02: 'not whole' 3
03 04: MsgpackException size_limit at 23, path none 2
05: 5 1
of messages alone it is no option:
ValueError: msgpack_unpack(): Unknown option "max_buffer_size": it is an option of the classes that read streams
ValueError: Msgpack::__construct(): Option "max_buffer_size" must be greater than or equal to 0
TypeError: Msgpack::__construct(): Option "max_buffer_size" must be of type int, string given
Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "-1" given
bool(false)
string(1) "4"
