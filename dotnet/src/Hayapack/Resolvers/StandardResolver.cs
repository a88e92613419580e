using Hayapack.Formatters;
using Hayapack.Registry;

namespace Hayapack.Resolvers;

/// <summary>
/// The default resolver: built-in types, generated formatters and, if reflection is enabled, types with attributes and
/// collections. Thread-safe.
/// </summary>
public sealed class StandardResolver : IFormatterResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly StandardResolver Instance = new();

    // Options of every kind compare their resolver with this one, so built-in types are known before any is looked up by a Type.
    private StandardResolver() => TypeRegistry.AddBuiltin(BuiltinFormatters.Types, BuiltinFormatters.Serializer);

    /// <summary>Gets options with this resolver.</summary>
    public static MessagePackSerializerOptions Options => MessagePackSerializerOptions.Standard;

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>() => FormatterCache<T>.Formatter ?? StandardLookup.Find<T>();
}

/// <summary>A resolver for built-in types only. Thread-safe.</summary>
public sealed class BuiltinResolver : IFormatterResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly BuiltinResolver Instance = new();

    private BuiltinResolver()
    {
    }

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>() => (IMessagePackFormatter<T>?)BuiltinFormatters.Find(typeof(T));
}
