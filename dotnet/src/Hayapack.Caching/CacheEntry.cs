using System.Buffers;

namespace Hayapack.Caching;

/// <summary>Reads entries of a cache, each of which is one message.</summary>
internal static class CacheEntry
{
    /// <summary>Reads the only value of an entry.</summary>
    /// <exception cref="MessagePackSerializationException">The entry is not valid, or has bytes behind its value (<c>extra_data</c>).</exception>
    public static T Read<T>(ReadOnlySequence<byte> entry, MessagePackSerializerOptions? options)
    {
        var reader = new MessagePackReader(entry);
        T value = MessagePackSerializer.Deserialize<T>(ref reader, options);
        return reader.End
            ? value
            : throw new MessagePackSerializationException(MessagePackErrorNames.ExtraData, reader.Consumed, "There are bytes after the value.");
    }
}
