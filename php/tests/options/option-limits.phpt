--TEST--
Limits on bytes, lengths and counts, and the default warning for each
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['a26869' => 'max_str_len', 'c4020000' => 'max_bin_len', 'd50500ff' => 'max_ext_len', '920102' => 'max_array_len', '82a16101a16202' => 'max_map_len', '93010203' => 'max_bytes'] as $hex => $option) {
    foreach ([0, 1, 2, 4] as $limit) {
        echo "$option=$limit ";
        unpacks((string) $hex, [$option => $limit, 'throw' => true]);
    }
    unpacks((string) $hex, [$option => 1]);
}
unpacks('81 a26869 01', ['max_str_len' => 1, 'throw' => true]);
foreach (['a' => 'xyz', 'longer' => 1] as $key => $value) {
    try {
        msgpack_unpack(msgpack_pack([$key => $value]), options: ['max_str_len' => 2, 'throw' => true]);
    } catch (MsgpackException $exception) {
        echo $exception->getMessage(), "\n";
    }
}
unpacks('dd ffffffff', ['max_array_len' => 100, 'throw' => true]);
unpacks('01', ['max_bytes' => PHP_INT_MAX, 'max_array_len' => PHP_INT_MAX]);
?>
--EXPECT--
max_str_len=0 a26869: MsgpackException str_limit at 0, path $
max_str_len=1 a26869: MsgpackException str_limit at 0, path $
max_str_len=2 a26869: 'hi'
max_str_len=4 a26869: 'hi'
Warning: [msgpack] (php_msgpack_unserialize) str_limit: byte 0: fixstr: 2 exceeds max_str_len(1), at $
a26869: false
max_bin_len=0 c4020000: MsgpackException bin_limit at 0, path $
max_bin_len=1 c4020000: MsgpackException bin_limit at 0, path $
max_bin_len=2 c4020000: '\000\000'
max_bin_len=4 c4020000: '\000\000'
Warning: [msgpack] (php_msgpack_unserialize) bin_limit: byte 0: bin8: 2 exceeds max_bin_len(1), at $
c4020000: false
max_ext_len=0 d50500ff: MsgpackException ext_limit at 0, path $
max_ext_len=1 d50500ff: MsgpackException ext_limit at 0, path $
max_ext_len=2 d50500ff: null
max_ext_len=4 d50500ff: null
Warning: [msgpack] (php_msgpack_unserialize) ext_limit: byte 0: fixext2: 2 exceeds max_ext_len(1), at $
d50500ff: false
max_array_len=0 920102: MsgpackException array_limit at 0, path $
max_array_len=1 920102: MsgpackException array_limit at 0, path $
max_array_len=2 920102: [1, 2]
max_array_len=4 920102: [1, 2]
Warning: [msgpack] (php_msgpack_unserialize) array_limit: byte 0: fixarray: 2 exceeds max_array_len(1), at $
920102: false
max_map_len=0 82a16101a16202: MsgpackException map_limit at 0, path $
max_map_len=1 82a16101a16202: MsgpackException map_limit at 0, path $
max_map_len=2 82a16101a16202: ['a' => 1, 'b' => 2]
max_map_len=4 82a16101a16202: ['a' => 1, 'b' => 2]
Warning: [msgpack] (php_msgpack_unserialize) map_limit: byte 0: fixmap: 2 exceeds max_map_len(1), at $
82a16101a16202: false
max_bytes=0 93010203: MsgpackException size_limit at 0, path $
max_bytes=1 93010203: MsgpackException size_limit at 0, path $
max_bytes=2 93010203: MsgpackException size_limit at 0, path $
max_bytes=4 93010203: [1, 2, 3]
Warning: [msgpack] (php_msgpack_unserialize) size_limit: byte 0: more bytes than max_bytes(1), at $
93010203: false
81 a26869 01: MsgpackException str_limit at 1, path ${key #0}
byte 3: fixstr: 3 exceeds max_str_len(2), at $.a
byte 1: fixstr: 6 exceeds max_str_len(2), at ${key #0}
dd ffffffff: MsgpackException array_limit at 0, path $
01: 1
