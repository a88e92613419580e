using System.Buffers;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using System.Text.Unicode;

namespace Hayapack.Json;

/// <summary>Converts one JSON text to one MessagePack message.</summary>
internal ref struct JsonToMessagePack(ReadOnlySpan<byte> json, bool hasTags, int maximumDepth)
{
    /// <summary>The most levels of JSON that one level of MessagePack becomes: {"$map":[[key, value]]}.</summary>
    private const int MostLevels = 3;

    /// <summary>The longest text of an exception of <see cref="Utf8JsonReader"/> that is repeated; it quotes the input.</summary>
    private const int MostQuoted = 200;

    private readonly int maximumDepth = maximumDepth;
    private readonly bool hasTags = hasTags;
    private Utf8JsonReader reader = new(json, Options);
    private nuint stackMark = StackProbe.Mark();

    /// <summary>
    /// Gets the options of all readers. The depth is not limited by the JSON reader, whose exception for it differs from
    /// others only in its text.
    /// </summary>
    internal static JsonReaderOptions Options { get; } = new() { MaxDepth = int.MaxValue };

    /// <summary>Encodes a JSON text. A lone surrogate, which UTF-8 cannot encode, is an error with the offset of its string.</summary>
    internal static byte[] Utf8Of(string text)
    {
        var bytes = new byte[Encoding.UTF8.GetByteCount(text)];
        if (Utf8.FromUtf16(text, bytes, out _, out int written, replaceInvalidSequences: false) == OperationStatus.Done)
        {
            return bytes;
        }

        ReadOnlySpan<byte> before = bytes.AsSpan(0, written);
        var reader = new Utf8JsonReader(before, isFinalBlock: false, new JsonReaderState(Options));
        try
        {
            while (reader.Read())
            {
            }
        }
        catch (JsonException error)
        {
            throw NotJson(error, reader.BytesConsumed);
        }

        int token = (int)reader.BytesConsumed;
        int blank = before[token..].IndexOfAnyExcept(" \t\r\n,:"u8);
        throw blank >= 0 && before[token + blank] == '"'
            ? LoneSurrogate(token + blank)
            : Located(MessagePackErrorNames.InvalidJson, "The text is not JSON: a lone surrogate is not in a string.", written);
    }

    /// <summary>Throws <c>too_deep</c> if no value within the depth limit can have as many levels of JSON.</summary>
    internal static void CheckLevels(int levels, int maximumDepth, long offset)
    {
        if (levels > (maximumDepth * (long)MostLevels) + MostLevels)
        {
            MessagePackReader.ThrowTooDeep(offset, maximumDepth);
        }
    }

    internal void Read(ref MessagePackWriter writer)
    {
        try
        {
            Next();
            Value(ref writer, 0);
            if (reader.Read())
            {
                Bad("there is extra data after the value");
            }
        }
        catch (JsonException error)
        {
            throw NotJson(error, reader.BytesConsumed);
        }
        catch (InvalidOperationException error)
        {
            // Utf8JsonReader throws this for a string with a lone surrogate or invalid UTF-8.
            throw Utf8.IsValid(reader.ValueSpan)
                ? LoneSurrogate(reader.TokenStartIndex, error)
                : Located(MessagePackErrorNames.InvalidJson, error.Message, reader.TokenStartIndex, error);
        }
    }

    /// <summary>Returns the exception for an error of <see cref="Utf8JsonReader"/>.</summary>
    internal static MessagePackSerializationException NotJson(JsonException error, long offset)
    {
        // Utf8JsonReader's texts end with the position, which the offset says, and some with advice on its options.
        string text = error.Message.Split(" LineNumber: ")[0].Replace(" Change the reader options.", "", StringComparison.Ordinal);
        text = text.Length <= MostQuoted ? text : text[..MostQuoted] + "…";
        return Located(MessagePackErrorNames.InvalidJson, "The text is not JSON: " + text, offset, error);
    }

    private static MessagePackSerializationException LoneSurrogate(long offset, Exception? inner = null) =>
        Located(MessagePackErrorNames.LoneSurrogate, "The string has a lone surrogate, which UTF-8 cannot encode.", offset, inner);

    private static MessagePackSerializationException Located(string name, string message, long offset, Exception? inner = null) =>
        new(name, offset, message, inner);

    private void Next()
    {
        if (!reader.Read())
        {
            Bad("the text ends");
        }
    }

    [System.Diagnostics.CodeAnalysis.DoesNotReturn]
    private readonly void Bad(string why) => throw Located(MessagePackErrorNames.InvalidJson, $"The JSON has no form in MessagePack: {why}.", reader.TokenStartIndex);

    private readonly void Expect(JsonTokenType type, string why)
    {
        if (reader.TokenType != type)
        {
            Bad(why);
        }
    }

    private void Value(ref MessagePackWriter writer, int depth)
    {
        switch (reader.TokenType)
        {
            case JsonTokenType.StartObject:
                Object(ref writer, depth);
                break;
            case JsonTokenType.StartArray:
                Enter(depth);
                int start = writer.BeginContainer();
                uint count = 0;
                for (Next(); reader.TokenType != JsonTokenType.EndArray; Next())
                {
                    Value(ref writer, depth + 1);
                    count++;
                }

                writer.EndArray(start, count);
                break;
            case JsonTokenType.String:
                Text(ref writer);
                break;
            case JsonTokenType.Number:
                Number(ref writer);
                break;
            case JsonTokenType.True or JsonTokenType.False:
                writer.Write(reader.TokenType == JsonTokenType.True);
                break;
            default:
                writer.WriteNil();
                break;
        }
    }

    private void Enter(int depth)
    {
        if (depth >= maximumDepth)
        {
            MessagePackReader.ThrowTooDeep(reader.TokenStartIndex, maximumDepth);
        }

        if (StackProbe.IsBelow(stackMark))
        {
            if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            {
                MessagePackReader.ThrowTooDeep(reader.TokenStartIndex, $"The thread's stack has no space for more than {depth} levels of containers.");
            }

            stackMark = StackProbe.Mark();
        }
    }

    private void Object(ref MessagePackWriter writer, int depth)
    {
        Enter(depth);
        Next();
        if (hasTags && reader.TokenType == JsonTokenType.PropertyName && IsTag())
        {
            Tagged(ref writer, depth);
        }
        else
        {
            Entries(ref writer, depth, 0, writer.BeginContainer());
        }
    }

    /// <summary>Converts the entries up to the end of the object. The JSON reader is at the first name, or at the end.</summary>
    private void Entries(ref MessagePackWriter writer, int depth, uint count, int start)
    {
        for (; reader.TokenType != JsonTokenType.EndObject; Next())
        {
            if (hasTags && IsTag())
            {
                Bad("a tag must be the first key of its object");
            }

            Text(ref writer);
            Next();
            Value(ref writer, depth + 1);
            count++;
        }

        writer.EndMap(start, count);
    }

    private readonly bool IsTag() => reader.ValueIsEscaped
        ? JsonTags.IsTag(Encoding.UTF8.GetBytes(reader.GetString()!))
        : JsonTags.IsTag(reader.ValueSpan);

    private readonly void Text(ref MessagePackWriter writer)
    {
        if (reader.ValueIsEscaped)
        {
            writer.Write(reader.GetString());
            return;
        }

        if (!Utf8.IsValid(reader.ValueSpan))
        {
            Bad("a string is not UTF-8");
        }

        writer.WriteString(reader.ValueSpan);
    }

    private readonly void Number(ref MessagePackWriter writer)
    {
        if (reader.ValueSpan.IndexOfAny((byte)'.', (byte)'e', (byte)'E') >= 0)
        {
            if (!reader.TryGetDouble(out double number) || !double.IsFinite(number))
            {
                Bad($"the number {Digits()} is out of range for a float64");
            }

            writer.Write(number);
        }
        else if (reader.TryGetInt64(out long integer))
        {
            writer.Write(integer);
        }
        else if (reader.TryGetUInt64(out ulong large))
        {
            writer.Write(large);
        }
        else
        {
            Bad($"the integer {Digits()} is out of range, {long.MinValue} to {ulong.MaxValue}");
        }
    }

    /// <summary>Returns the number at the reader as it is written, cut at 40 characters.</summary>
    private readonly string Digits()
    {
        const int longest = 40;
        ReadOnlySpan<byte> digits = reader.ValueSpan;
        return digits.Length <= longest ? Encoding.ASCII.GetString(digits) : Encoding.ASCII.GetString(digits[..longest]) + "…";
    }

    private void Tagged(ref MessagePackWriter writer, int depth)
    {
        string tag = reader.GetString()!;
        Next();
        switch (tag)
        {
            case JsonTags.Bytes:
                writer.Write(Base64());
                break;
            case JsonTags.Ext:
                if (reader.TokenType != JsonTokenType.Number || !reader.TryGetInt32(out int code) || code is < sbyte.MinValue or > sbyte.MaxValue)
                {
                    Bad("an ext type is -128 to 127");
                    return;
                }

                Next();
                if (reader.TokenType != JsonTokenType.PropertyName || !reader.ValueTextEquals(JsonTags.Data))
                {
                    Bad("data is expected after $ext");
                }

                Next();
                writer.WriteExtensionFormat(new ExtensionResult((sbyte)code, Base64()));
                break;
            case JsonTags.Timestamp:
                if (!JsonTimes.TryParse(String(), out long seconds, out uint nanoseconds))
                {
                    Bad("a time like 2026-01-02T03:04:05.000000006Z is expected");
                }

                writer.Commit(MessagePackPrimitives.WriteTimestamp(
                    ref writer.Reserve(MessagePackPrimitives.MaxDateTimeSize), seconds, nanoseconds));
                break;
            case JsonTags.Pairs:
                Pairs(ref writer, depth);
                break;
            case JsonTags.Double:
                writer.Write(BitConverter.Int64BitsToDouble((long)Odd(String(), 16, 0x7ff8000000000000, 0x7ff0000000000000, 0xfff0000000000000)));
                break;
            case JsonTags.Single:
                Single(ref writer);
                break;
            case JsonTags.Type:
                Typed(ref writer, depth);
                return;
            default:
                Bad($"{tag} is not the first key");
                break;
        }

        Next();
        if (reader.TokenType != JsonTokenType.EndObject)
        {
            Bad($"an object with {tag} has keys that it cannot have");
        }
    }

    private readonly string String()
    {
        Expect(JsonTokenType.String, "a text is expected");
        return reader.GetString()!;
    }

    private readonly byte[] Base64()
    {
        if (reader.TokenType != JsonTokenType.String || !reader.TryGetBytesFromBase64(out byte[]? bytes))
        {
            Bad("base64 is expected");
            return [];
        }

        return bytes;
    }

    private readonly ulong Odd(string text, int digits, ulong nan, ulong infinity, ulong negative)
    {
        switch (text)
        {
            case "nan": return nan;
            case "inf": return infinity;
            case "-inf": return negative;
        }

        if (!text.StartsWith("0x", StringComparison.Ordinal) || text.Length != digits + 2
            || !ulong.TryParse(text.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong bits))
        {
            Bad("nan, inf, -inf or 0x and the bits are expected");
            return 0;
        }

        return bits;
    }

    private readonly void Single(ref MessagePackWriter writer)
    {
        float value;
        if (reader.TokenType == JsonTokenType.String)
        {
            value = BitConverter.Int32BitsToSingle((int)Odd(reader.GetString()!, 8, 0x7fc00000, 0x7f800000, 0xff800000));
        }
        else
        {
            value = reader.TokenType == JsonTokenType.Number && reader.TryGetDouble(out double number) ? (float)number : float.NaN;
            if (!float.IsFinite(value))
            {
                Bad("a float32 is expected");
            }
        }

        writer.Write(value);
    }

    private void Pairs(ref MessagePackWriter writer, int depth)
    {
        Expect(JsonTokenType.StartArray, "$map needs a list of [key, value]");
        int start = writer.BeginContainer();
        uint count = 0;
        for (Next(); reader.TokenType != JsonTokenType.EndArray; Next())
        {
            Expect(JsonTokenType.StartArray, "$map needs a list of [key, value]");
            for (int i = 0; i < 2; i++)
            {
                Next();
                if (reader.TokenType == JsonTokenType.EndArray)
                {
                    Bad("$map needs a list of [key, value]");
                }

                Value(ref writer, depth + 1);
            }

            Next();
            Expect(JsonTokenType.EndArray, "$map needs a list of [key, value]");
            count++;
        }

        writer.EndMap(start, count);
    }

    private void Typed(ref MessagePackWriter writer, int depth)
    {
        const int HeaderSize = 3;
        int start = writer.BeginExtension(HeaderSize);
        string name = String();
        writer.Write(name);
        Next();
        if (reader.TokenType == JsonTokenType.PropertyName && reader.ValueTextEquals(JsonTags.Value))
        {
            Next();
            Value(ref writer, depth + 1);
            Next();
            Expect(JsonTokenType.EndObject, "an object with $type and $value has no other keys");
        }
        else if (reader.TokenType != JsonTokenType.EndObject || !TypedExtension.IsObject(Encoding.UTF8.GetBytes(name)))
        {
            Enter(depth + 1);
            Entries(ref writer, depth + 1, 0, writer.BeginContainer());
        }

        writer.EndExtension(start, HeaderSize, TypedExtension.Code);
    }
}
