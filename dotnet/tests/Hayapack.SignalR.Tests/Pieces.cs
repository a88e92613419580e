using System.Buffers;

namespace Hayapack.SignalR.Tests;

/// <summary>A sequence of segments of one length.</summary>
internal sealed class Pieces : ReadOnlySequenceSegment<byte>
{
    internal static ReadOnlySequence<byte> Of(byte[] bytes, int length)
    {
        length = Math.Max(length, bytes.Length / 10_000);
        var first = new Pieces { Memory = bytes.AsMemory(0, Math.Min(length, bytes.Length)) };
        Pieces last = first;
        for (int start = length; start < bytes.Length; start += length)
        {
            var next = new Pieces
            {
                Memory = bytes.AsMemory(start, Math.Min(length, bytes.Length - start)),
                RunningIndex = last.RunningIndex + last.Memory.Length,
            };
            last.Next = next;
            last = next;
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }
}
