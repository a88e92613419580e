--TEST--
utf8=true: a str that is not UTF-8 is an error, when packing and when unpacking
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (["\xff", "a\xc3", "\xed\xa0\x80", "\xc0\x80", "\xf5\x80\x80\x80", "\xe9\x80\x9f\xe3\x81"] as $text) {
    packs('plain', $text);
    echo outcome(fn () => msgpack_pack($text, ['utf8' => true, 'throw' => true])), "\n";
    unpacks(bin2hex(msgpack_pack($text)), ['utf8' => true, 'throw' => true]);
}
packs('warning', ['a' => ['b', "\xff"]], ['utf8' => true]);
echo outcome(fn () => msgpack_pack(['a' => ['b', "\xff"]], ['utf8' => true, 'throw' => true])), "\n";
echo outcome(fn () => msgpack_pack(["\xff" => 1], ['utf8' => true, 'throw' => true])), "\n";
packs('good', ['é' => '速い 😀', 'long' => str_repeat('é', 50)], ['utf8' => true]);
packs('private names are not text for readers', new class2, ['utf8' => true]);
class class2 { private $p = 1; }
unpacks('c402 ff80', ['utf8' => true, 'throw' => true]);
unpacks('92 01 a1ff', ['utf8' => true]);
unpacks('81 a1ff 01', ['utf8' => true, 'throw' => true]);
?>
--EXPECT--
plain: a1ff
MsgpackException invalid_utf8 at 0, path $
a1ff: MsgpackException invalid_utf8 at 0, path $
plain: a261c3
MsgpackException invalid_utf8 at 0, path $
a261c3: MsgpackException invalid_utf8 at 0, path $
plain: a3eda080
MsgpackException invalid_utf8 at 0, path $
a3eda080: MsgpackException invalid_utf8 at 0, path $
plain: a2c080
MsgpackException invalid_utf8 at 0, path $
a2c080: MsgpackException invalid_utf8 at 0, path $
plain: a4f5808080
MsgpackException invalid_utf8 at 0, path $
a4f5808080: MsgpackException invalid_utf8 at 0, path $
plain: a5e9809fe381
MsgpackException invalid_utf8 at 0, path $
a5e9809fe381: MsgpackException invalid_utf8 at 0, path $
Warning: [msgpack] (msgpack_pack) invalid_utf8: the string is not UTF-8, at $.a[1]
warning: false
MsgpackException invalid_utf8 at 6, path $.a[1]
MsgpackException invalid_utf8 at 1, path ${key #0}
good: 82a2c3a9abe9809fe3818420... 123 bytes
private names are not text for readers: 82c0a6636c61737332a900636c61737332007001
c402 ff80: '\377\200'
Warning: [msgpack] (php_msgpack_unserialize) invalid_utf8: byte 2: invalid UTF-8, at $[1]
92 01 a1ff: false
81 a1ff 01: MsgpackException invalid_utf8 at 1, path ${key #0}
