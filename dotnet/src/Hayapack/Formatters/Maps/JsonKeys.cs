using System.Globalization;

namespace Hayapack.Formatters;

/// <summary>Reads the keys of a map that was converted from JSON, where every key is text.</summary>
internal static class JsonKeys
{
    /// <summary>The longest number that is tried, in characters: a longer one is no key of a .NET type.</summary>
    private const int Longest = 64;

    /// <summary>Reads a key: text that is a number, true or false as that, if the type of the key is no text.</summary>
    internal static T Read<T>(ref MessagePackReader reader, IMessagePackFormatter<T> formatter, MessagePackSerializerOptions options)
    {
        if (!IsNumber<T>() || !reader.IsNextJsonForm)
        {
            return formatter.Deserialize(ref reader, options);
        }

        long start = reader.Consumed;
        MessagePackReader after = reader;
        if (after.ReadString() is not { Length: > 0 and <= Longest } text || Encode(text) is not { } encoded)
        {
            return formatter.Deserialize(ref reader, options);
        }

        reader = after;
        try
        {
            var inner = new MessagePackReader(encoded);
            return formatter.Deserialize(ref inner, options);
        }
        catch (MessagePackSerializationException fault)
        {
            fault.Offset = start;
            throw;
        }
    }

    private static bool IsNumber<T>() => typeof(T) == typeof(Int128) || typeof(T) == typeof(UInt128) || typeof(T) == typeof(Half)
        || (Type.GetTypeCode(typeof(T)) is >= TypeCode.Boolean and <= TypeCode.Double and not TypeCode.Char);

    /// <summary>Returns the message of a number, true or false; null for other text.</summary>
    private static byte[]? Encode(string text)
    {
        var message = new byte[MessagePackPrimitives.MaxHeaderSize];
        int size;
        if (text is "true" or "false")
        {
            MessagePackPrimitives.TryWrite(message, text == "true", out size);
        }
        else if (long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long signed))
        {
            MessagePackPrimitives.TryWrite(message, signed, out size);
        }
        else if (ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out ulong unsigned))
        {
            MessagePackPrimitives.TryWrite(message, unsigned, out size);
        }
        else if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double number))
        {
            MessagePackPrimitives.TryWrite(message, number, out size);
        }
        else
        {
            return null;
        }

        return message[..size];
    }
}
