using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Hayapack.Formatters;

/// <summary>Reads and writes several 64-bit floats at once. Each has 9 bytes in MessagePack.</summary>
internal static class DoubleRuns
{
    internal const int Size = 9;

    /// <summary>The number of values whose format bytes are checked at once.</summary>
    private const int Block = 16;

    /// <summary>The floats of which a vector of 64 bytes has all bytes in MessagePack. Its last byte begins the next one.</summary>
    internal const int PerVector512 = 7;

    /// <summary>The floats that a vector of 64 bytes has in memory: one more is loaded or stored than is used.</summary>
    internal const int Touched512 = 8;

    /// <summary>The places of format bytes in a vector of 64 bytes: every ninth bit.</summary>
    internal const ulong Formats512 = 0x8040_2010_0804_0201;

    /// <summary>For each byte in MessagePack the index of the one in memory, 64 for a format byte.</summary>
    private static ReadOnlySpan<byte> WriteOrder512 =>
    [
        64, 7, 6, 5, 4, 3, 2, 1, 0, 64, 15, 14, 13, 12, 11, 10, 9, 8, 64, 23, 22, 21, 20, 19, 18, 17, 16, 64, 31, 30, 29, 28, 27, 26, 25, 24,
        64, 39, 38, 37, 36, 35, 34, 33, 32, 64, 47, 46, 45, 44, 43, 42, 41, 40, 64, 55, 54, 53, 52, 51, 50, 49, 48, 64,
    ];

    /// <summary>For each byte in memory the index of the one in MessagePack; any index for those of the last float.</summary>
    internal static ReadOnlySpan<byte> ReadOrder512 =>
    [
        8, 7, 6, 5, 4, 3, 2, 1, 17, 16, 15, 14, 13, 12, 11, 10, 26, 25, 24, 23, 22, 21, 20, 19, 35, 34, 33, 32, 31, 30, 29, 28,
        44, 43, 42, 41, 40, 39, 38, 37, 53, 52, 51, 50, 49, 48, 47, 46, 62, 61, 60, 59, 58, 57, 56, 55, 0, 0, 0, 0, 0, 0, 0, 0,
    ];

    /// <summary>Writes floats, of 9 bytes each.</summary>
    internal static void Write(ref double source, int count, ref byte destination)
    {
        int done = 0;
        if (Avx512Support.HasVbmi2)
        {
            done = WriteAvx512(ref source, count, ref destination);
        }
        else if (Avx2.IsSupported)
        {
            done = WriteAvx2(ref source, count, ref destination);
        }

        if (Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian)
        {
            done = Write128(ref source, count, ref destination, done);
        }

        for (; done < count; done++)
        {
            MessagePackPrimitives.WriteDouble(ref Unsafe.Add(ref destination, done * Size), Unsafe.Add(ref source, done));
        }
    }

    /// <summary>Reads values up to the first that is not a 64-bit float.</summary>
    /// <returns>The number of values read.</returns>
    internal static int Read(ref byte source, int available, int count, ref double destination)
    {
        count = Math.Min(count, available / Size);
        int done = Avx512Support.HasVbmi2 ? ReadAvx512(ref source, count, ref destination) : 0;
        while (count - done >= Block && TryReadBlock(ref Unsafe.Add(ref source, done * Size), ref Unsafe.Add(ref destination, done)))
        {
            done += Block;
        }

        for (; done < count; done++)
        {
            ref byte code = ref Unsafe.Add(ref source, done * Size);
            if (code != MessagePackCode.Float64)
            {
                break;
            }

            Unsafe.Add(ref destination, done) = Load(ref Unsafe.Add(ref code, 1));
        }

        return done;
    }

