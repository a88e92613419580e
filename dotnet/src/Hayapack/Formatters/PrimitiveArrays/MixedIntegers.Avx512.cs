using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Hayapack.Formatters;

// Writes eight integers at once: each gets the bytes of its form in a lane of a vector, and the instruction vpcompressb puts
// those together. Reads seven at once: for each of 64 bytes, where the next value would begin if one begins there; three
// steps of doubling give where the seven begin.
internal static partial class MixedIntegers
{
    /// <summary>The integers of a vector.</summary>
    private const int PerVector = 8;

    /// <summary>
    /// The integers that must remain for eight more to be written as <see cref="long"/>: the second store of 64 bytes begins up to
    /// 36 bytes after the first, and 9 bytes are free for each.
    /// </summary>
    private const int LeastWide = 12;

    /// <summary>The values that 64 bytes have for sure.</summary>
    private const int PerWindow = 7;

    /// <summary>The bytes of a vector.</summary>
    private const int Window = 64;

    /// <summary>All lanes but the last.</summary>
    private static Vector512<long> IsRead => Vector512.Create(-1L, -1, -1, -1, -1, -1, -1, 0);

    /// <summary>Writes integers in their shortest form, eight at once. Needs 9 free bytes for each of all.</summary>
    /// <param name="source">The first integer.</param>
    /// <param name="count">The number of integers.</param>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="size">The size in bytes of those written.</param>
    /// <returns>The number of integers written, a multiple of eight: all but up to eleven.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static int WriteAvx512(ref int source, int count, ref byte destination, out int size)
    {
        // Within 8 bytes: the order of bytes is reversed; the size is the lowest byte, which is copied to all.
        Vector512<byte> reversed = Vector512.Create(Vector128.Create(0x0001020304050607, 0x08090a0b0c0d0e0f).AsByte());
        Vector512<byte> lowest = Vector512.Create(Vector128.Create(0, 0x0808080808080808).AsByte());
        Vector512<byte> place = Vector512.Create(0x0706050403020100).AsByte();
        ref byte formatTable = ref MemoryMarshal.GetArrayDataReference(FormatTable);
        Vector512<byte> positive = Vector512.LoadUnsafe(ref formatTable);
        Vector512<byte> negative = Vector512.LoadUnsafe(ref formatTable, 64);
        size = 0;
        int done = 0;
        for (; count - done >= PerVector; done += PerVector)
        {
            Vector512<long> values = Avx512F.ConvertToVector512Int64(Vector256.LoadUnsafe(ref source, (nuint)done));
            (Vector512<ulong> formats, Vector512<ulong> sizes) = Forms(values, positive, negative);
            Vector512<ulong> numbers = Avx512F.ShiftLeftLogicalVariable(values.AsUInt64(), Vector512.Create(56UL) - (sizes << 3));
            Vector512<byte> bytes = Vector512.ConditionalSelect(Vector512.Create(0xffUL << 56), formats << 56, numbers).AsByte();
            Vector512<byte> isUsed = Vector512.LessThanOrEqual(place, Avx512BW.Shuffle(sizes.AsByte(), lowest));
            Avx512Vbmi2.Compress(Vector512<byte>.Zero, isUsed, Avx512BW.Shuffle(bytes, reversed)).StoreUnsafe(ref Unsafe.Add(ref destination, size));
            size += BitOperations.PopCount(isUsed.ExtractMostSignificantBits());
        }

        return done;
    }

