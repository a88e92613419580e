using System.Buffers;
using System.Text;
using Hayapack.Checking;
using Hayapack.Compression;

namespace Hayapack.Tool;

/// <summary>Finds the ends of messages, validates them, and decompresses LZ4 messages.</summary>
internal static class Messages
{
    private const int Lz4Limit = 1 << 30;

    /// <summary>Returns the offset after the message. Validates only its structure; returns -1 if that is malformed.</summary>
    internal static int End(byte[] bytes, int at) => Structure(bytes.AsSpan(at)) is { Fault: null } found ? at + found.Length : -1;

    private static (int Length, MessagePackSerializationException? Fault) Structure(ReadOnlySpan<byte> bytes)
    {
        var reader = new MessagePackReader(bytes);
        try
        {
            reader.Skip();
            return ((int)reader.Consumed, null);
        }
        catch (MessagePackSerializationException fault)
        {
            return (0, fault);
        }
    }

    /// <summary>Validates the structure and content of a message.</summary>
    /// <param name="bytes">The input.</param>
    /// <param name="at">The offset of the message.</param>
    /// <param name="number">The index of the message, from 0.</param>
    /// <param name="outer">A prefix for the text of an error.</param>
    /// <returns>The offset after the message.</returns>
    /// <exception cref="StopException">The message is not valid.</exception>
    internal static int Check(ReadOnlySpan<byte> bytes, int at, int number, string outer = "")
    {
        // Malformed structure is reported before errors in the content of values, unless the input is truncated.
        bool isBroken = Structure(bytes[at..]).Fault is { ErrorName: not MessagePackErrorNames.Truncated };
        var start = new MessagePackReader(bytes[at..]);
        var walk = new MessageWalk(start, MessagePackLimits.Default with { IsStructureOnly = isBroken }, stackalloc MessageWalk.Frame[32]);
        try
        {
            if (walk.Walk() is not { } fault)
            {
                return at + (int)walk.Offset;
            }

            string words = FaultText.Of(fault.ErrorName, bytes[(at + (int)fault.Offset)..], walk.Pending);
            throw new StopException($"{outer}byte {at + fault.Offset}: {words}, at {walk.Path(start)}{Texts.Numbered(number)}");
        }
        finally
        {
            walk.Dispose();
        }
    }

    /// <summary>Returns the decompressed and validated content of an LZ4 message; null for any other message.</summary>
    internal static byte[]? Opened(byte[] bytes, int at, int end, int number)
    {
        var reader = new MessagePackReader(bytes.AsSpan(at, end - at));
        if (Lz4Frame.Detect(reader) == MessagePackCompression.None)
        {
            return null;
        }

        byte[]? rented = null;
        try
        {
            int length = Lz4Reading.Decompress(ref reader, Lz4Limit, BlockWork.Threads(-1), out rented);
            if (rented is null)
            {
                return null;
            }

            byte[] content = rented.AsSpan(0, length).ToArray();
            string outer = $"byte {at}: in its LZ4 content, ";
            int whole = Check(content, 0, number, outer);
            return whole == length
                ? content
                : throw new StopException($"{outer}byte {whole}: extra data after one whole value, at ${Texts.Numbered(number)}");
        }
        catch (MessagePackSerializationException) when (!IsSurelyLz4(bytes.AsSpan(at, end - at)))
        {
            return null;
        }
        catch (MessagePackSerializationException fault)
        {
            string words = fault.ErrorName == MessagePackErrorNames.Lz4Limit ? "LZ4 content is too large" : "invalid LZ4: it does not decompress to the declared size";
            throw new StopException($"byte {at + fault.Offset}: {words} (--no-lz4 shows the ext value), at {fault.Path ?? "$"}{Texts.Numbered(number)}");
        }
        finally
        {
            if (rented is not null)
            {
                ArrayPool<byte>.Shared.Return(rented);
            }
        }
    }

    /// <summary>
    /// Returns whether a message that cannot be decompressed is damaged LZ4 and not another program's ext: it has all the
    /// headers of an LZ4 message.
    /// </summary>
    private static bool IsSurelyLz4(ReadOnlySpan<byte> message)
    {
        var reader = new MessagePackReader(message);
        if (reader.NextMessagePackType == MessagePackType.Extension)
        {
            ExtensionHeader header = reader.ReadExtensionFormatHeader();
            return header.Length > 5 && reader.NextCode == MessagePackCode.Int32;
        }

        int count = reader.ReadArrayHeader();
        long end = reader.ReadExtensionFormatHeader() is var sizes ? reader.Consumed + sizes.Length : 0;
        while (reader.Consumed < end)
        {
            if (reader.NextMessagePackType != MessagePackType.Integer)
            {
                return false;
            }

            reader.Skip();
        }

        for (int i = 1; i < count; i++)
        {
            if (reader.NextMessagePackType != MessagePackType.Binary)
            {
                return false;
            }

            reader.Skip();
        }

        return true;
    }
}

