using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Hayapack.Compression;

/// <summary>
/// Compresses up to 64 KiB as LZ4 sequences, without frame or dictionary. It uses the greedy algorithm of the reference
/// implementation, with a hash table that maps sequences of 5 bytes to their last position. Compared with sequences of 4
/// bytes this is 5 % slower, and the output is up to 7 % smaller.
/// </summary>
/// <remarks>
/// Bounds: matches begin at least <see cref="SearchMargin"/> bytes before the end of the source and end at least
/// <see cref="LastLiterals"/> bytes before it, so that loads of 16 bytes where a match begins or ends stay inside the
/// source. The target has at least <see cref="MaximumLength"/> bytes. The output of the bytes before a position is at
/// most 1/255 longer than these bytes, and at least 17 more bytes of source follow, so that stores of 16 bytes
/// stay inside the target. Thread-safe: static methods without shared state.
/// </remarks>
internal static unsafe class Lz4BlockEncoder
{
    /// <summary>The format requires the last 5 bytes of a block to be literals.</summary>
    internal const int LastLiterals = 5;

    /// <summary>The format allows no match to begin in the last 12 bytes.</summary>
    internal const int MatchMargin = 12;

    /// <summary>The shortest match in bytes.</summary>
    internal const int LeastMatch = 4;

    /// <summary>The largest source in bytes: its positions fit in 16 bits, and all are near enough for a match.</summary>
    internal const int MaximumSource = 64 * 1024;

    /// <summary>The largest decompressed size of an LZ4 block in bytes.</summary>
    internal const int MaximumBlock = 0x7e000000;

    /// <summary>No match begins in the last 17 bytes: 12 bytes can be compared, and 5 literals follow.</summary>
    private const int SearchMargin = MatchMargin + LastLiterals;

    /// <summary>The search step grows by one byte after every 2^6 positions without a match.</summary>
    private const int SkipTrigger = 6;

    /// <summary>The hash table has at most 2^13 entries of 2 bytes.</summary>
    private const int MaximumBits = 13;

    /// <summary>The lengths up to 14 of a sequence are in its token; 15 means that bytes with the rest follow.</summary>
    private const int LongLength = 15;

    /// <summary>A prime, times 2^24: the product with 8 bytes depends, in its highest 40 bits, on the first 5 only.</summary>
    private const ulong Prime = 889523592379ul << 24;

    /// <summary>Returns the largest size of the compressed block for an input of this length, in bytes.</summary>
    internal static int MaximumLength(int length) => checked(length + (length / 255) + 16);

    /// <summary>Compresses a source into a whole block.</summary>
    /// <param name="source">The source: 1 to <see cref="MaximumSource"/> bytes.</param>
    /// <param name="target">
    /// The output: at least <see cref="MaximumLength"/> bytes. The content after the compressed block is undefined.
    /// </param>
    /// <param name="acceleration">See <see cref="MessagePackSerializerOptions.CompressionAcceleration"/>.</param>
    /// <returns>The length of the compressed block in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The source is too long or the target too short.</exception>
    internal static int Encode(ReadOnlySpan<byte> source, Span<byte> target, int acceleration)
    {
        int length = EncodeSequences(source, target, acceleration, out int rest);
        return length + WriteLiterals(source[^rest..], target[length..]);
    }

    /// <summary>Compresses a source into sequences that end with a match.</summary>
    /// <param name="source">The source: 1 to <see cref="MaximumSource"/> bytes.</param>
    /// <param name="target">
    /// The output: at least <see cref="MaximumLength"/> bytes. The content after the sequences is undefined.
    /// </param>
    /// <param name="acceleration">See <see cref="MessagePackSerializerOptions.CompressionAcceleration"/>.</param>
    /// <param name="rest">The number of bytes at the end of the source that the sequences do not contain: 1 or more.</param>
    /// <returns>The length of the sequences in bytes; 0 if the source has no matches.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The source is too long or the target too short.</exception>
    internal static int EncodeSequences(ReadOnlySpan<byte> source, Span<byte> target, int acceleration, out int rest)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(source.Length, MaximumSource);
        ArgumentOutOfRangeException.ThrowIfLessThan(target.Length, MaximumLength(source.Length));
        if (source.Length <= SearchMargin)
        {
            rest = source.Length;
            return 0;
        }

