--TEST--
throw=true when packing: offset is the number of bytes written before the value, path its position
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
?>
--EXPECT--
containers nested deeper than max_depth(3), or one that contains itself, at $[1].k[0]
  ["too_deep",4,6,"$[1].k[0]"]
the string is not UTF-8, at $["bad key"][1]
  ["invalid_utf8",5,14,"$[\"bad key\"][1]"]
the string is not UTF-8, at $[0]
  ["invalid_utf8",5,1,"$[0]"]
the string is not UTF-8, at $
  ["invalid_utf8",5,0,"$"]
can't pack array that is neither a list nor a map of string keys, at $[1]
  ["unsupported_type",24,2,"$[1]"]
can't pack array that is neither a list nor a map of string keys, at $[0].p
  ["unsupported_type",24,14,"$[0].p"]
the string is not UTF-8, at ${key #0}
  ["invalid_utf8",5,1,"${key #0}"]
the string is not UTF-8, at ${7}
  ["invalid_utf8",5,2,"${7}"]
Exception: readonly string name, readonly ?int offset, readonly ?string path, readonly ?int lz4Offset
