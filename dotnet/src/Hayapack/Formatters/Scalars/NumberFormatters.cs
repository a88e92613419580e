using System.Buffers.Binary;
using System.Globalization;
using System.Numerics;
using System.Runtime.InteropServices;

namespace Hayapack.Formatters;

/// <summary>
/// Serializes a <see cref="decimal"/> as a string or as a bin of 16 bytes, its layout in memory. Reads both.
/// </summary>
public sealed class DecimalFormatter : IMessagePackFormatter<decimal>
{
    /// <summary>The shared instance.</summary>
    public static readonly DecimalFormatter Instance = new(native: false);

    private readonly bool native;

    internal DecimalFormatter(bool native) => this.native = native;

    /// <summary>The length of the longest text: sign, 29 digits, decimal point.</summary>
    private const int LongestText = 31;

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, decimal value, MessagePackSerializerOptions options)
    {
        if (native)
        {
            WriteNative(ref writer, value);
            return;
        }

        Span<byte> space = writer.GetSpan(LongestText + 1);
        value.TryFormat(space[1..], out int size, default, CultureInfo.InvariantCulture);
        space[0] = (byte)(MessagePackCode.MinFixStr | size);
        writer.Commit(size + 1);
    }

    /// <inheritdoc/>
    public decimal Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        if (reader.NextMessagePackType == MessagePackType.Binary)
        {
            return ReadNative(ref reader, start);
        }

        if (!decimal.TryParse(reader.ReadStringSpan(), NumberStyles.Float, CultureInfo.InvariantCulture, out decimal value))
        {
            MessagePackReader.ThrowInvalidValue(start, "The text is not a decimal.");
        }

        return value;
    }

    // In the order flags, high, low, middle part.
    private static void WriteNative(ref MessagePackWriter writer, decimal value)
    {
        Span<int> parts = stackalloc int[4];
        decimal.GetBits(value, parts);
        writer.WriteBinHeader(FixedBytes.Size);
        Span<byte> space = writer.GetSpan(FixedBytes.Size);
        BinaryPrimitives.WriteInt32LittleEndian(space, parts[3]);
        BinaryPrimitives.WriteInt32LittleEndian(space[4..], parts[2]);
        BinaryPrimitives.WriteInt32LittleEndian(space[8..], parts[0]);
        BinaryPrimitives.WriteInt32LittleEndian(space[12..], parts[1]);
        writer.Commit(FixedBytes.Size);
    }

    private static decimal ReadNative(ref MessagePackReader reader, long start)
    {
        ReadOnlySpan<byte> bytes = FixedBytes.Read(ref reader, nameof(Decimal));
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
}

/// <summary>Serializes <see cref="BigInteger"/> as a bin of its bytes in little-endian order.</summary>
public sealed class BigIntegerFormatter : IMessagePackFormatter<BigInteger>
{
    /// <summary>The shared instance.</summary>
    public static readonly BigIntegerFormatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, BigInteger value, MessagePackSerializerOptions options)
    {
        int size = value.GetByteCount();
        writer.WriteBinHeader(size);
        value.TryWriteBytes(writer.GetSpan(size), out _);
        writer.Commit(size);
    }

    /// <inheritdoc/>
    public BigInteger Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        return new BigInteger(reader.TakeSpan(reader.ReadBytesHeader(), start));
    }
}

/// <summary>Serializes <see cref="Int128"/> as a bin of 16 bytes in little-endian order.</summary>
public sealed class Int128Formatter : IMessagePackFormatter<Int128>
{
    /// <summary>The shared instance.</summary>
    public static readonly Int128Formatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Int128 value, MessagePackSerializerOptions options)
    {
        writer.WriteBinHeader(FixedBytes.Size);
        BinaryPrimitives.WriteInt128LittleEndian(writer.GetSpan(FixedBytes.Size), value);
        writer.Commit(FixedBytes.Size);
    }

    /// <inheritdoc/>
    public Int128 Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        BinaryPrimitives.ReadInt128LittleEndian(FixedBytes.Read(ref reader, nameof(Int128)));
}