/// <summary>The texts of errors in the input, equal to the Python tool's.</summary>
internal static class FaultText
{
    /// <param name="name">The name of the error.</param>
    /// <param name="value">The input from the value with the error to the end.</param>
    /// <param name="pending">The number of pending values: those that the enclosing containers still expect.</param>
    internal static string Of(string name, ReadOnlySpan<byte> value, long pending) => name switch
    {
        MessagePackErrorNames.Truncated => Truncated(value, pending),
        MessagePackErrorNames.ReservedByte => "reserved byte c1",
        MessagePackErrorNames.TooDeep => "containers nested deeper than max_depth",
        MessagePackErrorNames.InvalidUtf8 => NotUtf8(value),
        MessagePackErrorNames.InvalidTimestamp => Timestamp(value),
        _ => name,
    };

    private static string Truncated(ReadOnlySpan<byte> value, long pending)
    {
        if (value.IsEmpty)
        {
            return "truncated: the input ends where a value is expected";
        }

        byte code = value[0];
        int left = value.Length;
        string kind = Forms.Of(code);
        if (code is >= MessagePackCode.Float32 and <= MessagePackCode.FixExt16)
        {
            int size = code switch
            {
                MessagePackCode.Float32 => 4,
                MessagePackCode.Float64 => 8,
                >= MessagePackCode.FixExt1 => 1 + (1 << (code - MessagePackCode.FixExt1)),
                _ => 1 << ((code - MessagePackCode.UInt8) & 3),
            };
            return $"truncated {kind}: needs {Texts.Counted(size, "byte")}, {left - 1} left";
        }

        int width = Forms.LengthWidth(code);
        if (left < 1 + width)
        {
            return $"truncated {kind}: needs {Texts.Counted(width, "length byte")}, {left - 1} left";
        }

        long length = Forms.Length(value);
        if (MessagePackCode.ToMessagePackType(code) is MessagePackType.Array or MessagePackType.Map)
        {
            long values = MessagePackCode.ToMessagePackType(code) == MessagePackType.Map ? length * 2 : length;
            string text = $"truncated {kind}: needs {Texts.Counted(values, "value")}, {Texts.Counted(left - 1 - width, "byte")} left";
            return pending == 0 ? text : text + $"; the enclosing containers need {Texts.Counted(pending, "more value")}";
        }

        bool hasCode = code is >= MessagePackCode.Ext8 and <= MessagePackCode.Ext32;
        return $"truncated {kind}: needs {Texts.Counted(length + (hasCode ? 1 : 0), "byte")}, {left - 1 - width} left";
    }

    private static string Timestamp(ReadOnlySpan<byte> value)
    {
        long length = value[0] is >= MessagePackCode.FixExt1 and <= MessagePackCode.FixExt16 ? 1 << (value[0] - MessagePackCode.FixExt1) : Forms.Length(value);
        return length is 4 or 8 or 12
            ? "invalid timestamp: more than 999999999 nanoseconds"
            : $"invalid timestamp: the length is {Texts.Counted(length, "byte")}, not 4, 8 or 12";
    }

    /// <summary>Describes invalid UTF-8 with the texts of Python's decoder.</summary>
    private static string NotUtf8(ReadOnlySpan<byte> value)
    {
        ReadOnlySpan<byte> text = value.Slice(1 + Forms.LengthWidth(value[0]), (int)Forms.Length(value));
        int at = 0;
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

        return $"invalid UTF-8: {reason} at byte {at} of the str";
    }
}

/// <summary>The encodings of values, by format byte.</summary>
internal static class Forms
{
    internal static string Of(byte code) => code switch
    {
        <= MessagePackCode.MaxFixInt or >= MessagePackCode.MinNegativeFixInt => "fixint",
        MessagePackCode.False or MessagePackCode.True => "bool",
        _ => MessagePackCode.ToFormatName(code).Replace(" ", "", StringComparison.Ordinal),
    };

    /// <summary>Returns the number of bytes of the length or count that follows the format byte.</summary>
    internal static int LengthWidth(byte code) => code switch
    {
        MessagePackCode.Bin8 or MessagePackCode.Ext8 or MessagePackCode.Str8 => 1,
        MessagePackCode.Bin16 or MessagePackCode.Ext16 or MessagePackCode.Str16 or MessagePackCode.Array16 or MessagePackCode.Map16 => 2,
        MessagePackCode.Bin32 or MessagePackCode.Ext32 or MessagePackCode.Str32 or MessagePackCode.Array32 or MessagePackCode.Map32 => 4,
        _ => 0,
    };

    /// <summary>Returns the declared length or count of a str, bin, ext8 to ext32, array or map.</summary>
    internal static long Length(ReadOnlySpan<byte> value)
    {
        int width = LengthWidth(value[0]);
        if (width == 0)
        {
            return value[0] >= MessagePackCode.MinFixStr ? value[0] & 31 : value[0] & 15;
        }

        long length = 0;
        foreach (byte one in value.Slice(1, width))
        {
            length = (length << 8) | one;
        }

        return length;
    }
}
