namespace Hayapack.Formatters;

/// <summary>Serializes an array with a given formatter of its elements, whatever the resolver has for their type.</summary>
/// <typeparam name="T">The element's type.</typeparam>
/// <param name="element">The formatter of the elements.</param>
internal sealed class ElementArrayFormatter<T>(IMessagePackFormatter<T> element) : IMessagePackFormatter<T[]?>, IArrayErrors<T>
{
    public void Serialize(ref MessagePackWriter writer, T[]? value, MessagePackSerializerOptions options)
    {
        if (!writer.TryWriteNil(value))
        {
            GrowingArray.Write(ref writer, value, element, options);
        }
    }

    public T[]? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : GrowingArray.Read(ref reader, element, options);

    IMessagePackFormatter<T> IArrayErrors<T>.Element(MessagePackSerializerOptions options) => element;
}
