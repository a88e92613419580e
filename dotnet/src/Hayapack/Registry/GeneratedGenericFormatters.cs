using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;

namespace Hayapack.Registry;

/// <summary>
/// The generated formatters of generic types. Those of closed types are created from them at run time.
/// </summary>
internal static class GeneratedGenericFormatters
{
    private static readonly ConcurrentDictionary<Type, Definition> Known = new();

    internal static void Add(
        Type definition,
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type formatter) =>
        Known.TryAdd(definition, new Definition(formatter));

    /// <summary>
    /// Creates the formatter of a closed type; returns null if no formatter of its definition is registered.
    /// </summary>
    [RequiresDynamicCode("Closes a generic type at run time.")]
    [UnconditionalSuppressMessage("Trimming", "IL2055", Justification = "Generated formatters put no requirements on their type arguments.")]
    internal static IMessagePackFormatter<T>? Create<T>()
    {
        Type type = typeof(T);
        return type.IsGenericType && Known.TryGetValue(type.GetGenericTypeDefinition(), out Definition? definition)
            ? (IMessagePackFormatter<T>?)Activator.CreateInstance(definition.Formatter.MakeGenericType(type.GenericTypeArguments))
            : null;
    }

    private sealed class Definition([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type formatter)
    {
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)]
        internal Type Formatter { get; } = formatter;
    }
}