    /// <inheritdoc cref="WriteAvx512(ref int, int, ref byte, out int)"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static int WriteAvx512(ref long source, int count, ref byte destination, out int size)
    {
        // Lanes of 16 bytes, of which the format byte and the 8 bytes of the integer are used. Index 0x40 is the first format.
        Vector512<byte> lowerLanes = Vector512.Create(
            0x0102030405060740, 0x00, 0x090a0b0c0d0e0f48, 0x08, 0x1112131415161750, 0x10, 0x191a1b1c1d1e1f58, 0x18).AsByte();
        Vector512<byte> upperLanes = lowerLanes + Vector512.Create((byte)32);
        Vector512<byte> lowerSizes = Vector512.Create(
            0, 0, 0x0808080808080808, 0x0808080808080808, 0x1010101010101010, 0x1010101010101010, 0x1818181818181818, 0x1818181818181818).AsByte();
        Vector512<byte> upperSizes = lowerSizes + Vector512.Create((byte)32);
        Vector512<byte> place = Vector512.Create(Vector128.Create(0x0706050403020100, 0x0f0e0d0c0b0a0908).AsByte());
        ref byte formatTable = ref MemoryMarshal.GetArrayDataReference(FormatTable);
        Vector512<byte> positive = Vector512.LoadUnsafe(ref formatTable);
        Vector512<byte> negative = Vector512.LoadUnsafe(ref formatTable, 64);
        size = 0;
        int done = 0;
        for (; count - done >= LeastWide; done += PerVector)
        {
            Vector512<long> values = Vector512.LoadUnsafe(ref source, (nuint)done);
            (Vector512<ulong> formats, Vector512<ulong> sizes) = Forms(values, positive, negative);
            Vector512<byte> numbers = Avx512F.ShiftLeftLogicalVariable(values.AsUInt64(), Vector512.Create(64UL) - (sizes << 3)).AsByte();
            size += WriteLanes(numbers, formats.AsByte(), sizes.AsByte(), lowerLanes, lowerSizes, place, ref Unsafe.Add(ref destination, size));
            size += WriteLanes(numbers, formats.AsByte(), sizes.AsByte(), upperLanes, upperSizes, place, ref Unsafe.Add(ref destination, size));
        }

        return done;
    }

    /// <summary>
    /// Reads integers in groups of seven, up to the first group that has a value of another type or out of range, or has not
    /// <see cref="Window"/> bytes of input.
    /// </summary>
    /// <param name="source">The format byte of the first value.</param>
    /// <param name="available">The number of bytes from there.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">The first element to set. One after those read gets an undefined value.</param>
    /// <param name="size">The size in bytes of those read.</param>
    /// <typeparam name="T"><see cref="int"/> or <see cref="long"/>.</typeparam>
    /// <returns>The number of integers read.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static int ReadAvx512<T>(ref byte source, int available, int count, ref T destination, out int size)
        where T : struct
    {
        ref byte sizeTable = ref MemoryMarshal.GetArrayDataReference(SizeTable);
        Vector512<byte> lowerSizes = Vector512.LoadUnsafe(ref sizeTable);
        Vector512<byte> upperSizes = Vector512.LoadUnsafe(ref sizeTable, 64);
        size = 0;
        int done = 0;
        for (; count - done >= PerVector && available - size >= Window; done += PerWindow)
        {
            Vector512<byte> bytes = Vector512.LoadUnsafe(ref source, (nuint)size);
            Vector512<long> values = Decode(bytes, lowerSizes, upperSizes, out Vector512<long> isWrong, out int taken);
            Vector256<int> narrow = Avx512F.ConvertToVector256Int32(values);
            if (typeof(T) == typeof(int))
            {
                isWrong |= Avx512F.ConvertToVector512Int64(narrow) ^ values;
            }

            if ((isWrong & IsRead) != Vector512<long>.Zero)
            {
                break;
            }

            ref T target = ref Unsafe.Add(ref destination, done);
            if (typeof(T) == typeof(int))
            {
                narrow.StoreUnsafe(ref Unsafe.As<T, int>(ref target));
            }
            else
            {
                values.StoreUnsafe(ref Unsafe.As<T, long>(ref target));
            }

            size += taken;
        }

        return done;
    }

