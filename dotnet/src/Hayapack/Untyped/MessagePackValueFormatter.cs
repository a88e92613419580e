using System.Buffers;

namespace Hayapack.Formatters;

/// <summary>Serializes any value as a copy of its bytes. The default value is nil.</summary>
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
