using ZiggyCreatures.Caching.Fusion.Serialization;

namespace Hayapack.FusionCache;

/// <summary>Serializes the entries of FusionCache's distributed cache as MessagePack. Thread-safe.</summary>
/// <param name="options">The options; null for <see cref="MessagePackSerializer.DefaultOptions"/> at the time of each call.</param>
public sealed class MessagePackFusionCacheSerializer(MessagePackSerializerOptions? options = null) : IFusionCacheSerializer
{
    /// <inheritdoc/>
    /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
    public byte[] Serialize<T>(T? obj) => MessagePackSerializer.Serialize(obj, options);

    /// <inheritdoc/>
    /// <exception cref="MessagePackSerializationException">
    /// The entry is malformed, or of another type, such as an earlier version of this one. FusionCache then calls the factory, unless
    /// its option <c>ReThrowSerializationExceptions</c> is set.
    /// </exception>
    public T? Deserialize<T>(byte[] data) => MessagePackSerializer.Deserialize<T?>(data, options);

    /// <inheritdoc/>
    public ValueTask<byte[]> SerializeAsync<T>(T? obj, CancellationToken token = default) =>
        new(MessagePackSerializer.Serialize(obj, options, token));

    /// <inheritdoc/>
    public ValueTask<T?> DeserializeAsync<T>(byte[] data, CancellationToken token = default) =>
        new(MessagePackSerializer.Deserialize<T?>(data, options, token));
}
