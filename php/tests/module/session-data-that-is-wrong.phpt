--TEST--
Malformed session data: a warning, and no session variable is set
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
foreach (['82 a161 01', 'c1', '82 a161 01 a162 c1', ''] as $hex) {
    if (session_status() !== PHP_SESSION_ACTIVE) {
        session_start();
    }
    $_SESSION = ['kept' => 1];
    var_dump(session_decode(bytes($hex)));
    echo show($_SESSION ?? null), "\n";
}
?>
--EXPECT--
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
bool(true)
['kept' => 1]
Warning: [msgpack] (php_msgpack_unserialize) Parse error
bool(true)
['kept' => 1]
Warning: [msgpack] (php_msgpack_unserialize) Parse error
bool(true)
['kept' => 1]
bool(true)
['kept' => 1]
