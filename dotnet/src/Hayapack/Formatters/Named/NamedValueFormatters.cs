using System.Numerics;
using System.Text;

namespace Hayapack.Formatters;

/// <summary>Serializes <see cref="DateTime"/> as a timestamp, or nil.</summary>
public sealed class NullableDateTimeFormatter : NamedFormatter<DateTime?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableDateTimeFormatter Instance = new();

    private NullableDateTimeFormatter()
        : base(new NullableFormatter<DateTime>(DateTimeFormatter.Instance))
    {
    }
}

/// <summary>Serializes an array of <see cref="DateTime"/> as timestamps.</summary>
public sealed class DateTimeArrayFormatter : NamedFormatter<DateTime[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly DateTimeArrayFormatter Instance = new();

    private DateTimeArrayFormatter()
        : base(new ElementArrayFormatter<DateTime>(DateTimeFormatter.Instance))
    {
    }
}

/// <summary>Serializes an array of <see cref="string"/>.</summary>
public sealed class NullableStringArrayFormatter : NamedFormatter<string?[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableStringArrayFormatter Instance = new();

    private NullableStringArrayFormatter()
        : base(new ArrayFormatter<string?>())
    {
    }
}

/// <summary>Serializes <see cref="Uri"/> as a string.</summary>
public sealed class UriFormatter : NamedFormatter<Uri?>
{
    /// <summary>The shared instance.</summary>
    public static readonly UriFormatter Instance = new();

    private UriFormatter()
        : base(new AsTextFormatter<Uri>(uri => uri.OriginalString, text => Uri.TryCreate(text, UriKind.RelativeOrAbsolute, out Uri? uri) ? uri : null))
    {
    }
}

/// <summary>Serializes <see cref="Version"/> as a string.</summary>
public sealed class VersionFormatter : NamedFormatter<Version?>
{
    /// <summary>The shared instance.</summary>
    public static readonly VersionFormatter Instance = new();

    private VersionFormatter()
        : base(new AsTextFormatter<Version>(version => version.ToString(), text => Version.TryParse(text, out Version? version) ? version : null))
    {
    }
}

/// <summary>Serializes <see cref="StringBuilder"/> as a string.</summary>
public sealed class StringBuilderFormatter : NamedFormatter<StringBuilder?>
{
    /// <summary>The shared instance.</summary>
    public static readonly StringBuilderFormatter Instance = new();

    private StringBuilderFormatter()
        : base(new AsTextFormatter<StringBuilder>(builder => builder.ToString(), text => new StringBuilder(text)))
    {
    }
}

/// <summary>Serializes <see cref="Vector2"/> as a flat array of its floats.</summary>
public sealed class Vector2Formatter : NamedFormatter<Vector2>
{
    /// <summary>The shared instance.</summary>
    public static readonly Vector2Formatter Instance = new();

    private Vector2Formatter()
        : base(new FloatsFormatter<Vector2>())
    {
    }
}

/// <summary>Serializes <see cref="Vector3"/> as a flat array of its floats.</summary>
public sealed class Vector3Formatter : NamedFormatter<Vector3>
{
    /// <summary>The shared instance.</summary>
    public static readonly Vector3Formatter Instance = new();

    private Vector3Formatter()
        : base(new FloatsFormatter<Vector3>())
    {
    }
}

/// <summary>Serializes <see cref="Vector4"/> as a flat array of its floats.</summary>
public sealed class Vector4Formatter : NamedFormatter<Vector4>
{
    /// <summary>The shared instance.</summary>
    public static readonly Vector4Formatter Instance = new();

    private Vector4Formatter()
        : base(new FloatsFormatter<Vector4>())
    {
    }
}

/// <summary>Serializes <see cref="Quaternion"/> as a flat array of its floats.</summary>
public sealed class QuaternionFormatter : NamedFormatter<Quaternion>
{
    /// <summary>The shared instance.</summary>
    public static readonly QuaternionFormatter Instance = new();

    private QuaternionFormatter()
        : base(new FloatsFormatter<Quaternion>())
    {
    }
}

/// <summary>Serializes <see cref="Matrix3x2"/> as a flat array of its floats.</summary>
public sealed class Matrix3x2Formatter : NamedFormatter<Matrix3x2>
{
    /// <summary>The shared instance.</summary>
    public static readonly Matrix3x2Formatter Instance = new();

    private Matrix3x2Formatter()
        : base(new FloatsFormatter<Matrix3x2>())
    {
    }
}

/// <summary>Serializes <see cref="Matrix4x4"/> as a flat array of its floats.</summary>
public sealed class Matrix4x4Formatter : NamedFormatter<Matrix4x4>
{
    /// <summary>The shared instance.</summary>
    public static readonly Matrix4x4Formatter Instance = new();

    private Matrix4x4Formatter()
        : base(new FloatsFormatter<Matrix4x4>())
    {
    }
}

/// <summary>Serializes <see cref="DateTime"/> as the integer of <see cref="DateTime.ToBinary"/>, which preserves its kind.</summary>
public sealed class NativeDateTimeFormatter : NamedFormatter<DateTime>
{
    /// <summary>The shared instance.</summary>
    public static readonly NativeDateTimeFormatter Instance = new();

    /// <summary>Initializes a new instance of the <see cref="NativeDateTimeFormatter"/> class.</summary>
    public NativeDateTimeFormatter()
        : base(new DateTimeFormatter(TimeForm.Native))
    {
    }
}

/// <summary>Serializes each <see cref="DateTime"/> of an array as the integer of <see cref="DateTime.ToBinary"/>.</summary>
public sealed class NativeDateTimeArrayFormatter : NamedFormatter<DateTime[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NativeDateTimeArrayFormatter Instance = new();

    /// <summary>Initializes a new instance of the <see cref="NativeDateTimeArrayFormatter"/> class.</summary>
    public NativeDateTimeArrayFormatter()
        : base(new ElementArrayFormatter<DateTime>(NativeDateTimeFormatter.Instance))
    {
    }
}

/// <summary>Serializes <see cref="decimal"/> as a bin of its 16 bytes.</summary>
public sealed class NativeDecimalFormatter : NamedFormatter<decimal>
{
    /// <summary>The shared instance.</summary>
    public static readonly NativeDecimalFormatter Instance = new();

    private NativeDecimalFormatter()
        : base(new DecimalFormatter(native: true))
    {
    }
}

/// <summary>Serializes <see cref="Guid"/> as a bin of its 16 bytes.</summary>
public sealed class NativeGuidFormatter : NamedFormatter<Guid>
{
    /// <summary>The shared instance.</summary>
    public static readonly NativeGuidFormatter Instance = new();

    private NativeGuidFormatter()
        : base(new GuidFormatter(native: true))
    {
    }
}
