using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;

namespace Hayapack.Resolvers;

/// <summary>Enums as their names. To be put before another resolver.</summary>
[RequiresDynamicCode("Builds a formatter for each enum at run time; give EnumAsStringFormatter<T> to CompositeResolver instead.")]
[RequiresUnreferencedCode("Looks for the names of enums at run time; give EnumAsStringFormatter<T> to CompositeResolver instead.")]
public sealed class DynamicEnumAsStringResolver : CachingResolver
{
    /// <summary>Names are read in the case in which they are written.</summary>
    public static readonly DynamicEnumAsStringResolver Instance = new(ignoreCase: false);

    private readonly bool ignoreCase;

    internal DynamicEnumAsStringResolver(bool ignoreCase) => this.ignoreCase = ignoreCase;

    /// <inheritdoc/>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "The class carries the warning.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The class carries the warning.")]
    [UnconditionalSuppressMessage("Trimming", "IL2055", Justification = "The class carries the warning.")]
    protected override IMessagePackFormatter<T>? Find<T>()
    {
        if (typeof(T).IsEnum)
        {
            return (IMessagePackFormatter<T>)Activator.CreateInstance(
                typeof(EnumAsStringFormatter<>).MakeGenericType(typeof(T)), ignoreCase)!;
        }

        if (Nullable.GetUnderlyingType(typeof(T)) is { IsEnum: true } underlying)
        {
            object inner = Activator.CreateInstance(typeof(EnumAsStringFormatter<>).MakeGenericType(underlying), ignoreCase)!;
            return (IMessagePackFormatter<T>)Activator.CreateInstance(typeof(NullableFormatter<>).MakeGenericType(underlying), inner)!;
        }

        return null;
    }
}

/// <summary>Enums as their names, which are read in any case. To be put before another resolver.</summary>
[RequiresDynamicCode("Builds a formatter for each enum at run time; give EnumAsStringFormatter<T> to CompositeResolver instead.")]
[RequiresUnreferencedCode("Looks for the names of enums at run time; give EnumAsStringFormatter<T> to CompositeResolver instead.")]
public static class DynamicEnumAsStringIgnoreCaseResolver
{
    /// <summary>The one instance.</summary>
    public static readonly IFormatterResolver Instance = new DynamicEnumAsStringResolver(ignoreCase: true);
}
