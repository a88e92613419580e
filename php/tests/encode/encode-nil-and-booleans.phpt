--TEST--
nil and booleans are one byte each
--FILE--
<?php
require __DIR__ . '/../support.inc';

packs('null', null);
packs('false', false);
packs('true', true);
?>
--EXPECT--
null: c0
false: c2
true: c3
