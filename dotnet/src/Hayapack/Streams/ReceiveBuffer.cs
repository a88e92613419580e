using System.Buffers;

namespace Hayapack.Streams;

/// <summary>Bytes that arrived and are not used yet, in one piece of the pool's memory.</summary>
internal sealed class ReceiveBuffer(int initialSize) : IDisposable
{
    private byte[] array = [];
    private int start;
    private int end;

    /// <summary>Gets the bytes.</summary>
    internal ReadOnlyMemory<byte> Content => array.AsMemory(start, end - start);

    /// <summary>Gets their number.</summary>
    internal int Count => end - start;

    public void Dispose()
    {
        Clear();
        Return();
        array = [];
    }

    /// <summary>Gives free memory behind the bytes, at least 1 byte; follow it with <see cref="Advance"/>.</summary>
    /// <exception cref="MessagePackSerializationException"><c>too_long</c>.</exception>
    internal Memory<byte> GetMemory()
    {
        if (end == array.Length)
        {
            MakeSpace();
        }

        return array.AsMemory(end);
    }

    /// <summary>Counts bytes as arrived.</summary>
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

    /// <summary>Drops bytes at the begin.</summary>
    internal void Discard(int count)
    {
        start += count;
        if (start == end)
        {
            Clear();
        }
    }

    /// <summary>Drops bytes at the end.</summary>
    internal void Trim(int count) => end -= count;

    internal void Clear() => start = end = 0;

    /// <summary>Moves the bytes to the begin where that frees half of the memory, else doubles it: both are linear in all.</summary>
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
