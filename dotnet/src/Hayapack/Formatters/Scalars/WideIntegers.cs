using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Hayapack.Formatters;

/// <summary>Reads or writes 16 integers at once if each takes 5 bytes: a format byte and 32 bits.</summary>
internal static class WideIntegers
{
    private const int Size = 5;
    private const int Count = 16;

    /// <summary>The bits in which the format bytes of uint 32 and int 32 differ.</summary>
    private const int Signed = MessagePackCode.UInt32 ^ MessagePackCode.Int32;

    /// <summary>Writes 16 integers if none of them has a shorter form; otherwise writes nothing.</summary>
    /// <returns>Their size in bytes, or 0 if nothing was written.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static int TryWrite(ref int source, ref byte destination)
    {
        if (!AllWide(ref source))
        {
            return 0;
        }

        for (int i = 0; i < Count; i++)
        {
            int value = Unsafe.Add(ref source, i);
            ref byte code = ref Unsafe.Add(ref destination, i * Size);
            code = (byte)(MessagePackCode.UInt32 + ((value >> 31) & (MessagePackCode.Int32 - MessagePackCode.UInt32)));
            MessagePackPrimitives.WriteBigEndian(ref Unsafe.Add(ref code, 1), (uint)value);
        }

        return Count * Size;
    }

    /// <summary>Whether none of the 16 integers has a form of up to 16 bits, -32768 to 65535.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AllWide(ref int source)
    {
        if (Vector256.IsHardwareAccelerated)
        {
            Vector256<uint> bias = Vector256.Create(32768u);
            Vector256<uint> limit = Vector256.Create(32768u + 65535u);
            Vector256<uint> large = Vector256.GreaterThan(Vector256.LoadUnsafe(ref source).AsUInt32() + bias, limit)
                & Vector256.GreaterThan(Vector256.LoadUnsafe(ref source, 8).AsUInt32() + bias, limit);
            return large == Vector256<uint>.AllBitsSet;
        }

        Vector128<uint> halfBias = Vector128.Create(32768u);
        Vector128<uint> halfLimit = Vector128.Create(32768u + 65535u);
        Vector128<uint> all = Vector128<uint>.AllBitsSet;
        for (nuint i = 0; i < Count; i += 4)
        {
            all &= Vector128.GreaterThan(Vector128.LoadUnsafe(ref source, i).AsUInt32() + halfBias, halfLimit);
        }

        return all == Vector128<uint>.AllBitsSet;
    }

    /// <summary>Reads 16 integers if each is uint 32 or int 32 and fits into an int.</summary>
    /// <returns>Their size in bytes, or 0 if one does not or too few bytes are available.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static int TryRead(ref byte source, int available, ref int destination)
    {
        if (available < Count * Size)
        {
            return 0;
        }

        int wrong = 0;
        int negative = 0;
        uint parts = 0;
        for (int i = 0; i < Count; i++)
        {
            ref byte code = ref Unsafe.Add(ref source, i * Size);
            int raw = Unsafe.ReadUnaligned<int>(ref Unsafe.Add(ref code, 1));
            int value = BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(raw) : raw;

            // kind: 0 for the format byte ce (uint 32), 1c for d2 (int 32). A uint 32 of 2^31 or more looks negative.
            int kind = code ^ MessagePackCode.UInt32;
            wrong |= kind & ~Signed;
            negative |= value & ((kind - 1) >> 31);
            parts |= 1u << (kind & 31);
            Unsafe.Add(ref destination, i) = value;
        }

        return (wrong | (negative >> 31)) == 0 && (parts & ~((1u << Signed) | 1)) == 0 ? Count * Size : 0;
    }
}
