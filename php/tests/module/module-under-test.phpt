--TEST--
The module under test is this one and has all its functions, classes and constants
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo phpversion('msgpack'), "\n";
var_dump(version_compare(phpversion('msgpack'), '2.0', '>='));
echo implode(' ', get_extension_funcs('msgpack')), "\n";
foreach ((new ReflectionExtension('msgpack'))->getClasses() as $class) {
    echo $class->name, $class->isFinal() ? ' final' : '', rtrim(': ' . implode(' ', array_map(fn ($m) => $m->name, array_filter($class->getMethods(), fn ($m) => $m->class === $class->name)))),
        $class->getConstants() && $class->name !== 'MsgpackException' ? ' ' . json_encode($class->getConstants()) : '', "\n";
}
foreach ((new ReflectionExtension('msgpack'))->getConstants() as $name => $value) {
    echo "$name = $value\n";
}
?>
--EXPECT--
3.0.0+hayapack.0.1.0
bool(true)
msgpack_pack msgpack_unpack msgpack_serialize msgpack_unserialize
MsgpackException:
MsgpackExt final: __construct __unserialize
MsgpackBin final: __construct __unserialize
MsgpackTimestamp final: __construct __unserialize fromDateTime toDateTime
MsgpackTyped final: __construct __unserialize
MsgpackTypeRegistry final: __construct register
MessagePack: __construct setOption setOptions pack unpack unpacker {"OPT_PHPONLY":-1001,"OPT_ASSOC":-1002,"OPT_FORCE_F32":-1003}
MessagePackUnpacker: __construct __destruct setOption setOptions feed execute data reset
Msgpack: __construct packer unpacker feed remain setopt
MsgpackValidationException: errors
MsgpackCodec final: __construct decode encode convert describe
Msgpack\Model final: __construct
Msgpack\Key final: __construct
Msgpack\Type final: __construct
Msgpack\ListOf final: __construct
Msgpack\MapOf final: __construct
Msgpack\Tags final: __construct
Msgpack\Limit final: __construct
Msgpack\Ignore final: __construct
Msgpack\After final: __construct
MESSAGEPACK_OPT_PHPONLY = -1001
MESSAGEPACK_OPT_ASSOC = -1002
MESSAGEPACK_OPT_FORCE_F32 = -1003
MSGPACK_ENABLE_ARRAY = 1
MSGPACK_ARRAY_POLICY = 2
MSGPACK_ARRAYS_DETECT = 0
MSGPACK_ARRAYS_STRICT = 1
MSGPACK_ARRAYS_MAP = 2
