using System.Buffers;
using System.Globalization;
using System.Text;
using Hayapack;
using Hayapack.Formatters;
using Hayapack.Resolvers;

namespace Matrix;

/// <summary>A value as tokens, serialized by <see cref="TokensFormatter"/>.</summary>
/// <param name="Words">The tokens.</param>
internal sealed record Tokens(string[] Words);

/// <summary>Converts tokens to messages, and messages to tokens by deserializing them as <c>object</c>.</summary>
internal static class Values
{
    private static readonly MessagePackSerializerOptions Deep = MessagePackSerializerOptions.Standard.WithSecurity(
        MessagePackSecurity.UntrustedData.WithMaximumObjectGraphDepth(MessagePackLimits.Default.MaximumDepth));

    private static readonly MessagePackSerializerOptions Writing = Deep.WithResolver(
        CompositeResolver.Create([new TokensFormatter()], [StandardResolver.Instance]));

    internal static byte[] Write(string text, string option) =>
        MessagePackSerializer.Serialize(new Tokens(text.Split(' ')), Compressed(Writing, option));

    private static readonly MessagePackSerializerOptions Typeless =
        MessagePackSerializer.Typeless.DefaultOptions.WithSecurity(Deep.Security).WithTypeTable(TypeTable.Empty);

    internal static string Read(byte[] message, string option)
    {
        var output = new StringBuilder();
        Add(
            option == "types"
                ? MessagePackSerializer.Typeless.Deserialize(message, Typeless)
                : MessagePackSerializer.Deserialize<object?>(message, Compressed(Deep, option)),
            output);
        return output.ToString();
    }

    private static MessagePackSerializerOptions Compressed(MessagePackSerializerOptions options, string option) => option switch
    {
        "none" or "types" => options,
        "block" => options.WithCompression(MessagePackCompression.Lz4Block),
        _ => options.WithCompression(MessagePackCompression.Lz4BlockArray),
    };

    private static void Add(object? value, StringBuilder output)
    {
        if (output.Length > 0)
        {
            output.Append(' ');
        }

        switch (value)
        {
            case null or Nil:
                output.Append('N');
                break;
            case bool flag:
                output.Append(flag ? 'T' : 'F');
                break;
            case byte or sbyte or short or ushort or int or uint or long or ulong:
                output.Append(CultureInfo.InvariantCulture, $"i{value}");
                break;
            case double number:
                output.Append(double.IsNaN(number) ? "dnan" : $"d{BitConverter.DoubleToUInt64Bits(number):x16}");
                break;
            case float number:
                output.Append(float.IsNaN(number) ? "fnan" : $"f{BitConverter.SingleToUInt32Bits(number):x8}");
                break;
            case string text:
                output.Append('s').Append(Hex(Encoding.UTF8.GetBytes(text)));
                break;
            case byte[] bytes:
                output.Append('b').Append(Hex(bytes));
                break;
            case DateTime time:
                long ticks = (time - DateTime.UnixEpoch).Ticks;
                long seconds = Math.DivRem(ticks, TimeSpan.TicksPerSecond, out long rest);
                (seconds, rest) = rest < 0 ? (seconds - 1, rest + TimeSpan.TicksPerSecond) : (seconds, rest);
                output.Append(CultureInfo.InvariantCulture, $"t{seconds}:{rest * 100}");
                break;
            case ExtensionResult extension:
                output.Append(CultureInfo.InvariantCulture, $"x{extension.TypeCode}:").Append(Hex(extension.Data.ToArray()));
                break;
            case TypedValue { HasValue: false } typed:
                output.Append('o').Append(Hex(Encoding.UTF8.GetBytes(typed.Name)));
                break;
            case TypedValue typed:
                output.Append('y').Append(Hex(Encoding.UTF8.GetBytes(typed.Name)));
                Add(typed.ToObject(Typeless), output);
                break;
            case object?[] items:
                output.Append(CultureInfo.InvariantCulture, $"a{items.Length}");
                foreach (object? item in items)
                {
                    Add(item, output);
                }

                break;
            case Dictionary<object, object?> map:
                output.Append(CultureInfo.InvariantCulture, $"m{map.Count}");
                foreach ((object key, object? item) in map)
                {
                    Add(key, output);
                    Add(item, output);
                }

                break;
            default:
                throw new NotSupportedException($"a value of the type {value.GetType()}");
        }
    }

