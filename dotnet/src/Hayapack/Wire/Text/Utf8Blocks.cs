using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Hayapack;

/// <summary>
/// Converts characters of 1 to 3 bytes to UTF-8, 4 or 16 at once. The runtime's conversion takes them one or two at a time,
/// with a branch on each size.
/// </summary>
internal static partial class Utf8Blocks
{
    /// <summary>The bytes that <see cref="Convert"/> may overwrite besides 3 per character.</summary>
    internal const int Slack = 32;

    private const int Block = 4;
    private const int Wide = 16;
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

    /// <summary>Converts characters up to a block with a surrogate.</summary>
    /// <param name="text">The characters.</param>
    /// <param name="destination">The first byte to write; 3 bytes per character and <see cref="Slack"/> more must be free.</param>
    /// <param name="written">The number of bytes written. Bytes after them may have been overwritten.</param>
    /// <returns>The number of characters converted; 0 if the processor has no suitable instructions.</returns>
    internal static int Convert(ReadOnlySpan<char> text, ref byte destination, out int written)
    {
        written = 0;
        if (!Vector128.IsHardwareAccelerated || !BitConverter.IsLittleEndian)
        {
            return 0;
        }

        ref ushort source = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text));
        return Avx512Support.HasVbmi2
            ? Convert16(ref source, text.Length, ref destination, ref written)
            : Convert4(ref source, text.Length, ref destination, ref written);
    }

    private static int Convert4(ref ushort source, int length, ref byte destination, ref int written)
    {
        ref byte orders = ref MemoryMarshal.GetArrayDataReference(Orders);
        ref byte sizes = ref MemoryMarshal.GetArrayDataReference(Sizes);
        int size = 0;
        int done = 0;
        while (done < length)
        {
            int left = length - done;
            ulong four = left >= Block ? Load(ref Unsafe.Add(ref source, done)) : LoadLast(ref source, length, left);
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

            // The characters that fill up the last block are zeros: 1 byte each.
            size += Unsafe.Add(ref sizes, index) - Math.Max(0, Block - left);
            done += Math.Min(Block, left);
        }

        written = size;
        return done;
    }

    /// <summary>
    /// The same for 16 characters at once, which AVX-512 VBMI2 moves together without a table. The zeros that fill up the last
    /// block have no bytes.
    /// </summary>
    private static unsafe int Convert16(ref ushort source, int length, ref byte destination, ref int written)
    {
        int size = 0;
        int done = 0;
        fixed (ushort* text = &source)
        {
            while (done < length)
            {
                int left = length - done;
                Vector256<ushort> isText = Vector256.LessThan(Vector256<ushort>.Indices, Vector256.Create((ushort)Math.Min(left, Wide)));
                Vector256<ushort> characters = Avx512BW.VL.MaskLoad(text + done, isText, Vector256<ushort>.Zero);
                if (Vector256.EqualsAny(characters & Vector256.Create((ushort)0xf800), Vector256.Create((ushort)0xd800)))
                {
                    break;
                }

                Vector512<uint> codes = Avx512F.ConvertToVector512UInt32(characters);
                Vector512<uint> isLong = Vector512.GreaterThan(codes, Vector512.Create(0x7fu));
                Vector512<uint> isThree = Vector512.GreaterThan(codes, Vector512.Create(0x7ffu));
                Vector512<uint> last = (codes & Vector512.Create(0x3fu)) | Vector512.Create(0x80u);
                Vector512<uint> upper = codes >>> 6;
                Vector512<uint> two = upper | Vector512.Create(0xc0u) | (last << 8);
                Vector512<uint> three = (codes >>> 12) | Vector512.Create(0x80e0u) | ((upper & Vector512.Create(0x3fu)) << 8) | (last << 16);
                Vector512<uint> bytes = Vector512.ConditionalSelect(isThree, three, Vector512.ConditionalSelect(isLong, two, codes));
                Vector512<uint> isUsed = (Avx512F.ConvertToVector512UInt32(isText) & Vector512.Create(0xffu))
                    | (isLong & Vector512.Create(0xff00u)) | (isThree & Vector512.Create(0xff0000u));
                Vector512<byte> packed = Avx512Vbmi2.Compress(Vector512<byte>.Zero, isUsed.AsByte(), bytes.AsByte());
                packed.GetLower().StoreUnsafe(ref destination, (nuint)size);
                int count = BitOperations.PopCount(isUsed.AsByte().ExtractMostSignificantBits());
                if (count > 32)
                {
                    packed.GetUpper().StoreUnsafe(ref destination, (nuint)(size + 32));
                }

                size += count;
                done += Math.Min(Wide, left);
            }
        }

        written = size;
        return done;
    }

    /// <summary>Returns the last 1 to 3 characters of a text, without reading beyond it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong LoadLast(ref ushort source, int length, int left)
    {
        if (length >= Block)
        {
            return Load(ref Unsafe.Add(ref source, length - Block)) >> (16 * (Block - left));
        }

        // The whole text; for 1 or 2 characters some of these are the same one.
        return source | ((ulong)Unsafe.Add(ref source, length >> 1) << (16 * (length >> 1)))
            | ((ulong)Unsafe.Add(ref source, length - 1) << (16 * (length - 1)));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Load(ref ushort source) => Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref source));
}
