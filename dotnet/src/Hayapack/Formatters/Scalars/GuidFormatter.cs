using System.Buffers.Text;

namespace Hayapack.Formatters;

/// <summary>
/// Serializes a <see cref="Guid"/> as a string of 36 characters or as a bin of 16 bytes, its layout in memory. Reads
/// both.
/// </summary>
public sealed class GuidFormatter : IMessagePackFormatter<Guid>
{
    /// <summary>The shared instance.</summary>
    public static readonly GuidFormatter Instance = new(native: false);

    private readonly bool native;

    internal GuidFormatter(bool native) => this.native = native;

    private const int TextSize = 36;

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Guid value, MessagePackSerializerOptions options)
    {
        if (native)
        {
            writer.WriteBinHeader(FixedBytes.Size);
            value.TryWriteBytes(writer.GetSpan(FixedBytes.Size));
            writer.Commit(FixedBytes.Size);
            return;
        }

        Span<byte> space = writer.GetSpan(TextSize + 2);
        space[0] = MessagePackCode.Str8;
        space[1] = TextSize;
        value.TryFormat(space[2..], out _);
        writer.Commit(TextSize + 2);
    }

    /// <inheritdoc/>
    public Guid Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        if (reader.NextMessagePackType == MessagePackType.Binary)
        {
            return new Guid(FixedBytes.Read(ref reader, nameof(Guid)));
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
