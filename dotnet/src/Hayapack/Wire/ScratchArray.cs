using System.Buffers;

namespace Hayapack;

/// <summary>
/// The array of a thread in which results are collected. A call inside of a call gets another one, which the thread then
/// keeps. An asynchronous call may release it on another thread.
/// </summary>
internal sealed class ScratchArray
{
    private const int Initial = 64 * 1024;

    /// <summary>A larger array is not kept by the thread.</summary>
    private const int Kept = 1024 * 1024;

    [ThreadStatic]
    private static ScratchArray? own;

    // A flag says whether the array is in use: to take the reference out and put it back costs two write barriers.
    private volatile bool isUsed;
    private byte[] array = GC.AllocateUninitializedArray<byte>(Initial);

    /// <summary>Gets the array.</summary>
    internal byte[] Array => array;

    /// <summary>Takes the thread's array, or a new one where that is in use.</summary>
    internal static ScratchArray Take()
    {
        ScratchArray? scratch = own;
        if (scratch is null || scratch.isUsed)
        {
            scratch = new ScratchArray();
            own = scratch;
        }

        scratch.isUsed = true;
        return scratch;
    }

    /// <summary>Gives the array back.</summary>
    /// <param name="last">The array, or a larger one that <see cref="Grow"/> gave for it.</param>
    internal void Release(byte[] last)
    {
        if (last != array)
        {
            Replace(last);
        }

        isUsed = false;
    }

    /// <summary>Gives an array with more capacity and the first bytes of the old one.</summary>
    internal static byte[] Grow(byte[] array, int used, int more)
    {
        long needed = (long)used + more;
        if (needed > System.Array.MaxLength)
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.TooLong, used, "The result is larger than an array can be: write to an IBufferWriter<byte>.");
        }

        int size = (int)Math.Min(System.Array.MaxLength, Math.Max(needed, array.Length * 2L));
        byte[] larger = size <= Kept ? GC.AllocateUninitializedArray<byte>(size) : ArrayPool<byte>.Shared.Rent(size);
        array.AsSpan(0, used).CopyTo(larger);
        if (array.Length > Kept)
        {
            ArrayPool<byte>.Shared.Return(array);
        }

        return larger;
    }

    private void Replace(byte[] last)
    {
        if (last.Length <= Kept)
        {
            array = last;
        }
        else
        {
            ArrayPool<byte>.Shared.Return(last);
        }
    }
}
