--TEST--
Integer keys of $_SESSION are kept, as by php_serialize; an object's destructor sees the new value
--INI--
session.serialize_handler=msgpack
session.use_cookies=0
session.cache_limiter=
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Ended { public function __destruct() { echo 'destructor: ', show($_SESSION), "\n"; unset($_SESSION[5]); } }
ob_start();
require __DIR__ . '/../no-storage.inc';
session_set_save_handler(new NoStorage);
session_start();
$_SESSION = [7 => 'seven', 'name' => 1, -3 => [1], PHP_INT_MAX => null];
$_SESSION[5] = &$_SESSION['name'];
$expected = $_SESSION;
$bytes = session_encode();
foreach ([true, false] as $assoc) {
    ini_set('msgpack.assoc', $assoc);
    $_SESSION = [];
    session_decode($bytes);
    var_dump($_SESSION == $expected);
}
// A list, as another program may write one.
$_SESSION = [];
session_decode(bytes('92 a161 a162'));
$_SESSION[] = 'next';
echo show($_SESSION), "\n";
$_SESSION = [5 => new Ended, 6 => 0];
$copy = $_SESSION;
unset($copy);
session_decode(bytes('82 05 a16e 06 01'));
echo show($_SESSION), "\n";
?>
--EXPECT--
bool(true)
bool(true)
['a', 'b', 'next']
destructor: [5 => 'n', 6 => 0]
[6 => 1]
