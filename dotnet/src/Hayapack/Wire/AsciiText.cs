using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Hayapack;

/// <summary>
/// Moves ASCII between characters and bytes, 16 at a time. Most text is short and ASCII, and the general conversion of
/// UTF-8 costs more to call than such text costs to move.
/// </summary>
internal static class AsciiText
{
    private const ulong HighBits16 = 0xff80ff80ff80ff80;
    private const ulong HighBits8 = 0x8080808080808080;

    /// <summary>Writes characters as bytes while they are ASCII.</summary>
    /// <param name="text">The characters.</param>
    /// <param name="destination">Room for as many bytes.</param>
    /// <returns>How many characters of the front were written: all of them, or fewer where another follows.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Narrow(ReadOnlySpan<char> text, ref byte destination)
    {
        ref ushort source = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text));
        int length = text.Length;
        if (length >= 8)
        {
            return NarrowVectors(ref source, length, ref destination);
        }

        if (length >= 4)
        {
            // Two groups of 4 that may overlap.
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

        for (int i = 0; i < length; i++)
        {
            ushort c = Unsafe.Add(ref source, i);
            if (c > 127)
            {
                return i;
            }

            Unsafe.Add(ref destination, i) = (byte)c;
        }

        return length;
    }

    /// <summary>Makes a string of bytes that are all ASCII.</summary>
    /// <param name="bytes">At least 1 byte.</param>
    /// <returns>The string, or null where a byte is not ASCII.</returns>
    internal static string? TryDecode(ReadOnlySpan<byte> bytes)
    {
        ref byte source = ref MemoryMarshal.GetReference(bytes);
        int length = bytes.Length;
        if (!IsAscii(ref source, length))
        {
            return null;
        }

        // The string is new and nobody else has seen it, so that it can still be filled.
        string text = new('\0', length);
        ref ushort destination = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text.AsSpan()));
        if (length >= 16)
        {
            int last = length - 16;
            for (int i = 0; i < last; i += 16)
            {
                Widen(ref source, ref destination, i);
            }

            Widen(ref source, ref destination, last);
        }
        else if (length >= 8)
        {
            Widen8(ref source, ref destination, 0);
            Widen8(ref source, ref destination, length - 8);
        }
        else
        {
            for (int i = 0; i < length; i++)
            {
                Unsafe.Add(ref destination, i) = Unsafe.Add(ref source, i);
            }
        }

        return text;
    }

    private static bool IsAscii(ref byte source, int length)
    {
        if (length >= 16)
        {
            int last = length - 16;
            Vector128<byte> all = Vector128.LoadUnsafe(ref source, (nuint)last);
            for (int i = 0; i < last; i += 16)
            {
                all |= Vector128.LoadUnsafe(ref source, (nuint)i);
            }

            return all.ExtractMostSignificantBits() == 0;
        }

        if (length >= 8)
        {
            return ((Unsafe.ReadUnaligned<ulong>(ref source) | Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, length - 8))) & HighBits8) == 0;
        }

        if (length >= 4)
        {
            return ((Unsafe.ReadUnaligned<uint>(ref source) | Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, length - 4))) & 0x80808080) == 0;
        }

        uint bits = 0;
        for (int i = 0; i < length; i++)
        {
            bits |= Unsafe.Add(ref source, i);
        }

        return bits < 128;
    }

    private static int NarrowVectors(ref ushort source, int length, ref byte destination)
    {
        Vector128<ushort> mask = Vector128.Create((ushort)0xff80);
        int i = 0;
        for (; i <= length - 16; i += 16)
        {
            Vector128<ushort> low = Vector128.LoadUnsafe(ref source, (nuint)i);
            Vector128<ushort> high = Vector128.LoadUnsafe(ref source, (nuint)(i + 8));
            if (((low | high) & mask) != Vector128<ushort>.Zero)
            {
                return i;
            }

            Vector128.Narrow(low, high).StoreUnsafe(ref destination, (nuint)i);
        }

        if (i <= length - 8)
        {
            Vector128<ushort> next = Vector128.LoadUnsafe(ref source, (nuint)i);
            if ((next & mask) != Vector128<ushort>.Zero)
            {
                return i;
            }

            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, i), Vector128.Narrow(next, next).AsUInt64().ToScalar());
            i += 8;
        }

        if (i < length)
        {
            // The last 8 overlap what was written already.
            Vector128<ushort> tail = Vector128.LoadUnsafe(ref source, (nuint)(length - 8));
            if ((tail & mask) != Vector128<ushort>.Zero)
            {
                return i;
            }

            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, length - 8), Vector128.Narrow(tail, tail).AsUInt64().ToScalar());
        }

        return length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Widen(ref byte source, ref ushort destination, int at)
    {
        (Vector128<ushort> low, Vector128<ushort> high) = Vector128.Widen(Vector128.LoadUnsafe(ref source, (nuint)at));
        low.StoreUnsafe(ref destination, (nuint)at);
        high.StoreUnsafe(ref destination, (nuint)(at + 8));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Widen8(ref byte source, ref ushort destination, int at)
    {
        ulong eight = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, at));
        Vector128.WidenLower(Vector128.CreateScalarUnsafe(eight).AsByte()).StoreUnsafe(ref destination, (nuint)at);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Load(ref ushort source, int at) =>
        Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref source, at)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Pack(ulong four)
    {
        Vector128<ushort> wide = Vector128.CreateScalarUnsafe(four).AsUInt16();
        return Vector128.Narrow(wide, wide).AsUInt32().ToScalar();
    }
}
