<?php
// Made from php/msgpack_attributes.stub.php by tools/packages/php_stubs.py, for editors and analysers. PHP does not load it.

namespace Msgpack;

/**
 * How objects of the class are written, and what is read.
 */
#[\Attribute(\Attribute::TARGET_CLASS)]
final class Model
{
    /** 'map' or 'array', the form that is written; both are read. null: 'array' if the fields have indexes, else 'map'. */
    public readonly ?string $keys;

    /** 'skip', 'error' or 'keep', for keys that no field has; null: the codec's option. 'keep': they are in the property
     * $extra, an array, and written again in the map form. */
    public readonly ?string $unknown;

    /** Whether the constructor is called; else the properties are filled without it. */
    public readonly bool $constructor;

    /** The name of the property that has what unknown 'keep' keeps. */
    public readonly string $extra;

    public function __construct(?string $keys = null, ?string $unknown = null, bool $constructor = false, string $extra = 'extra') {}
}

/**
 * The name of a property in maps, or its index in arrays; both may be given, each by an attribute. A property that is
 * not public is a field if it has this attribute.
 */
#[\Attribute(\Attribute::TARGET_PROPERTY | \Attribute::TARGET_PARAMETER | \Attribute::IS_REPEATABLE)]
final class Key
{
    public readonly int|string $key;

    /**
     * More names that are read.
     *
     * @var list<string>
     */
    public readonly array $aliases;

    public function __construct(int|string $key, array $aliases = []) {}
}

/**
 * The type of a property, where PHP's type does not say enough: 'bytes', 'float32', 'uint8', 'list<Item>',
 * 'map<int, ?Item>', 'tuple<int, string>'.
 */
#[\Attribute(\Attribute::TARGET_PROPERTY | \Attribute::TARGET_PARAMETER)]
final class Type
{
    public readonly string $type;

    public function __construct(string $type) {}
}

/**
 * The items of an array that is a list: Item::class, or a type.
 */
#[\Attribute(\Attribute::TARGET_PROPERTY | \Attribute::TARGET_PARAMETER)]
final class ListOf
{
    public readonly string $type;

    public function __construct(string $type) {}
}

/**
 * The values of an array that is a map, and its keys: 'string' or 'int'.
 */
#[\Attribute(\Attribute::TARGET_PROPERTY | \Attribute::TARGET_PARAMETER)]
final class MapOf
{
    public readonly string $type;

    public readonly string $key;

    public function __construct(string $type, string $key = 'string') {}
}

/**
 * The classes of a union by their tags, of a property or of an interface or abstract class.
 */
#[\Attribute(\Attribute::TARGET_PROPERTY | \Attribute::TARGET_PARAMETER | \Attribute::TARGET_CLASS)]
final class Tags
{
    /**
     * The classes by their tags, ints or strings.
     *
     * @var array<int|string, class-string>
     */
    public readonly array $cases;

    /** The key of the tag in the map of the object; null: [tag, object] is written. */
    public readonly ?string $key;

    /** The class for other tags, and with a key for maps without a tag; null: errors. */
    public readonly ?string $default;

    public function __construct(array $cases, ?string $key = null, ?string $default = null) {}
}

/**
 * Limits of a number, of the bytes of a string, or of the number of elements; else out_of_bounds.
 */
#[\Attribute(\Attribute::TARGET_PROPERTY | \Attribute::TARGET_PARAMETER)]
final class Limit
{
    public readonly int|float|null $ge;

    public readonly int|float|null $gt;

    public readonly int|float|null $le;

    public readonly int|float|null $lt;

    public readonly ?int $minLength;

    public readonly ?int $maxLength;

    public function __construct(int|float|null $ge = null, int|float|null $gt = null, int|float|null $le = null, int|float|null $lt = null, ?int $minLength = null, ?int $maxLength = null) {}
}

/**
 * A public property that is no field.
 */
#[\Attribute(\Attribute::TARGET_PROPERTY | \Attribute::TARGET_PARAMETER)]
final class Ignore
{
    public function __construct() {}
}

/**
 * A method without arguments that is called for each object after the whole message was decoded.
 */
#[\Attribute(\Attribute::TARGET_METHOD)]
final class After
{
    public function __construct() {}
}
