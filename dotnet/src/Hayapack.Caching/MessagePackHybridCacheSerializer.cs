using System.Buffers;
using Microsoft.Extensions.Caching.Hybrid;

namespace Hayapack.Caching;

/// <summary>Reads and writes the values of one type for <see cref="HybridCache"/>. Thread-safe.</summary>
/// <typeparam name="T">The type of the values. A union is written as one.</typeparam>
/// <param name="options">The options; null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
public sealed class MessagePackHybridCacheSerializer<T>(MessagePackSerializerOptions? options = null) : IHybridCacheSerializer<T>
{
    /// <summary>Reads the only value of an entry.</summary>
    /// <param name="source">The entry.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The entry is no MessagePack, has bytes behind its value, or holds another type.</exception>
    public T Deserialize(ReadOnlySequence<byte> source) => CacheEntry.Read<T>(source, options);

    /// <summary>Writes a value.</summary>
    /// <param name="value">The value.</param>
    /// <param name="target">The buffer.</param>
    /// <exception cref="MessagePackSerializationException">A member has a type without a formatter.</exception>
    public void Serialize(T value, IBufferWriter<byte> target) => MessagePackSerializer.Serialize(target, value, options);
}
