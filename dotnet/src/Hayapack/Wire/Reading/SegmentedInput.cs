using System.Buffers;

namespace Hayapack;

/// <summary>Input in more than one segment.</summary>
internal sealed class SegmentedInput
{
    /// <summary>
    /// The least size in bytes of an array that gathers segments, so that many small segments need few arrays. Less
    /// if the input has fewer bytes.
    /// </summary>
    private const int Gathered = 64;

    private readonly long origin;

    internal SegmentedInput(ReadOnlySequence<byte> sequence)
    {
        Sequence = sequence;
        Start = (ReadOnlySequenceSegment<byte>)sequence.Start.GetObject()!;
        origin = Start.RunningIndex + (sequence.Start.GetInteger() & int.MaxValue);
    }

    internal ReadOnlySequence<byte> Sequence { get; }

    internal ReadOnlySequenceSegment<byte> Start { get; }

    /// <summary>Returns a span with at least <paramref name="count"/> bytes from an offset.</summary>
    /// <param name="segment">
    /// A segment that contains the offset or lies before it (null: the first); set to the one that contains it.
    /// </param>
    /// <param name="at">The offset in the sequence, in bytes.</param>
    /// <param name="count">The number of bytes; the sequence must have as many from the offset.</param>
    internal ReadOnlySpan<byte> Window(scoped ref ReadOnlySequenceSegment<byte>? segment, long at, int count)
    {
        ReadOnlySequenceSegment<byte> current = segment ?? Start;
        while (current.RunningIndex - origin + current.Memory.Length <= at)
        {
            current = current.Next!;
        }

        segment = current;
        ReadOnlySpan<byte> here = From(current, at);
        if (here.Length >= count)
        {
            return here;
        }

        byte[] gathered = new byte[Math.Max(count, (int)Math.Min(Gathered, Sequence.Length - at))];
        int filled = 0;
        while (true)
        {
            here = here[..Math.Min(here.Length, gathered.Length - filled)];
            here.CopyTo(gathered.AsSpan(filled));
            filled += here.Length;
            if (filled == gathered.Length)
            {
                return gathered;
            }

            current = current.Next!;
            here = From(current, at + filled);
        }
    }

    /// <summary>Returns a part of the sequence without copying it.</summary>
    /// <param name="segment">A segment that contains the offset or lies before it (null: the first).</param>
    /// <param name="at">The offset of the part in the sequence, in bytes.</param>
    /// <param name="count">The length of the part in bytes.</param>
    internal ReadOnlySequence<byte> Slice(ReadOnlySequenceSegment<byte>? segment, long at, long count)
    {
        if (count == 0)
        {
            return ReadOnlySequence<byte>.Empty;
        }

        ReadOnlySequenceSegment<byte> start = segment ?? Start;
        while (start.RunningIndex - origin + start.Memory.Length <= at)
        {
            start = start.Next!;
        }

        ReadOnlySequenceSegment<byte> end = start;
        while (end.RunningIndex - origin + end.Memory.Length < at + count)
        {
            end = end.Next!;
        }

        return new ReadOnlySequence<byte>(
            start, (int)(at - (start.RunningIndex - origin)), end, (int)(at + count - (end.RunningIndex - origin)));
    }

    private ReadOnlySpan<byte> From(ReadOnlySequenceSegment<byte> segment, long at)
    {
        long begin = segment.RunningIndex - origin;
        ReadOnlySpan<byte> span = segment.Memory.Span;
        long end = Sequence.Length - begin;
        return (end < span.Length ? span[..(int)end] : span)[(int)(at - begin)..];
    }
}
