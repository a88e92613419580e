--TEST--
uint64 and utf8
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- uint64=true packs the decimal strings of 2**63 to 2**64-1 as integers', "\n";
foreach (['9223372036854775807', '9223372036854775808', '9223372036854775809', '18446744073709551615', '18446744073709551616', '09223372036854775808', '+9223372036854775808',
    ' 9223372036854775808', '9223372036854775808 ', '-9223372036854775808', '9223372036854775808.0', '99999999999999999999', '5', '', '1844674407370955161a'] as $text) {
    packs("'$text'", $text, ['uint64' => true]);
}
packs('not without the option', '18446744073709551615');
packs('in a list and a map', ['18446744073709551615', ['k' => '9223372036854775808']], ['uint64' => true]);
packs('keys stay text', ['18446744073709551615' => 1], ['uint64' => true]);
foreach (['cf8000000000000000', 'cfffffffffffffffff'] as $hex) {
    echo hex(msgpack_pack(msgpack_unpack(bytes($hex)), ['uint64' => true])), "\n";
}

echo '--- utf8=true: a str that is not UTF-8 is an error, when packing and when unpacking', "\n";
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
--- uint64=true packs the decimal strings of 2**63 to 2**64-1 as integers
'9223372036854775807': b339323233333732303336383534373735383037
'9223372036854775808': cf8000000000000000
'9223372036854775809': cf8000000000000001
'18446744073709551615': cfffffffffffffffff
'18446744073709551616': b43138343436373434303733373039353531363136
'09223372036854775808': b43039323233333732303336383534373735383038
'+9223372036854775808': b42b39323233333732303336383534373735383038
' 9223372036854775808': b42039323233333732303336383534373735383038
'9223372036854775808 ': b43932323333373230333638353437373538303820
'-9223372036854775808': b42d39323233333732303336383534373735383038
'9223372036854775808.0': b5393232333337323033363835343737353830382e30
'99999999999999999999': b43939393939393939393939393939393939393939
'5': a135
'': a0
'1844674407370955161a': b43138343436373434303733373039353531363161
not without the option: b43138343436373434303733373039353531363135
in a list and a map: 92cfffffffffffffffff81a16bcf8000000000000000
keys stay text: 81b4313834343637343430373337303935353136313501
cf8000000000000000
cfffffffffffffffff
--- utf8=true: a str that is not UTF-8 is an error, when packing and when unpacking
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
Warning: [msgpack] (msgpack_pack) invalid_utf8: the string is not UTF-8; bytes need MsgpackBin, at $.a[1]
warning: false
MsgpackException invalid_utf8 at 6, path $.a[1]
MsgpackException invalid_utf8 at 1, path ${key #0}
good: 82a2c3a9abe9809fe3818420... 123 bytes
private names are not text for readers: 82c0a6636c61737332a900636c61737332007001
c402 ff80: '\377\200'
Warning: [msgpack] (php_msgpack_unserialize) invalid_utf8: byte 2: invalid UTF-8, at $[1]
92 01 a1ff: false
81 a1ff 01: MsgpackException invalid_utf8 at 1, path ${key #0}
