using System.Buffers;
using System.Text;

namespace Hayapack.Tool;

/// <summary>The texts of errors in the input, equal to the Python tool's.</summary>
internal static class FaultText
{
    internal static string TooDeep => $"containers nested deeper than max_depth({Checks.MaximumDepth})";

    /// <param name="name">The name of the error.</param>
    /// <param name="value">The input from the value with the error to the end.</param>
    /// <param name="pending">The number of pending values: those that the enclosing containers still expect.</param>
    internal static string Of(string name, ReadOnlySpan<byte> value, long pending) => name switch
    {
        MessagePackErrorNames.Truncated => Truncated(value, pending),
        MessagePackErrorNames.ReservedByte => "reserved byte c1",
        MessagePackErrorNames.TooDeep => TooDeep,
        MessagePackErrorNames.InvalidUtf8 => NotUtf8(value),
        MessagePackErrorNames.InvalidTimestamp => Timestamp(value),
        MessagePackErrorNames.TooLong => "its JSON is larger than 2 GiB",
        _ => name,
    };

    private static string Truncated(ReadOnlySpan<byte> value, long pending)
    {
        if (value.IsEmpty)
        {
            return "truncated: the input ends where a value is expected";
        }

        MessagePackHeader header = Header(value);
        int left = value.Length;
        string kind = Texts.Format(header.Code);
        int extensionType = header.Type == MessagePackType.Extension ? 1 : 0;
        int width = header.Length - 1 - extensionType;
        if (left < 1 + width)
        {
            return $"truncated {kind}: needs {Texts.Counted(width, "length byte")}, {left - 1} left";
        }

        if (header.IsContainer)
        {
            long values = header.Type == MessagePackType.Map ? header.Count * 2L : header.Count;
            string text = $"truncated {kind}: needs {Texts.Counted(values, "value")}, {Texts.Counted(left - 1 - width, "byte")} left";
            return pending == 0 ? text : text + $"; the enclosing containers need {Texts.Counted(pending, "more value")}";
        }

        return $"truncated {kind}: needs {Texts.Counted(header.PayloadLength + extensionType, "byte")}, {left - 1 - width} left";
    }

    /// <summary>Returns the header of a value that may end inside it: the bytes that are missing are taken as 0.</summary>
    private static MessagePackHeader Header(ReadOnlySpan<byte> value)
    {
        Span<byte> first = stackalloc byte[6];
        first.Clear();
        value[..Math.Min(value.Length, first.Length)].CopyTo(first);
        MessagePackHeader.TryRead(first, out MessagePackHeader header);
        return header;
    }

    private static string Timestamp(ReadOnlySpan<byte> value)
    {
        long length = Header(value).PayloadLength;
        return length is 4 or 8 or 12
            ? "invalid timestamp: more than 999999999 nanoseconds"
            : $"invalid timestamp: the length is {Texts.Counted(length, "byte")}, not 4, 8 or 12";
    }

    private static string NotUtf8(ReadOnlySpan<byte> value)
    {
        MessagePackHeader header = Header(value);
        string reason = ReasonNotUtf8(value.Slice(header.Length, (int)header.PayloadLength), out int at);
        return $"invalid UTF-8: {reason} at byte {at} of the str";
    }

    /// <summary>Describes the first error in text that is not UTF-8 with the words of Python's decoder.</summary>
    internal static string ReasonNotUtf8(ReadOnlySpan<byte> text, out int at)
    {
        at = 0;
        while (Rune.DecodeFromUtf8(text[at..], out _, out int size) == OperationStatus.Done)
        {
            at += size;
        }

        byte first = text[at];
        string reason = "invalid start byte";
        if (first is >= 0xc2 and <= 0xf4)
        {
            int needed = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
            reason = "unexpected end of data";
            for (int i = 1; i <= needed && at + i < text.Length; i++)
            {
                (byte least, byte most) = i > 1 ? ((byte)0x80, (byte)0xbf) : first switch
                {
                    0xe0 => ((byte)0xa0, (byte)0xbf),
                    0xed => ((byte)0x80, (byte)0x9f),
                    0xf0 => ((byte)0x90, (byte)0xbf),
                    0xf4 => ((byte)0x80, (byte)0x8f),
                    _ => ((byte)0x80, (byte)0xbf),
                };
                if (text[at + i] < least || text[at + i] > most)
                {
                    reason = "invalid continuation byte";
                    break;
                }
            }
        }

        return reason;
    }
}
