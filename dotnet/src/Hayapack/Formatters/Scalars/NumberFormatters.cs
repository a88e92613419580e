using System.Buffers;
using System.Globalization;
using System.Numerics;
using System.Runtime.InteropServices;

namespace Hayapack.Formatters;

/// <summary>
/// Serializes a <see cref="decimal"/> as a string or as a bin of 16 bytes, its layout in memory. Reads both.
/// </summary>
internal sealed class DecimalFormatter(bool native) : IMessagePackFormatter<decimal>
{
    /// <summary>The length of the longest text: sign, 29 digits, decimal point.</summary>
    private const int LongestText = 31;

    public void Serialize(ref MessagePackWriter writer, decimal value, MessagePackSerializerOptions options)
    {
        if (native)
        {
            Span<int> parts = stackalloc int[4];
            decimal.GetBits(value, parts);
            NativeImage.WriteDecimal(ref writer, parts);
            return;
        }

        Span<byte> space = writer.GetSpan(LongestText + 1);
        value.TryFormat(space[1..], out int size, default, CultureInfo.InvariantCulture);
        space[0] = (byte)(MessagePackCode.MinFixStr | size);
        writer.Commit(size + 1);
    }

    public decimal Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        if (reader.NextMessagePackType == MessagePackType.Binary)
        {
            return NativeImage.ReadDecimal(reader.TakeSpan(reader.ReadBytesHeader(), start), start);
        }

        if (!decimal.TryParse(reader.ReadStringSpan(), NumberStyles.Float, CultureInfo.InvariantCulture, out decimal value))
        {
            MessagePackReader.ThrowInvalidValue(start, "The text is not a decimal.");
        }

        return value;
    }
}

internal sealed class BigIntegerFormatter : IMessagePackFormatter<BigInteger>
{
    public void Serialize(ref MessagePackWriter writer, BigInteger value, MessagePackSerializerOptions options)
    {
        int size = value.GetByteCount();
        writer.WriteBinHeader(size);
        value.TryWriteBytes(writer.GetSpan(size), out _);
        writer.Commit(size);
    }

    public BigInteger Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        return new BigInteger(reader.TakeSpan(reader.ReadBytesHeader(), start));
    }
}

internal sealed class Int128Formatter : IMessagePackFormatter<Int128>
{
    public void Serialize(ref MessagePackWriter writer, Int128 value, MessagePackSerializerOptions options)
    {
        writer.WriteBinHeader(16);
        ((IBinaryInteger<Int128>)value).WriteLittleEndian(writer.GetSpan(16));
        writer.Commit(16);
    }

    public Int128 Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        (Int128)UInt128Formatter.Read(ref reader, nameof(Int128));
}

internal sealed class UInt128Formatter : IMessagePackFormatter<UInt128>
{
    public void Serialize(ref MessagePackWriter writer, UInt128 value, MessagePackSerializerOptions options)
    {
        writer.WriteBinHeader(16);
        ((IBinaryInteger<UInt128>)value).WriteLittleEndian(writer.GetSpan(16));
        writer.Commit(16);
    }

    public UInt128 Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => Read(ref reader, nameof(UInt128));

    internal static UInt128 Read(ref MessagePackReader reader, string type)
    {
        long start = reader.Consumed;
        ReadOnlySpan<byte> bytes = reader.TakeSpan(reader.ReadBytesHeader(), start);
        if (bytes.Length != 16)
        {
            MessagePackReader.ThrowInvalidValue(start, $"{type} has 16 bytes, not {bytes.Length}.");
        }

        return System.Buffers.Binary.BinaryPrimitives.ReadUInt128LittleEndian(bytes);
    }
}

internal sealed class HalfFormatter : IMessagePackFormatter<Half>
{
    public void Serialize(ref MessagePackWriter writer, Half value, MessagePackSerializerOptions options) => writer.Write((float)value);

    public Half Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => (Half)reader.ReadSingle();
}

internal sealed class ComplexFormatter : IMessagePackFormatter<Complex>
{
    public void Serialize(ref MessagePackWriter writer, Complex value, MessagePackSerializerOptions options)
    {
        writer.WriteArrayHeader(2);
        writer.Write(value.Real);
        writer.Write(value.Imaginary);
    }

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
    public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options)
    {
        ReadOnlySpan<float> parts = MemoryMarshal.Cast<T, float>(new ReadOnlySpan<T>(in value));
        writer.WriteArrayHeader(parts.Length);
        foreach (float part in parts)
        {
            writer.Write(part);
        }
    }

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

internal sealed class NilFormatter : IMessagePackFormatter<Nil>
{
    public void Serialize(ref MessagePackWriter writer, Nil value, MessagePackSerializerOptions options) => writer.WriteNil();

    public Nil Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => reader.ReadNil();
}
