namespace Hayapack.Formatters;

/// <summary>Serializes an array of <see cref="bool"/>.</summary>
public sealed class BooleanArrayFormatter : NamedFormatter<bool[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly BooleanArrayFormatter Instance = new();

    private BooleanArrayFormatter()
        : base(new PrimitiveArrayFormatter<bool, BooleanCodec>())
    {
    }
}

/// <summary>Serializes a list of <see cref="bool"/>.</summary>
public sealed class BooleanListFormatter : NamedFormatter<List<bool>?>
{
    /// <summary>The shared instance.</summary>
    public static readonly BooleanListFormatter Instance = new();

    private BooleanListFormatter()
        : base(new PrimitiveListFormatter<bool, BooleanCodec>())
    {
    }
}

/// <summary>Serializes an array of <see cref="char"/>.</summary>
public sealed class CharArrayFormatter : NamedFormatter<char[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly CharArrayFormatter Instance = new();

    private CharArrayFormatter()
        : base(new PrimitiveArrayFormatter<char, CharCodec>())
    {
    }
}

/// <summary>Serializes a list of <see cref="char"/>.</summary>
public sealed class CharListFormatter : NamedFormatter<List<char>?>
{
    /// <summary>The shared instance.</summary>
    public static readonly CharListFormatter Instance = new();

    private CharListFormatter()
        : base(new PrimitiveListFormatter<char, CharCodec>())
    {
    }
}

/// <summary>Serializes an array of <see cref="double"/>.</summary>
public sealed class DoubleArrayFormatter : NamedFormatter<double[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly DoubleArrayFormatter Instance = new();

    private DoubleArrayFormatter()
        : base(new PrimitiveArrayFormatter<double, DoubleCodec>())
    {
    }
}

/// <summary>Serializes a list of <see cref="double"/>.</summary>
public sealed class DoubleListFormatter : NamedFormatter<List<double>?>
{
    /// <summary>The shared instance.</summary>
    public static readonly DoubleListFormatter Instance = new();

    private DoubleListFormatter()
        : base(new PrimitiveListFormatter<double, DoubleCodec>())
    {
    }
}

/// <summary>Serializes an array of <see cref="short"/>.</summary>
public sealed class Int16ArrayFormatter : NamedFormatter<short[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly Int16ArrayFormatter Instance = new();

    private Int16ArrayFormatter()
        : base(new PrimitiveArrayFormatter<short, Int16Codec>())
    {
    }
}

/// <summary>Serializes a list of <see cref="short"/>.</summary>
public sealed class Int16ListFormatter : NamedFormatter<List<short>?>
{
    /// <summary>The shared instance.</summary>
    public static readonly Int16ListFormatter Instance = new();

    private Int16ListFormatter()
        : base(new PrimitiveListFormatter<short, Int16Codec>())
    {
    }
}

/// <summary>Serializes an array of <see cref="int"/>.</summary>
public sealed class Int32ArrayFormatter : NamedFormatter<int[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly Int32ArrayFormatter Instance = new();

    private Int32ArrayFormatter()
        : base(new PrimitiveArrayFormatter<int, Int32Codec>())
    {
    }
}

/// <summary>Serializes a list of <see cref="int"/>.</summary>
public sealed class Int32ListFormatter : NamedFormatter<List<int>?>
{
    /// <summary>The shared instance.</summary>
    public static readonly Int32ListFormatter Instance = new();

    private Int32ListFormatter()
        : base(new PrimitiveListFormatter<int, Int32Codec>())
    {
    }
}

/// <summary>Serializes an array of <see cref="long"/>.</summary>
public sealed class Int64ArrayFormatter : NamedFormatter<long[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly Int64ArrayFormatter Instance = new();

    private Int64ArrayFormatter()
        : base(new PrimitiveArrayFormatter<long, Int64Codec>())
    {
    }
}

