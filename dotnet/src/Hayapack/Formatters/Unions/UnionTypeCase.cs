using System.ComponentModel;

namespace Hayapack.Formatters;

/// <summary>A case of a C# union type. For generated code.</summary>
/// <typeparam name="TUnion">The union type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract class UnionTypeCase<TUnion>
{
    private protected UnionTypeCase(Type type, MessagePackType form, UnionTag? tag)
    {
        Type = type;
        Tag = tag;
        Form = form == MessagePackType.Unknown ? BuiltinWireTypes.Of(type) : form;
    }

    /// <summary>Gets the type of the case's values.</summary>
    internal Type Type { get; }

    /// <summary>Gets what the case's values are on the wire; <see cref="MessagePackType.Unknown"/> if only its formatter knows.</summary>
    internal MessagePackType Form { get; }

    /// <summary>Gets the tag before the case's values, or null if their form tells the cases apart.</summary>
    internal UnionTag? Tag { get; }

    internal abstract void Write(ref MessagePackWriter writer, object value, MessagePackSerializerOptions options);

    internal abstract TUnion Read(ref MessagePackReader reader, MessagePackSerializerOptions options);

    internal abstract void FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors);
}

/// <inheritdoc/>
/// <typeparam name="TUnion">The union type.</typeparam>
/// <typeparam name="TCase">The type of the case's values.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class UnionTypeCase<TUnion, TCase> : UnionTypeCase<TUnion>
{
    private readonly Func<TCase, TUnion> make;

    /// <summary>Initializes a new instance of the <see cref="UnionTypeCase{TUnion, TCase}"/> class.</summary>
    /// <param name="make">Makes a union of a value.</param>
    /// <param name="form">What the values are on the wire, of types that are not built in.</param>
    /// <param name="key">The key of <see cref="UnionAttribute"/>, or null.</param>
    public UnionTypeCase(Func<TCase, TUnion> make, MessagePackType form = MessagePackType.Unknown, int? key = null)
        : this(make, form, key is { } number ? new UnionTag(null, number) : null)
    {
    }

    /// <summary>Initializes a new instance of the <see cref="UnionTypeCase{TUnion, TCase}"/> class.</summary>
    /// <param name="make">Makes a union of a value.</param>
    /// <param name="form">What the values are on the wire, of types that are not built in.</param>
    /// <param name="name">The name of <see cref="UnionAttribute"/>.</param>
    public UnionTypeCase(Func<TCase, TUnion> make, MessagePackType form, string name)
        : this(make, form, new UnionTag(name, 0))
    {
    }

    internal UnionTypeCase(Func<TCase, TUnion> make, MessagePackType form, UnionTag? tag)
        : base(Nullable.GetUnderlyingType(typeof(TCase)) ?? typeof(TCase), form, tag) => this.make = make;

    internal override void Write(ref MessagePackWriter writer, object value, MessagePackSerializerOptions options) =>
        options.GetFormatter<TCase>().Serialize(ref writer, (TCase)value, options);

    internal override TUnion Read(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        make(options.GetFormatter<TCase>().Deserialize(ref reader, options)!);

    internal override void FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors) =>
        errors.Read<TCase>(ref reader, options);
}
