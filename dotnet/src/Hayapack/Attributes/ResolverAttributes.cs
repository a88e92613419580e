using System.Diagnostics;

namespace Hayapack;

/// <summary>
/// Makes a partial class a resolver: the source generator adds <see cref="IFormatterResolver"/> and a static field <c>Instance</c>.
/// It supports the types for which formatters were generated, in all assemblies that the program has loaded.
/// </summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
[Conditional("HAYAPACK_NEVER")]
public class GeneratedMessagePackResolverAttribute : Attribute
{
    /// <summary>
    /// Gets or sets a value indicating whether types are written as maps. It has no effect; use
    /// <c>[MessagePackObject(keyAsPropertyName: true)]</c>.
    /// </summary>
    public bool UseMapMode { get; set; }
}

/// <summary>
/// Makes a partial class a resolver of given formatters and resolvers: the source generator adds
/// <see cref="IFormatterResolver"/> and a static field <c>Instance</c>. Formatters are tried before resolvers.
/// </summary>
/// <param name="formattersAndResolvers">
/// Classes with a public constructor without parameters or a static member <c>Instance</c>, in the order in which they are tried.
/// </param>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
[Conditional("HAYAPACK_NEVER")]
public sealed class CompositeResolverAttribute(params Type[] formattersAndResolvers) : Attribute
{
    /// <summary>Gets the classes.</summary>
    public Type[] FormattersAndResolvers { get; } = formattersAndResolvers;

    /// <summary>Gets or sets a value indicating whether to add the formatters of the same assembly, written and generated ones.</summary>
    public bool IncludeLocalFormatters { get; set; }
}

/// <summary>
/// Keeps a class that implements <see cref="Formatters.IMessagePackFormatter{T}"/> out of <see cref="Resolvers.StandardResolver"/>.
/// The source generator registers the others of the assembly there, for types without a built-in or generated formatter. If the
/// assembly has several for one type, it registers none of them.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
[Conditional("HAYAPACK_NEVER")]
public class ExcludeFormatterFromSourceGeneratedResolverAttribute : Attribute;

/// <summary>Registers a formatter of another assembly like those of this assembly.</summary>
/// <param name="formatterType">A class that implements <see cref="Formatters.IMessagePackFormatter{T}"/>.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
[Conditional("HAYAPACK_NEVER")]
public class MessagePackKnownFormatterAttribute(Type formatterType) : Attribute
{
    /// <summary>Gets the formatter's class.</summary>
    public Type FormatterType { get; } = formatterType;
}

/// <summary>
/// Says that a type has a formatter that the analyzers do not know. It has no effect: they report no types without formatters.
/// </summary>
/// <param name="formattableType">The type.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
[Conditional("HAYAPACK_NEVER")]
public class MessagePackAssumedFormattableAttribute(Type formattableType) : Attribute
{
    /// <summary>Gets the type.</summary>
    public Type FormattableType { get; } = formattableType;
}
