--TEST--
A 200,000-deep array, and as deep objects: a warning and false, no crash
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . '/../support.inc';

$array = [];
for ($i = 0; $i < 200000; $i++) {
    $array = [$array];
}
var_dump(msgpack_pack($array));
var_dump(msgpack_pack($array, ['max_depth' => 4096]));
echo strtok(outcome(fn () => msgpack_pack($array, ['throw' => true])), ','), "\n";
$map = 1;
for ($i = 0; $i < 200000; $i++) {
    $map = ['k' => $map];
}
var_dump(msgpack_pack($map));
$object = null;
for ($i = 0; $i < 20000; $i++) {
    $object = (object) ['n' => $object];
}
var_dump(msgpack_pack($object));
var_dump(msgpack_pack($object, ['php_only' => false]));
$reference = [];
$start = &$reference;
for ($i = 0; $i < 3000; $i++) { // as many as PHP can free
    $reference[0] = [];
    $reference = &$reference[0];
}
var_dump(msgpack_pack($start));
// Freed from the outside, level by level, because PHP's own destruction recurses.
while (is_object($object)) {
    $object = $object->n;
}
while ($array) {
    $array = $array[0];
}
while (is_array($map)) {
    $map = $map['k'];
}
echo "end\n";
?>
--EXPECT--
Warning: [msgpack] (msgpack_pack) too_deep: containers nested deeper than max_depth(1024), or one that contains itself, at $[0][0][0][0][0][0][0][0][0][0][0][0][0]…[0][0][0][0][0][0][0][0][0][0][0][0][0]
bool(false)
Warning: [msgpack] (msgpack_pack) too_deep: containers nested deeper than max_depth(4096), or one that contains itself, at $[0][0][0][0][0][0][0][0][0][0][0][0][0]…[0][0][0][0][0][0][0][0][0][0][0][0]…
bool(false)
MsgpackException too_deep at 1024
Warning: [msgpack] (msgpack_pack) too_deep: containers nested deeper than max_depth(1024), or one that contains itself, at $.k.k.k.k.k.k.k.k.k.k.k.k.k.k.k.k.k.k.k….k.k.k.k.k.k.k.k.k.k.k.k.k.k.k.k.k.k.k.k
bool(false)
Warning: [msgpack] (msgpack_pack) too_deep: containers nested deeper than max_depth(1024), or one that contains itself, at $.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n….n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n
bool(false)
Warning: [msgpack] (msgpack_pack) too_deep: containers nested deeper than max_depth(1024), or one that contains itself, at $[0][0][0][0][0][0][0][0][0][0][0][0][0]…[0][0][0][0][0][0][0][0][0][0][0][0][0]
bool(false)
Warning: [msgpack] (msgpack_pack) too_deep: containers nested deeper than max_depth(1024), or one that contains itself, at $[0]{0}{0}{0}{0}{0}{0}{0}{0}{0}{0}{0}{0}…{0}{0}{0}{0}{0}{0}{0}{0}{0}{0}{0}{0}{0}
bool(false)
end
