using Hayapack.Formatters;

namespace Hayapack;

/// <summary>Extension methods of <see cref="IFormatterResolver"/>.</summary>
public static partial class FormatterResolverExtensions
{
    /// <summary>Returns the formatter of a type, or throws if the resolver has none.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="resolver">The resolver.</param>
    /// <returns>The formatter.</returns>
    /// <exception cref="FormatterNotRegisteredException">
    /// <c>unsupported_type</c>: the resolver has no formatter for the type.
    /// </exception>
    public static IMessagePackFormatter<T> GetFormatterWithVerify<T>(this IFormatterResolver resolver)
    {
        ArgumentNullException.ThrowIfNull(resolver);
        return resolver.GetFormatter<T>() ?? throw Missing(typeof(T), resolver);
    }

    internal static MessagePackSerializationException Missing(Type type, IFormatterResolver resolver) => new FormatterNotRegisteredException(
        $"{type} has no formatter in {resolver.GetType()}. Annotate it with [MessagePackObject], name it in [assembly: GenerateFormatter(typeof(...))], or use ContractlessStandardResolver.");
}
