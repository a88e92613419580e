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

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>() => FormatterCache<T>.Formatter ?? StandardLookup.Find<T>();
}
