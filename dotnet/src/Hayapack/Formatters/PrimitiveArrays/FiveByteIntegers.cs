using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Hayapack.Formatters;

/// <summary>Reads and writes several integers at once that have 5 bytes in MessagePack: a format byte and 32 bits.</summary>
internal static class FiveByteIntegers
{
    internal const int Size = 5;

    /// <summary>What is added to the format byte of uint 32 to get that of int 32: a single bit.</summary>
    private const byte Difference = MessagePackCode.Int32 - MessagePackCode.UInt32;

    /// <summary>
    /// An integer has no form of up to 16 bits, -32768 to 65535, if it is greater than <see cref="Limit"/> after
    /// <see cref="Bias"/> was added, in 32 bits with overflow.
    /// </summary>
    private const int Bias = int.MinValue + 32768;

    private const int Limit = int.MinValue + 32768 + 65535;

    /// <summary>Writes integers up to the first group that has one with a shorter form.</summary>
    /// <returns>The number of integers written, of 5 bytes each.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static int Write(ref int source, int count, ref byte destination)
    {
        if (Avx2.IsSupported)
        {
            return WriteAvx2(ref source, count, ref destination);
        }

        if (Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian)
        {
            return Write128(ref source, count, ref destination);
        }

        int done = 0;
        for (; done < count && unchecked(Unsafe.Add(ref source, done) + Bias) > Limit; done++)
        {
            int value = Unsafe.Add(ref source, done);
            ref byte code = ref Unsafe.Add(ref destination, done * Size);
            code = value < 0 ? MessagePackCode.Int32 : MessagePackCode.UInt32;
            MessagePackPrimitives.WriteBigEndian(ref Unsafe.Add(ref code, 1), (uint)value);
        }

        return done;
    }

    /// <summary>Reads integers up to the first group that has one in another form than uint 32 or int 32, or that does not fit into an int.</summary>
    /// <returns>The number of integers read, of 5 bytes each. Elements after them may get undefined values.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static int Read(ref byte source, int available, int count, ref int destination)
    {
        count = Math.Min(count, available / Size);
        if (Avx2.IsSupported)
        {
            return ReadAvx2(ref source, count, ref destination);
        }

        if (Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian)
        {
            return Read128(ref source, count, ref destination);
        }

        int done = 0;
        for (; done < count; done++)
        {
            ref byte code = ref Unsafe.Add(ref source, done * Size);
            int raw = Unsafe.ReadUnaligned<int>(ref Unsafe.Add(ref code, 1));
            int value = BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(raw) : raw;
            if (code != MessagePackCode.Int32 && (code != MessagePackCode.UInt32 || value < 0))
            {
                break;
            }

            Unsafe.Add(ref destination, done) = value;
        }

        return done;
    }

    /// <summary>Writes groups of three integers, of which a vector has all bytes. Little-endian processors only.</summary>
    internal static int Write128(ref int source, int count, ref byte destination)
    {
        // Index 128 gives 0. In "signs" the place of each format byte has the byte with its integer's sign.
        Vector128<byte> order = Vector128.Create((byte)128, 3, 2, 1, 0, 128, 7, 6, 5, 4, 128, 11, 10, 9, 8, 128);
        Vector128<byte> signs = Vector128.Create((byte)3, 128, 128, 128, 128, 7, 128, 128, 128, 128, 11, 128, 128, 128, 128, 128);
        Vector128<byte> formats = Vector128.Create(
            MessagePackCode.UInt32, 0, 0, 0, 0, MessagePackCode.UInt32, 0, 0, 0, 0, MessagePackCode.UInt32, 0, 0, 0, 0, 0);
        int done = 0;
        for (; count - done >= 4; done += 3)
        {
            Vector128<int> values = Vector128.LoadUnsafe(ref source, (nuint)done);
            if (!Vector128.GreaterThanAll(values + Vector128.Create(Bias), Vector128.Create(Limit)))
            {
                break;
            }

            // The sign is bit 7; the difference of the format bytes is bit 2.
            Vector128<byte> negative =
                (Vector128.Shuffle(values.AsByte(), signs).AsUInt32() >>> 5).AsByte() & Vector128.Create(Difference);
            ((Vector128.Shuffle(values.AsByte(), order) | formats) + negative).StoreUnsafe(ref Unsafe.Add(ref destination, done * Size));
        }

        return done;
    }

