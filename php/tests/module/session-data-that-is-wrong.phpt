--TEST--
Malformed session data: a warning with the error's name, offset and path, and the failure of PHP
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
Warning: [msgpack] (session) truncated: byte 0: truncated fixmap: needs 4 values, 3 bytes left, at $
Warning: session_decode(): Failed to decode session object. Session has been destroyed
bool(false)
[]
Warning: [msgpack] (session) reserved_byte: byte 0: reserved byte c1, at $
Warning: session_decode(): Failed to decode session object. Session has been destroyed
bool(false)
[]
Warning: [msgpack] (session) reserved_byte: byte 6: reserved byte c1, at $.b
Warning: session_decode(): Failed to decode session object. Session has been destroyed
bool(false)
[]
bool(true)
['kept' => 1]
