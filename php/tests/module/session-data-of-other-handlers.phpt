--TEST--
Session data of other handlers: the failure of PHP; with bytes after it: a warning
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
foreach (['php' => 'cart|a:1:{i:0;s:1:"a";}', 'php_serialize' => serialize(['cart' => 1]), 'json' => '{"cart":1}', 'nil' => "\xc0", 'text' => "\xa1a",
    'more' => msgpack_pack(['cart' => 1]) . "\x01", 'object' => "\x81\xa1a\x01", 'empty map' => "\x80", 'empty' => ''] as $label => $data) {
    if (session_status() !== PHP_SESSION_ACTIVE) {
        session_start();
    }
    $_SESSION = ['kept' => 1];
    echo "$label ", show(session_decode($data)), ' ', show($_SESSION ?? null), "\n";
}
set_error_handler(fn ($level, $text) => throw new Exception($text));
echo outcome(fn () => session_decode('{"cart":1}')), ' ', show($_SESSION ?? null), "\n";
?>
--EXPECT--
php Warning: [msgpack] (session) the data is of type int, not an array: was it written by another session.serialize_handler?
Warning: session_decode(): Failed to decode session object. Session has been destroyed
false []
php_serialize Warning: [msgpack] (session) the data is of type int, not an array: was it written by another session.serialize_handler?
Warning: session_decode(): Failed to decode session object. Session has been destroyed
false []
json Warning: [msgpack] (session) the data is of type int, not an array: was it written by another session.serialize_handler?
Warning: session_decode(): Failed to decode session object. Session has been destroyed
false []
nil Warning: [msgpack] (session) the data is of type null, not an array: was it written by another session.serialize_handler?
Warning: session_decode(): Failed to decode session object. Session has been destroyed
false []
text Warning: [msgpack] (session) the data is of type string, not an array: was it written by another session.serialize_handler?
Warning: session_decode(): Failed to decode session object. Session has been destroyed
false []
more Warning: [msgpack] (php_msgpack_unserialize) Extra bytes
true ['kept' => 1, 'cart' => 1]
object true ['kept' => 1, 'a' => 1]
empty map true ['kept' => 1]
empty true ['kept' => 1]
Exception: [msgpack] (session) the data is of type int, not an array: was it written by another session.serialize_handler? []
