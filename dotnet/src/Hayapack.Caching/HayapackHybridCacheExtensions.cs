using Hayapack;
using Hayapack.Caching;
using Microsoft.Extensions.Caching.Hybrid;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers the serializer of <see cref="HybridCache"/>.</summary>
public static class HayapackHybridCacheExtensions
{
    /// <summary>Writes each type that has a formatter as MessagePack, and the others as before.</summary>
    /// <param name="builder">What <c>AddHybridCache()</c> returned.</param>
    /// <param name="options">The options; null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
    /// <returns><paramref name="builder"/>.</returns>
    public static IHybridCacheBuilder AddHayapackSerializer(this IHybridCacheBuilder builder, MessagePackSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Services.AddSingleton<IHybridCacheSerializerFactory>(new MessagePackHybridCacheSerializerFactory(options));
        return builder;
    }

    /// <summary>Writes one type as MessagePack, whatever factories are registered.</summary>
    /// <typeparam name="T">The type of the values. A union is written as one.</typeparam>
    /// <param name="builder">What <c>AddHybridCache()</c> returned.</param>
    /// <param name="options">The options; null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
    /// <returns><paramref name="builder"/>.</returns>
    public static IHybridCacheBuilder AddHayapackSerializer<T>(this IHybridCacheBuilder builder, MessagePackSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Services.AddSingleton<IHybridCacheSerializer<T>>(new MessagePackHybridCacheSerializer<T>(options));
        return builder;
    }
}
