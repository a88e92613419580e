using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;

namespace Hayapack.Tool;

/// <summary>Formats values for inspect, shortened to one line.</summary>
internal static class Shown
{
    private const int MostRunes = 60;

    /// <summary>Control characters other than tab, LF and CR. Without them many numbers would be text, zeros for example.</summary>
    private static readonly SearchValues<byte> NotText = SearchValues.Create(
        [.. Enumerable.Range(0, 0x20).Append(0x7f).Select(one => (byte)one).Except("\t\n\r"u8.ToArray())]);

    internal static string Of(ReadOnlySpan<byte> value, int header, MessagePackHeader head, ReadOnlySpan<byte> typeName)
    {
        switch (head.Type)
        {
            case MessagePackType.String:
                return Short(Quoted(value[header..]));
            case MessagePackType.Array:
                return $"{head.Count} {(head.Count == 1 ? "element" : "elements")}";
            case MessagePackType.Map:
                return $"{head.Count} {(head.Count == 1 ? "entry" : "entries")}";
            case MessagePackType.Binary:
                return Binary(value[header..]);
            case MessagePackType.Nil:
                return "null";
            case MessagePackType.Boolean:
                return value[0] == MessagePackCode.True ? "true" : "false";
            case MessagePackType.Integer:
                return Integer(value);
            case MessagePackType.Float:
                return Float(value);
            default:
                return Extension(value, header, head, typeName);
        }
    }

    internal static string Integer(ReadOnlySpan<byte> value)
    {
        var reader = new MessagePackReader(value);
        return reader.NextCode == MessagePackCode.UInt64
            ? reader.ReadUInt64().ToString(CultureInfo.InvariantCulture)
            : reader.ReadInt64().ToString(CultureInfo.InvariantCulture);
    }

    private static string Float(ReadOnlySpan<byte> value)
    {
        double number = new MessagePackReader(value).ReadDouble();
        if (!double.IsFinite(number))
        {
            return double.IsNaN(number) ? "nan" : number > 0 ? "inf" : "-inf";
        }

        // As Python's repr(): an exponent from 1e16 on, and below 0.0001. .NET writes one from 1e17 on, and below 0.0001.
        string text = number.ToString("R", CultureInfo.InvariantCulture).Replace('E', 'e');
        if (text.Contains('e', StringComparison.Ordinal) || text.Contains('.', StringComparison.Ordinal))
        {
            return text;
        }

        if (Math.Abs(number) < 1e16)
        {
            return text + ".0";
        }

        int first = number < 0 ? 2 : 1;
        string rest = text[first..].TrimEnd('0');
        return $"{text[..first]}{(rest.Length > 0 ? "." : "")}{rest}e+16";
    }

    private static string Extension(ReadOnlySpan<byte> value, int header, MessagePackHeader head, ReadOnlySpan<byte> typeName)
    {
        if (head.ExtensionTypeCode == -1)
        {
            try
            {
                using var json = JsonDocument.Parse(MessagePackSerializer.ConvertToJson(value.ToArray(), MessagePackJsonForm.Lossless));
                return json.RootElement.GetProperty("$timestamp").GetString()!;
            }
            catch (MessagePackSerializationException)
            {
                return "not a valid timestamp";
            }
        }

        if (!typeName.IsEmpty)
        {
            return Texts.Line($"typeless {new MessagePackReader(typeName).ReadString()}");
        }

        string word = head.ExtensionTypeCode switch { 98 => " (LZ4 sizes)", 99 => " (LZ4 block)", _ => "" };
        return $"ext {head.ExtensionTypeCode}{word}, {Texts.Counted(head.PayloadLength, "byte")}";
    }

    /// <summary>Formats a bin: its size, and its content if that is probably text.</summary>
    private static string Binary(ReadOnlySpan<byte> payload)
    {
        string size = Texts.Counted(payload.Length, "byte");
        bool isText = !payload.IsEmpty && !payload.ContainsAny(NotText) && System.Text.Unicode.Utf8.IsValid(payload);
        return isText ? $"{size}: {Short(Quoted(payload))}" : size;
    }

