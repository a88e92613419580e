--TEST--
An object with an enum's class name that is not one of its cases is an error
--FILE--
<?php
require __DIR__ . '/../support.inc';

enum Suit: string { case Hearts = 'H'; const X = 5; public static function Spades() { } }
$suit = 'c0 a4 53756974';
foreach (["83 $suit a4 6e616d65 a4 4e6f7065 a5 76616c7565 a1 48", "82 $suit a4 6e616d65 a1 58", "81 $suit", "82 $suit a4 6e616d65 05",
    "82 $suit a5 76616c7565 a1 48", "82 $suit a4 6e616d65 c0", "82 $suit 05 c3", "82 $suit c0 90",
    "82 $suit a4 6e616d65 a6 537061646573"] as $hex) {
    unpacks($hex, ['throw' => true]);
}
unpacks("82 $suit a4 6e616d65 a4 4e6f7065");
/* PECL's form */
$enum = 'c0 06 a4 53756974';
foreach (["82 $enum a6 486561727473", "82 $enum a4 4e6f7065", "82 $enum a1 58", "82 $enum a6 5370616465 73", "82 $enum a0", "82 $enum 05", "82 $enum c0",
    "82 $enum 90", "82 $enum", "81 c0 06", "82 c0 06 05 a1 41", "82 c0 06 c0 a1 41", "83 $enum a6 486561727473 a1 78 01", "83 a1 78 01 $enum a6 486561727473",
    '82 c0 06 a6 4e6f456e756d a1 41', '82 c0 06 a8 737464436c617373 a1 41', "83 c0 01 $enum a6 486561727473", '82 c0 06 c4 04 53756974 c4 06 486561727473'] as $hex) {
    unpacks($hex, ['throw' => true]);
}
/* A case whose value cannot be evaluated. */
enum Broken: int { case X = Nowhere::Y; }
unpacks('82 c0 06 a6 42726f6b656e a1 58');
unpacks('82 c0 a6 42726f6b656e a4 6e616d65 a1 58');
class NoEnum { public $name; public $value; }
unpacks('83 c0 a6 4e6f456e756d a4 6e616d65 a6 486561727473 a5 76616c7565 a1 48');
unpacks("82 $suit a4 6e616d65 a6 486561727473", ['allowed_classes' => false]);
?>
--EXPECT--
83 c0 a4 53756974 a4 6e616d65 a4 4e6f7065 a5 76616c7565 a1 48: MsgpackException unsupported_type at 0, path $
82 c0 a4 53756974 a4 6e616d65 a1 58: MsgpackException unsupported_type at 0, path $
81 c0 a4 53756974: MsgpackException unsupported_type at 0, path $
82 c0 a4 53756974 a4 6e616d65 05: MsgpackException unsupported_type at 0, path $
82 c0 a4 53756974 a5 76616c7565 a1 48: MsgpackException unsupported_type at 0, path $
82 c0 a4 53756974 a4 6e616d65 c0: MsgpackException unsupported_type at 0, path $
82 c0 a4 53756974 05 c3: MsgpackException unsupported_type at 0, path $
82 c0 a4 53756974 c0 90: MsgpackException unsupported_type at 0, path $
82 c0 a4 53756974 a4 6e616d65 a6 537061646573: MsgpackException unsupported_type at 0, path $
Warning: [msgpack] (php_msgpack_unserialize) Parse error
82 c0 a4 53756974 a4 6e616d65 a4 4e6f7065: false
82 c0 06 a4 53756974 a6 486561727473: Suit::Hearts
82 c0 06 a4 53756974 a4 4e6f7065: MsgpackException unsupported_type at 0, path $
82 c0 06 a4 53756974 a1 58: MsgpackException unsupported_type at 0, path $
82 c0 06 a4 53756974 a6 5370616465 73: MsgpackException unsupported_type at 0, path $
82 c0 06 a4 53756974 a0: MsgpackException unsupported_type at 0, path $
82 c0 06 a4 53756974 05: MsgpackException unsupported_type at 8, path $.Suit
82 c0 06 a4 53756974 c0: MsgpackException unsupported_type at 8, path $.Suit
82 c0 06 a4 53756974 90: MsgpackException unsupported_type at 8, path $.Suit
82 c0 06 a4 53756974: MsgpackException truncated at 8, path $.Suit
81 c0 06: null
82 c0 06 05 a1 41: MsgpackException unsupported_type at 3, path ${key #1}
82 c0 06 c0 a1 41: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'A'}#1
83 c0 06 a4 53756974 a6 486561727473 a1 78 01: MsgpackException unsupported_type at 3, path ${key #1}
83 a1 78 01 c0 06 a4 53756974 a6 486561727473: MsgpackException unsupported_type at 6, path ${key #2}
82 c0 06 a6 4e6f456e756d a1 41: MsgpackException unsupported_type at 3, path ${key #1}
82 c0 06 a8 737464436c617373 a1 41: MsgpackException unsupported_type at 3, path ${key #1}
83 c0 01 c0 06 a4 53756974 a6 486561727473: Suit::Hearts
82 c0 06 c4 04 53756974 c4 06 486561727473: Suit::Hearts
82 c0 06 a6 42726f6b656e a1 58: Error: Class "Nowhere" not found
82 c0 a6 42726f6b656e a4 6e616d65 a1 58: Error: Class "Nowhere" not found
83 c0 a6 4e6f456e756d a4 6e616d65 a6 486561727473 a5 76616c7565 a1 48: NoEnum{name: 'Hearts', value: 'H'}#1
82 c0 a4 53756974 a4 6e616d65 a6 486561727473: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Suit', name: 'Hearts'}#1
