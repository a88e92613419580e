using System.Buffers;
using System.Text;

namespace Hayapack.StreamJsonRpc;

/// <summary>
/// The trace context of W3C in a request: <c>traceparent</c> as <c>[version, [trace id, parent id, flags]]</c> with the
/// identifiers as bin, <c>tracestate</c> as an array of keys and values in turn.
/// </summary>
internal static class TraceContext
{
    private const int TraceIdLength = 16;
    private const int ParentIdLength = 8;

    /// <summary>The length of version 0's text: 00-(32 digits)-(16 digits)-(2 digits).</summary>
    private const int ParentLength = 55;

    /// <exception cref="MessagePackSerializationException">The text is no traceparent of version 0.</exception>
    internal static void WriteParent(ref MessagePackWriter writer, string parent)
    {
        if (parent.Length != ParentLength || !parent.StartsWith("00-", StringComparison.Ordinal) || parent[35] != '-' || parent[52] != '-')
        {
            throw new MessagePackSerializationException($"\"{parent}\" is no traceparent of version 0.");
        }

        writer.WriteArrayHeader(2);
        writer.Write(0);
        writer.WriteArrayHeader(3);
        writer.Write(Convert.FromHexString(parent.AsSpan(3, 2 * TraceIdLength)));
        writer.Write(Convert.FromHexString(parent.AsSpan(36, 2 * ParentIdLength)));
        writer.Write(Convert.FromHexString(parent.AsSpan(53, 2))[0]);
    }

    /// <summary>Reads the form above, or the text itself, which other options of StreamJsonRpc write.</summary>
    internal static string ReadParent(ref MessagePackReader reader)
    {
        if (reader.NextMessagePackType == MessagePackType.String)
        {
            return reader.ReadString()!;
        }

        long start = reader.Consumed;
        bool isKnown = reader.ReadArrayHeader() == 2 && reader.ReadByte() == 0 && reader.ReadArrayHeader() == 3;
        if (!isKnown)
        {
            MessagePackReader.ThrowInvalidValue(start, "The traceparent is not of version 0.");
        }

        string trace = ReadDigits(ref reader, TraceIdLength);
        string parent = ReadDigits(ref reader, ParentIdLength);
        return $"00-{trace}-{parent}-{reader.ReadByte():x2}";
    }

    /// <exception cref="MessagePackSerializationException">The text is not a list of key=value.</exception>
    internal static void WriteState(ref MessagePackWriter writer, string state)
    {
        string[] pairs = state.Split(',');
        writer.WriteArrayHeader(2 * pairs.Length);
        foreach (string pair in pairs)
        {
            int equals = pair.IndexOf('=', StringComparison.Ordinal);
            if (equals < 0)
            {
                throw new MessagePackSerializationException($"\"{state}\" is no tracestate.");
            }

            writer.Write(pair[..equals]);
            writer.Write(pair[(equals + 1)..]);
        }
    }

    internal static string ReadState(ref MessagePackReader reader)
    {
        long start = reader.Consumed;
        int items = reader.ReadArrayHeader();
        if (items % 2 != 0)
        {
            MessagePackReader.ThrowInvalidValue(start, "The tracestate has a key without a value.");
        }

        StringBuilder text = new();
        for (int i = 0; i < items; i += 2)
        {
            text.Append(i == 0 ? string.Empty : ",").Append(reader.ReadString()).Append('=').Append(reader.ReadString());
        }

        return text.ToString();
    }

    private static string ReadDigits(ref MessagePackReader reader, int length)
    {
        long start = reader.Consumed;
        byte[] bytes = reader.ReadBytes() is { } found && found.Length == length ? found.ToArray() : [];
        if (bytes.Length == 0)
        {
            MessagePackReader.ThrowInvalidValue(start, $"An identifier of the traceparent has {length} bytes.");
        }

        return Convert.ToHexStringLower(bytes);
    }
}
