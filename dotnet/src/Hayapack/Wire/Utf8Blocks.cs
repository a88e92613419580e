using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Hayapack;

/// <summary>
/// Converts characters of 1 to 3 bytes to UTF-8, four at once. The runtime's conversion takes them one or two at a time, with
/// a branch on each size.
/// </summary>
internal static class Utf8Blocks
{
    private const int Block = 4;
    private const int VectorBytes = 16;

    /// <summary>
    /// For each combination of sizes, how to move the bytes of four characters together, from 4 bytes for each: bits 0-3 of
    /// the index are set for characters of 1 byte, bits 4-7 for those of 3 bytes.
    /// </summary>
    private static readonly byte[] Orders = new byte[256 * VectorBytes];

    /// <summary>By the same index, the number of bytes.</summary>
    private static readonly byte[] Sizes = new byte[256];

    static Utf8Blocks()
    {
        for (int index = 0; index < 256; index++)
        {
            int count = 0;
            for (int i = 0; i < Block; i++)
            {
                int size = (index >> i & 1) != 0 ? 1 : (index >> (i + Block) & 1) != 0 ? 3 : 2;
                for (int j = 0; j < size; j++)
                {
                    Orders[(index * VectorBytes) + count++] = (byte)((i * 4) + j);
                }
            }

            Sizes[index] = (byte)count;
        }
    }

    /// <summary>Converts characters up to a block with a surrogate, or to the last whole block.</summary>
    /// <param name="text">The characters.</param>
    /// <param name="destination">The first byte to write; 3 bytes per character and 4 more must be free.</param>
    /// <param name="written">The number of bytes written. Bytes after them may have been overwritten.</param>
    /// <returns>The number of characters converted; 0 if the processor has no suitable instructions.</returns>
    internal static int Convert(ReadOnlySpan<char> text, ref byte destination, out int written)
    {
        int done = 0;
        int size = 0;
        if (Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian)
        {
            ref ushort source = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text));
            ref byte orders = ref MemoryMarshal.GetArrayDataReference(Orders);
            ref byte sizes = ref MemoryMarshal.GetArrayDataReference(Sizes);
            for (; text.Length - done >= Block; done += Block)
            {
                ulong four = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref source, done)));
                Vector128<int> codes = Vector128.WidenLower(Vector128.CreateScalar(four).AsUInt16()).AsInt32();
                if (Vector128.EqualsAny(codes & Vector128.Create(0xf800), Vector128.Create(0xd800)))
                {
                    break;
                }

                Vector128<int> isOne = Vector128.LessThan(codes, Vector128.Create(0x80));
                Vector128<int> isThree = Vector128.GreaterThan(codes, Vector128.Create(0x7ff));
                Vector128<int> last = (codes & Vector128.Create(0x3f)) | Vector128.Create(0x80);
                Vector128<int> upper = codes >>> 6;
                Vector128<int> two = upper | Vector128.Create(0xc0) | (last << 8);
                Vector128<int> three = (codes >>> 12) | Vector128.Create(0x80e0) | ((upper & Vector128.Create(0x3f)) << 8) | (last << 16);
                Vector128<int> bytes = Vector128.ConditionalSelect(isThree, three, Vector128.ConditionalSelect(isOne, codes, two));
                uint index = (isThree.ExtractMostSignificantBits() << Block) | isOne.ExtractMostSignificantBits();
                Vector128<byte> order = Vector128.LoadUnsafe(ref orders, index * VectorBytes);
                Vector128.ShuffleNative(bytes.AsByte(), order).StoreUnsafe(ref destination, (nuint)size);
                size += Unsafe.Add(ref sizes, index);
            }
        }

        written = size;
        return done;
    }
}