/// <summary>Serializes a list of <see cref="long"/>.</summary>
public sealed class Int64ListFormatter : NamedFormatter<List<long>?>
{
    /// <summary>The shared instance.</summary>
    public static readonly Int64ListFormatter Instance = new();

    private Int64ListFormatter()
        : base(new PrimitiveListFormatter<long, Int64Codec>())
    {
    }
}

/// <summary>Serializes an array of <see cref="sbyte"/>.</summary>
public sealed class SByteArrayFormatter : NamedFormatter<sbyte[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly SByteArrayFormatter Instance = new();

    private SByteArrayFormatter()
        : base(new PrimitiveArrayFormatter<sbyte, SByteCodec>())
    {
    }
}

/// <summary>Serializes a list of <see cref="sbyte"/>.</summary>
public sealed class SByteListFormatter : NamedFormatter<List<sbyte>?>
{
    /// <summary>The shared instance.</summary>
    public static readonly SByteListFormatter Instance = new();

    private SByteListFormatter()
        : base(new PrimitiveListFormatter<sbyte, SByteCodec>())
    {
    }
}

/// <summary>Serializes an array of <see cref="float"/>.</summary>
public sealed class SingleArrayFormatter : NamedFormatter<float[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly SingleArrayFormatter Instance = new();

    private SingleArrayFormatter()
        : base(new PrimitiveArrayFormatter<float, SingleCodec>())
    {
    }
}

/// <summary>Serializes a list of <see cref="float"/>.</summary>
public sealed class SingleListFormatter : NamedFormatter<List<float>?>
{
    /// <summary>The shared instance.</summary>
    public static readonly SingleListFormatter Instance = new();

    private SingleListFormatter()
        : base(new PrimitiveListFormatter<float, SingleCodec>())
    {
    }
}

/// <summary>Serializes an array of <see cref="ushort"/>.</summary>
public sealed class UInt16ArrayFormatter : NamedFormatter<ushort[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly UInt16ArrayFormatter Instance = new();

    private UInt16ArrayFormatter()
        : base(new PrimitiveArrayFormatter<ushort, UInt16Codec>())
    {
    }
}

/// <summary>Serializes a list of <see cref="ushort"/>.</summary>
public sealed class UInt16ListFormatter : NamedFormatter<List<ushort>?>
{
    /// <summary>The shared instance.</summary>
    public static readonly UInt16ListFormatter Instance = new();

    private UInt16ListFormatter()
        : base(new PrimitiveListFormatter<ushort, UInt16Codec>())
    {
    }
}

/// <summary>Serializes an array of <see cref="uint"/>.</summary>
public sealed class UInt32ArrayFormatter : NamedFormatter<uint[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly UInt32ArrayFormatter Instance = new();

    private UInt32ArrayFormatter()
        : base(new PrimitiveArrayFormatter<uint, UInt32Codec>())
    {
    }
}

/// <summary>Serializes a list of <see cref="uint"/>.</summary>
public sealed class UInt32ListFormatter : NamedFormatter<List<uint>?>
{
    /// <summary>The shared instance.</summary>
    public static readonly UInt32ListFormatter Instance = new();

    private UInt32ListFormatter()
        : base(new PrimitiveListFormatter<uint, UInt32Codec>())
    {
    }
}

/// <summary>Serializes an array of <see cref="ulong"/>.</summary>
public sealed class UInt64ArrayFormatter : NamedFormatter<ulong[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly UInt64ArrayFormatter Instance = new();

    private UInt64ArrayFormatter()
        : base(new PrimitiveArrayFormatter<ulong, UInt64Codec>())
    {
    }
}

/// <summary>Serializes a list of <see cref="ulong"/>.</summary>
public sealed class UInt64ListFormatter : NamedFormatter<List<ulong>?>
{
    /// <summary>The shared instance.</summary>
    public static readonly UInt64ListFormatter Instance = new();

    private UInt64ListFormatter()
        : base(new PrimitiveListFormatter<ulong, UInt64Codec>())
    {
    }
}
