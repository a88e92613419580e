using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Hayapack.Formatters;

/// <summary>
/// Reads and writes several integers of different sizes without a branch on each size; such branches would be
/// mispredicted.
/// </summary>
internal static partial class MixedIntegers
{
    /// <summary>The bytes from the format byte on that reading one value may load.</summary>
    private const int Ahead = 9;

    /// <summary>The integers that are read or written at once without AVX-512.</summary>
    private const int Block = 16;

    /// <summary>The most integers before the caller looks again whether small ones follow, which have a faster loop.</summary>
    private const int Most = 64;

    /// <summary>
    /// How to decode an integer from the 8 big-endian bytes that begin with its format byte, by that byte. Bits 0-7:
    /// the shift to the left; bits 8-15: the shift to the right after it; bits 16-23: the size in bytes, 0 if the value
    /// is not an integer of up to 32 bits.
    /// </summary>
    private static readonly int[] Shapes = new int[256];

    /// <summary>
    /// The same for integers of up to 64 bits, from the 8 big-endian bytes after the format byte, or from the format byte
    /// in their place. Bits 0-7: the shift to the right; bits 8-15: the size, 0 if the value is not an integer.
    /// </summary>
    private static readonly int[] WideShapes = new int[256];

    /// <summary>By format byte, the mask of the value after the shifts.</summary>
    private static readonly long[] Masks = new long[256];

    /// <summary>
    /// How to encode an integer, by its number of leading zeros, or for a negative one 64 plus the leading zeros of its
    /// complement. Bits 0-7: the format byte; bits 8-15: the number of bytes after it; bits 16-23: the bits of the
    /// integer that go into the format byte.
    /// </summary>
    private static readonly uint[] Widths = new uint[129];

    /// <summary>
    /// The format byte of an integer, 0 for a fixint, by its number of bits, or for a negative one 64 plus the bits of its
    /// complement. The number of bytes after it, 1, 2, 4 or 8, is known from its lowest two bits.
    /// </summary>
    private static readonly byte[] FormatTable = new byte[128];

    /// <summary>The size in bytes of an integer by the lowest 7 bits of a format byte of 128 to 255; 0 if that is another type's.</summary>
    private static readonly byte[] SizeTable = new byte[128];

    static MixedIntegers()
    {
        for (int zeros = 0; zeros <= 128; zeros++)
        {
            // A fixint has up to 7 bits, or 5 bits if negative. Index 128 is -1, index 64 is 0.
            bool isSmall = zeros is (>= 57 and <= 64) or >= 64 + 59;
            Widths[zeros] = isSmall ? 0xff0000u : IntegerTables.ByLeadingZeros[zeros];
        }

        for (int bits = 0; bits < 64; bits++)
        {
            FormatTable[bits] = (byte)Widths[64 - bits];
            FormatTable[64 + bits] = (byte)Widths[128 - bits];
        }

        for (int code = 0; code < 256; code++)
        {
            if (code is <= MessagePackCode.MaxFixInt or >= MessagePackCode.MinNegativeFixInt)
            {
                Shapes[code] = (56 << 8) | (1 << 16);
                WideShapes[code] = 56 | (1 << 8);
                Masks[code] = -1;
            }
            else if (code is MessagePackCode.UInt64 or MessagePackCode.Int64)
            {
                WideShapes[code] = Ahead << 8;
                Masks[code] = -1;
            }
            else if (code is (>= MessagePackCode.UInt8 and <= MessagePackCode.UInt32) or (>= MessagePackCode.Int8 and <= MessagePackCode.Int32))
            {
                int bits = 8 << ((code - MessagePackCode.UInt8) & 3);
                Shapes[code] = 8 | ((64 - bits) << 8) | ((1 + (bits / 8)) << 16);
                WideShapes[code] = (64 - bits) | ((1 + (bits / 8)) << 8);
                Masks[code] = code <= MessagePackCode.UInt32 ? (1L << bits) - 1 : -1;
            }
        }

        for (int code = 128; code < 256; code++)
        {
            SizeTable[code - 128] = (byte)(WideShapes[code] >> 8);
        }
    }

    /// <summary>Writes some of the integers in their shortest form. Needs 9 free bytes for each of all.</summary>
    /// <param name="source">The first integer.</param>
    /// <param name="count">The number of integers, at least <see cref="Block"/>.</param>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="size">The size in bytes of those written.</param>
    /// <returns>The number of integers written, at least 8.</returns>
    internal static int Write(ref int source, int count, ref byte destination, out int size) => Avx512Support.HasVbmi2
        ? WriteAvx512(ref source, Math.Min(count, Most), ref destination, out size)
        : WriteBlock(ref source, ref destination, out size);

