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

    /// <summary>Writes floats, of 9 bytes each.</summary>
    internal static void Write(ref double source, int count, ref byte destination)
    {
        int done = 0;
        if (Avx2.IsSupported)
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
        int done = 0;
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
    private static double Load(ref byte source)
    {
        ulong bits = Unsafe.ReadUnaligned<ulong>(ref source);
        return BitConverter.UInt64BitsToDouble(BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(bits) : bits);
    }
}
