using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;
using Hayapack.Reflection;
using Hayapack.Resolvers;

namespace Hayapack.ImmutableCollection;

/// <summary>
/// Supports the collections of <c>System.Collections.Immutable</c> and <c>System.Collections.Frozen</c>.
/// <see cref="StandardResolver"/> supports them too. Thread-safe.
/// </summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Builds generic types at run time.")]
public sealed class ImmutableCollectionResolver : CachingResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly ImmutableCollectionResolver Instance = new();

    private ImmutableCollectionResolver()
    {
    }

    /// <inheritdoc/>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "The class has the attribute itself.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The class has the attribute itself.")]
    protected override IMessagePackFormatter<T>? Find<T>()
    {
        Type type = Nullable.GetUnderlyingType(typeof(T)) ?? typeof(T);
        return type.Namespace is "System.Collections.Immutable" or "System.Collections.Frozen"
            ? (IMessagePackFormatter<T>?)GenericFormatterFactory.Find(typeof(T))
            : null;
    }
}
