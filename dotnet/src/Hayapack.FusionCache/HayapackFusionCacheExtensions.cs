using Hayapack;
using Hayapack.FusionCache;
using ZiggyCreatures.Caching.Fusion;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers the serializer of FusionCache.</summary>
public static class HayapackFusionCacheExtensions
{
    /// <summary>Makes the cache write its entries, and clone its values, as MessagePack.</summary>
    /// <param name="builder">What <c>AddFusionCache()</c> returned.</param>
    /// <param name="options">The options; null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
    /// <returns><paramref name="builder"/>.</returns>
    public static IFusionCacheBuilder WithHayapackSerializer(this IFusionCacheBuilder builder, MessagePackSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return builder.WithSerializer(new MessagePackFusionCacheSerializer(options));
    }
}
