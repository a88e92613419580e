using Hayapack.Formatters;

namespace Hayapack;

/// <summary>
/// A value with the name of its type (ext 100) where the <see cref="TypeTable"/> does not have the name. It is written as
/// the same bytes. Immutable and thread-safe.
/// </summary>
public sealed class TypedValue : IEquatable<TypedValue>
{
    private readonly ReadOnlyMemory<byte> raw;
    private readonly int content;

    /// <summary>Initializes a new instance of the <see cref="TypedValue"/> class.</summary>
    /// <param name="name">The name of the type, as it is on the wire.</param>
    /// <param name="raw">The whole ext, which was checked.</param>
    /// <param name="content">The offset of the value in it.</param>
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

    /// <summary>Gets a value indicating whether there is a name and no value: an instance of <see cref="object"/>.</summary>
    public bool IsNameAlone => content == raw.Length;

    /// <summary>Gets the value without its name, which is read only where it is looked at.</summary>
    public MessagePackValue Value => new(raw[content..]);

    /// <summary>Reads the value without its name, as <see cref="MessagePackSerializer.Typeless"/> reads values.</summary>
    /// <param name="options">The options, or null for those of <see cref="MessagePackSerializer.Typeless"/>.</param>
    /// <returns>The value; typed values inside it are looked up in the table of the options.</returns>
    public object? ToObject(MessagePackSerializerOptions? options = null) =>
        MessagePackSerializer.Typeless.Deserialize(raw[content..], Plain(options));

    /// <summary>Reads the value without its name into a type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="options">The options, or null for those of <see cref="MessagePackSerializer.Typeless"/>.</param>
    /// <returns>The value.</returns>
    public T As<T>(MessagePackSerializerOptions? options = null) =>
        MessagePackSerializer.Deserialize<T>(raw[content..], Plain(options));

    /// <inheritdoc/>
    public bool Equals(TypedValue? other) => other is not null && raw.Span.SequenceEqual(other.raw.Span);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as TypedValue);

    /// <inheritdoc/>
    public override int GetHashCode() => Hashing.KeyedHash.Of(raw.Span);

    /// <inheritdoc/>
    public override string ToString() => $"TypedValue({Name}, {raw.Length} bytes)";

    /// <summary>Only whole messages are compressed.</summary>
    private static MessagePackSerializerOptions Plain(MessagePackSerializerOptions? options) =>
        (options ?? MessagePackSerializer.Typeless.DefaultOptions).WithCompression(MessagePackCompression.None);
}

/// <summary>A typed value of unknown type as the bytes that it was read from.</summary>
internal sealed class TypedValueFormatter : IMessagePackFormatter<TypedValue?>
{
    public void Serialize(ref MessagePackWriter writer, TypedValue? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
        }
        else
        {
            writer.WriteRaw(value.Raw.Span);
        }
    }

    public TypedValue? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : TypelessFormatter.ReadUnknown(ref reader, options);
}
