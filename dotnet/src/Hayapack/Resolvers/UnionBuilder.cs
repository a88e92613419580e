using Hayapack.Formatters;

namespace Hayapack;

/// <summary>
/// Collects the classes of a union at run time, for <see cref="MessagePackSerializerOptions.WithUnion{TUnion}"/>: those of
/// plug-ins, or of projects that the union's does not know. Not thread-safe.
/// </summary>
/// <typeparam name="TUnion">The union: an interface or a class.</typeparam>
public sealed class UnionBuilder<TUnion>
    where TUnion : class
{
    private readonly List<UnionCase<TUnion>> cases = [];
    private readonly IFormatterResolver resolver;
    private string? key;

    internal UnionBuilder(IFormatterResolver resolver) => this.resolver = resolver;

    /// <summary>Adds a class, told by an integer.</summary>
    /// <typeparam name="TCase">The class. The union itself, if it is no abstract class, may be added, too.</typeparam>
    /// <param name="tag">The integer.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentException">The class or the tag has been added already.</exception>
    public UnionBuilder<TUnion> Add<TCase>(int tag)
        where TCase : TUnion
    {
        Check(typeof(TCase), new UnionTag(null, tag));
        cases.Add(new UnionCase<TUnion, TCase>(tag, IsUnion<TCase>(), formatter: Own<TCase>()));
        return this;
    }

    /// <summary>Adds a class, told by a text.</summary>
    /// <typeparam name="TCase">The class. The union itself, if it is no abstract class, may be added, too.</typeparam>
    /// <param name="tag">The text.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentException">The class or the tag has been added already.</exception>
    public UnionBuilder<TUnion> Add<TCase>(string tag)
        where TCase : TUnion
    {
        ArgumentNullException.ThrowIfNull(tag);
        Check(typeof(TCase), new UnionTag(tag, 0));
        cases.Add(new UnionCase<TUnion, TCase>(tag, IsUnion<TCase>(), formatter: Own<TCase>()));
        return this;
    }

    /// <summary>Writes the tag as an entry of the object's map; see <see cref="UnionKeyAttribute"/>.</summary>
    /// <param name="key">The key.</param>
    /// <returns>This builder.</returns>
    public UnionBuilder<TUnion> WithKey(string key)
    {
        ArgumentNullException.ThrowIfNull(key);
        this.key = key;
        return this;
    }

    internal UnionFormatter<TUnion> Build() => new(key, [.. cases]);

    private static bool IsUnion<TCase>() => typeof(TCase) != typeof(TUnion)
        && (typeof(TCase).IsAbstract || typeof(TCase).IsDefined(typeof(UnionAttribute), inherit: false));

    private void Check(Type type, UnionTag tag)
    {
        if (cases.Exists(item => item.Type == type || item.Tag == tag))
        {
            throw new ArgumentException($"The union {typeof(TUnion)} has the class {type} or the tag {tag} already.");
        }
    }

    // The options' formatter of the union is the one that is built.
    private IMessagePackFormatter<TCase>? Own<TCase>() => typeof(TCase) == typeof(TUnion) ? resolver.GetFormatterWithVerify<TCase>() : null;
}
