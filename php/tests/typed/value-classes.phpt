--TEST--
MsgpackExt, MsgpackBin and MsgpackTimestamp: final, readonly, checked, cloned and serialized
--FILE--
<?php
require __DIR__ . '/../support.inc';
error_reporting(E_ALL & ~E_DEPRECATED); // PHP 8.5: an ArrayObject of another object

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

// However an object is made, its properties are set, and in their ranges.
foreach (['MsgpackExt', 'MsgpackBin', 'MsgpackTimestamp', 'MsgpackTyped'] as $class) {
    echo outcome(fn () => (new ReflectionClass($class))->newInstanceWithoutConstructor()), "\n";
    echo outcome(fn () => msgpack_unpack("\x90", $class)), "\n";
}
$entries = [
    'MsgpackExt' => [[], ['type' => 5], ['type' => 5, 'data' => 'abc'], ['data' => '', 'type' => -128], ['type' => 300, 'data' => ''], ['type' => -129, 'data' => ''],
        ['type' => '5', 'data' => ''], ['type' => 5, 'data' => null], ['type' => 5, 'data' => '', 'more' => 1], [5, 'abc']],
    'MsgpackBin' => [[], ['data' => "\0"], ['data' => 1], ['data' => '', 'x' => '']],
    'MsgpackTimestamp' => [[], ['seconds' => 1], ['seconds' => PHP_INT_MIN, 'nanoseconds' => 999999999], ['seconds' => 1, 'nanoseconds' => -7],
        ['seconds' => 1, 'nanoseconds' => 1000000000], ['seconds' => 1.0, 'nanoseconds' => 0]],
    'MsgpackTyped' => [['name' => 'N', 'value' => [1], 'hasValue' => true], ['name' => 'N', 'value' => null, 'hasValue' => false], ['name' => 'N', 'value' => 1],
        ['name' => 'System.Object, mscorlib', 'value' => null, 'hasValue' => false], ['name' => 1, 'value' => null, 'hasValue' => true], ['name' => 'N', 'value' => 1, 'hasValue' => 1]],
];
foreach ($entries as $class => $several) {
    foreach ($several as $data) {
        $made = outcome(fn () => unserialize('O:' . strlen($class) . ":\"$class\":" . substr(serialize($data), 2)));
        echo $made, "\n";
        $head = "\xc0" . msgpack_pack($class);
        $maps = ["\x82$head\xc0" . ($data ? msgpack_pack($data) : "\x90"), chr(0x81 + count($data)) . $head . implode('', array_map(fn ($k) => msgpack_pack($k) . msgpack_pack($data[$k]), array_keys($data)))];
        foreach ($maps as $message) {
            $other = outcome(fn () => msgpack_unpack($message));
            echo $other === $made ? '' : "by name: $other\n";
        }
    }
}
$time = new MsgpackTimestamp(1);
echo outcome(fn () => $time->__unserialize(['seconds' => 2, 'nanoseconds' => 2])), ' ', show($time), "\n";

// An ArrayObject of an object changes even its readonly properties.
$access = new ArrayObject($time);
foreach ([-7, 1000000000, 'x'] as $wrong) {
    try {
        $access['nanoseconds'] = $wrong;
    } catch (Throwable) {
    }
    echo outcome(fn () => bin2hex(msgpack_pack($time))), ' ', outcome(fn () => $time->toDateTime()), "\n";
}
unset($access['seconds']);
echo outcome(fn () => msgpack_pack($time)), "\n";
$typed = new MsgpackTyped('N', 1);
$access = new ArrayObject($typed);
$access['hasValue'] = false;
echo outcome(fn () => msgpack_pack($typed, ['types' => new MsgpackTypeRegistry()])), "\n";
unset($access['name']);
echo outcome(fn () => msgpack_pack($typed, ['types' => new MsgpackTypeRegistry()])), "\n";
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
ReflectionException: Class MsgpackExt is an internal class marked as final that cannot be instantiated without invoking its constructor
ArgumentCountError: MsgpackExt::__construct() expects exactly 2 arguments, 0 given
ReflectionException: Class MsgpackBin is an internal class marked as final that cannot be instantiated without invoking its constructor
ArgumentCountError: MsgpackBin::__construct() expects exactly 1 argument, 0 given
ReflectionException: Class MsgpackTimestamp is an internal class marked as final that cannot be instantiated without invoking its constructor
ArgumentCountError: MsgpackTimestamp::__construct() expects at least 1 argument, 0 given
ReflectionException: Class MsgpackTyped is an internal class marked as final that cannot be instantiated without invoking its constructor
ArgumentCountError: MsgpackTyped::__construct() expects at least 1 argument, 0 given
Exception: Invalid serialization data for MsgpackExt object
Exception: Invalid serialization data for MsgpackExt object
MsgpackExt{type: 5, data: 'abc'}#1
MsgpackExt{type: -128, data: ''}#1
ValueError: MsgpackExt::$type must be between -128 and 127
ValueError: MsgpackExt::$type must be between -128 and 127
Exception: Invalid serialization data for MsgpackExt object
Exception: Invalid serialization data for MsgpackExt object
Exception: Invalid serialization data for MsgpackExt object
Exception: Invalid serialization data for MsgpackExt object
Exception: Invalid serialization data for MsgpackBin object
MsgpackBin{data: '\000'}#1
Exception: Invalid serialization data for MsgpackBin object
Exception: Invalid serialization data for MsgpackBin object
Exception: Invalid serialization data for MsgpackTimestamp object
Exception: Invalid serialization data for MsgpackTimestamp object
MsgpackTimestamp{seconds: -9223372036854775807-1, nanoseconds: 999999999}#1
ValueError: MsgpackTimestamp::$nanoseconds must be between 0 and 999999999
ValueError: MsgpackTimestamp::$nanoseconds must be between 0 and 999999999
Exception: Invalid serialization data for MsgpackTimestamp object
MsgpackTyped{name: 'N', value: [1], hasValue: true}#1
ValueError: MsgpackTyped without a value must be System.Object
Exception: Invalid serialization data for MsgpackTyped object
MsgpackTyped{name: 'System.Object, mscorlib', value: null, hasValue: false}#1
Exception: Invalid serialization data for MsgpackTyped object
Exception: Invalid serialization data for MsgpackTyped object
Error: Cannot modify readonly property MsgpackTimestamp MsgpackTimestamp{seconds: 1, nanoseconds: 0}#1
ValueError: MsgpackTimestamp::$nanoseconds must be between 0 and 999999999 ValueError: MsgpackTimestamp::$nanoseconds must be between 0 and 999999999
ValueError: MsgpackTimestamp::$nanoseconds must be between 0 and 999999999 ValueError: MsgpackTimestamp::$nanoseconds must be between 0 and 999999999
Error: Typed property MsgpackTimestamp::$nanoseconds must not be accessed before initialization Error: Typed property MsgpackTimestamp::$nanoseconds must not be accessed before initialization
Error: Typed property MsgpackTimestamp::$seconds must not be accessed before initialization
ValueError: MsgpackTyped without a value must be System.Object
Error: Typed property MsgpackTyped::$name must not be accessed before initialization
