using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;
using Hayapack.Reflection;

namespace Hayapack.Resolvers;

/// <summary>As <see cref="StandardResolver"/>; types without attributes are maps of their public members.</summary>
[RequiresDynamicCode("Looks at members at run time; use [assembly: GenerateFormatter(typeof(T))] instead.")]
[RequiresUnreferencedCode("Looks at members at run time; use [assembly: GenerateFormatter(typeof(T))] instead.")]
public sealed class ContractlessStandardResolver : CachingResolver
{
    /// <summary>The one instance.</summary>
    public static readonly ContractlessStandardResolver Instance = new(allowPrivate: false);

    private readonly bool allowPrivate;

    internal ContractlessStandardResolver(bool allowPrivate)
    {
        this.allowPrivate = allowPrivate;
        Options = MessagePackSerializerOptions.Standard.WithResolver(this);
    }

    /// <summary>Gets options with this resolver.</summary>
    public MessagePackSerializerOptions Options { get; }

    /// <inheritdoc/>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "The class carries the warning.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The class carries the warning.")]
    protected override IMessagePackFormatter<T>? Find<T>() => (allowPrivate ? null : StandardResolver.Instance.GetFormatter<T>())
        ?? (IMessagePackFormatter<T>?)(Registry.BuiltinFormatters.Find(typeof(T))
            ?? ReflectionFormatters.Find(typeof(T), contractless: true, allowPrivate));
}

/// <summary>As <see cref="ContractlessStandardResolver"/>, with the members that are not public.</summary>
[RequiresDynamicCode("Looks at members at run time.")]
[RequiresUnreferencedCode("Looks at members at run time.")]
public static class ContractlessStandardResolverAllowPrivate
{
    /// <summary>The one instance.</summary>
    public static readonly ContractlessStandardResolver Instance = new(allowPrivate: true);
}

/// <summary>As <see cref="StandardResolver"/>, with the members that are not public.</summary>
[RequiresDynamicCode("Looks at members at run time; use [MessagePackObject(AllowPrivate = true)] instead.")]
[RequiresUnreferencedCode("Looks at members at run time; use [MessagePackObject(AllowPrivate = true)] instead.")]
public sealed class StandardResolverAllowPrivate : CachingResolver
{
    /// <summary>The one instance.</summary>
    public static readonly StandardResolverAllowPrivate Instance = new();

    private StandardResolverAllowPrivate() => Options = MessagePackSerializerOptions.Standard.WithResolver(this);

    /// <summary>Gets options with this resolver.</summary>
    public MessagePackSerializerOptions Options { get; }

    /// <inheritdoc/>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "The class carries the warning.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The class carries the warning.")]
    protected override IMessagePackFormatter<T>? Find<T>() => (IMessagePackFormatter<T>?)(Registry.BuiltinFormatters.Find(typeof(T))
        ?? ReflectionFormatters.Find(typeof(T), contractless: false, allowPrivate: true));
}
