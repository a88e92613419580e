using Hayapack.Formatters;
using Hayapack.Reflection;

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

    /// <summary>
    /// Returns whether a resolver has a formatter for a type, and for the types of its elements, members and classes: whether
    /// a value can be written and read, as far as types tell. A member of type <see cref="object"/> is taken to be, and so are types
    /// inside of 64 others and, of a type that consists of more than 10,000, the rest.
    /// </summary>
    /// <param name="resolver">The resolver; it is asked once for each type.</param>
    /// <param name="type">The type.</param>
    /// <returns>False for a type that cannot be serialized.</returns>
    public static bool CanSerialize(this IFormatterResolver resolver, Type type) => Has(resolver, type, reads: true);

    /// <summary>
    /// Like <see cref="CanSerialize"/>, for a value that is only written by its own type: also for collections that cannot be
    /// read, such as the results of LINQ.
    /// </summary>
    /// <param name="resolver">The resolver; it is asked once for each type.</param>
    /// <param name="type">The type of the value.</param>
    /// <returns>False for a type that cannot be written.</returns>
    public static bool CanWrite(this IFormatterResolver resolver, Type type) => Has(resolver, type, reads: false);

    internal static MessagePackSerializationException Missing(Type type, IFormatterResolver resolver) => new FormatterNotRegisteredException(
        $"{type} has no formatter in {resolver.GetType()}. {Advice(type)}");

    /// <summary>Whether a type belongs to FSharp.Core, or is a discriminated union.</summary>
    private static bool IsFSharp(Type type) => type.Namespace?.StartsWith("Microsoft.FSharp.", StringComparison.Ordinal) == true
        || FSharpMapping.IsUnion(type);

    private static string Advice(Type type)
    {
        const string Generate = "name it in [assembly: GenerateFormatter(typeof(...))]";
        bool isFramework = type.Namespace is { } space
            && (space is "System" or "Microsoft" || space.StartsWith("System.", StringComparison.Ordinal) || space.StartsWith("Microsoft.", StringComparison.Ordinal));
        return IsFSharp(type) ? "Put FSharpResolver.Instance before the resolver, in a CompositeResolver."
            : type.IsArray || (isFramework && type.IsGenericType && !type.IsAssignableTo(typeof(Delegate)))
            ? $"If its items have formatters, {Generate}; otherwise give it a formatter, or mark the member with [IgnoreMember]."
            : isFramework || type.IsAssignableTo(typeof(Delegate))
            ? "Give it a formatter, with [MessagePackFormatter] or in a resolver, or mark the member with [IgnoreMember]."
            : type.IsInterface || type.IsAbstract
            ? "Mark it with [Union] for each class that implements or derives from it, and these with [MessagePackObject]."
            : $"Mark it with [MessagePackObject], {Generate}, or use ContractlessStandardResolver.";
    }
}
