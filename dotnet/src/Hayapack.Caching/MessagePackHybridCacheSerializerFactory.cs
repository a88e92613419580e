using System.Diagnostics.CodeAnalysis;
using Microsoft.Extensions.Caching.Hybrid;

namespace Hayapack.Caching;

/// <summary>
/// Gives <see cref="HybridCache"/> a serializer for each type that has a formatter. It leaves the others to the
/// factories registered before it, and at last to HybridCache's own, which writes JSON. Thread-safe.
/// </summary>
/// <param name="options">The options; null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
public sealed class MessagePackHybridCacheSerializerFactory(MessagePackSerializerOptions? options = null) : IHybridCacheSerializerFactory
{
    /// <summary>Creates a serializer if the type has a formatter. The types of its members are not looked at.</summary>
    /// <typeparam name="T">The type of the values.</typeparam>
    /// <param name="serializer">The serializer, or null.</param>
    /// <returns>Whether the type has a formatter.</returns>
    public bool TryCreateSerializer<T>([NotNullWhen(true)] out IHybridCacheSerializer<T>? serializer)
    {
        bool hasFormatter = (options ?? MessagePackSerializer.DefaultOptions).Resolver.GetFormatter<T>() is not null;
        serializer = hasFormatter ? new MessagePackHybridCacheSerializer<T>(options) : null;
        return hasFormatter;
    }
}
