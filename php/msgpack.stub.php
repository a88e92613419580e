<?php

/**
 * @generate-class-entries
 * @undocumentable
 */

/**
 * The same as MessagePack::OPT_PHPONLY.
 *
 * @var int
 * @cvalue MSGPACK_OPT_PHPONLY
 */
const MESSAGEPACK_OPT_PHPONLY = UNKNOWN;

/**
 * The same as MessagePack::OPT_ASSOC.
 *
 * @var int
 * @cvalue MSGPACK_OPT_ASSOC
 */
const MESSAGEPACK_OPT_ASSOC = UNKNOWN;

/**
 * The same as MessagePack::OPT_FORCE_F32.
 *
 * @var int
 * @cvalue MSGPACK_OPT_FORCE_F32
 */
const MESSAGEPACK_OPT_FORCE_F32 = UNKNOWN;

/**
 * For Msgpack::setopt(): true: lists become arrays; false: all arrays become maps.
 *
 * @var int
 * @cvalue MSGPACK_ENABLE_ARRAY
 */
const MSGPACK_ENABLE_ARRAY = UNKNOWN;

/**
 * For Msgpack::setopt(): its value is one of the three MSGPACK_ARRAYS_ constants.
 *
 * @var int
 * @cvalue MSGPACK_ARRAY_POLICY
 */
const MSGPACK_ARRAY_POLICY = UNKNOWN;

/**
 * A list becomes an array, another PHP array a map. The default.
 *
 * @var int
 * @cvalue MSGPACK_ARRAYS_DETECT
 */
const MSGPACK_ARRAYS_DETECT = UNKNOWN;

/**
 * As MSGPACK_ARRAYS_DETECT, but a PHP array that is not a list and has an int key is an error.
 *
 * @var int
 * @cvalue MSGPACK_ARRAYS_STRICT
 */
const MSGPACK_ARRAYS_STRICT = UNKNOWN;

/**
 * All PHP arrays become maps.
 *
 * @var int
 * @cvalue MSGPACK_ARRAYS_MAP
 */
const MSGPACK_ARRAYS_MAP = UNKNOWN;

/**
 * Packs a value; by default the bytes are those of PECL msgpack.
 *
 * Returns the bytes. A value of an unsupported type, such as a resource, becomes nil with a warning
 * (E_WARNING, unless the setting msgpack.error_display is off), other errors give false and a warning.
 * With the option "throw" each is a MsgpackException with the name of the error and the path of
 * the value. Exceptions of __sleep and __serialize, and of PHP for a class that cannot be serialized, pass.
 *
 * Options, each with type and default; an unknown option is a ValueError, a wrong type a TypeError:
 *
 * - php_only (bool, ini msgpack.php_only, true): write class names and references; false: plain
 *   maps and arrays, except for enums and objects with __sleep or __serialize
 * - assoc (bool, ini msgpack.assoc, true): false: stdClass objects, without php_only all
 *   objects, become plain maps
 * - force_f32 (bool, ini msgpack.force_f32, false): write floats in 32 bits
 * - use_str8 (bool, ini msgpack.use_str8_serialization, true): false: for readers older than 2013
 * - utf8 (bool, false): a string that is not UTF-8 is the error invalid_utf8
 * - arrays (string, 'detect'): 'strict': an array that is not a list and has an int key is
 *   an error; 'map': all arrays become maps
 * - uint64 (bool, false): decimal strings of 2**63 to 2**64-1 become integers
 * - timestamps (bool, false): DateTimeInterface becomes a timestamp, to the microsecond
 * - max_depth (int, 1024): containers inside one another, 1 to 4096; more is too_deep
 * - lz4 (string|null, null): 'block-array' or 'block': messages of 64 bytes or more are compressed
 * - lz4_level (int, 0): 0: fast; 1 to 12: LZ4's high compression
 * - types (MsgpackTypeRegistry|null, null): its classes are written with their .NET type names
 * - throw (bool, false): errors are MsgpackException
 */
function msgpack_pack(mixed $value, array $options = []): string|false {}