    private static string Hex(byte[] bytes) => Convert.ToHexStringLower(bytes);
}

/// <summary>
/// Writes tokens in their shortest form. Serializing them as <c>object</c> would write integers in the width of their type.
/// </summary>
internal sealed class TokensFormatter : IMessagePackFormatter<Tokens>
{
    public void Serialize(ref MessagePackWriter writer, Tokens value, MessagePackSerializerOptions options)
    {
        int at = 0;
        Write(ref writer, value.Words, ref at);
    }

    public Tokens Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => throw new NotSupportedException();

    private static void Write(ref MessagePackWriter writer, string[] words, ref int at)
    {
        string word = words[at++];
        string body = word[1..];
        switch (word[0])
        {
            case 'N':
                writer.WriteNil();
                break;
            case 'T' or 'F':
                writer.Write(word[0] == 'T');
                break;
            case 'i' when body[0] == '-':
                writer.Write(long.Parse(body, CultureInfo.InvariantCulture));
                break;
            case 'i':
                writer.Write(ulong.Parse(body, CultureInfo.InvariantCulture));
                break;
            case 'd':
                // Not double.NaN, whose sign bit is set.
                writer.Write(BitConverter.UInt64BitsToDouble(body == "nan" ? 0x7ff8000000000000 : Convert.ToUInt64(body, 16)));
                break;
            case 'f':
                writer.Write(BitConverter.UInt32BitsToSingle(body == "nan" ? 0x7fc00000 : Convert.ToUInt32(body, 16)));
                break;
            case 's':
                writer.Write(Encoding.UTF8.GetString(Convert.FromHexString(body)));
                break;
            case 'b':
                writer.Write(Convert.FromHexString(body));
                break;
            case 'x':
                string[] parts = body.Split(':');
                writer.WriteExtensionFormat(new ExtensionResult(
                    sbyte.Parse(parts[0], CultureInfo.InvariantCulture), Convert.FromHexString(parts[1])));
                break;
            case 't':
                writer.Write(Time(body));
                break;
            case 'o':
                WriteTyped(ref writer, body, []);
                break;
            case 'y':
                var value = new ArrayBufferWriter<byte>();
                var inner = new MessagePackWriter(value);
                Write(ref inner, words, ref at);
                inner.Flush();
                WriteTyped(ref writer, body, value.WrittenSpan);
                break;
            default:
                int count = int.Parse(body, CultureInfo.InvariantCulture);
                if (word[0] == 'a')
                {
                    writer.WriteArrayHeader(count);
                }
                else
                {
                    writer.WriteMapHeader(count);
                    count *= 2;
                }

                for (; count > 0; count--)
                {
                    Write(ref writer, words, ref at);
                }

                break;
        }
    }

    /// <summary>Writes a typed value with a name in hexadecimal and an encoded value, which may be empty.</summary>
    private static void WriteTyped(ref MessagePackWriter writer, string name, ReadOnlySpan<byte> value)
    {
        var payload = new ArrayBufferWriter<byte>();
        var inner = new MessagePackWriter(payload);
        inner.Write(Encoding.UTF8.GetString(Convert.FromHexString(name)));
        inner.WriteRaw(value);
        inner.Flush();
        writer.WriteExtensionFormat(new ExtensionResult(100, payload.WrittenSpan.ToArray()));
    }

    private static DateTime Time(string body)
    {
        string[] parts = body.Split(':');
        long seconds = long.Parse(parts[0], CultureInfo.InvariantCulture);
        long nanoseconds = long.Parse(parts[1], CultureInfo.InvariantCulture);
        if (nanoseconds % 100 != 0)
        {
            throw new NotSupportedException("DateTime has steps of 100 ns");
        }

        if (seconds is < -62135596800 or > 253402300799)
        {
            throw new NotSupportedException("DateTime has the years 1 to 9999");
        }

        return DateTime.UnixEpoch.AddTicks((seconds * TimeSpan.TicksPerSecond) + (nanoseconds / 100));
    }
}
