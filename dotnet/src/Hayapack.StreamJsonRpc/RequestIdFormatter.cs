using Hayapack.Formatters;
using StreamJsonRpc;

namespace Hayapack.StreamJsonRpc;

/// <summary>Serializes the identifier of a request: an integer of 64 bits, a text or nil.</summary>
internal sealed class RequestIdFormatter : IMessagePackFormatter<RequestId>
{
    public void Serialize(ref MessagePackWriter writer, RequestId value, MessagePackSerializerOptions options) => Write(ref writer, value);

    public RequestId Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => Read(ref reader);

    internal static void Write(ref MessagePackWriter writer, RequestId id)
    {
        if (id.Number is { } number)
        {
            writer.Write(number);
        }
        else
        {
            writer.Write(id.String);
        }
    }

    internal static RequestId Read(ref MessagePackReader reader) =>
        reader.NextMessagePackType == MessagePackType.Integer ? new RequestId(reader.ReadInt64()) : new RequestId(reader.ReadString());
}
