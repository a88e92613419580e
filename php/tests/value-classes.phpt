--TEST--
MsgpackExt, MsgpackBin and MsgpackTimestamp: final, readonly, checked, cloned and serialized
--FILE--
<?php
require __DIR__ . '/support.inc';

foreach ([new MsgpackExt(5, 'abc'), new MsgpackBin("\0\xff"), new MsgpackTimestamp(1, 2)] as $value) {
    $class = new ReflectionClass($value);
    echo $class->name, $class->isFinal() ? ' final' : '', ': ', implode(', ', array_map(fn ($p) => ($p->isReadOnly() ? 'readonly ' : '') . $p->getType() . ' ' . $p->name, $class->getProperties())), "\n";
    var_dump(clone $value == $value, unserialize(serialize($value)) == $value, unserialize(serialize($value)) === $value);
    $name = $class->getProperties()[0]->name;
    echo outcome(function () use ($value, $name) { $value->$name = 1; }), "\n";
    echo outcome(function () use ($value) { $value->other = 1; }), "\n";
    echo outcome(fn () => $value->__construct(...array_values((array) $value))), "\n";
}
foreach ([[-129, ''], [128, ''], ['x', '']] as $arguments) {
    echo outcome(fn () => new MsgpackExt(...$arguments)), "\n";
}
echo show([new MsgpackExt(-128, ''), new MsgpackExt(127, 'x'), new MsgpackBin('')]), "\n";
echo outcome(fn () => msgpack_pack((new ReflectionClass('MsgpackExt'))->newInstanceWithoutConstructor())), "\n";
echo outcome(fn () => msgpack_pack(unserialize('O:10:"MsgpackExt":2:{s:4:"type";i:300;s:4:"data";s:0:"";}'))), "\n";
?>
--EXPECT--
MsgpackExt final: readonly int type, readonly string data
bool(true)
bool(true)
bool(false)
Error: Cannot modify readonly property MsgpackExt::$type
Error: Cannot create dynamic property MsgpackExt::$other
Error: Cannot modify readonly property MsgpackExt
MsgpackBin final: readonly string data
bool(true)
bool(true)
bool(false)
Error: Cannot modify readonly property MsgpackBin::$data
Error: Cannot create dynamic property MsgpackBin::$other
Error: Cannot modify readonly property MsgpackBin
MsgpackTimestamp final: readonly int seconds, readonly int nanoseconds
bool(true)
bool(true)
bool(false)
Error: Cannot modify readonly property MsgpackTimestamp::$seconds
Error: Cannot create dynamic property MsgpackTimestamp::$other
Error: Cannot modify readonly property MsgpackTimestamp
ValueError: MsgpackExt::__construct(): Argument #1 ($type) must be between -128 and 127
ValueError: MsgpackExt::__construct(): Argument #1 ($type) must be between -128 and 127
TypeError: MsgpackExt::__construct(): Argument #1 ($type) must be of type int, string given
[MsgpackExt{type: -128, data: ''}#1, MsgpackExt{type: 127, data: 'x'}#2, MsgpackBin{data: ''}#3]
Error: Typed property MsgpackExt::$type must not be accessed before initialization
ValueError: MsgpackExt::$type must be between -128 and 127
