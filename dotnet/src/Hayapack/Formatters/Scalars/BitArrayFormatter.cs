using System.Collections;

namespace Hayapack.Formatters;

/// <summary>
/// Serializes a <see cref="BitArray"/> as an array of booleans or as <c>[number of bits, bin]</c>. Reads both.
/// </summary>
public sealed class BitArrayFormatter : IMessagePackFormatter<BitArray?>
{
    /// <summary>The shared instance.</summary>
    public static readonly BitArrayFormatter Instance = new(optimized: false);

    private readonly bool optimized;

    internal BitArrayFormatter(bool optimized) => this.optimized = optimized;

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, BitArray? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
            return;
        }

        int count = value.Length;
        if (optimized)
        {
            byte[] packed = new byte[(count + 7) / 8];
            value.CopyTo(packed, 0);
            writer.WriteArrayHeader(2);
            writer.Write(count);
            writer.Write(packed);
            return;
        }

        writer.WriteArrayHeader(count);
        for (int i = 0; i < count; i++)
        {
            writer.Write(value[i]);
        }
    }

    /// <inheritdoc/>
    public BitArray? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        long start = reader.Consumed;
        int count = reader.ReadArrayHeader();
        if (count == 2 && reader.NextMessagePackType == MessagePackType.Integer)
        {
            return ReadPacked(ref reader, start);
        }

        var bits = new BitArray(count);
        for (int i = 0; i < count; i++)
        {
            bits[i] = reader.ReadBoolean();
        }

        return bits;
    }

    private static BitArray ReadPacked(ref MessagePackReader reader, long start)
    {
        int count = reader.ReadInt32();
        ReadOnlySpan<byte> packed = reader.TakeSpan(reader.ReadBytesHeader(), start);
        if (count < 0 || packed.Length != (count + 7L) / 8)
        {
            MessagePackReader.ThrowInvalidValue(start, $"A BitArray of {count} bits cannot have {MessagePackReader.Counted(packed.Length, "byte")}.");
        }

        return new BitArray(packed.ToArray()) { Length = count };
    }
}
