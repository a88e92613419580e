namespace Hayapack.Formatters;

/// <summary>Writes <see cref="byte"/> in the width of its type. Reads all widths.</summary>
public sealed class ForceByteBlockFormatter : NamedFormatter<byte>
{
    /// <summary>The shared instance.</summary>
    public static readonly ForceByteBlockFormatter Instance = new();

    private ForceByteBlockFormatter()
        : base(ForcedFormatters.Of<byte>())
    {
    }
}

/// <summary>Writes <see cref="byte"/> in the width of its type, or nil. Reads all widths.</summary>
public sealed class NullableForceByteBlockFormatter : NamedFormatter<byte?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableForceByteBlockFormatter Instance = new();

    private NullableForceByteBlockFormatter()
        : base(new NullableFormatter<byte>(ForcedFormatters.Of<byte>()))
    {
    }
}

/// <summary>Writes <see cref="short"/> in the width of its type. Reads all widths.</summary>
public sealed class ForceInt16BlockFormatter : NamedFormatter<short>
{
    /// <summary>The shared instance.</summary>
    public static readonly ForceInt16BlockFormatter Instance = new();

    private ForceInt16BlockFormatter()
        : base(ForcedFormatters.Of<short>())
    {
    }
}

/// <summary>Writes <see cref="short"/> in the width of its type, or nil. Reads all widths.</summary>
public sealed class NullableForceInt16BlockFormatter : NamedFormatter<short?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableForceInt16BlockFormatter Instance = new();

    private NullableForceInt16BlockFormatter()
        : base(new NullableFormatter<short>(ForcedFormatters.Of<short>()))
    {
    }
}

/// <summary>Writes each <see cref="short"/> of an array in the width of its type. Reads all widths.</summary>
public sealed class ForceInt16BlockArrayFormatter : NamedFormatter<short[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly ForceInt16BlockArrayFormatter Instance = new();

    private ForceInt16BlockArrayFormatter()
        : base(new ElementArrayFormatter<short>(ForcedFormatters.Of<short>()))
    {
    }
}

/// <summary>Writes <see cref="int"/> in the width of its type. Reads all widths.</summary>
public sealed class ForceInt32BlockFormatter : NamedFormatter<int>
{
    /// <summary>The shared instance.</summary>
    public static readonly ForceInt32BlockFormatter Instance = new();

    private ForceInt32BlockFormatter()
        : base(ForcedFormatters.Of<int>())
    {
    }
}

/// <summary>Writes <see cref="int"/> in the width of its type, or nil. Reads all widths.</summary>
public sealed class NullableForceInt32BlockFormatter : NamedFormatter<int?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableForceInt32BlockFormatter Instance = new();

    private NullableForceInt32BlockFormatter()
        : base(new NullableFormatter<int>(ForcedFormatters.Of<int>()))
    {
    }
}

/// <summary>Writes each <see cref="int"/> of an array in the width of its type. Reads all widths.</summary>
public sealed class ForceInt32BlockArrayFormatter : NamedFormatter<int[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly ForceInt32BlockArrayFormatter Instance = new();

    private ForceInt32BlockArrayFormatter()
        : base(new ElementArrayFormatter<int>(ForcedFormatters.Of<int>()))
    {
    }
}

/// <summary>Writes <see cref="long"/> in the width of its type. Reads all widths.</summary>
public sealed class ForceInt64BlockFormatter : NamedFormatter<long>
{
    /// <summary>The shared instance.</summary>
    public static readonly ForceInt64BlockFormatter Instance = new();

    private ForceInt64BlockFormatter()
        : base(ForcedFormatters.Of<long>())
    {
    }
}

/// <summary>Writes <see cref="long"/> in the width of its type, or nil. Reads all widths.</summary>
public sealed class NullableForceInt64BlockFormatter : NamedFormatter<long?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableForceInt64BlockFormatter Instance = new();

    private NullableForceInt64BlockFormatter()
        : base(new NullableFormatter<long>(ForcedFormatters.Of<long>()))
    {
    }
}

/// <summary>Writes each <see cref="long"/> of an array in the width of its type. Reads all widths.</summary>
public sealed class ForceInt64BlockArrayFormatter : NamedFormatter<long[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly ForceInt64BlockArrayFormatter Instance = new();

    private ForceInt64BlockArrayFormatter()
        : base(new ElementArrayFormatter<long>(ForcedFormatters.Of<long>()))
    {
    }
}

/// <summary>Writes <see cref="sbyte"/> in the width of its type. Reads all widths.</summary>
public sealed class ForceSByteBlockFormatter : NamedFormatter<sbyte>
{
    /// <summary>The shared instance.</summary>
    public static readonly ForceSByteBlockFormatter Instance = new();

