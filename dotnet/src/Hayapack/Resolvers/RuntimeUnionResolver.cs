using Hayapack.Formatters;

namespace Hayapack.Resolvers;

/// <summary>Adds unions that were made at run time to another resolver. Thread-safe.</summary>
internal sealed class RuntimeUnionResolver : CachingResolver
{
    private readonly Dictionary<Type, IMessagePackFormatter> unions;
    private readonly IFormatterResolver others;

    private RuntimeUnionResolver(Dictionary<Type, IMessagePackFormatter> unions, IFormatterResolver others)
    {
        this.unions = unions;
        this.others = others;
    }

    /// <summary>Returns a resolver with a union more than another one. A union of the same type is replaced.</summary>
    internal static RuntimeUnionResolver Add<TUnion>(IFormatterResolver resolver, UnionFormatter<TUnion> union)
        where TUnion : class
    {
        var before = resolver as RuntimeUnionResolver;
        var unions = new Dictionary<Type, IMessagePackFormatter>(before?.unions ?? []) { [typeof(TUnion)] = union };
        return new RuntimeUnionResolver(unions, before?.others ?? resolver);
    }

    protected override IMessagePackFormatter<T>? Find<T>() =>
        unions.TryGetValue(typeof(T), out IMessagePackFormatter? union) ? (IMessagePackFormatter<T>)union : others.GetFormatter<T>();
}
