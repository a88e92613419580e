using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace Hayapack.Compression;

/// <summary>
/// Compresses one LZ4 block: no frame, no dictionary. The greedy algorithm of the reference implementation with a hash
/// table of the last position of each sequence of 5 bytes: 5 % slower than with 4, and up to 7 % smaller.
/// </summary>
/// <remarks>
/// Bounds: every read ends at or before the end of the source, because matches are searched only up to 12 bytes before it
/// (<see cref="SearchMargin"/>) and extended up to 5 bytes before it. The target has <see cref="MaximumLength"/> bytes,
/// which no output exceeds, so writes need no checks.
/// </remarks>
internal static unsafe class Lz4Encoder
{
    /// <summary>The format demands that the last 5 bytes are literals.</summary>
    internal const int LastLiterals = 5;

    /// <summary>The format demands that no match begins in the last 12 bytes.</summary>
    internal const int SearchMargin = 12;

    /// <summary>The shortest match in bytes.</summary>
    internal const int LeastMatch = 4;

    /// <summary>The largest distance of a match in bytes.</summary>
    internal const int MaximumDistance = 65535;

    /// <summary>The most bytes that one block can hold.</summary>
    internal const int MaximumInput = 0x7e000000;

    /// <summary>Positions of blocks up to this size fit in 16 bits.</summary>
    private const int SmallInput = MaximumDistance + 1;

    /// <summary>After 2^6 attempts without a match, every second position is tried, and so on.</summary>
    private const int SkipTrigger = 6;

    private const int LargestTable = 16 * 1024;

    private interface ITable
    {
        /// <summary>Gets the size of an entry in bytes, as a power of two.</summary>
        static abstract int EntryLog { get; }

        static abstract int Get(byte* table, uint hash);

        static abstract void Set(byte* table, uint hash, int position);

        static abstract bool IsNear(long distance);
    }

    /// <summary>Gives the most bytes that a block can take, and the least size of a target.</summary>
    internal static int MaximumLength(int length) => checked(length + (length / 255) + 16);

    /// <summary>Compresses a block.</summary>
    /// <param name="source">At least 1 byte and at most <see cref="MaximumInput"/>.</param>
    /// <param name="target">At least <see cref="MaximumLength"/> bytes; what follows the result in them is undefined.</param>
    /// <returns>The length of the result.</returns>
    internal static int Encode(ReadOnlySpan<byte> source, Span<byte> target)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(source.Length, MaximumInput);
        ArgumentOutOfRangeException.ThrowIfLessThan(target.Length, MaximumLength(source.Length));
        fixed (byte* from = source, to = target)
        {
            return source.Length <= SmallInput
                ? Encode<Positions16>(from, source.Length, to)
                : Encode<Positions32>(from, source.Length, to);
        }
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static int Encode<TTable>(byte* source, int length, byte* target)
        where TTable : struct, ITable
    {
        byte* ip = source;
        byte* op = target;
        byte* anchor = source;
        byte* end = source + length;
        if (length <= SearchMargin)
        {
            return (int)(LastRun(op, anchor, end) - target);
        }

        // As many entries as bytes are enough for short input, and less has to be cleared.
        int bits = Math.Min(BitOperations.Log2((uint)LargestTable) - TTable.EntryLog, BitOperations.Log2((uint)length) + 1);
        byte* table = stackalloc byte[LargestTable];
        new Span<byte>(table, 1 << (bits + TTable.EntryLog)).Clear();
        byte* searchEnd = end - SearchMargin + 1;
        byte* matchEnd = end - LastLiterals;
        TTable.Set(table, Hash(ip, bits), 0);
        ip++;
        uint next = Hash(ip, bits);
        while (true)
        {
            // Here: the bytes from anchor to ip are not written yet, and `next` is the hash at ip.
            byte* match;
            byte* forward = ip;
            int step = 1;
            int attempts = 1 << SkipTrigger;
            do
            {
                uint hash = next;
                ip = forward;
                forward += step;
                step = attempts++ >> SkipTrigger;
                if (forward > searchEnd)
                {
                    return (int)(LastRun(op, anchor, end) - target);
                }

                match = source + TTable.Get(table, hash);
                next = Hash(forward, bits);
                TTable.Set(table, hash, (int)(ip - source));
            }
            while (!TTable.IsNear(ip - match) || Load32(match) != Load32(ip));

            while (ip > anchor && match > source && ip[-1] == match[-1])
            {
                ip--;
                match--;
            }

            byte* token = op++;
            op = Literals(op, token, anchor, (int)(ip - anchor));
            while (true)
            {
                // Here: a match of at least 4 bytes at ip, and its token is written, without its length.
                Unsafe.WriteUnaligned(op, Little((ushort)(ip - match)));
                op += 2;
                int more = Common(ip + LeastMatch, match + LeastMatch, matchEnd);
                ip += LeastMatch + more;
                if (more >= 15)
                {
                    *token += 15;
                    op = Length(op, more - 15);
                }
                else
                {
                    *token += (byte)more;
                }

                anchor = ip;
                if (ip >= searchEnd)
                {
                    return (int)(LastRun(op, anchor, end) - target);
                }

                TTable.Set(table, Hash(ip - 2, bits), (int)(ip - 2 - source));
                uint hash = Hash(ip, bits);
                match = source + TTable.Get(table, hash);
                TTable.Set(table, hash, (int)(ip - source));
                if (!TTable.IsNear(ip - match) || Load32(match) != Load32(ip))
                {
                    break;
                }

                token = op++;
                *token = 0;
            }

            ip++;
            next = Hash(ip, bits);
        }
    }

