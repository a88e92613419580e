--TEST--
throw
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- throw=true when packing: offset is the number of bytes written before the value, path its position', "\n";
$deep = [1, ['k' => [[[1]]]]];
foreach ([[$deep, ['max_depth' => 3]], [['a' => 1, 'bad key' => [1, "\xff"]], ['utf8' => true]], [["\xff"], ['utf8' => true]], ["\xff", ['utf8' => true]], [[1, [3 => 1]], ['arrays' => 'strict']],
    [[(object) ['p' => [5 => 1]]], ['arrays' => 'strict']], [["\xff" => 1], ['utf8' => true]], [[7 => "\xff"], ['utf8' => true]]] as [$value, $options]) {
    try {
        msgpack_pack($value, $options + ['throw' => true]);
        echo "no error\n";
    } catch (MsgpackException $e) {
        echo $e->getMessage(), "\n  ", json_encode([$e->name, $e->getCode(), $e->offset, $e->path], JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES), "\n";
    }
}
$e = new ReflectionClass('MsgpackException');
echo $e->getParentClass()->name, ': ', implode(', ', array_map(fn ($p) => ($p->isReadOnly() ? 'readonly ' : '') . $p->getType() . ' ' . $p->name, array_filter($e->getProperties(), fn ($p) => $p->class === 'MsgpackException'))), "\n";

echo '--- throw=true: MsgpackException with name, offset, path, code and message', "\n";
foreach (['', 'c1', '92 01 c1', 'a5 6869', 'd9 28 6162', 'cc', 'cd00', 'cb000000', 'dc00', 'd905', 'c7', 'c703', 'd6ff00', '93 01', '82 a161 01', '92 dd ffffffff', '01 02', '90 90 90',
    '82 a5 6974656d73 98 00 01 02 03 04 05 06 81 a4 6e616d65 d9 28 61 62 a178 c0', '81 a76120226222 c3a9 c1', '81 05 c1', '81 ff c1', '81 c1 01', '81 d90a 61', '92 81 a161 91 c1 c0'] as $hex) {
    try {
        echo show(msgpack_unpack(bytes($hex), null, ['throw' => true])), "\n";
    } catch (MsgpackException $e) {
        echo $hex, "\n  ", $e->getMessage(), "\n  ", json_encode([$e->name, $e->getCode(), $e->offset, $e->path, $e->getPrevious()], JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES), "\n";
    }
}
?>
--EXPECT--
--- throw=true when packing: offset is the number of bytes written before the value, path its position
containers nested deeper than max_depth(3), or one that contains itself, at $[1].k[0]
  ["too_deep",4,6,"$[1].k[0]"]
the string is not UTF-8; bytes need MsgpackBin, at $["bad key"][1]
  ["invalid_utf8",5,14,"$[\"bad key\"][1]"]
the string is not UTF-8; bytes need MsgpackBin, at $[0]
  ["invalid_utf8",5,1,"$[0]"]
the string is not UTF-8; bytes need MsgpackBin, at $
  ["invalid_utf8",5,0,"$"]
can't pack array that is neither a list nor a map of string keys, at $[1]
  ["unsupported_type",24,2,"$[1]"]
can't pack array that is neither a list nor a map of string keys, at $[0].p
  ["unsupported_type",24,14,"$[0].p"]
the string is not UTF-8; bytes need MsgpackBin, at ${key #0}
  ["invalid_utf8",5,1,"${key #0}"]
the string is not UTF-8; bytes need MsgpackBin, at ${7}
  ["invalid_utf8",5,2,"${7}"]
Exception: readonly string name, readonly ?int offset, readonly ?string path, readonly ?int lz4Offset
--- throw=true: MsgpackException with name, offset, path, code and message

  byte 0: truncated: the input ends where a value is expected, at $
  ["truncated",1,0,"$",null]
c1
  byte 0: reserved byte c1, at $
  ["reserved_byte",2,0,"$",null]
92 01 c1
  byte 2: reserved byte c1, at $[1]
  ["reserved_byte",2,2,"$[1]",null]
a5 6869
  byte 0: truncated fixstr: needs 5 bytes, 2 left, at $
  ["truncated",1,0,"$",null]
d9 28 6162
  byte 0: truncated str8: needs 40 bytes, 2 left, at $
  ["truncated",1,0,"$",null]
cc
  byte 0: truncated uint8: needs 1 byte, 0 left, at $
  ["truncated",1,0,"$",null]
cd00
  byte 0: truncated uint16: needs 2 bytes, 1 left, at $
  ["truncated",1,0,"$",null]
cb000000
  byte 0: truncated float64: needs 8 bytes, 3 left, at $
  ["truncated",1,0,"$",null]
dc00
  byte 0: truncated array16: needs 2 length bytes, 1 left, at $
  ["truncated",1,0,"$",null]
d905
  byte 0: truncated str8: needs 5 bytes, 0 left, at $
  ["truncated",1,0,"$",null]
c7
  byte 0: truncated ext8: needs 1 length byte, 0 left, at $
  ["truncated",1,0,"$",null]
c703
  byte 0: truncated ext8: needs 4 bytes, 0 left, at $
  ["truncated",1,0,"$",null]
d6ff00
  byte 0: truncated fixext4: needs 5 bytes, 2 left, at $
  ["truncated",1,0,"$",null]
93 01
  byte 0: truncated fixarray: needs 3 values, 1 byte left, at $
  ["truncated",1,0,"$",null]
82 a161 01
  byte 0: truncated fixmap: needs 4 values, 3 bytes left, at $
  ["truncated",1,0,"$",null]
92 dd ffffffff
  byte 1: truncated array32: needs 4294967295 values, 0 bytes left; the enclosing containers need 1 more value, at $[0]
  ["truncated",1,1,"$[0]",null]
01 02
  byte 1: extra data: 1 byte after the value, at $
  ["extra_data",3,1,"$",null]
90 90 90
  byte 1: extra data: 2 bytes after the value, at $
  ["extra_data",3,1,"$",null]
82 a5 6974656d73 98 00 01 02 03 04 05 06 81 a4 6e616d65 d9 28 61 62 a178 c0
  byte 21: truncated str8: needs 40 bytes, 5 left, at $.items[7].name
  ["truncated",1,21,"$.items[7].name",null]
81 a76120226222 c3a9 c1
  byte 9: reserved byte c1, at $["a \"b\"é"]
  ["reserved_byte",2,9,"$[\"a \\\"b\\\"é\"]",null]
81 05 c1
  byte 2: reserved byte c1, at ${5}
  ["reserved_byte",2,2,"${5}",null]
81 ff c1
  byte 2: reserved byte c1, at ${-1}
  ["reserved_byte",2,2,"${-1}",null]
81 c1 01
  byte 1: reserved byte c1, at ${key #0}
  ["reserved_byte",2,1,"${key #0}",null]
81 d90a 61
  byte 1: truncated str8: needs 10 bytes, 1 left, at ${key #0}
  ["truncated",1,1,"${key #0}",null]
92 81 a161 91 c1 c0
  byte 5: reserved byte c1, at $[0].a[0]
  ["reserved_byte",2,5,"$[0].a[0]",null]
