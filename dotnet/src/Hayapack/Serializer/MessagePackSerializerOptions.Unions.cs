using Hayapack.Resolvers;

namespace Hayapack;

public partial class MessagePackSerializerOptions
{
    /// <summary>
    /// Returns a copy with a union whose classes are known only at run time. It replaces the <see cref="UnionAttribute"/>s of the
    /// type, and is part of <see cref="Resolver"/>: <see cref="WithResolver"/> removes it.
    /// </summary>
    /// <typeparam name="TUnion">The union: an interface or a class, such as <see cref="object"/>.</typeparam>
    /// <param name="build">Adds the classes; it is called once, now.</param>
    /// <returns>The copy. Keep it: it has a cache of formatters.</returns>
    /// <exception cref="FormatterNotRegisteredException">The union was added to itself, and the resolver has no formatter for it.</exception>
    public MessagePackSerializerOptions WithUnion<TUnion>(Action<UnionBuilder<TUnion>> build)
        where TUnion : class
    {
        ArgumentNullException.ThrowIfNull(build);
        var builder = new UnionBuilder<TUnion>(Resolver);
        build(builder);
        return WithResolver(RuntimeUnionResolver.Add(MemberRulesResolver.Without(Resolver), builder.Build()));
    }
}
