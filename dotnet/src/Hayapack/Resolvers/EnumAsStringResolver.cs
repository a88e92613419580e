using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;

namespace Hayapack.Resolvers;

/// <summary>
/// Serializes enums as their names. Put it before another resolver in a <see cref="CompositeResolver"/>.
/// </summary>
[RequiresDynamicCode("Builds a formatter for each enum at run time; give EnumAsStringFormatter<T> to CompositeResolver instead.")]
[RequiresUnreferencedCode("Finds the names of enums by reflection; give EnumAsStringFormatter<T> to CompositeResolver instead.")]
public sealed class DynamicEnumAsStringResolver : CachingResolver
{
    /// <summary>The shared instance. Reads names case-sensitively.</summary>
    public static readonly DynamicEnumAsStringResolver Instance = new(ignoreCase: false);

    /// <summary>Options with this resolver only: they serialize enums and nothing else.</summary>
    public static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard.WithResolver(Instance);

    private readonly bool ignoreCase;

    internal DynamicEnumAsStringResolver(bool ignoreCase) => this.ignoreCase = ignoreCase;

    /// <inheritdoc/>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "The class has the attribute itself.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The class has the attribute itself.")]
    [UnconditionalSuppressMessage("Trimming", "IL2055", Justification = "The class has the attribute itself.")]
    protected override IMessagePackFormatter<T>? Find<T>()
    {
        if (typeof(T).IsEnum)
        {
            return (IMessagePackFormatter<T>)Activator.CreateInstance(
                typeof(EnumAsStringFormatter<>).MakeGenericType(typeof(T)), [ignoreCase])!;
        }

        if (Nullable.GetUnderlyingType(typeof(T)) is { IsEnum: true } underlying)
        {
            object inner = Activator.CreateInstance(typeof(EnumAsStringFormatter<>).MakeGenericType(underlying), [ignoreCase])!;
            return (IMessagePackFormatter<T>)Activator.CreateInstance(typeof(NullableFormatter<>).MakeGenericType(underlying), inner)!;
        }

        return null;
    }
}

/// <summary>
/// Serializes enums as their names and ignores case when reading. Put it before another resolver in a
/// <see cref="CompositeResolver"/>.
/// </summary>
[RequiresDynamicCode("Builds a formatter for each enum at run time; give EnumAsStringFormatter<T> to CompositeResolver instead.")]
[RequiresUnreferencedCode("Finds the names of enums by reflection; give EnumAsStringFormatter<T> to CompositeResolver instead.")]
public static class DynamicEnumAsStringIgnoreCaseResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly IFormatterResolver Instance = new DynamicEnumAsStringResolver(ignoreCase: true);
}
