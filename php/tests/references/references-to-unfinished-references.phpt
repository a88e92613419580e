--TEST--
Back references of every kind to a reference that is still being decoded
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach ([2, 4, 5] as $mark) {
    $again = "82c00{$mark}0001";
    foreach (["82 c001 00 $again", "83 c001 c0 $again 54 72", "82 c001 00 91 $again", "82 c001 00 83c001c00{$mark}0001", "83 c001 c0a8 737464436c617373 a161 $again", "83 c001 00 $again 01 82c00{$mark}0002",
        "82 c001 $again 05"] as $hex) {
        unpacks($hex);
        echo '  ', outcome(fn () => msgpack_unpack(bytes("$hex 00"), null, ['throw' => true])), "\n";
    }
}
?>
--EXPECT--
82 c001 00 82c0020001: [&[&^]]
  MsgpackException extra_data at 9, path $
83 c001 c0 82c0020001 54 72: [84 => 114]
  MsgpackException extra_data at 11, path $
82 c001 00 91 82c0020001: [[[[[[[[[[[[[[[[[[[[...]]]]]]]]]]]]]]]]]]]]
  MsgpackException extra_data at 10, path $
82 c001 00 83c001c0020001: [&[&^]]
  MsgpackException extra_data at 11, path $
83 c001 c0a8 737464436c617373 a161 82c0020001: stdClass{a: =#1}#1
  MsgpackException extra_data at 20, path $
83 c001 00 82c0020001 01 82c0020002: [&[&^, &^], &[&^, &^]]
  MsgpackException extra_data at 15, path $
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
Warning: Array to string conversion
82 c001 82c0020001 05: ['Array' => 5]
  MsgpackException invalid_key at 3, path ${key #1}
82 c001 00 82c0040001: [&[&^]]
  MsgpackException extra_data at 9, path $
83 c001 c0 82c0040001 54 72: [84 => 114]
  MsgpackException extra_data at 11, path $
82 c001 00 91 82c0040001: [[[[[[[[[[[[[[[[[[[[...]]]]]]]]]]]]]]]]]]]]
  MsgpackException extra_data at 10, path $
82 c001 00 83c001c0040001: [&[&^]]
  MsgpackException extra_data at 11, path $
83 c001 c0a8 737464436c617373 a161 82c0040001: stdClass{a: =#1}#1
  MsgpackException extra_data at 20, path $
83 c001 00 82c0040001 01 82c0040002: [&[&^, &^], &[&^, &^]]
  MsgpackException extra_data at 15, path $
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
Warning: Array to string conversion
82 c001 82c0040001 05: ['Array' => 5]
  MsgpackException invalid_key at 3, path ${key #1}
82 c001 00 82c0050001: [&[&^]]
  MsgpackException extra_data at 9, path $
83 c001 c0 82c0050001 54 72: [84 => 114]
  MsgpackException extra_data at 11, path $
82 c001 00 91 82c0050001: [[[[[[[[[[[[[[[[[[[[...]]]]]]]]]]]]]]]]]]]]
  MsgpackException extra_data at 10, path $
82 c001 00 83c001c0050001: [&[&^]]
  MsgpackException extra_data at 11, path $
83 c001 c0a8 737464436c617373 a161 82c0050001: stdClass{a: =#1}#1
  MsgpackException extra_data at 20, path $
83 c001 00 82c0050001 01 82c0050002: [&[&^, &^], &[&^, &^]]
  MsgpackException extra_data at 15, path $
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
Warning: Array to string conversion
82 c001 82c0050001 05: ['Array' => 5]
  MsgpackException invalid_key at 3, path ${key #1}
