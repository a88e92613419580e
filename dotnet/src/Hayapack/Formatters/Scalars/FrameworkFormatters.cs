using System.Globalization;
using System.Net;
using System.Text;

namespace Hayapack.Formatters;

/// <summary>The formatters of small types of .NET that MessagePack-CSharp has none for.</summary>
internal static class FrameworkFormatters
{
    /// <summary>As text, such as <c>10.0.0.1</c> or <c>fe80::1%2</c>. IPv4 only in this form: others have octal or hexadecimal parts.</summary>
    internal static AsTextFormatter<IPAddress> Address() => new(
        static address => address.ToString(),
        static text => IPAddress.TryParse(text, out IPAddress? address) && (text.Contains(':', StringComparison.Ordinal) || address.ToString() == text) ? address : null);

    /// <summary>As text, such as <c>10.0.0.1:80</c> or <c>[::1]:80</c>.</summary>
    internal static AsTextFormatter<IPEndPoint> EndPoint() => new(
        static point => point.ToString(),
        static text => IPEndPoint.TryParse(text, out IPEndPoint? point) && (text.StartsWith('[') || point.ToString() == text) ? point : null);

    /// <summary>As its name; the invariant culture has none.</summary>
    internal static AsTextFormatter<CultureInfo> Culture() => new(static culture => culture.Name, static text => Found(text, name => CultureInfo.GetCultureInfo(name, predefinedOnly: true)));

    /// <summary>As its registered name, such as <c>utf-8</c>.</summary>
    internal static AsTextFormatter<Encoding> Encodings() => new(static encoding => encoding.WebName, static text => Found(text, Encoding.GetEncoding));

    /// <summary>As its identifier, such as <c>Europe/Vienna</c>. It must be known where it is read.</summary>
    internal static AsTextFormatter<TimeZoneInfo> Zone() => new(
        static zone => zone.Id, static text => TimeZoneInfo.TryFindSystemTimeZoneById(text, out TimeZoneInfo? zone) ? zone : null);

    private static T? Found<T>(string name, Func<string, T> find)
        where T : class
    {
        try
        {
            return find(name);
        }
        catch (Exception error) when (error is ArgumentException or NotSupportedException)
        {
            return null;
        }
    }
}

/// <summary>Serializes <c>nint</c> as an integer. On a 32-bit processor larger ones are <c>int_range</c>.</summary>
internal sealed class NativeIntegerFormatter : IMessagePackFormatter<nint>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, nint value, MessagePackSerializerOptions options) => writer.Write((long)value);

    /// <inheritdoc/>
    public nint Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        nint.Size == sizeof(int) ? reader.ReadInt32() : (nint)reader.ReadInt64();
}

/// <summary>Serializes <c>nuint</c> as an integer. On a 32-bit processor larger ones are <c>int_range</c>.</summary>
internal sealed class NativeUnsignedFormatter : IMessagePackFormatter<nuint>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, nuint value, MessagePackSerializerOptions options) => writer.Write((ulong)value);

    /// <inheritdoc/>
    public nuint Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        nuint.Size == sizeof(int) ? reader.ReadUInt32() : (nuint)reader.ReadUInt64();
}

/// <summary>Serializes <see cref="Index"/> as text: <c>3</c>, or <c>^3</c> from the end.</summary>
internal sealed class IndexFormatter : IMessagePackFormatter<Index>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Index value, MessagePackSerializerOptions options) => writer.Write(value.ToString());

    /// <inheritdoc/>
    public Index Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        if (!TryParse(reader.ReadString(), out Index index))
        {
            MessagePackReader.ThrowInvalidValue(start, "The text is not an index, such as 3 or ^3.");
        }

        return index;
    }

    internal static bool TryParse(ReadOnlySpan<char> text, out Index index)
    {
        bool isFromEnd = text.StartsWith('^');
        bool isNumber = int.TryParse(isFromEnd ? text[1..] : text, NumberStyles.None, CultureInfo.InvariantCulture, out int value);
        index = isNumber ? new Index(value, isFromEnd) : default;
        return isNumber;
    }
}

/// <summary>Serializes <see cref="Range"/> as text, such as <c>1..^2</c>.</summary>
internal sealed class RangeFormatter : IMessagePackFormatter<Range>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Range value, MessagePackSerializerOptions options) => writer.Write(value.ToString());

    /// <inheritdoc/>
    public Range Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        ReadOnlySpan<char> text = reader.ReadString();
        int dots = text.IndexOf("..", StringComparison.Ordinal);
        if (dots < 0 || !IndexFormatter.TryParse(text[..dots], out Index first) || !IndexFormatter.TryParse(text[(dots + 2)..], out Index end))
        {
            MessagePackReader.ThrowInvalidValue(start, "The text is not a range, such as 1..^2.");
            return default;
        }

        return new Range(first, end);
    }
}
