using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Hayapack.Formatters;

/// <summary>Reads and writes several 64-bit floats at once. Each has 9 bytes in MessagePack.</summary>
internal static class DoubleRuns
{
    private const int Size = 9;

    /// <summary>Writes an even number of floats.</summary>
    /// <returns>
    /// Their size in bytes, which is also the number of bytes overwritten; 0 if the processor has no suitable
    /// instructions.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Write(ref double source, int count, ref byte destination)
    {
        if (!Vector128.IsHardwareAccelerated || !BitConverter.IsLittleEndian)
        {
            return 0;
        }

        // Two floats are 18 bytes: one store of 16 bytes and one of 2. Index 128 gives 0, where a format byte is
        // inserted.
        Vector128<byte> order = Vector128.Create((byte)128, 7, 6, 5, 4, 3, 2, 1, 0, 128, 15, 14, 13, 12, 11, 10);
        Vector128<byte> leads = Vector128.Create(MessagePackCode.Float64, 0, 0, 0, 0, 0, 0, 0, 0, MessagePackCode.Float64, 0, 0, 0, 0, 0, 0);
        ref byte target = ref destination;
        for (int i = 0; i < count; i += 2)
        {
            Vector128<byte> pair = Vector128.LoadUnsafe(ref source, (nuint)i).AsByte();
            (Vector128.Shuffle(pair, order) | leads).StoreUnsafe(ref target);
            ushort rest = BinaryPrimitives.ReverseEndianness(pair.AsUInt16().GetElement(4));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref target, 16), rest);
            target = ref Unsafe.Add(ref target, 2 * Size);
        }

        return count * Size;
    }

    /// <summary>Reads floats if all of them are 64-bit floats.</summary>
    /// <returns>Their size in bytes, or 0 if one is not or fewer bytes are available.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int TryRead(ref byte source, int available, int count, ref double destination)
    {
        if (available < count * Size)
        {
            return 0;
        }

        int others = 0;
        for (int i = 0; i < count; i++)
        {
            ref byte code = ref Unsafe.Add(ref source, i * Size);
            others |= code ^ MessagePackCode.Float64;
            ulong bits = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref code, 1));
            Unsafe.Add(ref destination, i) = BitConverter.UInt64BitsToDouble(
                BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(bits) : bits);
        }

        return others == 0 ? count * Size : 0;
    }
}