    private ForceSByteBlockFormatter()
        : base(ForcedFormatters.Of<sbyte>())
    {
    }
}

/// <summary>Writes <see cref="sbyte"/> in the width of its type, or nil. Reads all widths.</summary>
public sealed class NullableForceSByteBlockFormatter : NamedFormatter<sbyte?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableForceSByteBlockFormatter Instance = new();

    private NullableForceSByteBlockFormatter()
        : base(new NullableFormatter<sbyte>(ForcedFormatters.Of<sbyte>()))
    {
    }
}

/// <summary>Writes each <see cref="sbyte"/> of an array in the width of its type. Reads all widths.</summary>
public sealed class ForceSByteBlockArrayFormatter : NamedFormatter<sbyte[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly ForceSByteBlockArrayFormatter Instance = new();

    private ForceSByteBlockArrayFormatter()
        : base(new ElementArrayFormatter<sbyte>(ForcedFormatters.Of<sbyte>()))
    {
    }
}

/// <summary>Writes <see cref="ushort"/> in the width of its type. Reads all widths.</summary>
public sealed class ForceUInt16BlockFormatter : NamedFormatter<ushort>
{
    /// <summary>The shared instance.</summary>
    public static readonly ForceUInt16BlockFormatter Instance = new();

    private ForceUInt16BlockFormatter()
        : base(ForcedFormatters.Of<ushort>())
    {
    }
}

/// <summary>Writes <see cref="ushort"/> in the width of its type, or nil. Reads all widths.</summary>
public sealed class NullableForceUInt16BlockFormatter : NamedFormatter<ushort?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableForceUInt16BlockFormatter Instance = new();

    private NullableForceUInt16BlockFormatter()
        : base(new NullableFormatter<ushort>(ForcedFormatters.Of<ushort>()))
    {
    }
}

/// <summary>Writes each <see cref="ushort"/> of an array in the width of its type. Reads all widths.</summary>
public sealed class ForceUInt16BlockArrayFormatter : NamedFormatter<ushort[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly ForceUInt16BlockArrayFormatter Instance = new();

    private ForceUInt16BlockArrayFormatter()
        : base(new ElementArrayFormatter<ushort>(ForcedFormatters.Of<ushort>()))
    {
    }
}

/// <summary>Writes <see cref="uint"/> in the width of its type. Reads all widths.</summary>
public sealed class ForceUInt32BlockFormatter : NamedFormatter<uint>
{
    /// <summary>The shared instance.</summary>
    public static readonly ForceUInt32BlockFormatter Instance = new();

    private ForceUInt32BlockFormatter()
        : base(ForcedFormatters.Of<uint>())
    {
    }
}

/// <summary>Writes <see cref="uint"/> in the width of its type, or nil. Reads all widths.</summary>
public sealed class NullableForceUInt32BlockFormatter : NamedFormatter<uint?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableForceUInt32BlockFormatter Instance = new();

    private NullableForceUInt32BlockFormatter()
        : base(new NullableFormatter<uint>(ForcedFormatters.Of<uint>()))
    {
    }
}

/// <summary>Writes each <see cref="uint"/> of an array in the width of its type. Reads all widths.</summary>
public sealed class ForceUInt32BlockArrayFormatter : NamedFormatter<uint[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly ForceUInt32BlockArrayFormatter Instance = new();

    private ForceUInt32BlockArrayFormatter()
        : base(new ElementArrayFormatter<uint>(ForcedFormatters.Of<uint>()))
    {
    }
}

/// <summary>Writes <see cref="ulong"/> in the width of its type. Reads all widths.</summary>
public sealed class ForceUInt64BlockFormatter : NamedFormatter<ulong>
{
    /// <summary>The shared instance.</summary>
    public static readonly ForceUInt64BlockFormatter Instance = new();

    private ForceUInt64BlockFormatter()
        : base(ForcedFormatters.Of<ulong>())
    {
    }
}

/// <summary>Writes <see cref="ulong"/> in the width of its type, or nil. Reads all widths.</summary>
public sealed class NullableForceUInt64BlockFormatter : NamedFormatter<ulong?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableForceUInt64BlockFormatter Instance = new();

    private NullableForceUInt64BlockFormatter()
        : base(new NullableFormatter<ulong>(ForcedFormatters.Of<ulong>()))
    {
    }
}

/// <summary>Writes each <see cref="ulong"/> of an array in the width of its type. Reads all widths.</summary>
public sealed class ForceUInt64BlockArrayFormatter : NamedFormatter<ulong[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly ForceUInt64BlockArrayFormatter Instance = new();

    private ForceUInt64BlockArrayFormatter()
        : base(new ElementArrayFormatter<ulong>(ForcedFormatters.Of<ulong>()))
    {
    }
}
