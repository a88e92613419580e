using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Hayapack.Formatters;

/// <summary>
/// Moves several integers of mixed sizes without a branch for each: their sizes are what a processor cannot foresee.
/// </summary>
internal static class MixedIntegers
{
    /// <summary>The room of each value.</summary>
    private const int Ahead = 9;

    /// <summary>
    /// By format byte: how far the 8 bytes that begin with it are shifted to the left, then to the right, and the value's size,
    /// in a byte each from the lowest. The size is 0 for what is no integer of up to 32 bits.
    /// </summary>
    private static readonly int[] Shapes = new int[256];

    /// <summary>By format byte, the bits that count after the shifts.</summary>
    private static readonly long[] Masks = new long[256];

    /// <summary>
    /// By (negative ? 64 : 0) + leading zeros of the number or its complement: the format byte, the bytes of the number, and the
    /// bits of the number that are the format byte itself, in a byte each from the lowest.
    /// </summary>
    private static readonly uint[] Widths = new uint[129];

    static MixedIntegers()
    {
        for (int zeros = 0; zeros <= 128; zeros++)
        {
            // One byte for up to 7 bits, or 5 where it is negative; 128 is that of -1, 64 that of 0.
            bool isSmall = zeros is (>= 57 and <= 64) or >= 64 + 59;
            Widths[zeros] = isSmall ? 0xff0000u : IntegerTables.ByLeadingZeros[zeros];
        }

        for (int lead = 0; lead < 256; lead++)
        {
            if (lead is <= MessagePackCode.MaxFixInt or >= MessagePackCode.MinNegativeFixInt)
            {
                Shapes[lead] = (56 << 8) | (1 << 16);
                Masks[lead] = -1;
            }
            else if (lead is (>= MessagePackCode.UInt8 and <= MessagePackCode.UInt32) or (>= MessagePackCode.Int8 and <= MessagePackCode.Int32))
            {
                int bits = 8 << ((lead - MessagePackCode.UInt8) & 3);
                Shapes[lead] = 8 | ((64 - bits) << 8) | ((1 + (bits / 8)) << 16);
                Masks[lead] = lead <= MessagePackCode.UInt32 ? (1L << bits) - 1 : -1;
            }
        }
    }

    /// <summary>Writes integers. Needs 9 bytes for each.</summary>
    /// <returns>Their size in bytes.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static int Write(ref int source, int count, ref byte destination)
    {
        ref uint widths = ref MemoryMarshal.GetArrayDataReference(Widths);
        int size = 0;
        for (int i = 0; i < count; i++)
        {
            size += WriteOne(ref Unsafe.Add(ref destination, size), Unsafe.Add(ref source, i), ref widths);
        }

        return size;
    }

    /// <inheritdoc cref="Write(ref int, int, ref byte)"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static int Write(ref long source, int count, ref byte destination)
    {
        ref uint widths = ref MemoryMarshal.GetArrayDataReference(Widths);
        int size = 0;
        for (int i = 0; i < count; i++)
        {
            size += WriteOne(ref Unsafe.Add(ref destination, size), Unsafe.Add(ref source, i), ref widths);
        }

        return size;
    }

    /// <summary>Reads integers where each takes up to 5 bytes and fits.</summary>
    /// <returns>Their size in bytes, or 0.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static int TryRead(ref byte source, int available, int count, ref int destination)
    {
        if (available < count * Ahead || !BitConverter.IsLittleEndian)
        {
            return 0;
        }

        ref int shapes = ref MemoryMarshal.GetArrayDataReference(Shapes);
        ref long masks = ref MemoryMarshal.GetArrayDataReference(Masks);
        int offset = 0;
        long isWrong = 0;
        for (int i = 0; i < count; i++)
        {
            int lead = Unsafe.Add(ref source, offset);
            ulong word = BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, offset)));
            int shape = Unsafe.Add(ref shapes, lead);
            long value = ((long)(word << shape) >> (shape >> 8)) & Unsafe.Add(ref masks, lead);
            int size = shape >> 16;
            isWrong |= (value ^ (int)value) | ((size - 1L) >> 63);
            Unsafe.Add(ref destination, i) = (int)value;
            offset += size;
        }

        return isWrong == 0 ? offset : 0;
    }

    /// <summary>Writes an integer in its shortest form; touches 9 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteOne(ref byte destination, long value, ref uint widths)
    {
        int index = BitOperations.LeadingZeroCount((ulong)(value ^ (value >> 63))) + (int)((value >> 63) & 64);
        uint width = Unsafe.Add(ref widths, index);
        int size = (int)(width >> 8) & 0xff;
        destination = (byte)(width | ((uint)value & (width >> 16)));
        MessagePackPrimitives.WriteBigEndian(ref Unsafe.Add(ref destination, 1), (ulong)value << ((8 - size) << 3));
        return size + 1;
    }
}
