using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Hayapack.Formatters;

/// <summary>
/// Reads and writes several 32-bit floats at once. Each has 5 bytes in MessagePack. The bits are moved as integers: as a
/// float, a signalling NaN could become a quiet one.
/// </summary>
internal static class SingleRuns
{
    internal const int Size = 5;

    /// <summary>The floats of which a vector of 16 bytes has all bytes in MessagePack. Its last byte begins the next one.</summary>
    private const int PerVector = 3;

    /// <summary>The floats that a vector has in memory: one more is loaded or stored than is used.</summary>
    private const int Touched = 4;

    /// <summary>Writes floats, of 5 bytes each.</summary>
    internal static void Write(ref float source, int count, ref byte destination)
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
            MessagePackPrimitives.WriteSingle(ref Unsafe.Add(ref destination, done * Size), Unsafe.Add(ref source, done));
        }
    }

    /// <summary>Reads values up to the first that is not a 32-bit float.</summary>
    /// <returns>The number of values read.</returns>
    internal static int Read(ref byte source, int available, int count, ref float destination)
    {
        ref uint bits = ref Unsafe.As<float, uint>(ref destination);
        count = Math.Min(count, available / Size);
        int done = Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian ? Read128(ref source, count, ref bits) : 0;
        for (; done < count; done++)
        {
            ref byte code = ref Unsafe.Add(ref source, done * Size);
            if (code != MessagePackCode.Float32)
            {
                break;
            }

            uint raw = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref code, 1));
            Unsafe.Add(ref bits, done) = BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(raw) : raw;
        }

        return done;
    }

    /// <summary>Writes as many floats as whole vectors have, and returns their number. Little-endian processors only.</summary>
    internal static int Write128(ref float source, int count, ref byte destination, int done)
    {
        // Index 128 gives 0, where a format byte is inserted.
        Vector128<byte> order = Vector128.Create((byte)128, 3, 2, 1, 0, 128, 7, 6, 5, 4, 128, 11, 10, 9, 8, 128);
        Vector128<byte> formats = Vector128.Create(
            MessagePackCode.Float32, 0, 0, 0, 0, MessagePackCode.Float32, 0, 0, 0, 0, MessagePackCode.Float32, 0, 0, 0, 0, MessagePackCode.Float32);
        for (; count - done >= Touched; done += PerVector)
        {
            Vector128<byte> values = Vector128.LoadUnsafe(ref source, (nuint)done).AsByte();
            (Vector128.Shuffle(values, order) | formats).StoreUnsafe(ref Unsafe.Add(ref destination, done * Size));
        }

        return done;
    }

    /// <summary>Writes as many floats as whole vectors have, and returns their number.</summary>
    internal static int WriteAvx2(ref float source, int count, ref byte destination)
    {
        // Six floats are 30 bytes of 32, and the format byte of the next. The upper half begins with the bytes of the fourth.
        Vector256<int> halves = Vector256.Create(0, 1, 2, 2, 3, 4, 5, 5);
        Vector256<byte> order = Vector256.Create(
            (byte)128, 3, 2, 1, 0, 128, 7, 6, 5, 4, 128, 11, 10, 9, 8, 128, 3, 2, 1, 0, 128, 7, 6, 5, 4, 128, 11, 10, 9, 8, 128, 128);
        Vector256<byte> formats = Vector256.Create(
            MessagePackCode.Float32, 0, 0, 0, 0, MessagePackCode.Float32, 0, 0, 0, 0, MessagePackCode.Float32, 0, 0, 0, 0, MessagePackCode.Float32,
            0, 0, 0, 0, MessagePackCode.Float32, 0, 0, 0, 0, MessagePackCode.Float32, 0, 0, 0, 0, 0, 0);
        int done = 0;
        for (; count - done >= 8; done += 6)
        {
            Vector256<int> values = Avx2.PermuteVar8x32(Vector256.LoadUnsafe(ref source, (nuint)done).AsInt32(), halves);
            (Avx2.Shuffle(values.AsByte(), order) | formats).StoreUnsafe(ref Unsafe.Add(ref destination, done * Size));
        }

        return done;
    }

    /// <summary>Reads as many floats as whole vectors have, and returns their number. Little-endian processors only.</summary>
    internal static int Read128(ref byte source, int count, ref uint destination)
    {
        Vector128<byte> order = Vector128.Create((byte)4, 3, 2, 1, 9, 8, 7, 6, 14, 13, 12, 11, 128, 128, 128, 128);
        Vector128<byte> formatMask = Vector128.Create(255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0);
        Vector128<byte> formats = Vector128.Create(MessagePackCode.Float32) & formatMask;
        int done = 0;
        for (; count - done >= Touched; done += PerVector)
        {
            Vector128<byte> values = Vector128.LoadUnsafe(ref source, (nuint)(done * Size));
            if ((values & formatMask) != formats)
            {
                break;
            }

            Vector128.Shuffle(values, order).AsUInt32().StoreUnsafe(ref destination, (nuint)done);
        }

        return done;
    }
}
