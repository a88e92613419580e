using System.Runtime.CompilerServices;
using Hayapack.Formatters;

namespace Hayapack.Resolvers;

/// <summary>
/// Replaces generated formatters by ones that follow the options' rules for members, which the usual generated code does not
/// look at. Formatters made by reflection follow them always.
/// </summary>
internal sealed class MemberRulesResolver : CachingResolver
{
    private static readonly ConditionalWeakTable<IFormatterResolver, MemberRulesResolver> Made = [];

    private readonly IFormatterResolver inner;

    private MemberRulesResolver(IFormatterResolver inner) => this.inner = inner;

    /// <summary>Returns the resolver over another one.</summary>
    internal static IFormatterResolver Of(IFormatterResolver inner) => Made.GetValue(inner, static resolver => new(resolver));

    /// <summary>Returns the resolver that is under one of this class; else the resolver itself.</summary>
    internal static IFormatterResolver Without(IFormatterResolver resolver) => (resolver as MemberRulesResolver)?.inner ?? resolver;

    protected override IMessagePackFormatter<T>? Find<T>() =>
        inner.GetFormatter<T>() is IMemberRulesFormatter<T> formatter ? new MemberRulesFormatter<T>(formatter) : inner.GetFormatter<T>();
}

/// <summary>Calls the methods of a generated formatter that follow the options' rules.</summary>
internal sealed class MemberRulesFormatter<T>(IMemberRulesFormatter<T> inner) : IMessagePackPopulatingFormatter<T>, IErrorSource
{
    public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options) =>
        inner.SerializeByRules(ref writer, value, options);

    public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => inner.DeserializeByRules(ref reader, options);

    public void Populate(ref MessagePackReader reader, ref T value, MessagePackSerializerOptions options) =>
        inner.Populate(ref reader, ref value, options);

    public void FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors) =>
        errors.Read(ref reader, inner, options);
}
