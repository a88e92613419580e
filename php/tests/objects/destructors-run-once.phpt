--TEST--
Objects of a message are destroyed once, also if unpacking fails
--FILE--
<?php
require __DIR__ . '/../support.inc';

class D { public $n; public static $made = 0; public static $gone = 0; public function __destruct() { self::$gone++; } }
$one = '82 c0 a144 a16e 01';
foreach (["$one" => 1, "92 $one $one" => 2, "92 $one 82c0040002" => 1, "82 a161 $one a161 $one" => 2] as $hex => $expected) {
    D::$gone = 0;
    $value = msgpack_unpack(bytes($hex));
    $value = null;
    echo $hex, ': ', D::$gone, " of $expected\n";
}
D::$gone = 0;
$value = @msgpack_unpack(bytes("92 $one c1"));
var_dump($value);
echo 'after a failure: ', D::$gone, "\n";
?>
--EXPECT--
82 c0 a144 a16e 01: 1 of 1
92 82 c0 a144 a16e 01 82 c0 a144 a16e 01: 2 of 2
92 82 c0 a144 a16e 01 82c0040002: 1 of 1
82 a161 82 c0 a144 a16e 01 a161 82 c0 a144 a16e 01: 2 of 2
bool(false)
after a failure: 0
