namespace Hayapack.Registry;

// Whole messages: the serializer adds the check of the limits, LZ4 and the errors' paths.
internal sealed partial class TypedSerializer<T>
{
    internal override void SerializeRoot(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options)
    {
        if (Collection(options) is { } other)
        {
            other.SerializeRoot(ref writer, value, options);
            return;
        }

        MessagePackSerializer.Serialize(ref writer, (T)value!, options);
    }

    internal override object? DeserializeRoot(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        MessagePackSerializer.Deserialize<T>(ref reader, options);
}
