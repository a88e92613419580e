using System.ComponentModel;

namespace Hayapack.Formatters;

/// <summary>A class of a union. For generated code.</summary>
/// <typeparam name="TUnion">The union: an interface or a class.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract class UnionCase<TUnion>
{
    private protected UnionCase(Type type, UnionTag tag, bool isUnion, bool hasFreeKey)
    {
        Type = type;
        Tag = tag;
        IsUnion = isUnion;
        HasFreeKey = hasFreeKey;
    }

    /// <summary>Gets the class.</summary>
    internal Type Type { get; }

    internal UnionTag Tag { get; }

    /// <summary>Gets a value indicating whether the class is a union itself, so that objects of the classes that it lists belong to it.</summary>
    internal bool IsUnion { get; }

    /// <summary>Gets a value indicating whether the class is known to have no member with the union's key.</summary>
    internal bool HasFreeKey { get; }

    internal abstract void Write(ref MessagePackWriter writer, TUnion value, MessagePackSerializerOptions options);

    internal abstract TUnion? Read(ref MessagePackReader reader, MessagePackSerializerOptions options);

    internal abstract void FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors);
}

/// <inheritdoc/>
/// <typeparam name="TUnion">The union: an interface or a class.</typeparam>
/// <typeparam name="TCase">The class.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class UnionCase<TUnion, TCase> : UnionCase<TUnion>
{
    /// <summary>Whether the class belongs to this type of a generic union.</summary>
    private static readonly bool Fits = typeof(TUnion).IsAssignableFrom(typeof(TCase));

    private readonly IMessagePackFormatter<TCase>? formatter;

    /// <summary>Initializes a new instance of the <see cref="UnionCase{TUnion, TCase}"/> class.</summary>
    /// <param name="tag">The tag, an integer.</param>
    /// <param name="isUnion">Whether the class is a union itself.</param>
    /// <param name="hasFreeKey">Whether the class is known to have no member with the union's key.</param>
    /// <param name="formatter">The formatter of the class; null for that of the options.</param>
    public UnionCase(int tag, bool isUnion = false, bool hasFreeKey = false, IMessagePackFormatter<TCase>? formatter = null)
        : base(typeof(TCase), new UnionTag(null, tag), isUnion, hasFreeKey) => this.formatter = formatter;

    /// <summary>Initializes a new instance of the <see cref="UnionCase{TUnion, TCase}"/> class.</summary>
    /// <param name="tag">The tag, a text.</param>
    /// <param name="isUnion">Whether the class is a union itself.</param>
    /// <param name="hasFreeKey">Whether the class is known to have no member with the union's key.</param>
    /// <param name="formatter">The formatter of the class; null for that of the options.</param>
    public UnionCase(string tag, bool isUnion = false, bool hasFreeKey = false, IMessagePackFormatter<TCase>? formatter = null)
        : base(typeof(TCase), new UnionTag(tag, 0), isUnion, hasFreeKey) => this.formatter = formatter;

    internal override void Write(ref MessagePackWriter writer, TUnion value, MessagePackSerializerOptions options) =>
        (formatter ?? options.GetFormatter<TCase>()).Serialize(ref writer, (TCase)(object)value!, options);

    internal override TUnion? Read(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        (TUnion?)(object?)Reader(ref reader, options).Deserialize(ref reader, options);

    internal override void FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors) =>
        errors.Read(ref reader, Reader(ref reader, options), options);

    private IMessagePackFormatter<TCase> Reader(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (!Fits)
        {
            reader.ThrowUnexpected($"a class of {typeof(TUnion)}");
        }

        return formatter ?? options.GetFormatter<TCase>();
    }
}
