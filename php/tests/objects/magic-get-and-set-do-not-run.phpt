--TEST--
__get, __set, __isset, __unset and the constructor do not run while unpacking
--FILE--
<?php
require __DIR__ . '/../support.inc';

#[AllowDynamicProperties]
class Magic {
    public $declared = 1;
    public static $static = 'unchanged';
    public function __construct() { echo "never: __construct\n"; }
    public function __get($name) { echo "never: __get\n"; }
    public function __set($name, $value) { echo "never: __set\n"; }
    public function __isset($name) { echo "never: __isset\n"; return true; }
    public function __unset($name) { echo "never: __unset\n"; }
}
unpacks('84 c0 a5 4d61676963 a8 6465636c61726564 05 a5 6f74686572 06 a6 737461746963 07');
echo Magic::$static, "\n";
?>
--EXPECT--
84 c0 a5 4d61676963 a8 6465636c61726564 05 a5 6f74686572 06 a6 737461746963 07: Magic{declared: 5, other: 6, static: 7}#1
unchanged
