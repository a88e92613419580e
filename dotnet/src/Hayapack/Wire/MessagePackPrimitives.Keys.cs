using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Hayapack;

public static partial class MessagePackPrimitives
{
    /// <summary>Loads 8 bytes in little-endian order, to compare them with those of a key.</summary>
    /// <param name="source">The first byte of the key.</param>
    /// <param name="offset">How many bytes to leave out; the key has at least 8 more.</param>
    /// <returns>The word.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Load64(ref byte source, int offset)
    {
        ulong word = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, offset));
        return BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word);
    }

    /// <summary>Loads 4 bytes in little-endian order, to compare them with those of a key.</summary>
    /// <param name="source">The first byte of the key.</param>
    /// <param name="offset">How many bytes to leave out; the key has at least 4 more.</param>
    /// <returns>The word.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Load32(ref byte source, int offset)
    {
        uint word = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, offset));
        return BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word);
    }

    /// <summary>Loads 2 bytes in little-endian order, to compare them with those of a key.</summary>
    /// <param name="source">The first byte of the key.</param>
    /// <param name="offset">How many bytes to leave out; the key has at least 2 more.</param>
    /// <returns>The word.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ushort Load16(ref byte source, int offset)
    {
        ushort word = Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref source, offset));
        return BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word);
    }
}
