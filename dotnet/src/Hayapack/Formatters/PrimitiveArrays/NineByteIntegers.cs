using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Hayapack.Formatters;

/// <summary>
/// Reads several integers at once that have 9 bytes in MessagePack: a format byte and 64 bits. With AVX-512 only: other
/// processors read them no faster than <see cref="MixedIntegers"/> does.
/// </summary>
internal static class NineByteIntegers
{
    internal const int Size = DoubleRuns.Size;

    /// <summary>
    /// Reads integers up to the first group that has one in another form than uint 64 or int 64, or that does not fit into a long.
    /// </summary>
    /// <returns>The number of integers read, of 9 bytes each. Elements after them may get undefined values.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static int Read(ref byte source, int available, int count, ref long destination)
    {
        if (!Avx512Support.HasVbmi2)
        {
            return 0;
        }

        Vector512<byte> order = Vector512.Create(DoubleRuns.ReadOrder512);
        count = Math.Min(count, available / Size);
        int done = 0;
        for (; count - done >= DoubleRuns.Touched512; done += DoubleRuns.PerVector512)
        {
            Vector512<byte> bytes = Vector512.LoadUnsafe(ref source, (nuint)(done * Size));
            ulong signed = Vector512.Equals(bytes, Vector512.Create(MessagePackCode.Int64)).ExtractMostSignificantBits();
            ulong unsigned = Vector512.Equals(bytes, Vector512.Create(MessagePackCode.UInt64)).ExtractMostSignificantBits();

            // The highest bit of an integer is in the byte after its format byte.
            ulong negative = bytes.ExtractMostSignificantBits() >> 1;
            if (((signed | (unsigned & ~negative)) & DoubleRuns.Formats512) != DoubleRuns.Formats512)
            {
                break;
            }

            Avx512Vbmi.PermuteVar64x8(bytes, order).AsInt64().StoreUnsafe(ref destination, (nuint)done);
        }

        return done;
    }
}
