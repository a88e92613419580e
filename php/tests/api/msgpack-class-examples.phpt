--TEST--
Msgpack: the examples of the reference article
--FILE--
<?php
require __DIR__ . '/../support.inc';

$msgpack = new Msgpack();
echo hex($msgpack->packer(['A', 'B', 'C'])), "\n";
var_dump($msgpack->setopt(MSGPACK_ENABLE_ARRAY, false));
echo hex($msgpack->packer(['A', 'B', 'C'])), "\n";
var_dump($msgpack->setopt(MSGPACK_ENABLE_ARRAY, true));
echo hex($msgpack->packer(['A', 'B', 'C'])), "\n";
echo show($msgpack->unpacker(bytes('93a141a142a143'))), "\n";
echo show($msgpack->unpacker(bytes('8300a14101a14202a143'))), "\n";
foreach (str_split(bytes('00 40 7f e0 f0 ff'), 4) as $piece) {
    var_dump($msgpack->feed($piece));
    while ($msgpack->remain()) {
        echo show($msgpack->unpacker(null)), "\n";
    }
}
var_dump($msgpack->remain());
?>
--EXPECT--
93a141a142a143
bool(true)
8300a14101a14202a143
bool(true)
93a141a142a143
['A', 'B', 'C']
['A', 'B', 'C']
bool(true)
0
64
127
-32
bool(true)
-16
-1
bool(false)
