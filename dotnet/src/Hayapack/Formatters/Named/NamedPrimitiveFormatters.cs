namespace Hayapack.Formatters;

/// <summary>Serializes <see cref="bool"/>.</summary>
public sealed class BooleanFormatter : NamedFormatter<bool>
{
    /// <summary>The shared instance.</summary>
    public static readonly BooleanFormatter Instance = new();

    private BooleanFormatter()
        : base(new PrimitiveFormatter<bool, BooleanCodec>())
    {
    }
}

/// <summary>Serializes <see cref="bool"/> or nil.</summary>
public sealed class NullableBooleanFormatter : NamedFormatter<bool?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableBooleanFormatter Instance = new();

    private NullableBooleanFormatter()
        : base(new NullableFormatter<bool>(BooleanFormatter.Instance))
    {
    }
}

/// <summary>Serializes <see cref="byte"/>.</summary>
public sealed class ByteFormatter : NamedFormatter<byte>
{
    /// <summary>The shared instance.</summary>
    public static readonly ByteFormatter Instance = new();

    private ByteFormatter()
        : base(new PrimitiveFormatter<byte, ByteCodec>())
    {
    }
}

/// <summary>Serializes <see cref="byte"/> or nil.</summary>
public sealed class NullableByteFormatter : NamedFormatter<byte?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableByteFormatter Instance = new();

    private NullableByteFormatter()
        : base(new NullableFormatter<byte>(ByteFormatter.Instance))
    {
    }
}

/// <summary>Serializes <see cref="char"/>.</summary>
public sealed class CharFormatter : NamedFormatter<char>
{
    /// <summary>The shared instance.</summary>
    public static readonly CharFormatter Instance = new();

    private CharFormatter()
        : base(new PrimitiveFormatter<char, CharCodec>())
    {
    }
}

/// <summary>Serializes <see cref="char"/> or nil.</summary>
public sealed class NullableCharFormatter : NamedFormatter<char?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableCharFormatter Instance = new();

    private NullableCharFormatter()
        : base(new NullableFormatter<char>(CharFormatter.Instance))
    {
    }
}

/// <summary>Serializes <see cref="double"/>.</summary>
public sealed class DoubleFormatter : NamedFormatter<double>
{
    /// <summary>The shared instance.</summary>
    public static readonly DoubleFormatter Instance = new();

    private DoubleFormatter()
        : base(new PrimitiveFormatter<double, DoubleCodec>())
    {
    }
}

/// <summary>Serializes <see cref="double"/> or nil.</summary>
public sealed class NullableDoubleFormatter : NamedFormatter<double?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableDoubleFormatter Instance = new();

    private NullableDoubleFormatter()
        : base(new NullableFormatter<double>(DoubleFormatter.Instance))
    {
    }
}

/// <summary>Serializes <see cref="short"/>.</summary>
public sealed class Int16Formatter : NamedFormatter<short>
{
    /// <summary>The shared instance.</summary>
    public static readonly Int16Formatter Instance = new();

    private Int16Formatter()
        : base(new PrimitiveFormatter<short, Int16Codec>())
    {
    }
}

/// <summary>Serializes <see cref="short"/> or nil.</summary>
public sealed class NullableInt16Formatter : NamedFormatter<short?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableInt16Formatter Instance = new();

    private NullableInt16Formatter()
        : base(new NullableFormatter<short>(Int16Formatter.Instance))
    {
    }
}

/// <summary>Serializes <see cref="int"/>.</summary>
public sealed class Int32Formatter : NamedFormatter<int>
{
    /// <summary>The shared instance.</summary>
    public static readonly Int32Formatter Instance = new();

    private Int32Formatter()
        : base(new PrimitiveFormatter<int, Int32Codec>())
    {
    }
}

/// <summary>Serializes <see cref="int"/> or nil.</summary>
public sealed class NullableInt32Formatter : NamedFormatter<int?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableInt32Formatter Instance = new();

    private NullableInt32Formatter()
        : base(new NullableFormatter<int>(Int32Formatter.Instance))
    {
    }
}

