using Hayapack.Formatters;

namespace Hayapack.Resolvers;

/// <summary>
/// Replaces generated formatters by ones that follow the options' rules for members, which the usual generated code does not
/// look at. Formatters made by reflection follow them always.
/// </summary>
internal sealed class MemberRulesResolver : ResolverOver<MemberRulesResolver>
{
    private MemberRulesResolver(IFormatterResolver inner)
        : base(inner)
    {
    }

    /// <summary>Returns the resolver over another one.</summary>
    internal static IFormatterResolver Of(IFormatterResolver inner) => Of(inner, static resolver => new(resolver));

    protected override IMessagePackFormatter<T>? Find<T>() =>
        Inner.GetFormatter<T>() is IMemberRulesFormatter<T> formatter ? new MemberRulesFormatter<T>(formatter) : Inner.GetFormatter<T>();
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
