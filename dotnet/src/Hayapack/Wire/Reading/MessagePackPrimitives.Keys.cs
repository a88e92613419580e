using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Hayapack;

public static partial class MessagePackPrimitives
{
    /// <summary>
    /// Loads 8 bytes of a key as a little-endian integer, to compare them with an expected key. For generated code.
    /// </summary>
    /// <param name="source">The first byte of the key.</param>
    /// <param name="offset">
    /// The offset of the first byte to load. At least 8 bytes of the key must follow; this is not checked.
    /// </param>
    /// <returns>The integer.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Load64(ref byte source, int offset)
    {
        ulong word = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, offset));
        return BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word);
    }

    /// <summary>
    /// Loads 4 bytes of a key as a little-endian integer, to compare them with an expected key. For generated code.
    /// </summary>
    /// <param name="source">The first byte of the key.</param>
    /// <param name="offset">
    /// The offset of the first byte to load. At least 4 bytes of the key must follow; this is not checked.
    /// </param>
    /// <returns>The integer.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Load32(ref byte source, int offset)
    {
        uint word = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, offset));
        return BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word);
    }

    /// <summary>
    /// Loads 2 bytes of a key as a little-endian integer, to compare them with an expected key. For generated code.
    /// </summary>
    /// <param name="source">The first byte of the key.</param>
    /// <param name="offset">
    /// The offset of the first byte to load. At least 2 bytes of the key must follow; this is not checked.
    /// </param>
    /// <returns>The integer.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ushort Load16(ref byte source, int offset)
    {
        ushort word = Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref source, offset));
        return BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word);
    }
}