    /// <summary>Formats a str as a JSON string; bytes that are not UTF-8 become \xNN, which is not JSON.</summary>
    private static string Quoted(ReadOnlySpan<byte> payload)
    {
        var text = new StringBuilder("\"");
        int runes = 0;
        while (!payload.IsEmpty && runes++ < 2 * MostRunes)
        {
            if (Rune.DecodeFromUtf8(payload, out Rune rune, out int size) != System.Buffers.OperationStatus.Done)
            {
                text.Append(CultureInfo.InvariantCulture, $"\\x{payload[0]:x2}");
                payload = payload[1..];
                continue;
            }

            text.Append(rune.Value switch
            {
                '"' => "\\\"",
                '\\' => "\\\\",
                '\b' => "\\b",
                '\t' => "\\t",
                '\n' => "\\n",
                '\f' => "\\f",
                '\r' => "\\r",
                < 0x20 => string.Create(CultureInfo.InvariantCulture, $"\\u{rune.Value:x4}"),
                _ => Texts.Line(rune.ToString()),
            });
            payload = payload[size..];
        }

        return text.Append('"').ToString();
    }

    private static string Short(string text)
    {
        int runes = 0;
        foreach (Rune _ in text.EnumerateRunes())
        {
            runes++;
        }

        return runes <= MostRunes ? text : string.Concat(text.EnumerateRunes().Take(MostRunes - 1).Select(rune => rune.ToString())) + "…";
    }
}

/// <summary>Compares encodings with the shortest form.</summary>
internal static class Wasteful
{
    /// <summary>Returns the number of bytes that the shortest form of the value would save.</summary>
    internal static long Spare(ReadOnlySpan<byte> value, int header, MessagePackHeader head) => head.Type switch
    {
        MessagePackType.Integer => value.Length - IntegerSize(value),
        MessagePackType.Extension when head.ExtensionTypeCode == -1 => value.Length - TimestampSize(value[header..]),
        MessagePackType.Extension => header - (head.PayloadLength is 1 or 2 or 4 or 8 or 16 ? 2 : 1 + Wide(head.PayloadLength)),
        MessagePackType.String => header - (head.PayloadLength <= 31 ? 1 : Wide(head.PayloadLength)),
        MessagePackType.Binary => header - Wide(head.PayloadLength),
        MessagePackType.Array or MessagePackType.Map => header - (head.Count <= 15 ? 1 : head.Count <= ushort.MaxValue ? 3 : 5),
        _ => 0,
    };

    private static int Wide(uint length) => length <= byte.MaxValue ? 2 : length <= ushort.MaxValue ? 3 : 5;

    private static int IntegerSize(ReadOnlySpan<byte> value)
    {
        Span<byte> shortest = stackalloc byte[9];
        var reader = new MessagePackReader(value);
        return reader.NextCode == MessagePackCode.UInt64
            ? MessagePackPrimitives.WriteUInt64(ref shortest[0], reader.ReadUInt64())
            : MessagePackPrimitives.WriteInt64(ref shortest[0], reader.ReadInt64());
    }

    private static int TimestampSize(ReadOnlySpan<byte> payload)
    {
        if (payload.Length is not (4 or 8 or 12))
        {
            return 2 + payload.Length;
        }

        long seconds = payload.Length switch
        {
            4 => System.Buffers.Binary.BinaryPrimitives.ReadUInt32BigEndian(payload),
            8 => System.Buffers.Binary.BinaryPrimitives.ReadInt64BigEndian(payload) & 0x3_FFFF_FFFF,
            _ => System.Buffers.Binary.BinaryPrimitives.ReadInt64BigEndian(payload[4..]),
        };
        ulong nanoseconds = payload.Length switch
        {
            4 => 0,
            8 => System.Buffers.Binary.BinaryPrimitives.ReadUInt64BigEndian(payload) >> 34,
            _ => System.Buffers.Binary.BinaryPrimitives.ReadUInt32BigEndian(payload),
        };
        return (seconds >> 34) != 0 ? 15 : nanoseconds > 0 || (seconds >> 32) != 0 ? 10 : 6;
    }
}
