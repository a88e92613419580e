using System.Buffers;

namespace Hayapack.Formatters;

/// <summary>Serializes an extension of any type.</summary>
internal sealed class ExtensionResultFormatter : IMessagePackFormatter<ExtensionResult>
{
    public void Serialize(ref MessagePackWriter writer, ExtensionResult value, MessagePackSerializerOptions options) =>
        writer.WriteExtensionFormat(value);

    public ExtensionResult Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        // The payload is a slice of the input, whose memory might be reused before the value is; so it is copied.
        ExtensionResult read = reader.ReadExtensionFormat();
        return new ExtensionResult(read.TypeCode, read.Data.ToArray());
    }
}
