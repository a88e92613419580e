namespace Hayapack;

/// <summary>Finds values in containers and skips all others.</summary>
internal static class MessagePackValueSearch
{
    /// <summary>Returns the offset of an element of an array, or of the value of an integer key in a map; -1 if there is none.</summary>
    internal static long Index(ref MessagePackReader reader, long wanted)
    {
        if (reader.NextMessagePackType == MessagePackType.Map)
        {
            return Entry(ref reader, wanted, static (ref MessagePackReader key, long number) => IsNumber(ref key, number));
        }

        int count = reader.ReadArrayHeader();
        if (wanted < 0 || wanted >= count)
        {
            return -1;
        }

        for (long i = 0; i < wanted; i++)
        {
            reader.Skip();
        }

        return reader.Consumed;
    }

    /// <summary>Returns the offset of the value of a str key in a map; -1 if there is none.</summary>
    internal static long Key(ref MessagePackReader reader, byte[] wanted) => Entry(
        ref reader,
        wanted,
        static (ref MessagePackReader key, byte[] text) =>
            key.NextMessagePackType == MessagePackType.String && key.ReadStringSpan().SequenceEqual(text));

    /// <summary>Returns the offset of the key or the value of the entry with this number, from 0; -1 if there is none.</summary>
    internal static long Numbered(ref MessagePackReader reader, long entry, bool key)
    {
        int count = reader.ReadMapHeader();
        if (entry < 0 || entry >= count)
        {
            return -1;
        }

        for (long i = 0; i < (entry * 2) + (key ? 0 : 1); i++)
        {
            reader.Skip();
        }

        return reader.Consumed;
    }

    private delegate bool Matches<T>(ref MessagePackReader key, T wanted);

    private static long Entry<T>(ref MessagePackReader reader, T wanted, Matches<T> matches)
    {
        int count = reader.ReadMapHeader();
        long found = -1;
        for (int i = 0; i < count; i++)
        {
            MessagePackReader key = reader;
            reader.Skip();
            if (matches(ref key, wanted))
            {
                found = reader.Consumed;
            }

            reader.Skip();
        }

        return found;
    }

    private static bool IsNumber(ref MessagePackReader key, long wanted) => key.NextMessagePackType == MessagePackType.Integer
        && (key.NextCode != MessagePackCode.UInt64 || (long)key.CreatePeekReader().ReadUInt64() >= 0)
        && key.ReadInt64() == wanted;
}
