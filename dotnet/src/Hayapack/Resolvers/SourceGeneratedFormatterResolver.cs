using Hayapack.Formatters;
using Hayapack.Registry;

namespace Hayapack.Resolvers;

/// <summary>
/// Supports the types for which the source generator has written formatters, in all assemblies that the program has loaded.
/// <see cref="StandardResolver"/> supports them too. Thread-safe.
/// </summary>
public sealed class SourceGeneratedFormatterResolver : IFormatterResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly SourceGeneratedFormatterResolver Instance = new();

    private SourceGeneratedFormatterResolver()
    {
    }

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>()
    {
        if (FormatterCache<T>.Generated is null)
        {
            ModuleInitializers.Run(typeof(T));
        }

        return FormatterCache<T>.Generated;
    }
}
