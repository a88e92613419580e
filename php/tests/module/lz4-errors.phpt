--TEST--
lz4: names, offsets and texts of errors, and what the options must be
--FILE--
<?php
require __DIR__ . '/../support.inc';

function fails(string $hex, array $options = []): void
{
    try {
        echo show(msgpack_unpack(bytes($hex), null, ['lz4' => true, 'throw' => true] + $options)), "\n";
    } catch (MsgpackException $e) {
        echo $e->getMessage(), ' (', json_encode([$e->name, $e->getCode(), $e->offset, $e->lz4Offset]), ")\n";
    }
}

$good = 'c71263d2000000403fd93e61010025506161616161';
fails('d5630000');
fails('92d46201c4022061');
fails($good, ['max_lz4_size' => 63]);
fails($good, ['max_bytes' => 20]);
fails($good, ['max_bytes' => 21, 'max_str_len' => 62, 'max_ext_len' => 0]);
fails($good, ['max_str_len' => 61]);
fails($good . 'c0');
fails('c70a63d200000004409201a1ff', ['utf8' => true]);
fails('93d5620101c6000000021001c6000000021002');
echo outcome(fn () => msgpack_unpack(bytes('d5630000'), null, ['lz4' => true])), "\n";
echo outcome(fn () => msgpack_unpack(bytes($good . 'c0'), null, ['lz4' => true])), "\n";
echo outcome(fn () => msgpack_unpack('', null, ['lz4' => true])), "\n";

foreach ([['lz4' => true], ['lz4' => 'lz4'], ['lz4_level' => 13], ['lz4_level' => '1'], ['max_lz4_size' => 1]] as $options) {
    echo outcome(fn () => msgpack_pack(1, $options)), "\n";
}
foreach ([['lz4' => 'block'], ['lz4' => null], ['max_lz4_size' => -1], ['max_lz4_size' => 1.0], ['lz4_level' => 1]] as $options) {
    echo outcome(fn () => msgpack_unpack("\x01", null, $options)), "\n";
}
echo outcome(fn () => new MessagePack(options: ['lz4' => 1])), "\n";
echo outcome(fn () => new MessagePack(options: ['lz4' => 'zip'])), "\n";
?>
--EXPECT--
byte 0: invalid LZ4: a declared size is 0 or negative, at $ (["invalid_lz4",14,0,null])
byte 4: invalid LZ4: a block does not decompress to its declared size, at $[1] (["invalid_lz4",14,4,null])
byte 0: LZ4 content of 64 bytes exceeds max_lz4_size(63), at $ (["lz4_limit",15,0,null])
byte 0: more bytes than max_bytes(20), at $ (["size_limit",13,0,null])
'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
byte 0 of the content compressed at byte 0: str8: 62 exceeds max_str_len(61), at $ (["str_limit",8,0,0])
byte 21: extra data: 1 byte after the value, at $ (["extra_data",3,21,null])
byte 2 of the content compressed at byte 0: invalid UTF-8, at $[1] (["invalid_utf8",5,2,0])
byte 1 of the content compressed at byte 0: extra data: 1 byte after the value, at $ (["extra_data",3,1,0])
Warning: [msgpack] (php_msgpack_unserialize) invalid_lz4: byte 0: invalid LZ4: a declared size is 0 or negative, at $
false
Warning: [msgpack] (php_msgpack_unserialize) Extra bytes
'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
null
TypeError: msgpack_pack(): Option "lz4" must be of type ?string, bool given
ValueError: msgpack_pack(): Option "lz4" must be null, "block-array" or "block"
ValueError: msgpack_pack(): Option "lz4_level" must be between 0 and 12
TypeError: msgpack_pack(): Option "lz4_level" must be of type int, string given
ValueError: msgpack_pack(): Unknown option "max_lz4_size": it is an option of unpacking
TypeError: msgpack_unpack(): Option "lz4" must be of type bool, string given
TypeError: msgpack_unpack(): Option "lz4" must be of type bool, null given
ValueError: msgpack_unpack(): Option "max_lz4_size" must be greater than or equal to 0
TypeError: msgpack_unpack(): Option "max_lz4_size" must be of type int, float given
ValueError: msgpack_unpack(): Unknown option "lz4_level": it is an option of packing
TypeError: MessagePack::__construct(): Option "lz4" must be of type string|bool|null, int given
ValueError: MessagePack::__construct(): Option "lz4" must be null, a bool, "block-array" or "block"