/// <summary>Serializes <see cref="UInt128"/> as a bin of 16 bytes in little-endian order.</summary>
public sealed class UInt128Formatter : IMessagePackFormatter<UInt128>
{
    /// <summary>The shared instance.</summary>
    public static readonly UInt128Formatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, UInt128 value, MessagePackSerializerOptions options)
    {
        writer.WriteBinHeader(FixedBytes.Size);
        BinaryPrimitives.WriteUInt128LittleEndian(writer.GetSpan(FixedBytes.Size), value);
        writer.Commit(FixedBytes.Size);
    }

    /// <inheritdoc/>
    public UInt128 Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        BinaryPrimitives.ReadUInt128LittleEndian(FixedBytes.Read(ref reader, nameof(UInt128)));
}

/// <summary>Serializes <see cref="Half"/> as a 32-bit float.</summary>
public sealed class HalfFormatter : IMessagePackFormatter<Half>
{
    /// <summary>The shared instance.</summary>
    public static readonly HalfFormatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Half value, MessagePackSerializerOptions options) => writer.Write((float)value);

    /// <inheritdoc/>
    public Half Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => (Half)reader.ReadSingle();
}

/// <summary>Serializes <see cref="Complex"/> as an array of two floats.</summary>
public sealed class ComplexFormatter : IMessagePackFormatter<Complex>
{
    /// <summary>The shared instance.</summary>
    public static readonly ComplexFormatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Complex value, MessagePackSerializerOptions options)
    {
        writer.WriteArrayHeader(2);
        writer.Write(value.Real);
        writer.Write(value.Imaginary);
    }

    /// <inheritdoc/>
    public Complex Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        FixedArray.ReadHeader(ref reader, 2, nameof(Complex));
        return new Complex(reader.ReadDouble(), reader.ReadDouble());
    }
}

/// <summary>
/// Serializes a struct that has only 32-bit floats as a flat array: <see cref="Vector2"/> to <see cref="Matrix4x4"/>.
/// </summary>
internal sealed class FloatsFormatter<T> : IMessagePackFormatter<T>
    where T : unmanaged
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options)
    {
        ReadOnlySpan<float> parts = MemoryMarshal.Cast<T, float>(new ReadOnlySpan<T>(in value));
        writer.WriteArrayHeader(parts.Length);
        foreach (float part in parts)
        {
            writer.Write(part);
        }
    }

    /// <inheritdoc/>
    public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        T value = default;
        Span<float> parts = MemoryMarshal.Cast<T, float>(new Span<T>(ref value));
        FixedArray.ReadHeader(ref reader, parts.Length, typeof(T).Name);
        for (int i = 0; i < parts.Length; i++)
        {
            parts[i] = reader.ReadSingle();
        }

        return value;
    }
}

/// <summary>Arrays of a fixed length that represent one value.</summary>
internal static class FixedArray
{
    internal static void ReadHeader(ref MessagePackReader reader, int expected, string type)
    {
        long start = reader.Consumed;
        int count = reader.ReadArrayHeader();
        if (count != expected)
        {
            MessagePackReader.ThrowInvalidValue(start, $"Expected an array of {MessagePackReader.Counted(expected, "element")} for {type}, found {count}.");
        }
    }
}

/// <summary>A bin of 16 bytes that represents one value.</summary>
internal static class FixedBytes
{
    internal const int Size = 16;

    internal static ReadOnlySpan<byte> Read(scoped ref MessagePackReader reader, string type)
    {
        long start = reader.Consumed;
        ReadOnlySpan<byte> bytes = reader.TakeSpan(reader.ReadBytesHeader(), start);
        if (bytes.Length != Size)
        {
            MessagePackReader.ThrowInvalidValue(start, $"{type} has {Size} bytes, not {bytes.Length}.");
        }

        return bytes;
    }
}
