using Hayapack;

namespace Cases;

/// <summary>What a call returns, or its error, as text; and damaged messages.</summary>
internal static class Outcomes
{
    // A fixint, nil, an empty str, a str of one byte, an array, an empty map, a bin, the reserved byte, an ext, a negative number.
    private static readonly byte[] Damage = [0x00, 0xc0, 0xa0, 0xa1, 0x93, 0x80, 0xc4, 0xc1, 0xd6, 0xff];

    /// <summary>Returns the message, its beginnings, and messages that differ from it in one of the first 200 bytes.</summary>
    internal static IEnumerable<byte[]> Messages(byte[] bytes)
    {
        yield return bytes;
        int last = Math.Min(bytes.Length, 200);
        for (int i = 0; i < last; i++)
        {
            yield return bytes[..i];
            yield return [.. bytes[..i], Damage[i % Damage.Length], .. bytes[(i + 1)..]];
            yield return [.. bytes[..i], Damage[(i + 1 + (bytes[i] % (Damage.Length - 1))) % Damage.Length], .. bytes[(i + 1)..]];
        }
    }

    internal static string Of(Func<string> action)
    {
        try
        {
            return action();
        }
        catch (FormatterNotRegisteredException)
        {
            return "no formatter";
        }
        catch (MessagePackSerializationException error)
        {
            return $"{error.ErrorName} {error.Offset} {error.Path}";
        }
        catch (InvalidOperationException)
        {
            return "default"; // Show.Text of an ArraySegment without an array
        }
    }
}
