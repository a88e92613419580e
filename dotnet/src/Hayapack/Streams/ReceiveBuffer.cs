using System.Buffers;

namespace Hayapack.Streams;

/// <summary>Received bytes that are not used yet, in one pooled array. Not thread-safe.</summary>
/// <param name="initialSize">The initial capacity in bytes, allocated at the first use.</param>
internal sealed class ReceiveBuffer(int initialSize) : IDisposable
{
    private byte[] array = [];
    private int start;
    private int end;

    /// <summary>Gets the unused bytes, valid until the next call of a method that adds bytes.</summary>
    internal ReadOnlyMemory<byte> Content => array.AsMemory(start, end - start);

    /// <summary>Gets the number of unused bytes.</summary>
    internal int Count => end - start;

    public void Dispose()
    {
        Clear();
        Return();
        array = [];
    }

    /// <summary>Returns the free memory after the bytes, at least 1 byte; report its use to <see cref="Advance"/>.</summary>
    /// <exception cref="MessagePackSerializationException"><c>too_long</c>: an array cannot become larger.</exception>
    internal Memory<byte> GetMemory()
    {
        if (end == array.Length)
        {
            MakeSpace();
        }

        return array.AsMemory(end);
    }

    /// <summary>Adds bytes that were written to the memory of <see cref="GetMemory"/>.</summary>
    internal void Advance(int count) => end += count;

    internal void Append(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            Span<byte> free = GetMemory().Span;
            int count = Math.Min(free.Length, bytes.Length);
            bytes[..count].CopyTo(free);
            Advance(count);
            bytes = bytes[count..];
        }
    }

    /// <summary>Removes bytes at the beginning.</summary>
    internal void Discard(int count)
    {
        start += count;
        if (start == end)
        {
            Clear();
        }
    }

    /// <summary>Removes bytes at the end.</summary>
    internal void Trim(int count) => end -= count;

    internal void Clear() => start = end = 0;

    /// <summary>
    /// Moves the bytes to the beginning if that frees at least half of the array; otherwise doubles the array. Both take
    /// amortized constant time per byte.
    /// </summary>
    private void MakeSpace()
    {
        if (start > 0 && start >= array.Length / 2)
        {
            array.AsSpan(start, Count).CopyTo(array);
            end -= start;
            start = 0;
            return;
        }

        if (array.Length == Array.MaxLength)
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.TooLong, 0, "The message is larger than an array can be.");
        }

        int size = array.Length == 0 ? initialSize : (int)Math.Min(Array.MaxLength, array.Length * 2L);
        byte[] larger = ArrayPool<byte>.Shared.Rent(size);
        array.AsSpan(start, Count).CopyTo(larger);
        Return();
        array = larger;
        end -= start;
        start = 0;
    }

    private void Return()
    {
        if (array.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }
}
