using System.Buffers;

namespace Cases;

/// <summary>Creates sequences of several segments.</summary>
public static class Pieces
{
    /// <summary>Splits bytes into segments at the offsets, which are in ascending order.</summary>
    public static ReadOnlySequence<byte> Of(byte[] bytes, params ReadOnlySpan<int> cuts)
    {
        Segment? first = null;
        Segment? last = null;
        var start = 0;
        for (var i = 0; i <= cuts.Length; i++)
        {
            var end = i < cuts.Length ? cuts[i] : bytes.Length;
            last = new Segment(bytes.AsMemory(start, end - start), last);
            first ??= last;
            start = end;
        }

        return new ReadOnlySequence<byte>(first!, 0, last!, last!.Memory.Length);
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory, Segment? before)
        {
            Memory = memory;
            if (before is not null)
            {
                RunningIndex = before.RunningIndex + before.Memory.Length;
                before.Next = this;
            }
        }
    }
}
