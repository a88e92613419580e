using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Hayapack.Compression;

/// <summary>Decompresses one LZ4 block.</summary>
/// <remarks>
/// No input makes it read or write outside the two spans: each length is compared with the bytes that remain in both
/// spans before it is used. It rejects the blocks that liblz4's <c>LZ4_decompress_safe</c> rejects, and matches of
/// distance 0. Static methods without shared state: safe to call from several threads.
/// </remarks>
internal static unsafe class Lz4BlockDecoder
{
    /// <summary>Source bytes required by the fast path: a load of 16 bytes of literals and a distance of 2 bytes.</summary>
    private const int ShortSource = 16 + 2;

    /// <summary>
    /// Target bytes required by the fast path: at most 14 literals, a match of at most 18 bytes, and the literals that
    /// every block ends with.
    /// </summary>
    private const int ShortTarget = 14 + 18 + 6;

    /// <summary>For distances below 8: bytes added to the match's source after 4 copied bytes.</summary>
    private static ReadOnlySpan<byte> Advance => [0, 1, 2, 1, 0, 4, 4, 4];

    /// <summary>For distances below 8: bytes subtracted from the match's source after 8 copied bytes.</summary>
    private static ReadOnlySpan<sbyte> Back => [0, 0, 0, -1, -4, 1, 2, 3];

    /// <summary>Decompresses a block.</summary>
    /// <param name="source">The compressed block.</param>
    /// <param name="target">The output; its length is the decompressed size that the frame declares.</param>
    /// <returns>
    /// Whether the source is one valid block that decompresses to exactly <paramref name="target"/>'s length. If not, the
    /// content of the target is undefined.
    /// </returns>
    internal static bool TryDecode(ReadOnlySpan<byte> source, Span<byte> target)
    {
        fixed (byte* from = source, to = target)
        {
            return source.Length > 0 && target.Length > 0 && Decode(from, source.Length, to, target.Length);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static bool Decode(byte* source, int sourceLength, byte* target, int targetLength)
    {
        byte* ip = source;
        byte* op = target;
        byte* sourceEnd = source + sourceLength;
        byte* targetEnd = target + targetLength;
        while (true)
        {
            // Invariant: the next sequence begins at ip, and target to op is decoded.
            if (ip >= sourceEnd)
            {
                return false;
            }

            int token = *ip++;
            long literals = token >> 4;
            long match = token & 15;
            int distance;
            if (literals != 15 && sourceEnd - ip >= ShortSource && targetEnd - op >= ShortTarget)
            {
                Vector128.Load(ip).Store(op);
                ip += literals;
                op += literals;
                distance = LoadDistance(ip);
                ip += 2;
                if (match != 15 && distance >= 8 && distance <= op - target)
                {
                    byte* from = op - distance;
                    Copy8(op, from);
                    Copy8(op + 8, from + 8);
                    Unsafe.WriteUnaligned(op + 16, Unsafe.ReadUnaligned<ushort>(from + 16));
                    op += match + Lz4BlockEncoder.LeastMatch;
                    continue;
                }
            }
            else
            {
                if (literals == 15 && !Extend(ref ip, sourceEnd, ref literals, targetLength))
                {
                    return false;
                }

                if (literals > targetEnd - op - Lz4BlockEncoder.MatchMargin || literals > sourceEnd - ip - (2 + 1 + Lz4BlockEncoder.LastLiterals))
                {
                    // Only the last sequence is this close to an end. It has no match: its literals are the
                    // rest of the source and fill the rest of the target.
                    if (literals != sourceEnd - ip || literals != targetEnd - op)
                    {
                        return false;
                    }

                    Unsafe.CopyBlockUnaligned(op, ip, (uint)literals);
                    return true;
                }

                CopyLiterals(op, ip, literals);
                ip += literals;
                op += literals;
                distance = LoadDistance(ip);
                ip += 2;
            }

            if (match == 15 && !Extend(ref ip, sourceEnd, ref match, targetLength))
            {
                return false;
            }

            match += Lz4BlockEncoder.LeastMatch;
            if (distance == 0 || distance > op - target || match > targetEnd - op - Lz4BlockEncoder.LastLiterals)
            {
                return false;
            }

            CopyMatch(op, distance, match, targetEnd);
            op += match;
        }
    }

    /// <summary>
    /// Adds the bytes that follow a length of 15 in the token. Returns false if the source ends or the length exceeds the
    /// limit, which also bounds the loop.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Extend(ref byte* ip, byte* end, ref long length, int limit)
    {
        int more;
        do
        {
            if (ip >= end || length > limit)
            {
                return false;
            }

            more = *ip++;
            length += more;
        }
        while (more == 255);

        return true;
    }

    /// <summary>
    /// Copies literals in steps of 16 and 8 bytes. At least 8 bytes follow the literals in the source, and the target has
    /// at least 12 bytes after them.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CopyLiterals(byte* op, byte* ip, long count)
    {
        byte* stop = op + count;
        while (stop - op >= 16)
        {
            Vector128.Load(ip).Store(op);
            op += 16;
            ip += 16;
        }

        while (op < stop)
        {
            Copy8(op, ip);
            op += 8;
            ip += 8;
        }
    }

    /// <summary>Copies a match whose source and destination might overlap. At least 5 bytes of the target follow it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CopyMatch(byte* op, int distance, long count, byte* end)
    {
        byte* from = op - distance;
        byte* stop = op + count;

        // While op < fast, a write of 16 bytes stays inside the target; it can extend past the end of the match.
        byte* fast = end - stop >= 16 ? stop : end - 16;
        if (distance >= 16)
        {
            while (op < fast)
            {
                Vector128.Load(from).Store(op);
                op += 16;
                from += 16;
            }
        }
        else if (distance == 1)
        {
            var repeated = Vector128.Create(*from);
            while (op < fast)
            {
                repeated.Store(op);
                op += 16;
                from += 16;
            }
        }
        else if (op < fast)
        {
            if (distance < 8)
            {
                // Copies 8 bytes and moves `from` so that op - from becomes a multiple of the distance that is
                // at least 8. From there on, copies of 8 bytes do not overlap.
                op[0] = from[0];
                op[1] = from[1];
                op[2] = from[2];
                op[3] = from[3];
                from += Advance[distance];
                Unsafe.WriteUnaligned(op + 4, Unsafe.ReadUnaligned<uint>(from));
                from -= Back[distance];
            }
            else
            {
                Copy8(op, from);
                from += 8;
            }

            op += 8;
            while (op < fast)
            {
                Copy8(op, from);
                op += 8;
                from += 8;
            }
        }

        while (op < stop)
        {
            *op++ = *from++;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Copy8(byte* to, byte* from) => Unsafe.WriteUnaligned(to, Unsafe.ReadUnaligned<ulong>(from));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int LoadDistance(byte* at)
    {
        ushort value = Unsafe.ReadUnaligned<ushort>(at);
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }
}
