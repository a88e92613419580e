--TEST--
What has an enum's class name and is no case of it is an error, never an object
--FILE--
<?php
require __DIR__ . '/support.inc';

enum Suit: string { case Hearts = 'H'; const X = 5; public static function Spades() { } }
$suit = 'c0 a4 53756974';
foreach (["83 $suit a4 6e616d65 a4 4e6f7065 a5 76616c7565 a1 48", "82 $suit a4 6e616d65 a1 58", "81 $suit", "82 $suit a4 6e616d65 05",
    "82 $suit a5 76616c7565 a1 48", "82 $suit a4 6e616d65 c0", "82 $suit 05 c3", "82 $suit c0 90",
    "82 $suit a4 6e616d65 a6 537061646573"] as $hex) {
    unpacks($hex, ['throw' => true]);
}
unpacks("82 $suit a4 6e616d65 a4 4e6f7065");
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
83 c0 a6 4e6f456e756d a4 6e616d65 a6 486561727473 a5 76616c7565 a1 48: NoEnum{name: 'Hearts', value: 'H'}#1
82 c0 a4 53756974 a4 6e616d65 a6 486561727473: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Suit', name: 'Hearts'}#1
