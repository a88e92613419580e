--TEST--
allowed_classes=false: no class is autoloaded, no code runs, objects become __PHP_Incomplete_Class
--INI--
unserialize_callback_func=never
--FILE--
<?php
require __DIR__ . '/../support.inc';

function never($name) { echo "never: unserialize_callback_func $name\n"; }
spl_autoload_register(function ($name) { echo "never: autoload $name\n"; });
class Evil {
    public $a;
    public function __construct() { echo "never: __construct\n"; }
    public function __wakeup() { echo "never: __wakeup\n"; }
    public function __destruct() { echo "never: __destruct\n"; }
    public function __set($name, $value) { echo "never: __set\n"; }
    public function __get($name) { echo "never: __get\n"; }
}
class EvilMagic { public function __unserialize(array $data): void { echo "never: __unserialize\n"; } public function __destruct() { echo "never: __destruct\n"; } }
error_reporting(E_ALL & ~E_DEPRECATED);
eval('class EvilInterface implements Serializable { public function serialize() { return ""; } public function unserialize($data) { echo "never: unserialize\n"; } public function __destruct() { echo "never\n"; } }');
enum Suit: string { case Hearts = 'H'; }
$none = ['allowed_classes' => false];
unpacks('83 c0 a4 4576696c a161 01 a162 02', $none);
unpacks('82 c0 a4 6576696c a161 01', $none);
unpacks('82 c0 a9 4576696c4d61676963 c0 9101', $none);
unpacks('82 c003 ad 4576696c496e74657266616365 a161', $none);
unpacks('82 c0 a7 556e6b6e6f776e a161 01', $none);
unpacks('83 c0 a4 53756974 a4 6e616d65 a6 486561727473 a5 76616c7565 a148', $none);
unpacks('82 c0 a8 737464436c617373 a161 01', $none);
unpacks('82 c0 a0 a161 01', $none);
unpacks('92 82 c0 a4 4576696c a161 01 82c0040002', $none);
unpacks('83 c001 c0 a4 4576696c a161 01', $none);
$value = msgpack_unpack(bytes('83 c0 a4 4576696c a161 01 a4 002a0062 02'), null, $none);
echo hex(msgpack_pack($value)), "\n";
$value = msgpack_unpack(bytes('82 c0 a9 4576696c4d61676963 c0 9101'), null, $none);
echo hex(msgpack_pack($value)), "\n";
unset($value);
echo "end\n";
?>
--EXPECT--
83 c0 a4 4576696c a161 01 a162 02: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Evil', a: 1, b: 2}#1
82 c0 a4 6576696c a161 01: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'evil', a: 1}#1
82 c0 a9 4576696c4d61676963 c0 9101: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'EvilMagic', 0: 1}#1
82 c003 ad 4576696c496e74657266616365 a161: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'EvilInterface'}#1
82 c0 a7 556e6b6e6f776e a161 01: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Unknown', a: 1}#1
83 c0 a4 53756974 a4 6e616d65 a6 486561727473 a5 76616c7565 a148: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Suit', name: 'Hearts', value: 'H'}#1
82 c0 a8 737464436c617373 a161 01: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'stdClass', a: 1}#1
82 c0 a0 a161 01: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: '', a: 1}#1
92 82 c0 a4 4576696c a161 01 82c0040002: [__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Evil', a: 1}#1, =#1]
83 c001 c0 a4 4576696c a161 01: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Evil', a: 1}#1
83c0a44576696ca16101a4002a006202
82c0a94576696c4d61676963a13001
end
