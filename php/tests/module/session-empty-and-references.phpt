--TEST--
An empty session, and references inside a session
--INI--
session.serialize_handler=msgpack
session.use_cookies=0
session.cache_limiter=
--FILE--
<?php
require __DIR__ . '/../support.inc';

ob_start();
require __DIR__ . '/../no-storage.inc';
session_set_save_handler(new NoStorage);
session_start();
echo hex(session_encode()), "\n";
$a = [1];
$_SESSION['x'] = &$a;
$_SESSION['y'] = &$a;
$_SESSION[5] = 'an integer key';
echo hex(session_encode()), "\n";
$bytes = session_encode();
$_SESSION = [];
session_decode($bytes);
echo show($_SESSION), "\n";
?>
--EXPECT--
90
84c001a17882c0010001a17982c002000205ae616e20696e7465676572206b6579
['x' => &[1], 'y' => &[1], 5 => 'an integer key']
