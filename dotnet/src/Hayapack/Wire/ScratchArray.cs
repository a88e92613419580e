using System.Buffers;

namespace Hayapack;

/// <summary>The array of a thread in which results are collected. A call inside of a call gets another one.</summary>
internal static class ScratchArray
{
    private const int Initial = 64 * 1024;

    /// <summary>A larger array is not kept by the thread.</summary>
    private const int Kept = 1024 * 1024;

    [ThreadStatic]
    private static byte[]? free;

    internal static byte[] Rent()
    {
        byte[]? array = free;
        if (array is null)
        {
            return GC.AllocateUninitializedArray<byte>(Initial);
        }

        free = null;
        return array;
    }

    internal static void Return(byte[] array)
    {
        if (array.Length <= Kept)
        {
            free = array;
        }
        else
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    /// <summary>Gives an array with room for more, and the first bytes of the old one.</summary>
    internal static byte[] Grow(byte[] array, int used, int more)
    {
        long needed = (long)used + more;
        if (needed > Array.MaxLength)
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.TooLong, used, "The result is larger than an array can be: write to an IBufferWriter<byte>.");
        }

        int size = (int)Math.Min(Array.MaxLength, Math.Max(needed, array.Length * 2L));
        byte[] larger = size <= Kept ? GC.AllocateUninitializedArray<byte>(size) : ArrayPool<byte>.Shared.Rent(size);
        array.AsSpan(0, used).CopyTo(larger);
        if (array.Length > Kept)
        {
            ArrayPool<byte>.Shared.Return(array);
        }

        return larger;
    }
}
