using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Hayapack;

internal static partial class Utf8Blocks
{
    /// <summary>The longest text, in bytes, that <see cref="TryDecode"/> decodes: what its last byte announces is seen as well.</summary>
    internal const int MostBytes = 62;

    private const int HalfBlock = 32;

    /// <summary>
    /// Decodes short UTF-8 of characters of 1 to 3 bytes at once: AVX-512 VBMI2 finds the last byte of each character, and VBMI those
    /// before it. The rules are those of Unicode, table 3-7.
    /// </summary>
    /// <remarks>
    /// Text that is read next, as the keys of a dictionary are, waits for masked stores: ASCII is decoded by <see cref="AsciiText"/>.
    /// </remarks>
    /// <param name="utf8">1 to <see cref="MostBytes"/> bytes.</param>
    /// <returns>
    /// The string; null if the bytes are malformed, if a character takes 4, or if the processor has no suitable instructions.
    /// </returns>
    internal static unsafe string? TryDecode(ReadOnlySpan<byte> utf8)
    {
        if (!Avx512Support.HasVbmi2 || (uint)(utf8.Length - 1) >= MostBytes)
        {
            return null;
        }

        Vector512<byte> isText = Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)utf8.Length));
        Vector512<byte> text;
        fixed (byte* source = utf8)
        {
            text = Avx512BW.MaskLoad(source, isText, Vector512<byte>.Zero);
        }

        ulong leads = Vector512.GreaterThanOrEqual(text, Vector512.Create((byte)0xc0)).ExtractMostSignificantBits();
        ulong leadsOfThree = Vector512.GreaterThanOrEqual(text, Vector512.Create((byte)0xe0)).ExtractMostSignificantBits();
        Vector512<byte> isNext = Vector512.Equals(text & Vector512.Create((byte)0xc0), Vector512.Create((byte)0x80));
        if (((leads << 1) | (leadsOfThree << 2)) != isNext.ExtractMostSignificantBits()
            || Vector512.GreaterThanOrEqualAny(text, Vector512.Create((byte)0xf0)))
        {
            return null;
        }

        // A byte is a character's last one if no continuation byte follows it. Lane 63 is never text.
        Vector512<byte> isLast = Vector512.AndNot(isText, Avx512Vbmi.PermuteVar64x8(isNext, Vector512<byte>.Indices + Vector512<byte>.One));
        int count = BitOperations.PopCount(isLast.ExtractMostSignificantBits());
        Vector512<byte> at = Avx512Vbmi2.Compress(Vector512<byte>.Zero, isLast, Vector512<byte>.Indices);

        // Before the first byte there are zeros: lanes 63 and 62.
        Vector512<byte> last = Avx512Vbmi.PermuteVar64x8(text, at);
        Vector512<byte> second = Avx512Vbmi.PermuteVar64x8(text, at - Vector512<byte>.One);
        Vector512<byte> third = Avx512Vbmi.PermuteVar64x8(text, at - Vector512.Create((byte)2));
        Vector512<ushort> isLower = Vector512.LessThan(Vector512<ushort>.Indices, Vector512.Create((ushort)count));
        Vector512<ushort> isUpper = default;
        Vector512<ushort> upper = default;
        if (!TryCompose(last.GetLower(), second.GetLower(), third.GetLower(), isLower, out Vector512<ushort> lower))
        {
            return null;
        }

        if (count > HalfBlock)
        {
            isUpper = Vector512.LessThan(Vector512<ushort>.Indices, Vector512.Create((ushort)(count - HalfBlock)));
            if (!TryCompose(last.GetUpper(), second.GetUpper(), third.GetUpper(), isUpper, out upper))
            {
                return null;
            }
        }

        // The string has just been allocated and no other code can reach it, so it can still be changed.
        string result = new('\0', count);
        fixed (char* destination = result)
        {
            Avx512BW.MaskStore((ushort*)destination, isLower, lower);
            if (count > HalfBlock)
            {
                Avx512BW.MaskStore((ushort*)destination + HalfBlock, isUpper, upper);
            }
        }

        return result;
    }

    /// <summary>
    /// Makes characters of their bytes. False: one is longer than it must be or a surrogate.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryCompose(
        Vector256<byte> last, Vector256<byte> second, Vector256<byte> third, Vector512<ushort> isUsed, out Vector512<ushort> characters)
    {
        Vector512<ushort> a = Avx512BW.ConvertToVector512UInt16(last);
        Vector512<ushort> b = Avx512BW.ConvertToVector512UInt16(second);
        Vector512<ushort> c = Avx512BW.ConvertToVector512UInt16(third);
        Vector512<ushort> isOne = Vector512.LessThan(a, Vector512.Create((ushort)0x80));
        Vector512<ushort> isTwo = Vector512.GreaterThanOrEqual(b, Vector512.Create((ushort)0xc0));
        Vector512<ushort> two = (a & Vector512.Create((ushort)0x3f)) | ((b & Vector512.Create((ushort)0x3f)) << 6);
        characters = Vector512.ConditionalSelect(isOne, a, Vector512.ConditionalSelect(isTwo, two, two | (c << 12)));
        Vector512<ushort> least = Vector512.ConditionalSelect(isTwo, Vector512.Create((ushort)0x80), Vector512.Create((ushort)0x800));
        Vector512<ushort> isWrong = Vector512.LessThan(characters, least)
            | Vector512.Equals(characters & Vector512.Create((ushort)0xf800), Vector512.Create((ushort)0xd800));
        return (Vector512.AndNot(isWrong, isOne) & isUsed) == Vector512<ushort>.Zero;
    }
}