/**
 * Unpacks one message.
 *
 * For bytes that others can write, pass allowed_classes: without it objects of any class are made, as by
 * unserialize(). $object is a template: an object, a class name or an array, filled with the value.
 *
 * Returns the value. Invalid bytes give false and a warning (E_WARNING, unless the setting
 * msgpack.error_display is off), the empty string null, bytes after the value the value and a warning;
 * with the option "throw" a MsgpackException with the name, byte offset and path of the error. Exceptions
 * of PHP and of the classes pass.
 *
 * Options, each with type and default; an unknown option is a ValueError, a wrong type a TypeError:
 *
 * - php_only (bool, ini msgpack.php_only, true): read objects and references; false: the
 *   key nil is '' with a warning, or with throw invalid_key
 * - assoc (bool, ini msgpack.assoc, true): maps become arrays; false: stdClass objects
 * - allowed_classes (bool|string[], true): the classes that may be made, as for unserialize()
 * - incomplete (string, 'object'): what objects of other classes become: __PHP_Incomplete_Class; 'error':
 *   unsupported_type
 * - max_depth (int, 1024): containers inside one another, 1 to 4096; more is too_deep
 * - max_bytes (int, none): bytes of the message; more is size_limit
 * - max_buffer_size (int, ini msgpack.max_buffer_size, 104857600): bytes that a
 *   MessagePackUnpacker keeps; 0: no limit; more is size_limit
 * - max_str_len, max_bin_len, max_ext_len (int, none): bytes of one value; more is str_limit,
 *   bin_limit, ext_limit
 * - max_array_len, max_map_len (int, none): elements or entries of one container; more is
 *   array_limit, map_limit
 * - utf8 (bool, false): a str that is not UTF-8 is the error invalid_utf8
 * - bin (string, 'string'): 'object': MsgpackBin
 * - ext (string, 'null'): 'object': MsgpackExt
 * - timestamps (bool|string, false): 'datetime' or true: DateTimeImmutable; 'object': MsgpackTimestamp
 * - lz4 (bool, false): messages may be compressed
 * - max_lz4_size (int, 67108864): bytes of the decompressed message; more is lz4_limit
 * - references (bool, false): ext 92 of objects that occur several times, as .NET writes them, is read: each
 *   place gets the same object, or a copy of the same array; without php_only, types and type
 * - types (MsgpackTypeRegistry|null, null): ext 100 as objects of its classes, else MsgpackTyped
 * - type (string|null, null): the type to decode into, as of a MsgpackCodec
 * - unknown (string, 'skip'): with type: 'error': a key that no field has is unknown_field
 * - constructor (bool, false): with type: objects are made by their constructors
 * - errors (string, 'first'): with type: 'all': the exception has up to 100 errors
 * - throw (bool, false): errors are MsgpackException
 */
function msgpack_unpack(string $str, mixed $object = null, array $options = []): mixed {}

/**
 * The same as msgpack_pack().
 *
 * @alias msgpack_pack
 */
function msgpack_serialize(mixed $value, array $options = []): string|false {}

/**
 * The same as msgpack_unpack().
 *
 * @alias msgpack_unpack
 */
function msgpack_unserialize(string $str, mixed $object = null, array $options = []): mixed {}

/**
 * Packs and unpacks with the same options for all calls. It can't be serialized.
 *
 * @not-serializable
 */
class MessagePack
{
    /**
     * The option php_only, for setOption().
     *
     * @var int
     * @cvalue MSGPACK_OPT_PHPONLY
     */
    const OPT_PHPONLY = UNKNOWN;

    /**
     * The option assoc, for setOption().
     *
     * @var int
     * @cvalue MSGPACK_OPT_ASSOC
     */
    const OPT_ASSOC = UNKNOWN;

    /**
     * The option force_f32, for setOption().
     *
     * @var int
     * @cvalue MSGPACK_OPT_FORCE_F32
     */
    const OPT_FORCE_F32 = UNKNOWN;

    /**
     * $opt is PECL's php_only; null: the ini setting. $options: those of msgpack_pack() and msgpack_unpack();
     * an unknown one is a ValueError.
     */
    public function __construct(?bool $opt = null, array $options = []) {}

    /**
     * Sets OPT_PHPONLY, OPT_ASSOC or OPT_FORCE_F32 (bool); another option gives false and a warning.
     *
     * @tentative-return-type
     */
    public function setOption(int $option, mixed $value): bool {}

    /**
     * Sets options by name, as the constructor does; the others keep their values.
     */
    public function setOptions(array $options): void {}

    /**
     * As msgpack_pack() with the options of this object.
     *
     * @tentative-return-type
     */
    public function pack(mixed $value): string|false {}

    /**
     * As msgpack_unpack() with the options of this object.
     *
     * @tentative-return-type
     */
    public function unpack(string $str, mixed $object = null): mixed {}

    /**
     * A stream with the options of this object.
     *
     * @tentative-return-type
     */
    public function unpacker(): MessagePackUnpacker {}
}

/**
 * A stream of messages: feed() takes bytes as they arrive, in chunks of any size; execute()
 * finds the next whole message, and data() gives its value. It can't be serialized.
 *
 * @not-serializable
 */
