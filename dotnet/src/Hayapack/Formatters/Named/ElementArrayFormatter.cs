namespace Hayapack.Formatters;

/// <summary>Serializes an array with a given formatter of its elements, whatever the resolver has for their type.</summary>
/// <typeparam name="T">The element's type.</typeparam>
/// <param name="element">The formatter of the elements.</param>
internal sealed class ElementArrayFormatter<T>(IMessagePackFormatter<T> element) : IMessagePackFormatter<T[]?>, IErrorSource
{
    public void Serialize(ref MessagePackWriter writer, T[]? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
        }
        else
        {
            GrowingArray.Write(ref writer, value, element, options);
        }
    }

    public T[]? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : GrowingArray.Read(ref reader, element, options);

    void IErrorSource.FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors)
    {
        if (!reader.TryReadNil())
        {
            errors.ReadArray(ref reader, element, options);
        }
    }
}
