--TEST--
A very large message ends in PHP's memory limit, not in a crash
--INI--
memory_limit=20M
display_errors=0
log_errors=0
--FILE--
<?php
register_shutdown_function(function () {
    /* Debug builds of PHP append the position in their source. */
    echo preg_replace('/ exhausted .*/s', ' exhausted', error_get_last()['message'] ?? 'no error'), "\n";
});
msgpack_unpack("\xdd" . pack('N', 100000) . str_repeat("\xd9\x64" . str_repeat('x', 100), 100000));
?>
--EXPECT--
Allowed memory size of 20971520 bytes exhausted