class MessagePackUnpacker
{
    /**
     * $opt is PECL's php_only; null: the ini setting. $options: those of msgpack_unpack(); an unknown one is
     * a ValueError.
     */
    public function __construct(?bool $opt = null, array $options = []) {}

    public function __destruct() {}

    /**
     * Sets MessagePack's OPT_PHPONLY, OPT_ASSOC or OPT_FORCE_F32 (bool); another option gives false and a warning.
     *
     * @tentative-return-type
     */
    public function setOption(int $option, mixed $value): bool {}

    /**
     * Sets options by name, as the constructor does; the others keep their values.
     */
    public function setOptions(array $options): void {}

    /**
     * Takes bytes. If there would be more than max_buffer_size, it takes none: false and a warning, or size_limit.
     *
     * @tentative-return-type
     */
    public function feed(string $str): bool {}

    /**
     * Whether there is a whole message; data() gives its value. With $str, reads from that string at
     * $offset (bytes) instead of the bytes of feed(), and advances the offset.
     *
     * @param int $offset
     * @tentative-return-type
     */
    public function execute(?string $str = null, &$offset = 0): bool {}

    /**
     * The value of the message that execute() found. $object is a template, as for msgpack_unpack().
     *
     * @tentative-return-type
     */
    public function data(mixed $object = null): mixed {}

    /**
     * Drops an incomplete message and a value that was not taken; bytes after the message stay.
     *
     * @tentative-return-type
     */
    public function reset(): void {}
}

/**
 * The API of a reference article on PHP serializers. allowed_classes is false by default.
 *
 * The constants MSGPACK_ENABLE_ARRAY (bool) and MSGPACK_ARRAY_POLICY (MSGPACK_ARRAYS_DETECT, _STRICT or
 * _MAP) are the options of setopt(). It can't be serialized.
 *
 * @not-serializable
 */
class Msgpack
{
    /**
     * $options: those of msgpack_pack() and msgpack_unpack(); an unknown one is a ValueError.
     */
    public function __construct(array $options = []) {}

    /**
     * As msgpack_pack() with the options of this object.
     */
    public function packer(mixed $value): string|false {}

    /**
     * The value of $bytes, or, for null, of the next message that feed() took.
     */
    public function unpacker(?string $bytes = null): mixed {}

    /**
     * Takes bytes of a stream; false if there would be more than max_buffer_size.
     */
    public function feed(string $bytes): bool {}

    /**
     * Whether a whole message is left for unpacker(null).
     */
    public function remain(): bool {}

    /**
     * Sets MSGPACK_ENABLE_ARRAY or MSGPACK_ARRAY_POLICY; false for another option.
     */
    public function setopt(int $option, mixed $value): bool {}
}

/**
 * An ext value, read with the option ext 'object'. A type outside -128 to 127 is a ValueError.
 *
 * @strict-properties
 */
final class MsgpackExt
{
    /** The type's number, -128 to 127; -1 is MessagePack's timestamp. */
    public readonly int $type;

    /** The content, as bytes. */
    public readonly string $data;

    public function __construct(int $type, string $data) {}

    public function __unserialize(array $data): void {}
}

/**
 * A bin value (bytes, not text), read with the option bin 'object'.
 *
 * @strict-properties
 */
final class MsgpackBin
{
    /** The content, as bytes. */
    public readonly string $data;

    public function __construct(string $data) {}

    public function __unserialize(array $data): void {}
}

/**
 * A timestamp with nanoseconds, read with the option timestamps 'object'.
 *
 * @strict-properties
 */
final class MsgpackTimestamp
{
    /** Seconds since 1970-01-01 00:00:00 UTC. */
    public readonly int $seconds;

    /** 0 to 999999999; another number is a ValueError. */
    public readonly int $nanoseconds;

    public function __construct(int $seconds, int $nanoseconds = 0) {}

    public function __unserialize(array $data): void {}

    /** The same moment, to the microsecond. */
    public static function fromDateTime(DateTimeInterface $time): MsgpackTimestamp {}

    /** The same moment in UTC, to the microsecond; the nanoseconds beyond are dropped. */
    public function toDateTime(): DateTimeImmutable {}
}

/**
 * A typed value (ext 100) whose .NET type name is not registered.
 *
 * @strict-properties
 */
final class MsgpackTyped
{
    /** The type name as in the message. */
    public readonly string $name;

    /** The value; null without one. */
    public readonly mixed $value;

    /** false: the message has the name only, as for new object() in C#. */
    public readonly bool $hasValue;

    public function __construct(string $name, mixed $value = UNKNOWN) {}

    public function __unserialize(array $data): void {}
}

