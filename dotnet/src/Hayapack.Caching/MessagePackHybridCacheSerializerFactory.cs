using System.Diagnostics.CodeAnalysis;
using Microsoft.Extensions.Caching.Hybrid;

namespace Hayapack.Caching;

/// <summary>
/// Gives <see cref="HybridCache"/> a serializer for each type that can be serialized, elements and members included. It leaves the others to the
/// factories registered before it, and at last to HybridCache's own, which writes JSON. Thread-safe.
/// </summary>
/// <param name="options">The options; null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
public sealed class MessagePackHybridCacheSerializerFactory(MessagePackSerializerOptions? options = null) : IHybridCacheSerializerFactory
{
    /// <summary>Creates a serializer if the type, its elements and its members have formatters.</summary>
    /// <typeparam name="T">The type of the values.</typeparam>
    /// <param name="serializer">The serializer, or null.</param>
    /// <returns>Whether the type can be serialized.</returns>
    public bool TryCreateSerializer<T>([NotNullWhen(true)] out IHybridCacheSerializer<T>? serializer)
    {
        bool isSupported = (options ?? MessagePackSerializer.DefaultOptions).Resolver.CanSerialize(typeof(T));
        serializer = isSupported ? new MessagePackHybridCacheSerializer<T>(options) : null;
        return isSupported;
    }
}
