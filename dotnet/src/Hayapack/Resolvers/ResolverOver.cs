using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Hayapack.Resolvers;

/// <summary>A resolver that replaces formatters of another one. There is one over each other resolver. Thread-safe.</summary>
/// <typeparam name="TSelf">The class itself.</typeparam>
/// <remarks>ConditionalWeakTable annotates its values so, though GetValue never uses their constructors.</remarks>
internal abstract class ResolverOver<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] TSelf>(
    IFormatterResolver inner) : CachingResolver
    where TSelf : ResolverOver<TSelf>
{
    private static readonly ConditionalWeakTable<IFormatterResolver, TSelf> Made = [];

    /// <summary>Gets the resolver under this one.</summary>
    private protected IFormatterResolver Inner { get; } = inner;

    /// <summary>Returns the resolver that is under one of this class; else the resolver itself.</summary>
    internal static IFormatterResolver Without(IFormatterResolver resolver) => (resolver as TSelf)?.Inner ?? resolver;

    private protected static IFormatterResolver Of(
        IFormatterResolver inner, ConditionalWeakTable<IFormatterResolver, TSelf>.CreateValueCallback make) => Made.GetValue(inner, make);
}