/**
 * The .NET type names that may be read and written, each with its PHP class (option types).
 *
 * A name in a message is looked up only here; no class is searched for or loaded.
 *
 * @strict-properties
 * @not-serializable
 */
final class MsgpackTypeRegistry
{
    public function __construct() {}

    /**
     * Adds a class or a backed enum. Objects are made without constructor; only public properties are set.
     *
     * $aliases: more names, for reading only. $fields: names (string) or array indexes (int) of properties in
     * the message; null: the properties' own names. A name or class that is registered already is a ValueError.
     */
    public function register(string $class, string $name, array $aliases = [], ?array $fields = null): void {}
}

/**
 * Decodes into classes of the program, and encodes their objects.
 *
 * The type is the name of a class or enum, or list<T>, map<K, V>, tuple<A, B>, ?T, A|B, int, float, string, bool, bytes,
 * float32, uint8 and so on, mixed. Objects are filled without their constructor, unless Msgpack\Model or the option
 * constructor says otherwise. Classes are loaded by the constructor, never by what a message contains.
 *
 * @template T
 * @strict-properties
 * @not-serializable
 */
final class MsgpackCodec
{
    /**
     * A type that cannot be used is a TypeError. Options, beside those of msgpack_pack() and msgpack_unpack() that are
     * about limits, LZ4, and values of the type mixed:
     *
     * - unknown (string, 'skip'): 'error': a key that no field has is unknown_field
     * - keys (string, as each class says): 'map' or 'array', the form in which objects are written
     * - constructor (bool, false): objects are made by their constructors
     * - dates (string, 'ext'): 'iso': where a date is expected, also text as 2026-01-31T12:00:00+01:00 is read (RFC
     *   3339), by decode() and convert()
     * - errors (string, 'first'): 'all': the exception has up to 100 errors of values; the value is not returned
     * - utf8 (bool, true): a str that is not UTF-8 is the error invalid_utf8
     * - timestamps (bool|string, 'datetime'), ext (string, 'object'): how timestamps and other exts are read where the
     *   type is mixed
     *
     * @phpstan-param class-string<T>|string $type
     */
    public function __construct(string $type, array $options = []) {}

    /**
     * The value of one message. An error is a MsgpackException; if the bytes are valid, but do not fit the type, a
     * MsgpackValidationException.
     *
     * @phpstan-return T
     */
    public function decode(string $bytes): mixed {}

    /**
     * The message for a value of the type. An error is a MsgpackException.
     *
     * @phpstan-param T $value
     */
    public function encode(mixed $value): string {}

    /**
     * A value of the type from arrays and scalars, as if they had been decoded from a message.
     *
     * @phpstan-return T
     */
    public function convert(mixed $value): mixed {}

    /**
     * What is read and written as plain data, which can be packed: an array with 'kind' and 'name'; 'nullable' if nil
     * is a value; 'limits'; by kind: 'items', 'keys', 'values', 'fields', 'members', 'types', 'tags'. An object that
     * contains itself has only kind and name where it is met again.
     *
     * @phpstan-return array<string, mixed>
     */
    public function describe(): array {}
}

/**
 * An error of packing or unpacking, with the option throw. getCode() is the error's number.
 */
class MsgpackException extends Exception
{
    /** The error's name, the same in all languages: truncated, too_deep, extra_data, … */
    public readonly string $name;

    /** The byte offset of the value at fault in the message or stream; packing: the bytes written before it. */
    public readonly ?int $offset;

    /** Where the value is: $.items[0].name */
    public readonly ?string $path;

    /** Where the compressed message begins, if the offset counts in its content; else null. */
    public readonly ?int $lz4Offset;
}

/**
 * An error of a value that does not fit its type: wrong_type, missing_field, unknown_field, duplicate_field, out_of_bounds,
 * int_range, float_range, timestamp_range, unknown_tag, unknown_member, invalid_value, late_tag.
 */
class MsgpackValidationException extends MsgpackException
{
    /** The type that was expected: int, Order, list<int>; null for keys. */
    public readonly ?string $expected;

    /** The type of the value in the message: nil, bool, int, float, str, bin, array, map or ext; null: there is none. */
    public readonly ?string $got;

    /** The key that is missing, unknown or comes a second time, as bytes of the message; null for other errors. */
    public readonly ?string $field;

    private array $others = [];

    /**
     * All errors of the message, in the order of its bytes: this one and, with the option errors 'all', those after it, up
     * to 100 together. The last may be a MsgpackException, of bytes that are no MessagePack.
     *
     * @phpstan-return list<MsgpackException>
     */
    public function errors(): array {}
}
