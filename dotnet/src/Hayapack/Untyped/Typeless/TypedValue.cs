using Hayapack.Formatters;

namespace Hayapack;

/// <summary>
/// A typed value (ext 100: a type name and one value) whose name is not in the <see cref="TypeTable"/>. Writing it gives
/// the bytes that were read. System.Object may have no value. Immutable and thread-safe.
/// </summary>
public sealed partial class TypedValue : IEquatable<TypedValue>, Hashing.IKeyedHashCode
{
    private static readonly byte[] NilMessage = [MessagePackCode.Nil];

    private readonly ReadOnlyMemory<byte> raw;
    private readonly int content;

    /// <summary>Initializes a new instance of the <see cref="TypedValue"/> class.</summary>
    /// <param name="name">The name of the type, as it is on the wire.</param>
    /// <param name="raw">The whole ext, already validated.</param>
    /// <param name="content">The offset in it of the value after the name.</param>
    internal TypedValue(string name, ReadOnlyMemory<byte> raw, int content)
    {
        Name = name;
        this.raw = raw;
        this.content = content;
    }

    /// <summary>Gets the name of the type, as it is on the wire.</summary>
    public string Name { get; }

    /// <summary>Gets the whole ext: its header, the name and the value.</summary>
    public ReadOnlyMemory<byte> Raw => raw;

    /// <summary>
    /// Gets a value indicating whether there is a value after the name. It is false only for a name of System.Object:
    /// MessagePack-CSharp writes <c>new object()</c> as that name and nothing else. <see cref="Value"/>,
    /// <see cref="ToObject"/> and <see cref="As{T}"/> then read nil.
    /// </summary>
    public bool HasValue => content < raw.Length;

    /// <summary>Gets the value without its name, decoded on access.</summary>
    public MessagePackValue Value => new(Content);

    /// <summary>Gets the encoded value; nil if there is none.</summary>
    private ReadOnlyMemory<byte> Content => HasValue ? raw[content..] : NilMessage;

    /// <inheritdoc/>
    public bool Equals(TypedValue? other) => other is not null && raw.Span.SequenceEqual(other.raw.Span);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as TypedValue);

    /// <inheritdoc/>
    public override int GetHashCode() => Hashing.KeyedHash.Of(raw.Span);

    /// <inheritdoc/>
    public override string ToString() => $"TypedValue({Name}, {raw.Length} bytes)";
}

/// <summary>Writes a <see cref="TypedValue"/> as the bytes from which it was read.</summary>
internal sealed class TypedValueFormatter : IMessagePackFormatter<TypedValue?>
{
    public void Serialize(ref MessagePackWriter writer, TypedValue? value, MessagePackSerializerOptions options)
    {
        if (!writer.TryWriteNil(value))
        {
            writer.WriteRaw(value.Raw.Span);
        }
    }

    public TypedValue? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : TypelessFormatter.ReadUnknown(ref reader, options);
}