    /// <summary>Decodes the first seven values of 64 bytes, of up to 9 bytes each, as if all were integers.</summary>
    /// <param name="bytes">The bytes, from the format byte of the first value on.</param>
    /// <param name="lowerSizes">The first half of <see cref="SizeTable"/>.</param>
    /// <param name="upperSizes">Its second half.</param>
    /// <param name="isWrong">Not 0 where the value is not an integer, or a uint 64 of 2^63 or more.</param>
    /// <param name="taken">The size in bytes of the seven values.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<long> Decode(
        Vector512<byte> bytes, Vector512<byte> lowerSizes, Vector512<byte> upperSizes, out Vector512<long> isWrong, out int taken)
    {
        // The size of a value that would begin at each byte, and where the next one, the next but one, and the fourth after it would begin.
        Vector512<byte> isOther = Vector512.LessThan(bytes.AsSByte(), Vector512<sbyte>.Zero).AsByte();
        Vector512<byte> sizes = Vector512.ConditionalSelect(isOther, Avx512Vbmi.PermuteVar64x8x2(lowerSizes, bytes, upperSizes), Vector512<byte>.One);
        Vector512<byte> next = Vector512<byte>.Indices + sizes;
        Vector512<byte> second = Avx512Vbmi.PermuteVar64x8(next, next);
        Vector512<byte> fourth = Avx512Vbmi.PermuteVar64x8(second, second);

        // Where the value of each lane of 8 bytes begins: lane 5 is 4 + 1 values after the first.
        Vector512<byte> begins = Avx512Vbmi.PermuteVar64x8(fourth, Vector512<byte>.Zero) & Vector512.Create(0L, 0, 0, 0, -1, -1, -1, -1).AsByte();
        begins = Vector512.ConditionalSelect(Vector512.Create(0L, 0, -1, -1, 0, 0, -1, -1).AsByte(), Avx512Vbmi.PermuteVar64x8(second, begins), begins);
        begins = Vector512.ConditionalSelect(Vector512.Create(0L, -1, 0, -1, 0, -1, 0, -1).AsByte(), Avx512Vbmi.PermuteVar64x8(next, begins), begins);
        taken = (int)(begins.AsUInt64().GetElement(PerWindow) & 0xff);

        // The 8 bytes after the format byte, the first as the highest, of which those of the value are shifted to the end.
        Vector512<long> payload = Avx512Vbmi.PermuteVar64x8(bytes, begins + Vector512.Create(0x0102030405060708).AsByte()).AsInt64();
        Vector512<long> code = Avx512Vbmi.PermuteVar64x8(bytes, begins).AsInt64() >> 56;
        Vector512<ulong> size = Avx512Vbmi.PermuteVar64x8(sizes, begins).AsUInt64() >> 56;
        Vector512<ulong> shift = Vector512.Create(72UL) - (size << 3);
        Vector512<long> signed = Avx512F.ShiftRightArithmeticVariable(payload, shift);
        Vector512<long> unsigned = Avx512F.ShiftRightLogicalVariable(payload, shift);
        Vector512<long> isSigned = Vector512.Equals(code & Vector512.Create(0x10L), Vector512.Create(0x10L));
        Vector512<long> isFixInt = Vector512.Equals(size, Vector512<ulong>.One).AsInt64();
        Vector512<long> values = Vector512.ConditionalSelect(isFixInt, code, Vector512.ConditionalSelect(isSigned, signed, unsigned));

        // Only 64 bits that are not shifted leave the highest bit of `unsigned`.
        isWrong = Vector512.Equals(size, Vector512<ulong>.Zero).AsInt64() | (Vector512.AndNot(unsigned, isSigned) & Vector512.Create(long.MinValue));
        return values;
    }

    /// <summary>Returns the format byte of each integer, itself for a fixint, and the number of bytes after it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static (Vector512<ulong> Formats, Vector512<ulong> Sizes) Forms(
        Vector512<long> values, Vector512<byte> positive, Vector512<byte> negative)
    {
        Vector512<long> signs = values >> 63;
        Vector512<ulong> bits = Vector512.Create(64UL) - Avx512CD.LeadingZeroCount((values ^ signs).AsUInt64());
        Vector512<ulong> index = bits | (signs.AsUInt64() & Vector512.Create(64UL));

        // All bytes of an index but the lowest are 0, as is the format for index 0.
        Vector512<ulong> formats = Avx512Vbmi.PermuteVar64x8x2(positive, index.AsByte(), negative).AsUInt64();
        Vector512<ulong> isFixInt = Vector512.Equals(formats, Vector512<ulong>.Zero);
        Vector512<ulong> sizes = Vector512.AndNot(
            Avx512F.ShiftLeftLogicalVariable(Vector512<ulong>.One, formats & Vector512.Create(3UL)), isFixInt);
        return (Vector512.ConditionalSelect(isFixInt, values.AsUInt64() & Vector512.Create(255UL), formats), sizes);
    }

    /// <summary>Writes four integers and returns their size in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteLanes(
        Vector512<byte> numbers, Vector512<byte> formats, Vector512<byte> sizes, Vector512<byte> lanes, Vector512<byte> sizeLanes,
        Vector512<byte> place, ref byte destination)
    {
        Vector512<byte> bytes = Avx512Vbmi.PermuteVar64x8x2(numbers, lanes, formats);
        Vector512<byte> isUsed = Vector512.LessThanOrEqual(place, Avx512Vbmi.PermuteVar64x8(sizes, sizeLanes));
        Avx512Vbmi2.Compress(Vector512<byte>.Zero, isUsed, bytes).StoreUnsafe(ref destination);
        return BitOperations.PopCount(isUsed.ExtractMostSignificantBits());
    }
}