    /// <inheritdoc cref="Write(ref int, int, ref byte, out int)"/>
    internal static int Write(ref long source, int count, ref byte destination, out int size) => Avx512Support.HasVbmi2
        ? WriteAvx512(ref source, Math.Min(count, Most), ref destination, out size)
        : WriteBlock(ref source, ref destination, out size);

    /// <summary>Reads some of the integers, if each of the first ones fits into the type.</summary>
    /// <param name="source">The format byte of the first value.</param>
    /// <param name="available">The number of bytes from there.</param>
    /// <param name="count">The number of elements, at least <see cref="Block"/>.</param>
    /// <param name="destination">The first element to set. Elements after those read may get undefined values.</param>
    /// <param name="size">The size in bytes of those read.</param>
    /// <typeparam name="T"><see cref="int"/> or <see cref="long"/>.</typeparam>
    /// <returns>The number of integers read; 0 if one of the first does not fit, or too few bytes are available.</returns>
    internal static int Read<T>(ref byte source, int available, int count, ref T destination, out int size)
        where T : struct
    {
        if (Avx512Support.HasVbmi2 && ReadAvx512(ref source, available, Math.Min(count, Most), ref destination, out size) is > 0 and var done)
        {
            return done;
        }

        size = typeof(T) == typeof(int)
            ? TryReadBlock(ref source, available, ref Unsafe.As<T, int>(ref destination))
            : TryReadBlock(ref source, available, ref Unsafe.As<T, long>(ref destination));
        return size > 0 ? Block : 0;
    }

    /// <summary>Reads <see cref="Block"/> integers if each takes up to 5 bytes and fits into 32 bits.</summary>
    /// <returns>Their size in bytes, or 0 if one does not or too few bytes are available.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int TryReadBlock(ref byte source, int available, ref int destination)
    {
        if (available < Block * Ahead || !BitConverter.IsLittleEndian)
        {
            return 0;
        }

        ref int shapes = ref MemoryMarshal.GetArrayDataReference(Shapes);
        ref long masks = ref MemoryMarshal.GetArrayDataReference(Masks);
        int offset = 0;
        long isWrong = 0;
        for (int i = 0; i < Block; i++)
        {
            int code = Unsafe.Add(ref source, offset);
            ulong word = BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, offset)));
            int shape = Unsafe.Add(ref shapes, code);
            long value = ((long)(word << shape) >> (shape >> 8)) & Unsafe.Add(ref masks, code);
            int size = shape >> 16;
            isWrong |= (value ^ (int)value) | ((size - 1L) >> 63);
            Unsafe.Add(ref destination, i) = (int)value;
            offset += size;
        }

        return isWrong == 0 ? offset : 0;
    }

    /// <summary>Reads <see cref="Block"/> integers if each fits into 64 signed bits.</summary>
    /// <returns>Their size in bytes, or 0 if one does not or too few bytes are available.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int TryReadBlock(ref byte source, int available, ref long destination)
    {
        if (available < Block * Ahead || !BitConverter.IsLittleEndian)
        {
            return 0;
        }

        ref int shapes = ref MemoryMarshal.GetArrayDataReference(WideShapes);
        ref long masks = ref MemoryMarshal.GetArrayDataReference(Masks);
        int offset = 0;
        long isWrong = 0;
        for (int i = 0; i < Block; i++)
        {
            long code = Unsafe.Add(ref source, offset);
            long word = BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<long>(ref Unsafe.Add(ref source, offset + 1)));
            int shape = Unsafe.Add(ref shapes, (nint)code);
            int size = shape >> 8;
            long isSmall = (size - 2L) >> 63;
            word = (word & ~isSmall) | ((code << 56) & isSmall);
            long value = (word >> shape) & Unsafe.Add(ref masks, (nint)code);

            // Not an integer, or a uint 64 of 2^63 or more, which looks negative.
            isWrong |= (size - 1L) | (value & ((code ^ MessagePackCode.UInt64) - 1));
            Unsafe.Add(ref destination, i) = value;
            offset += size;
        }

        return isWrong >= 0 ? offset : 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WriteBlock<T>(ref T source, ref byte destination, out int size)
        where T : struct, IBinaryInteger<T>
    {
        ref uint widths = ref MemoryMarshal.GetArrayDataReference(Widths);
        size = 0;
        for (int i = 0; i < Block; i++)
        {
            size += WriteOne(ref Unsafe.Add(ref destination, size), long.CreateTruncating(Unsafe.Add(ref source, i)), ref widths);
        }

        return Block;
    }

    /// <summary>Writes an integer in its shortest form. Overwrites 9 bytes.</summary>
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
