using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Hayapack;

/// <summary>
/// Converts ASCII text between characters and bytes. Most strings are short and ASCII; for those, calling the runtime's
/// general UTF-8 conversion costs more than the conversion itself.
/// </summary>
/// <remarks>
/// Branches on the exact length would be mispredicted, because lengths vary. So there are only a few classes of
/// lengths, and within a class overlapping blocks replace a loop over the remaining bytes: two blocks of 4 for 4 to 7
/// characters, four blocks of 8 for 8 to 31, and for 32 or more any number of blocks of 32, the last of which ends with
/// the text. Up to 16 characters are converted as one block if reading past the text cannot cross a page of memory, or up to 32
/// with AVX-512, which loads parts of blocks.
/// </remarks>
internal static class AsciiText
{
    private const int SmallestPage = 4096;
    private const ulong HighBits16 = 0xff80ff80ff80ff80;
    private const ulong HighBits8 = 0x8080808080808080;

    /// <summary>Writes text as bytes if it is ASCII, else part of its leading ASCII characters.</summary>
    /// <param name="text">The characters.</param>
    /// <param name="destination">
    /// The first byte to write; at least as many bytes as characters, and at least 32, must be free.
    /// </param>
    /// <returns>
    /// The number of characters written, from the first on: the length of <paramref name="text"/> if all are ASCII;
    /// otherwise at most the number of leading ASCII characters. Bytes after them may have been overwritten.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Narrow(ReadOnlySpan<char> text, ref byte destination)
    {
        ref ushort source = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text));
        int length = text.Length;
        if (Avx512Support.HasVbmi2 && length <= 32)
        {
            return NarrowMasked(ref source, length, ref destination);
        }

        if (length >= 32)
        {
            return NarrowLong(ref source, length, ref destination);
        }

        if (length is > 0 and <= 16 && TryNarrowShort(ref source, length, ref destination, out int narrowed))
        {
            return narrowed;
        }

        if (length >= 8)
        {
            int last = length - 8;
            int second = Math.Min(8, last);
            int third = Math.Min(16, last);
            Vector128<ushort> a = Vector128.LoadUnsafe(ref source);
            Vector128<ushort> b = Vector128.LoadUnsafe(ref source, (nuint)second);
            Vector128<ushort> c = Vector128.LoadUnsafe(ref source, (nuint)third);
            Vector128<ushort> d = Vector128.LoadUnsafe(ref source, (nuint)last);
            if (((a | b | c | d) & Vector128.Create((ushort)0xff80)) != Vector128<ushort>.Zero)
            {
                return 0;
            }

            Vector128<byte> low = Vector128.Narrow(a, b);
            Vector128<byte> high = Vector128.Narrow(c, d);
            Unsafe.WriteUnaligned(ref destination, low.AsUInt64().ToScalar());
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, second), low.AsUInt64().GetElement(1));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, third), high.AsUInt64().ToScalar());
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, last), high.AsUInt64().GetElement(1));
            return length;
        }

        if (length >= 4)
        {
            ulong head = Load(ref source, 0);
            ulong tail = Load(ref source, length - 4);
            if (((head | tail) & HighBits16) != 0)
            {
                return 0;
            }

            Unsafe.WriteUnaligned(ref destination, Pack(head));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, length - 4), Pack(tail));
            return length;
        }

        if (length > 0)
        {
            // The first, middle and last character; for 1 or 2 characters some of these are the same one.
            ushort first = source;
            ushort middle = Unsafe.Add(ref source, length >> 1);
            ushort last = Unsafe.Add(ref source, length - 1);
            if ((first | middle | last) > 127)
            {
                return 0;
            }

            destination = (byte)first;
            Unsafe.Add(ref destination, length >> 1) = (byte)middle;
            Unsafe.Add(ref destination, length - 1) = (byte)last;
        }

        return length;
    }

    /// <summary>Converts up to 32 characters without a branch on the length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe int NarrowMasked(ref ushort source, int length, ref byte destination)
    {
        Vector512<ushort> characters;
        fixed (ushort* text = &source)
        {
            Vector512<ushort> isText = Vector512.LessThan(Vector512<ushort>.Indices, Vector512.Create((ushort)length));
            characters = Avx512BW.MaskLoad(text, isText, Vector512<ushort>.Zero);
        }

        Avx512BW.ConvertToVector256Byte(characters).StoreUnsafe(ref destination);
        return (characters & Vector512.Create((ushort)0xff80)) == Vector512<ushort>.Zero ? length : 0;
    }

    /// <summary>
    /// Converts up to 16 characters with one 16-character load, without a branch on the length. Possible if the load
    /// stays within one page of memory; the characters after the text are loaded and masked out.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe bool TryNarrowShort(ref ushort source, int length, ref byte destination, out int narrowed)
    {
        fixed (ushort* text = &source)
        {
            if (((nuint)text & (SmallestPage - 1)) > SmallestPage - 32)
            {
                narrowed = 0;
                return false;
            }

            Vector128<ushort> low = Vector128.Load(text);
            Vector128<ushort> high = Vector128.Load(text + 8);
            Vector128<ushort> mask = Vector128.Create((ushort)0xff80);
            uint ascii = Vector128.Narrow(
                Vector128.Equals(low & mask, Vector128<ushort>.Zero), Vector128.Equals(high & mask, Vector128<ushort>.Zero)).ExtractMostSignificantBits();
            Vector128.Narrow(low, high).StoreUnsafe(ref destination);
            uint all = (1u << length) - 1;
            narrowed = (ascii & all) == all ? length : 0;
            return true;
        }
    }

    /// <summary>Decodes bytes that are all ASCII.</summary>
    /// <param name="bytes">At least 1 byte.</param>
    /// <returns>The string, or null if a byte is not ASCII.</returns>
    internal static string? TryDecode(ReadOnlySpan<byte> bytes)
    {
        ref byte source = ref MemoryMarshal.GetReference(bytes);
        int length = bytes.Length;
        if (!IsAscii(ref source, length))
        {
            return null;
        }

        // The string has just been allocated and no other code can reach it, so it can still be changed.
        string text = new('\0', length);
        ref ushort destination = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text.AsSpan()));
        if (length >= 32)
        {
            int last = length - 32;
            for (int i = 0; i < last; i += 32)
            {
                Widen32(ref source, ref destination, i);
            }

            Widen32(ref source, ref destination, last);
        }
        else if (length >= 8)
        {
            int last = length - 8;
            Widen8(ref source, ref destination, 0);
            Widen8(ref source, ref destination, Math.Min(8, last));
            Widen8(ref source, ref destination, Math.Min(16, last));
            Widen8(ref source, ref destination, last);
        }
        else if (length >= 4)
        {
            Widen4(ref source, ref destination, 0);
            Widen4(ref source, ref destination, length - 4);
        }
        else
        {
            destination = source;
            Unsafe.Add(ref destination, length >> 1) = Unsafe.Add(ref source, length >> 1);
            Unsafe.Add(ref destination, length - 1) = Unsafe.Add(ref source, length - 1);
        }

        return text;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsAscii(ref byte source, int length)
    {
        if (length >= 32)
        {
            int last = length - 32;
            if (Vector256.IsHardwareAccelerated)
            {
                Vector256<byte> all = Vector256.LoadUnsafe(ref source, (nuint)last);
                for (int i = 0; i < last; i += 32)
                {
                    all |= Vector256.LoadUnsafe(ref source, (nuint)i);
                }

                return all.ExtractMostSignificantBits() == 0;
            }

            Vector128<byte> halves = Vector128.LoadUnsafe(ref source, (nuint)last) | Vector128.LoadUnsafe(ref source, (nuint)(last + 16));
            for (int i = 0; i < last; i += 32)
            {
                halves |= Vector128.LoadUnsafe(ref source, (nuint)i) | Vector128.LoadUnsafe(ref source, (nuint)(i + 16));
            }

            return (halves & Vector128.Create((byte)0x80)) == Vector128<byte>.Zero;
        }

        if (length >= 8)
        {
            int last = length - 8;
            return ((Load(ref source, 0) | Load(ref source, Math.Min(8, last)) | Load(ref source, Math.Min(16, last)) | Load(ref source, last)) & HighBits8) == 0;
        }

        if (length >= 4)
        {
            return ((Unsafe.ReadUnaligned<uint>(ref source) | Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, length - 4))) & 0x80808080) == 0;
        }

        return (source | Unsafe.Add(ref source, length >> 1) | Unsafe.Add(ref source, length - 1)) < 128;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int NarrowLong(ref ushort source, int length, ref byte destination)
    {
        int last = length - 32;
        for (int i = 0; i < last; i += 32)
        {
            if (!Narrow32(ref source, ref destination, i))
            {
                return i;
            }
        }

        // The last block overlaps characters already written; it writes the same bytes again.
        return Narrow32(ref source, ref destination, last) ? length : last & ~31;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Narrow32(ref ushort source, ref byte destination, int at)
    {
        if (!Vector256.IsHardwareAccelerated)
        {
            Vector128<ushort> a = Vector128.LoadUnsafe(ref source, (nuint)at);
            Vector128<ushort> b = Vector128.LoadUnsafe(ref source, (nuint)(at + 8));
            Vector128<ushort> c = Vector128.LoadUnsafe(ref source, (nuint)(at + 16));
            Vector128<ushort> d = Vector128.LoadUnsafe(ref source, (nuint)(at + 24));
            if (((a | b | c | d) & Vector128.Create((ushort)0xff80)) != Vector128<ushort>.Zero)
            {
                return false;
            }

            Vector128.Narrow(a, b).StoreUnsafe(ref destination, (nuint)at);
            Vector128.Narrow(c, d).StoreUnsafe(ref destination, (nuint)(at + 16));
            return true;
        }

        Vector256<ushort> low = Vector256.LoadUnsafe(ref source, (nuint)at);
        Vector256<ushort> high = Vector256.LoadUnsafe(ref source, (nuint)(at + 16));
        if (((low | high) & Vector256.Create((ushort)0xff80)) != Vector256<ushort>.Zero)
        {
            return false;
        }

        Vector256.Narrow(low, high).StoreUnsafe(ref destination, (nuint)at);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Widen32(ref byte source, ref ushort destination, int at)
    {
        (Vector256<ushort> low, Vector256<ushort> high) = Vector256.Widen(Vector256.LoadUnsafe(ref source, (nuint)at));
        low.StoreUnsafe(ref destination, (nuint)at);
        high.StoreUnsafe(ref destination, (nuint)(at + 16));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Widen8(ref byte source, ref ushort destination, int at) =>
        Vector128.WidenLower(Vector128.CreateScalarUnsafe(Load(ref source, at)).AsByte()).StoreUnsafe(ref destination, (nuint)at);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Widen4(ref byte source, ref ushort destination, int at)
    {
        uint four = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, at));
        ulong wide = Vector128.WidenLower(Vector128.CreateScalarUnsafe(four).AsByte()).AsUInt64().ToScalar();
        Unsafe.WriteUnaligned(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref destination, at)), wide);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Load(ref byte source, int at) => Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, at));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Load(ref ushort source, int at) =>
        Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref source, at)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Pack(ulong four)
    {
        Vector128<ushort> wide = Vector128.CreateScalarUnsafe(four).AsUInt16();
        return Vector128.Narrow(wide, wide).AsUInt32().ToScalar();
    }

    /// <summary>Returns whether a code point above 0x7e controls a terminal: DEL, C1 or bidirectional controls.</summary>
    internal static bool IsTerminalControl(int code) => code is (>= 0x7f and < 0xa0) or 0x61c or 0x200e or 0x200f
        or (>= 0x202a and <= 0x202e) or (>= 0x2066 and <= 0x2069);
}
