using Hayapack;
using Hayapack.FusionCache;
using ZiggyCreatures.Caching.Fusion;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers the serializer of FusionCache's distributed cache.</summary>
public static class HayapackFusionCacheExtensions
{
    /// <summary>Writes the entries of the distributed cache as MessagePack.</summary>
    /// <param name="builder">What <c>AddFusionCache()</c> returned.</param>
    /// <param name="options">The options; null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
    /// <returns><paramref name="builder"/>.</returns>
    public static IFusionCacheBuilder WithHayapackSerializer(this IFusionCacheBuilder builder, MessagePackSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return builder.WithSerializer(new MessagePackFusionCacheSerializer(options));
    }
}
