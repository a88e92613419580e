using System.Buffers.Text;

namespace Hayapack.Formatters;

/// <summary>A Guid as text of 36 characters, or as the 16 bytes that it has in memory. Reads both.</summary>
internal sealed class GuidFormatter(bool native) : IMessagePackFormatter<Guid>
{
    private const int TextSize = 36;

    public void Serialize(ref MessagePackWriter writer, Guid value, MessagePackSerializerOptions options)
    {
        if (native)
        {
            NativeImage.WriteGuid(ref writer, value);
            return;
        }

        Span<byte> room = writer.GetSpan(TextSize + 2);
        room[0] = MessagePackCode.Str8;
        room[1] = TextSize;
        value.TryFormat(room[2..], out _);
        writer.Commit(TextSize + 2);
    }

    public Guid Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        if (reader.NextMessagePackType == MessagePackType.Binary)
        {
            return NativeImage.ReadGuid(reader.TakeSpan(reader.ReadBytesHeader(), start), start);
        }

        ReadOnlySpan<byte> text = reader.ReadStringSpan();
        if (text.Length != TextSize || !Utf8Parser.TryParse(text, out Guid value, out int used, 'D') || used != TextSize)
        {
            MessagePackReader.ThrowInvalidValue(start, "The text is not a Guid.");
            return default;
        }

        return value;
    }
}