    /// <summary>Writes the token and the literals before a match; 12 more bytes follow them in the source.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* Literals(byte* op, byte* token, byte* from, int count)
    {
        if (count >= 15)
        {
            *token = 15 << 4;
            op = Length(op, count - 15);
        }
        else
        {
            *token = (byte)(count << 4);
        }

        byte* stop = op + count;
        do
        {
            Unsafe.WriteUnaligned(op, Unsafe.ReadUnaligned<ulong>(from));
            op += 8;
            from += 8;
        }
        while (op < stop);

        return stop;
    }

    private static byte* LastRun(byte* op, byte* from, byte* end)
    {
        int count = (int)(end - from);
        if (count >= 15)
        {
            *op++ = 15 << 4;
            op = Length(op, count - 15);
        }
        else
        {
            *op++ = (byte)(count << 4);
        }

        Unsafe.CopyBlockUnaligned(op, from, (uint)count);
        return op + count;
    }

    /// <summary>Writes the part of a length that does not fit in the token.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* Length(byte* op, int rest)
    {
        while (rest >= 255)
        {
            *op++ = 255;
            rest -= 255;
        }

        *op++ = (byte)rest;
        return op;
    }

    /// <summary>Counts the bytes that are equal from two places on; the first place is before the limit.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Common(byte* at, byte* match, byte* limit)
    {
        byte* start = at;
        while (at + 8 <= limit)
        {
            ulong differing = Unsafe.ReadUnaligned<ulong>(at) ^ Unsafe.ReadUnaligned<ulong>(match);
            if (differing != 0)
            {
                int zeros = BitConverter.IsLittleEndian
                    ? BitOperations.TrailingZeroCount(differing)
                    : BitOperations.LeadingZeroCount(differing);
                return (int)(at - start) + (zeros >> 3);
            }

            at += 8;
            match += 8;
        }

        while (at < limit && *at == *match)
        {
            at++;
            match++;
        }

        return (int)(at - start);
    }

    /// <summary>Hashes 5 bytes; 8 are read.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Hash(byte* at, int bits)
    {
        ulong bytes = Unsafe.ReadUnaligned<ulong>(at);
        return (uint)(((BitConverter.IsLittleEndian ? bytes << 24 : bytes >> 24) * 889523592379ul) >> (64 - bits));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Load32(byte* at) => Unsafe.ReadUnaligned<uint>(at);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ushort Little(ushort value) => BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);

    /// <summary>Positions in a block of at most 64 KiB.</summary>
    private readonly struct Positions16 : ITable
    {
        public static int EntryLog
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => 1;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int Get(byte* table, uint hash) => ((ushort*)table)[hash];

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Set(byte* table, uint hash, int position) => ((ushort*)table)[hash] = (ushort)position;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool IsNear(long distance) => true;
    }

    /// <summary>Positions in a larger block.</summary>
    private readonly struct Positions32 : ITable
    {
        public static int EntryLog
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => 2;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int Get(byte* table, uint hash) => ((int*)table)[hash];

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Set(byte* table, uint hash, int position) => ((int*)table)[hash] = position;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool IsNear(long distance) => distance <= MaximumDistance;
    }
}