    /// <summary>Writes as many floats as whole vectors have, and returns their number. Little-endian processors only.</summary>
    internal static int Write128(ref double source, int count, ref byte destination, int done)
    {
        // Two floats are 18 bytes: one store of 16 bytes and one of 2. Index 128 gives 0, where a format byte is inserted.
        Vector128<byte> order = Vector128.Create((byte)128, 7, 6, 5, 4, 3, 2, 1, 0, 128, 15, 14, 13, 12, 11, 10);
        Vector128<byte> leads = Vector128.Create(MessagePackCode.Float64, 0, 0, 0, 0, 0, 0, 0, 0, MessagePackCode.Float64, 0, 0, 0, 0, 0, 0);
        ref byte target = ref Unsafe.Add(ref destination, done * Size);
        for (; count - done >= 2; done += 2)
        {
            Vector128<byte> pair = Vector128.LoadUnsafe(ref source, (nuint)done).AsByte();
            (Vector128.Shuffle(pair, order) | leads).StoreUnsafe(ref target);
            ushort rest = BinaryPrimitives.ReverseEndianness(pair.AsUInt16().GetElement(4));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref target, 16), rest);
            target = ref Unsafe.Add(ref target, 2 * Size);
        }

        return done;
    }

    /// <summary>Writes as many floats as whole vectors have, and returns their number.</summary>
    internal static int WriteAvx2(ref double source, int count, ref byte destination)
    {
        // Three floats are 27 bytes of 32. The second one begins in the lower half and ends in the upper one.
        Vector256<byte> order = Vector256.Create(
            (byte)128, 7, 6, 5, 4, 3, 2, 1, 0, 128, 15, 14, 13, 12, 11, 10, 1, 0, 128, 15, 14, 13, 12, 11, 10, 9, 8, 128, 128, 128, 128, 128);
        Vector256<byte> leads = Vector256.Create(
            MessagePackCode.Float64, 0, 0, 0, 0, 0, 0, 0, 0, MessagePackCode.Float64, 0, 0, 0, 0, 0, 0,
            0, 0, MessagePackCode.Float64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        int done = 0;
        ref byte target = ref destination;
        for (; count - done >= 4; done += 3)
        {
            Vector256<ulong> values = Avx2.Permute4x64(Vector256.LoadUnsafe(ref source, (nuint)done).AsUInt64(), 0b10_01_01_00);
            (Avx2.Shuffle(values.AsByte(), order) | leads).StoreUnsafe(ref target);
            target = ref Unsafe.Add(ref target, 3 * Size);
        }

        return done;
    }

    /// <summary>Writes as many floats as whole vectors have, and returns their number. Needs AVX-512 with VBMI.</summary>
    internal static int WriteAvx512(ref double source, int count, ref byte destination)
    {
        Vector512<byte> order = Vector512.Create(WriteOrder512);
        Vector512<byte> isFormat = Vector512.Equals(order, Vector512.Create((byte)64));
        int done = 0;
        for (; count - done >= Touched512; done += PerVector512)
        {
            Vector512<byte> values = Vector512.LoadUnsafe(ref source, (nuint)done).AsByte();
            Vector512<byte> moved = Avx512Vbmi.PermuteVar64x8(values, order);
            Vector512.ConditionalSelect(isFormat, Vector512.Create(MessagePackCode.Float64), moved).StoreUnsafe(ref Unsafe.Add(ref destination, done * Size));
        }

        return done;
    }

    /// <summary>Reads values up to a vector with one that is not a 64-bit float, and returns their number. Needs AVX-512 with VBMI.</summary>
    internal static int ReadAvx512(ref byte source, int count, ref double destination)
    {
        Vector512<byte> order = Vector512.Create(ReadOrder512);
        int done = 0;
        for (; count - done >= Touched512; done += PerVector512)
        {
            Vector512<byte> values = Vector512.LoadUnsafe(ref source, (nuint)(done * Size));
            if ((~Vector512.Equals(values, Vector512.Create(MessagePackCode.Float64)).ExtractMostSignificantBits() & Formats512) != 0)
            {
                break;
            }

            Avx512Vbmi.PermuteVar64x8(values, order).AsDouble().StoreUnsafe(ref destination, (nuint)done);
        }

        return done;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryReadBlock(ref byte source, ref double destination)
    {
        int others = 0;
        for (int i = 0; i < Block; i++)
        {
            ref byte code = ref Unsafe.Add(ref source, i * Size);
            others |= code ^ MessagePackCode.Float64;
            Unsafe.Add(ref destination, i) = Load(ref Unsafe.Add(ref code, 1));
        }

        return others == 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double Load(ref byte source) => BitConverter.UInt64BitsToDouble(MessagePackReader.LoadBigEndian64(ref source));
}
