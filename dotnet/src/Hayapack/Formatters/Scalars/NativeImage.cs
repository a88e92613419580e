using System.Buffers.Binary;

namespace Hayapack.Formatters;

/// <summary>
/// The 16 bytes of a <see cref="decimal"/> or <see cref="Guid"/> in memory on a little-endian machine.
/// </summary>
internal static class NativeImage
{
    private const int Size = 16;

    /// <summary>Writes a decimal in the order flags, high, low, middle part.</summary>
    /// <param name="writer">The output.</param>
    /// <param name="parts">
    /// The low, middle and high part and the flags, as <see cref="decimal.GetBits(decimal)"/> returns them.
    /// </param>
    internal static void WriteDecimal(ref MessagePackWriter writer, scoped ReadOnlySpan<int> parts)
    {
        writer.WriteBinHeader(Size);
        Span<byte> space = writer.GetSpan(Size);
        BinaryPrimitives.WriteInt32LittleEndian(space, parts[3]);
        BinaryPrimitives.WriteInt32LittleEndian(space[4..], parts[2]);
        BinaryPrimitives.WriteInt32LittleEndian(space[8..], parts[0]);
        BinaryPrimitives.WriteInt32LittleEndian(space[12..], parts[1]);
        writer.Commit(Size);
    }

    internal static decimal ReadDecimal(ReadOnlySpan<byte> bytes, long start)
    {
        CheckSize(bytes, start, nameof(Decimal));
        int flags = BinaryPrimitives.ReadInt32LittleEndian(bytes);
        int scale = (flags >> 16) & 0xff;
        if ((flags & 0x7f00ffff) != 0 || scale > 28)
        {
            MessagePackReader.ThrowInvalidValue(start, "The bytes are not a decimal.");
        }

        return new decimal(
            BinaryPrimitives.ReadInt32LittleEndian(bytes[8..]),
            BinaryPrimitives.ReadInt32LittleEndian(bytes[12..]),
            BinaryPrimitives.ReadInt32LittleEndian(bytes[4..]),
            flags < 0,
            (byte)scale);
    }

    internal static void WriteGuid(ref MessagePackWriter writer, Guid value)
    {
        writer.WriteBinHeader(Size);
        value.TryWriteBytes(writer.GetSpan(Size));
        writer.Commit(Size);
    }

    internal static Guid ReadGuid(ReadOnlySpan<byte> bytes, long start)
    {
        CheckSize(bytes, start, nameof(Guid));
        return new Guid(bytes);
    }

    private static void CheckSize(ReadOnlySpan<byte> bytes, long start, string type)
    {
        if (bytes.Length != Size)
        {
            MessagePackReader.ThrowInvalidValue(start, $"{type} has {Size} bytes, not {bytes.Length}.");
        }
    }
}
