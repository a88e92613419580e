using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;

namespace Hayapack.Resolvers;

/// <summary>
/// Like <see cref="ContractlessStandardResolverAllowPrivate"/>, but writes <see cref="object"/>, interfaces and abstract classes as
/// typed values (ext 100), and integers in the width of their type, so that they keep it. Times are timestamps, unlike those of
/// <see cref="TypelessContractlessStandardResolver"/>.
/// </summary>
[RequiresDynamicCode("Finds members by reflection.")]
[RequiresUnreferencedCode("Finds members by reflection.")]
public sealed class TypelessObjectResolver : CachingResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly TypelessObjectResolver Instance = new();

    private readonly Dictionary<Type, IMessagePackFormatter> forced = new() { [typeof(object)] = TypelessFormatter.Instance };

    private TypelessObjectResolver() => FixedWidthFormatters.AddTo(forced);

    /// <inheritdoc/>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "The class has the attribute itself.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The class has the attribute itself.")]
    protected override IMessagePackFormatter<T>? Find<T>() => (IMessagePackFormatter<T>?)forced.GetValueOrDefault(typeof(T))
        ?? ContractlessStandardResolverAllowPrivate.Instance.GetFormatter<T>()
        ?? (typeof(T).IsInterface || typeof(T).IsAbstract ? new ForceTypelessFormatter<T>() : null);
}