/// <summary>Serializes <see cref="long"/>.</summary>
public sealed class Int64Formatter : NamedFormatter<long>
{
    /// <summary>The shared instance.</summary>
    public static readonly Int64Formatter Instance = new();

    private Int64Formatter()
        : base(new PrimitiveFormatter<long, Int64Codec>())
    {
    }
}

/// <summary>Serializes <see cref="long"/> or nil.</summary>
public sealed class NullableInt64Formatter : NamedFormatter<long?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableInt64Formatter Instance = new();

    private NullableInt64Formatter()
        : base(new NullableFormatter<long>(Int64Formatter.Instance))
    {
    }
}

/// <summary>Serializes <see cref="sbyte"/>.</summary>
public sealed class SByteFormatter : NamedFormatter<sbyte>
{
    /// <summary>The shared instance.</summary>
    public static readonly SByteFormatter Instance = new();

    private SByteFormatter()
        : base(new PrimitiveFormatter<sbyte, SByteCodec>())
    {
    }
}

/// <summary>Serializes <see cref="sbyte"/> or nil.</summary>
public sealed class NullableSByteFormatter : NamedFormatter<sbyte?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableSByteFormatter Instance = new();

    private NullableSByteFormatter()
        : base(new NullableFormatter<sbyte>(SByteFormatter.Instance))
    {
    }
}

/// <summary>Serializes <see cref="float"/>.</summary>
public sealed class SingleFormatter : NamedFormatter<float>
{
    /// <summary>The shared instance.</summary>
    public static readonly SingleFormatter Instance = new();

    private SingleFormatter()
        : base(new PrimitiveFormatter<float, SingleCodec>())
    {
    }
}

/// <summary>Serializes <see cref="float"/> or nil.</summary>
public sealed class NullableSingleFormatter : NamedFormatter<float?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableSingleFormatter Instance = new();

    private NullableSingleFormatter()
        : base(new NullableFormatter<float>(SingleFormatter.Instance))
    {
    }
}

/// <summary>Serializes <see cref="ushort"/>.</summary>
public sealed class UInt16Formatter : NamedFormatter<ushort>
{
    /// <summary>The shared instance.</summary>
    public static readonly UInt16Formatter Instance = new();

    private UInt16Formatter()
        : base(new PrimitiveFormatter<ushort, UInt16Codec>())
    {
    }
}

/// <summary>Serializes <see cref="ushort"/> or nil.</summary>
public sealed class NullableUInt16Formatter : NamedFormatter<ushort?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableUInt16Formatter Instance = new();

    private NullableUInt16Formatter()
        : base(new NullableFormatter<ushort>(UInt16Formatter.Instance))
    {
    }
}

/// <summary>Serializes <see cref="uint"/>.</summary>
public sealed class UInt32Formatter : NamedFormatter<uint>
{
    /// <summary>The shared instance.</summary>
    public static readonly UInt32Formatter Instance = new();

    private UInt32Formatter()
        : base(new PrimitiveFormatter<uint, UInt32Codec>())
    {
    }
}

/// <summary>Serializes <see cref="uint"/> or nil.</summary>
public sealed class NullableUInt32Formatter : NamedFormatter<uint?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableUInt32Formatter Instance = new();

    private NullableUInt32Formatter()
        : base(new NullableFormatter<uint>(UInt32Formatter.Instance))
    {
    }
}

/// <summary>Serializes <see cref="ulong"/>.</summary>
public sealed class UInt64Formatter : NamedFormatter<ulong>
{
    /// <summary>The shared instance.</summary>
    public static readonly UInt64Formatter Instance = new();

    private UInt64Formatter()
        : base(new PrimitiveFormatter<ulong, UInt64Codec>())
    {
    }
}

/// <summary>Serializes <see cref="ulong"/> or nil.</summary>
public sealed class NullableUInt64Formatter : NamedFormatter<ulong?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableUInt64Formatter Instance = new();

    private NullableUInt64Formatter()
        : base(new NullableFormatter<ulong>(UInt64Formatter.Instance))
    {
    }
}
