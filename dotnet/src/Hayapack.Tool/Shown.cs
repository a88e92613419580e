using System.Globalization;
using System.Text;
using Hayapack.Json;

namespace Hayapack.Tool;

/// <summary>Formats values for inspect, shortened to one line.</summary>
internal static class Shown
{
    private const int MostRunes = 60;

    internal static string Of(ReadOnlySpan<byte> value, int header, Head head, ReadOnlySpan<byte> typeName)
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
                return Texts.Counted(head.Payload, "byte");
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

        Span<byte> text = stackalloc byte[32];
        int size = JsonNumbers.Relaid(Encoding.ASCII.GetBytes(number.ToString("R", CultureInfo.InvariantCulture)), text, isRepr: true);
        return Encoding.ASCII.GetString(text[..size]);
    }

    private static string Extension(ReadOnlySpan<byte> value, int header, Head head, ReadOnlySpan<byte> typeName)
    {
        if (head.ExtensionType == -1)
        {
            try
            {
                long seconds = new MessagePackReader(value).ReadTimestamp(out uint nanoseconds);
                return JsonTimes.Text(seconds, nanoseconds);
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

        string word = head.ExtensionType switch { 98 => " (LZ4 sizes)", 99 => " (LZ4 block)", _ => "" };
        return $"ext {head.ExtensionType}{word}, {Texts.Counted(head.Payload, "byte")}";
    }

    /// <summary>Formats a str as a JSON string; bytes that are not UTF-8 become \xNN, which is not JSON.</summary>
    private static string Quoted(ReadOnlySpan<byte> payload)
    {
        var text = new StringBuilder("\"");
        int runes = 0;
        Span<byte> space = stackalloc byte[12];
        while (!payload.IsEmpty && runes++ < 2 * MostRunes)
        {
            if (Rune.DecodeFromUtf8(payload, out Rune rune, out int size) != System.Buffers.OperationStatus.Done)
            {
                text.Append(CultureInfo.InvariantCulture, $"\\x{payload[0]:x2}");
                payload = payload[1..];
                continue;
            }

            if (rune.Value < 0x20 || rune.Value is '"' or '\\')
            {
                JsonEscapes.Write(payload, space, out int written);
                text.Append(Encoding.ASCII.GetString(space[..written]));
            }
            else
            {
                text.Append(Texts.Line(rune.ToString()));
            }

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
    internal static long Spare(ReadOnlySpan<byte> value, int header, Head head) => head.Type switch
    {
        MessagePackType.Integer => value.Length - IntegerSize(value),
        MessagePackType.Extension when head.ExtensionType == -1 => value.Length - TimestampSize(value[header..]),
        MessagePackType.Extension => header - MessagePackPrimitives.ExtensionHeaderSize(head.Payload),
        MessagePackType.String => header - (head.Payload <= 31 ? 1 : Wide(head.Payload)),
        MessagePackType.Binary => header - Wide(head.Payload),
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
