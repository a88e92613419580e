using System.Buffers;

namespace Hayapack.Caching;

/// <summary>
/// Bytes of one entry in an array of <see cref="ArrayPool{T}.Shared"/>, rented when bytes are first written. Not thread-safe.
/// <see cref="Dispose"/> returns the array. Do not call it after a cache threw an exception: the cache may still use the
/// memory, as one does whose request is cancelled or timed out while it is being sent. The array then goes to the garbage
/// collector, and nobody else gets it.
/// </summary>
internal sealed class PooledBuffer : IBufferWriter<byte>, IDisposable
{
    /// <summary>The initial capacity in bytes.</summary>
    private const int First = 4096;

    private byte[] array = [];
    private int count;

    /// <summary>Gets the written bytes, valid until the next call of another member.</summary>
    internal ReadOnlySequence<byte> Content => new(array, 0, count);

    /// <summary>Writes a value.</summary>
    /// <exception cref="MessagePackSerializationException">The value cannot be written; the array is returned.</exception>
    internal static PooledBuffer Write<T>(T value, MessagePackSerializerOptions? options, CancellationToken cancellationToken)
    {
        PooledBuffer buffer = new();
        try
        {
            MessagePackSerializer.Serialize(buffer, value, options, cancellationToken);
        }
        catch
        {
            buffer.Dispose();
            throw;
        }

        return buffer;
    }

    /// <summary>Marks bytes as written.</summary>
    /// <param name="count">At most the length of the memory last returned.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative or too large.</exception>
    public void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, array.Length - this.count);
        this.count += count;
    }

    /// <summary>Returns memory to write to.</summary>
    /// <param name="sizeHint">The least length in bytes; 0 for any length but 0.</param>
    /// <exception cref="MessagePackSerializationException"><c>too_long</c>: the entry is larger than an array can be.</exception>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return array.AsMemory(count);
    }

    /// <summary>Returns memory to write to.</summary>
    /// <param name="sizeHint">The least length in bytes; 0 for any length but 0.</param>
    /// <exception cref="MessagePackSerializationException"><c>too_long</c>: the entry is larger than an array can be.</exception>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return array.AsSpan(count);
    }

    public void Dispose()
    {
        byte[] last = array;
        array = [];
        count = 0;
        if (last.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(last);
        }
    }

    /// <summary>Doubles the array if it has too little space, so that copying takes amortized constant time per byte.</summary>
    private void Reserve(int sizeHint)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(sizeHint);
        long needed = (long)count + Math.Max(sizeHint, 1);
        if (needed <= array.Length)
        {
            return;
        }

        if (needed > Array.MaxLength)
        {
            throw new MessagePackSerializationException(MessagePackErrorNames.TooLong, count, "The entry is larger than an array can be.");
        }

        byte[] last = array;
        byte[] larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(Array.MaxLength, Math.Max(needed, Math.Max(First, last.Length * 2L))));
        last.AsSpan(0, count).CopyTo(larger);
        array = larger;
        if (last.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(last);
        }
    }
}
