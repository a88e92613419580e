using System.Buffers;
using System.Runtime.CompilerServices;

namespace Hayapack;

/// <summary>
/// An array per thread, reused for the results of calls. A nested call gets a second one, which the thread keeps as well;
/// deeper calls get new ones. An asynchronous call may release it on another thread.
/// </summary>
internal sealed class ScratchArray
{
    private const int Initial = 64 * 1024;

    /// <summary>The largest array, in bytes, that a thread keeps. Larger ones are rented from the pool.</summary>
    private const int Kept = 1024 * 1024;

    [ThreadStatic]
    private static ScratchArray? own;

    // A flag marks the array as in use: taking the reference out and putting it back would cost two write barriers.
    private volatile bool isUsed;
    private byte[] array = GC.AllocateUninitializedArray<byte>(Initial);
    private ScratchArray? inner;

    /// <summary>Gets the array.</summary>
    internal byte[] Array => array;

    /// <summary>Returns the thread's array, or a new one if that is in use.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ScratchArray Take()
    {
        ScratchArray? scratch = own;
        if (scratch is null || scratch.isUsed)
        {
            return TakeOther();
        }

        scratch.isUsed = true;
        return scratch;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ScratchArray TakeOther()
    {
        ScratchArray scratch = own ??= new ScratchArray();
        if (scratch.isUsed)
        {
            scratch = scratch.inner ??= new ScratchArray();
            if (scratch.isUsed)
            {
                scratch = new ScratchArray();
            }
        }

        scratch.isUsed = true;
        return scratch;
    }

    /// <summary>Releases the array for the next call.</summary>
    /// <param name="last">The array, or a larger one that <see cref="Grow"/> returned for it.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Release(byte[] last)
    {
        if (last != array)
        {
            Replace(last);
        }

        isUsed = false;
    }

    /// <summary>Returns a larger array with the first <paramref name="used"/> bytes of the old one.</summary>
    internal static byte[] Grow(byte[] array, int used, int more)
    {
        int size = Capacity(array.Length * 2L, used, more);
        byte[] larger = size <= Kept ? GC.AllocateUninitializedArray<byte>(size) : ArrayPool<byte>.Shared.Rent(size);
        array.AsSpan(0, used).CopyTo(larger);
        if (array.Length > Kept)
        {
            ArrayPool<byte>.Shared.Return(array);
        }

        return larger;
    }

    /// <summary>
    /// Returns a pooled array that begins with the given bytes and has space for more. <see cref="Grow"/> returns larger ones
    /// for it; pass the last one to <see cref="Return"/>.
    /// </summary>
    internal static byte[] Copy(ReadOnlySpan<byte> bytes, int more)
    {
        // Longer than Kept, so that Grow returns it to the pool.
        byte[] array = ArrayPool<byte>.Shared.Rent(Capacity(Math.Max(Kept + 1, bytes.Length * 2L), bytes.Length, more));
        bytes.CopyTo(array);
        return array;
    }

    /// <summary>Returns an array of <see cref="Copy"/> to the pool.</summary>
    internal static void Return(byte[] array) => ArrayPool<byte>.Shared.Return(array);

    private static int Capacity(long wanted, int used, int more)
    {
        long needed = (long)used + more;
        if (needed > System.Array.MaxLength)
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.TooLong, used, "The result is larger than an array can be: write to an IBufferWriter<byte>.");
        }

        return (int)Math.Min(System.Array.MaxLength, Math.Max(needed, wanted));
    }

    private void Replace(byte[] last)
    {
        if (last.Length <= Kept)
        {
            array = last;
            return;
        }

        ArrayPool<byte>.Shared.Return(last);
        if (array.Length < Kept)
        {
            // The next long message starts with this capacity, so that it allocates no smaller arrays.
            array = GC.AllocateUninitializedArray<byte>(Kept);
        }
    }
}
