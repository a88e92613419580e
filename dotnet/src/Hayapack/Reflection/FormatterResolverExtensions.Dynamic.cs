using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Hayapack.Reflection;

namespace Hayapack;

public static partial class FormatterResolverExtensions
{
    /// <summary>Returns the formatter of a type known only at run time, by reflection.</summary>
    /// <param name="resolver">The resolver.</param>
    /// <param name="type">The type.</param>
    /// <returns>An <see cref="Formatters.IMessagePackFormatter{T}"/> of the type, or null if the resolver has none.</returns>
    [RequiresDynamicCode("Builds a generic method at run time.")]
    [RequiresUnreferencedCode("Builds a generic method at run time.")]
    public static object? GetFormatterDynamic(this IFormatterResolver resolver, Type type)
    {
        ArgumentNullException.ThrowIfNull(resolver);
        ArgumentNullException.ThrowIfNull(type);
        return typeof(IFormatterResolver).GetMethod(nameof(IFormatterResolver.GetFormatter))!
            .MakeGenericMethod(type)
            .Invoke(resolver, BindingFlags.DoNotWrapExceptions, null, null, null);
    }

    private static bool Has(IFormatterResolver resolver, Type type, bool reads)
    {
        ArgumentNullException.ThrowIfNull(resolver);
        ArgumentNullException.ThrowIfNull(type);
        return FormatterCoverage.Has(resolver, type, reads);
    }
}
