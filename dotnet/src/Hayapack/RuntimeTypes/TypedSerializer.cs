namespace Hayapack.Registry;

/// <summary>Serializes values of a type that is known only at run time, by calling the generic serializer.</summary>
internal abstract class TypedSerializer
{
    /// <summary>Writes a whole message.</summary>
    internal abstract void SerializeRoot(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options);

    /// <summary>Reads a whole message.</summary>
    internal abstract object? DeserializeRoot(ref MessagePackReader reader, MessagePackSerializerOptions options);

    /// <summary>Writes a value within a message.</summary>
    internal abstract void Serialize(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options);

    /// <summary>Reads a value within a message.</summary>
    internal abstract object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options);
}

/// <inheritdoc/>
internal sealed partial class TypedSerializer<T> : TypedSerializer
{
    internal static readonly TypedSerializer<T> Instance = new();

    // TypelessContractlessStandardResolver's: a field of an object is found faster than a static one of a generic type.
    private Formatters.IMessagePackFormatter<T>? typeless;

    internal override void Serialize(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options) =>
        Formatter(options).Serialize(ref writer, (T)value!, options);

    internal override object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        Formatter(options).Deserialize(ref reader, options);

    private Formatters.IMessagePackFormatter<T> Formatter(MessagePackSerializerOptions options)
    {
        if (!options.IsTypeless)
        {
            return options.GetFormatter<T>();
        }

        return typeless ??= options.GetFormatter<T>();
    }
}

/// <summary>Serializes values with one formatter, independent of the resolver.</summary>
/// <typeparam name="T">The type.</typeparam>
internal sealed class FormatterSerializer<T>(Formatters.IMessagePackFormatter<T> formatter) : TypedSerializer
{
    internal override void SerializeRoot(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options) =>
        throw new NotSupportedException();

    internal override object? DeserializeRoot(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        throw new NotSupportedException();

    internal override void Serialize(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options) =>
        formatter.Serialize(ref writer, (T)value!, options);

    internal override object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        formatter.Deserialize(ref reader, options);
}
