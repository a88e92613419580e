using Hayapack.Formatters;

namespace Hayapack.Resolvers;

/// <summary>
/// Supports <see cref="object"/> only: values of MessagePack's own types, arrays as <c>object[]</c>, maps as
/// <c>Dictionary&lt;object, object&gt;</c>. Thread-safe.
/// </summary>
public sealed class PrimitiveObjectResolver : IFormatterResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly PrimitiveObjectResolver Instance = new();

    /// <summary>Options with this resolver only.</summary>
    public static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard.WithResolver(Instance);

    private PrimitiveObjectResolver()
    {
    }

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>() =>
        typeof(T) == typeof(object) ? (IMessagePackFormatter<T>)(object)PrimitiveObjectFormatter.Instance : null;
}
