using ZiggyCreatures.Caching.Fusion.Serialization;

namespace Hayapack.FusionCache;

/// <summary>
/// Reads and writes what FusionCache keeps in a distributed cache, and what it clones: each is one message. Thread-safe.
/// An entry, <c>FusionCacheDistributedEntry&lt;T&gt;</c>, is a map of the names that its <c>[DataMember]</c> attributes give,
/// as MessagePack-CSharp writes it.
/// </summary>
/// <param name="options">The options; null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
public sealed class MessagePackFusionCacheSerializer(MessagePackSerializerOptions? options = null) : IFusionCacheSerializer
{
    /// <summary>Writes a value.</summary>
    /// <typeparam name="T">The type of the value. A union is written as one.</typeparam>
    /// <param name="obj">The value; null is written as nil.</param>
    /// <returns>The message.</returns>
    /// <exception cref="MessagePackSerializationException">The type or a member's type has no formatter, or the value cannot be written.</exception>
    public byte[] Serialize<T>(T? obj) => MessagePackSerializer.Serialize(obj, options);

    /// <summary>Reads a value.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="data">The message.</param>
    /// <returns>The value; null or the type's default value for nil.</returns>
    /// <exception cref="MessagePackSerializationException">The bytes are not one valid message of the type: bytes after it are the error <c>extra_data</c>.</exception>
    public T? Deserialize<T>(byte[] data) => Read<T>(data, CancellationToken.None);

    /// <summary>Writes a value, before it returns.</summary>
    /// <typeparam name="T">The type of the value. A union is written as one.</typeparam>
    /// <param name="obj">The value; null is written as nil.</param>
    /// <param name="token">Formatters can check it; the built-in ones do not.</param>
    /// <returns>The message.</returns>
    /// <exception cref="MessagePackSerializationException">The type or a member's type has no formatter, or the value cannot be written.</exception>
    public ValueTask<byte[]> SerializeAsync<T>(T? obj, CancellationToken token = default) => new(MessagePackSerializer.Serialize(obj, options, token));

    /// <summary>Reads a value, before it returns.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="data">The message.</param>
    /// <param name="token">Formatters can check it; the built-in ones do not.</param>
    /// <returns>The value; null or the type's default value for nil.</returns>
    /// <exception cref="MessagePackSerializationException">The bytes are not one valid message of the type: bytes after it are the error <c>extra_data</c>.</exception>
    public ValueTask<T?> DeserializeAsync<T>(byte[] data, CancellationToken token = default) => new(Read<T>(data, token));

    private T? Read<T>(byte[] data, CancellationToken token)
    {
        ArgumentNullException.ThrowIfNull(data);
        T? value = MessagePackSerializer.Deserialize<T?>(data, options, out int length, token);
        return length == data.Length
            ? value
            : throw new MessagePackSerializationException(MessagePackErrorNames.ExtraData, length, "There are bytes after the value.");
    }
}
