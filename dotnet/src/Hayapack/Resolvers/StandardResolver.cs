using Hayapack.Formatters;
using Hayapack.Registry;

namespace Hayapack.Resolvers;

/// <summary>Built-in types, generated formatters, and where reflection is on, annotated types and collections.</summary>
public sealed class StandardResolver : IFormatterResolver
{
    /// <summary>The one instance.</summary>
    public static readonly StandardResolver Instance = new();

    private StandardResolver()
    {
    }

    /// <summary>Gets options with this resolver.</summary>
    public static MessagePackSerializerOptions Options => MessagePackSerializerOptions.Standard;

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>() => FormatterCache<T>.Formatter ?? StandardLookup.Find<T>();
}

/// <summary>The built-in types alone.</summary>
public sealed class BuiltinResolver : IFormatterResolver
{
    /// <summary>The one instance.</summary>
    public static readonly BuiltinResolver Instance = new();

    private BuiltinResolver()
    {
    }

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>() => (IMessagePackFormatter<T>?)BuiltinFormatters.Find(typeof(T));
}
