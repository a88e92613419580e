using Hayapack.Hashing;

namespace Hayapack.Untyped;

/// <summary>Finds a repeated key in a map. Keys are compared as in the dictionaries of <c>Deserialize&lt;object&gt;</c>.</summary>
internal static class RepeatedKeys
{
    /// <summary>
    /// Reads the entries of a map, and throws <c>duplicate_key</c> at the first key that was there before. Keys that are
    /// containers are not compared: no dictionary has them.
    /// </summary>
    /// <param name="reader">The reader, after the map's header.</param>
    /// <param name="message">The message, from offset 0 of the reader on.</param>
    /// <param name="entries">The number of entries.</param>
    internal static void Check(ref MessagePackReader reader, ReadOnlySpan<byte> message, int entries)
    {
        using var texts = new KeySet(message);
        HashSet<object>? others = null;
        int begin = texts.Begin();
        for (int i = 0; i < entries; i++)
        {
            long start = reader.Consumed;
            switch (reader.NextMessagePackType)
            {
                case MessagePackType.String:
                    int length = reader.ReadStringSpan().Length;
                    if (!texts.Add(begin, (int)reader.Consumed - length, length))
                    {
                        MessagePackReader.ThrowDuplicateKey(start);
                    }

                    break;
                case MessagePackType.Array or MessagePackType.Map:
                    reader.Skip();
                    break;
                default:
                    others ??= new HashSet<object>(UntypedKeyComparer.Instance);
                    if (!others.Add(Scalar(ref reader)))
                    {
                        MessagePackReader.ThrowDuplicateKey(start);
                    }

                    break;
            }

            reader.Skip();
        }
    }

    /// <summary>Decodes a key; a timestamp as an ext, since not all timestamps fit a DateTime.</summary>
    private static object Scalar(ref MessagePackReader reader) => reader.NextMessagePackType == MessagePackType.Extension
        ? reader.ReadExtensionFormat()
        : UntypedReader.Read(ref reader, MessagePackSerializerOptions.Standard) ?? Nil.Default;
}
