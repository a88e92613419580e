namespace Hayapack.Formatters;

/// <summary>Serializes <see cref="Nil"/>.</summary>
public sealed class NilFormatter : IMessagePackFormatter<Nil>
{
    /// <summary>The shared instance.</summary>
    public static readonly NilFormatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Nil value, MessagePackSerializerOptions options) => writer.WriteNil();

    /// <inheritdoc/>
    public Nil Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => reader.ReadNil();
}

/// <summary>Serializes <see cref="Nil"/> or null, both as nil. Reads <see cref="Nil"/>.</summary>
public sealed class NullableNilFormatter : IMessagePackFormatter<Nil?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableNilFormatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Nil? value, MessagePackSerializerOptions options) => writer.WriteNil();

    /// <inheritdoc/>
    public Nil? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => reader.ReadNil();
}