        fixed (byte* from = source, to = target)
        {
            byte* anchor = from;
            int length = (int)(Encode(ref anchor, source.Length, to, acceleration) - to);
            rest = source.Length - (int)(anchor - from);
            return length;
        }
    }

    /// <summary>Writes the last sequence of a block: literals without a match. Returns the length of the sequence.</summary>
    internal static int WriteLiterals(ReadOnlySpan<byte> literals, Span<byte> target)
    {
        int header = WriteLiteralLength(literals.Length, 0, target);
        literals.CopyTo(target[header..]);
        return header + literals.Length;
    }

    /// <summary>Writes a token and the bytes that extend its length of literals. Returns their number.</summary>
    /// <param name="literals">The number of literals.</param>
    /// <param name="match">The token's match length, 0 to 15.</param>
    /// <param name="target">The output.</param>
    internal static int WriteLiteralLength(int literals, int match, Span<byte> target)
    {
        if (literals < LongLength)
        {
            target[0] = (byte)((literals << 4) | match);
            return 1;
        }

        target[0] = (byte)((LongLength << 4) | match);
        int at = 1;
        int more = literals - LongLength;
        for (; more >= 255; more -= 255)
        {
            target[at++] = 255;
        }

        target[at++] = (byte)more;
        return at;
    }

    /// <summary>Writes all sequences that end with a match.</summary>
    /// <param name="source">The source; afterwards the first byte that no sequence contains.</param>
    /// <param name="length">The length of the source, more than <see cref="SearchMargin"/>.</param>
    /// <param name="op">The output.</param>
    /// <param name="acceleration">The first step of a search in bytes.</param>
    /// <returns>The end of the output.</returns>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static byte* Encode(ref byte* source, int length, byte* op, int acceleration)
    {
        byte* begin = source;
        byte* anchor = begin;
        byte* ip = begin + 1;
        byte* last = begin + length - SearchMargin;
        byte* matchEnd = begin + length - LastLiterals;

        // A short source gets a table of about as many entries as bytes: there is less to clear. The cleared table
        // contains position 0 for all hashes.
        int bits = Math.Min(MaximumBits, BitOperations.Log2((uint)length) + 1);
        int shift = 64 - bits;
        ushort* table = stackalloc ushort[1 << MaximumBits];
        new Span<ushort>(table, 1 << bits).Clear();
        while (true)
        {
            // Invariant: the bytes from anchor to ip are pending literals.
            byte* match;
            int attempts = acceleration << SkipTrigger;
            while (true)
            {
                if (ip > last)
                {
                    source = anchor;
                    return op;
                }

                match = begin + Exchange(table, ip, shift, (ushort)(ip - begin));
                if (Load32(match) == Load32(ip))
                {
                    break;
                }

                ip += attempts++ >> SkipTrigger;
            }

            int literals = (int)(ip - anchor);
            if (match - begin >= 8)
            {
                int more = Math.Min(CommonBefore(ip, match), literals);
                ip -= more;
                match -= more;
                literals -= more;
            }

            byte* token = op++;
            int upper;
            if (literals < LongLength)
            {
                upper = literals << 4;
                Vector128.Load(anchor).Store(op);
                op += literals;
            }
            else
            {
                upper = LongLength << 4;
                op = Length(op, literals - LongLength);
                byte* stop = op + literals;
                do
                {
                    Vector128.Load(anchor).Store(op);
                    op += 16;
                    anchor += 16;
                }
                while (op < stop);

                op = stop;
            }

            while (true)
            {
                // Invariant: ip has a match of at least 4 bytes; `upper` is the number of literals in its token.
                Unsafe.WriteUnaligned(op, Little((ushort)(ip - match)));
                op += 2;
                ulong differing = Load64(ip + LeastMatch) ^ Load64(match + LeastMatch);
                if (differing != 0)
                {
                    int more = FirstByte(differing);
                    ip += LeastMatch + more;
                    *token = (byte)(upper + more);
                }
                else
                {
                    int more = 8 + Common(ip + LeastMatch + 8, match + LeastMatch + 8, matchEnd);
                    ip += LeastMatch + more;
                    *token = (byte)(upper + Math.Min(more, LongLength));
                    if (more >= LongLength)
                    {
                        op = Length(op, more - LongLength);
                    }
                }

                anchor = ip;
                if (ip > last)
                {
                    source = anchor;
                    return op;
                }

                Exchange(table, ip - 2, shift, (ushort)(ip - 2 - begin));
                match = begin + Exchange(table, ip, shift, (ushort)(ip - begin));
                if (Load32(match) != Load32(ip))
                {
                    break;
                }

                token = op++;
                upper = 0;
            }

            ip++;
        }
    }

    /// <summary>Sets the position of the 5 bytes at <paramref name="at"/>, of which it reads 8. Returns the last one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Exchange(ushort* table, byte* at, int shift, ushort position)
    {
        ulong bytes = Load64(at);
        ushort* entry = table + ((BitConverter.IsLittleEndian ? bytes : BinaryPrimitives.ReverseEndianness(bytes)) * Prime >> shift);
        uint last = *entry;
        *entry = position;
        return last;
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
            ulong differing = Load64(at) ^ Load64(match);
            if (differing != 0)
            {
                return (int)(at - start) + FirstByte(differing);
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

    /// <summary>Returns how many of the 8 bytes before the two places are equal, from the last one on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CommonBefore(byte* at, byte* match)
    {
        ulong differing = Load64(at - 8) ^ Load64(match - 8);
        return (BitConverter.IsLittleEndian ? BitOperations.LeadingZeroCount(differing) : BitOperations.TrailingZeroCount(differing)) >> 3;
    }

    /// <summary>Returns the index in memory of the first byte that is not 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FirstByte(ulong bytes) =>
        (BitConverter.IsLittleEndian ? BitOperations.TrailingZeroCount(bytes) : BitOperations.LeadingZeroCount(bytes)) >> 3;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Load32(byte* at) => Unsafe.ReadUnaligned<uint>(at);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Load64(byte* at) => Unsafe.ReadUnaligned<ulong>(at);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ushort Little(ushort value) => BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
}
