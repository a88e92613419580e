using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;
using Hayapack.Reflection;

namespace Hayapack.Resolvers;

/// <summary>Supports types with <see cref="MessagePackFormatterAttribute"/>, by the formatter that it names. Thread-safe.</summary>
[RequiresDynamicCode("Creates formatters by reflection.")]
[RequiresUnreferencedCode("Creates formatters by reflection.")]
public sealed class AttributeFormatterResolver : CachingResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly AttributeFormatterResolver Instance = new();

    private AttributeFormatterResolver()
    {
    }

    /// <inheritdoc/>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "The class has the attribute itself.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The class has the attribute itself.")]
    protected override IMessagePackFormatter<T>? Find<T>() => (IMessagePackFormatter<T>?)CustomFormatters.OfType(typeof(T));
}
