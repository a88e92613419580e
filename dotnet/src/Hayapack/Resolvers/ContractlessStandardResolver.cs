using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;
using Hayapack.Reflection;

namespace Hayapack.Resolvers;

/// <summary>
/// Like <see cref="StandardResolver"/>, but also serializes types without attributes, as maps of their public members.
/// </summary>
[RequiresDynamicCode("Finds members by reflection; use [assembly: GenerateFormatter(typeof(T))] instead.")]
[RequiresUnreferencedCode("Finds members by reflection; use [assembly: GenerateFormatter(typeof(T))] instead.")]
public sealed class ContractlessStandardResolver : CachingResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly ContractlessStandardResolver Instance = new(allowPrivate: false);

    /// <summary>Options with this resolver.</summary>
    public static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard.WithResolver(Instance);

    private readonly bool allowPrivate;

    internal ContractlessStandardResolver(bool allowPrivate) => this.allowPrivate = allowPrivate;

    /// <inheritdoc/>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "The class has the attribute itself.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The class has the attribute itself.")]
    protected override IMessagePackFormatter<T>? Find<T>() => (allowPrivate ? null : StandardResolver.Instance.GetFormatter<T>())
        ?? (IMessagePackFormatter<T>?)((HasOwnForm(typeof(T)) ? null : Registry.BuiltinFormatters.Find(typeof(T)))
            ?? ReflectionFormatters.Find(typeof(T), contractless: true, allowPrivate));

    /// <summary>Whether MessagePack-CSharp writes a type by its private fields with this resolver, and refuses it with others.</summary>
    private bool HasOwnForm(Type type) => allowPrivate && (type == typeof(Index) || type == typeof(Range) || type == typeof(Index?) || type == typeof(Range?));
}

/// <summary>Like <see cref="ContractlessStandardResolver"/>, but includes non-public members.</summary>
[RequiresDynamicCode("Finds members by reflection.")]
[RequiresUnreferencedCode("Finds members by reflection.")]
public static class ContractlessStandardResolverAllowPrivate
{
    /// <summary>The shared instance.</summary>
    public static readonly ContractlessStandardResolver Instance = new(allowPrivate: true);

    /// <summary>Options with this resolver.</summary>
    public static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard.WithResolver(Instance);
}

/// <summary>Like <see cref="StandardResolver"/>, but includes non-public members.</summary>
[RequiresDynamicCode("Finds members by reflection; use [MessagePackObject(AllowPrivate = true)] instead.")]
[RequiresUnreferencedCode("Finds members by reflection; use [MessagePackObject(AllowPrivate = true)] instead.")]
public sealed class StandardResolverAllowPrivate : CachingResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly StandardResolverAllowPrivate Instance = new();

    /// <summary>Options with this resolver.</summary>
    public static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard.WithResolver(Instance);

    private StandardResolverAllowPrivate()
    {
    }

    /// <inheritdoc/>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "The class has the attribute itself.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The class has the attribute itself.")]
    protected override IMessagePackFormatter<T>? Find<T>() => (IMessagePackFormatter<T>?)(Registry.BuiltinFormatters.Find(typeof(T))
        ?? ReflectionFormatters.Find(typeof(T), contractless: false, allowPrivate: true));
}
