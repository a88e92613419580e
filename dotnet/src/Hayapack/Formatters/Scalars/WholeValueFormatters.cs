using System.Buffers;

namespace Hayapack.Formatters;

/// <summary>An ext of any type.</summary>
internal sealed class ExtensionResultFormatter : IMessagePackFormatter<ExtensionResult>
{
    public void Serialize(ref MessagePackWriter writer, ExtensionResult value, MessagePackSerializerOptions options) =>
        writer.WriteExtensionFormat(value);

    public ExtensionResult Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        // The input may be gone when the value is used.
        ExtensionResult read = reader.ReadExtensionFormat();
        return new ExtensionResult(read.TypeCode, read.Data.ToArray());
    }
}

/// <summary>Any value, as a copy of its bytes; the default one is nil.</summary>
internal sealed class MessagePackValueFormatter : IMessagePackFormatter<MessagePackValue>
{
    public void Serialize(ref MessagePackWriter writer, MessagePackValue value, MessagePackSerializerOptions options)
    {
        if (value.IsDefault)
        {
            writer.WriteNil();
        }
        else
        {
            writer.WriteRaw(value.Raw.Span);
        }
    }

    public MessagePackValue Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        new(reader.ReadRaw().ToArray());
}