    /// <summary>Writes groups of six integers.</summary>
    internal static int WriteAvx2(ref int source, int count, ref byte destination)
    {
        // Six integers are 30 bytes of 32. The format byte of the fourth is the last byte of the lower half, which therefore
        // has four integers.
        Vector256<int> halves = Vector256.Create(0, 1, 2, 3, 3, 4, 5, 5);
        Vector256<byte> order = Vector256.Create(
            (byte)128, 3, 2, 1, 0, 128, 7, 6, 5, 4, 128, 11, 10, 9, 8, 128, 3, 2, 1, 0, 128, 7, 6, 5, 4, 128, 11, 10, 9, 8, 128, 128);
        Vector256<byte> signs = Vector256.Create(
            (byte)3, 128, 128, 128, 128, 7, 128, 128, 128, 128, 11, 128, 128, 128, 128, 15,
            128, 128, 128, 128, 7, 128, 128, 128, 128, 11, 128, 128, 128, 128, 128, 128);
        Vector256<byte> formats = Vector256.Create(
            MessagePackCode.UInt32, 0, 0, 0, 0, MessagePackCode.UInt32, 0, 0, 0, 0, MessagePackCode.UInt32, 0, 0, 0, 0, MessagePackCode.UInt32,
            0, 0, 0, 0, MessagePackCode.UInt32, 0, 0, 0, 0, MessagePackCode.UInt32, 0, 0, 0, 0, 0, 0);
        int done = 0;
        for (; count - done >= 8; done += 6)
        {
            Vector256<int> values = Vector256.LoadUnsafe(ref source, (nuint)done);
            if (!Vector256.GreaterThanAll(values + Vector256.Create(Bias), Vector256.Create(Limit)))
            {
                break;
            }

            Vector256<byte> bytes = Avx2.PermuteVar8x32(values, halves).AsByte();
            Vector256<byte> negative = (Avx2.Shuffle(bytes, signs).AsUInt32() >>> 5).AsByte() & Vector256.Create(Difference);
            ((Avx2.Shuffle(bytes, order) | formats) + negative).StoreUnsafe(ref Unsafe.Add(ref destination, done * Size));
        }

        return done;
    }

    /// <summary>Reads groups of three integers, of which a vector has all bytes. Little-endian processors only.</summary>
    internal static int Read128(ref byte source, int count, ref int destination)
    {
        // The fourth integer repeats the first; the next group overwrites it. Index 128 gives 0.
        Vector128<byte> order = Vector128.Create((byte)4, 3, 2, 1, 9, 8, 7, 6, 14, 13, 12, 11, 4, 3, 2, 1);
        Vector128<byte> codeOrder = Vector128.Create((byte)0, 128, 128, 128, 5, 128, 128, 128, 10, 128, 128, 128, 0, 128, 128, 128);
        int done = 0;
        for (; count - done >= 4; done += 3)
        {
            Vector128<byte> bytes = Vector128.LoadUnsafe(ref source, (nuint)(done * Size));
            Vector128<int> values = Vector128.Shuffle(bytes, order).AsInt32();
            Vector128<int> codes = Vector128.Shuffle(bytes, codeOrder).AsInt32();
            Vector128<int> fits = Vector128.Equals(codes, Vector128.Create((int)MessagePackCode.Int32))
                | (Vector128.Equals(codes, Vector128.Create((int)MessagePackCode.UInt32)) & Vector128.GreaterThan(values, Vector128<int>.AllBitsSet));
            if (fits != Vector128<int>.AllBitsSet)
            {
                break;
            }

            values.StoreUnsafe(ref destination, (nuint)done);
        }

        return done;
    }

    /// <summary>Reads groups of six integers.</summary>
    internal static int ReadAvx2(ref byte source, int count, ref int destination)
    {
        // Bit i: byte i is a format byte.
        const uint Formats = 1 | (1 << 5) | (1 << 10) | (1 << 15) | (1 << 20) | (1 << 25);
        Vector256<byte> order = Vector256.Create(
            (byte)4, 3, 2, 1, 9, 8, 7, 6, 14, 13, 12, 11, 128, 128, 128, 128, 3, 2, 1, 0, 8, 7, 6, 5, 13, 12, 11, 10, 128, 128, 128, 128);
        Vector256<int> together = Vector256.Create(0, 1, 2, 4, 5, 6, 7, 7);
        int done = 0;
        for (; count - done >= 8; done += 6)
        {
            Vector256<byte> bytes = Vector256.LoadUnsafe(ref source, (nuint)(done * Size));
            uint signed = Vector256.Equals(bytes, Vector256.Create(MessagePackCode.Int32)).ExtractMostSignificantBits();
            uint unsigned = Vector256.Equals(bytes, Vector256.Create(MessagePackCode.UInt32)).ExtractMostSignificantBits();

            // The highest bit of an integer is in the byte after its format byte.
            uint negative = bytes.ExtractMostSignificantBits() >> 1;
            if (((signed | (unsigned & ~negative)) & Formats) != Formats)
            {
                break;
            }

            Avx2.PermuteVar8x32(Avx2.Shuffle(bytes, order).AsInt32(), together).StoreUnsafe(ref destination, (nuint)done);
        }

        return done;
    }
}
