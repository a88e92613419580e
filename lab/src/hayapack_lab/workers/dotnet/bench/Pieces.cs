using System.Buffers;

namespace Bench;

/// <summary>A message in segments, as a pipe delivers it.</summary>
internal sealed class Pieces : ReadOnlySequenceSegment<byte>
{
    private Pieces(ReadOnlyMemory<byte> memory, Pieces? previous)
    {
        Memory = memory;
        if (previous is not null)
        {
            RunningIndex = previous.RunningIndex + previous.Memory.Length;
            previous.Next = this;
        }
    }

    /// <summary>Returns a message in three segments of about the same size.</summary>
    public static ReadOnlySequence<byte> Cut(byte[] message)
    {
        var third = message.Length / 3;
        var first = new Pieces(message.AsMemory(0, third), null);
        var middle = new Pieces(message.AsMemory(third, third), first);
        var last = new Pieces(message.AsMemory(2 * third), middle);
        return new(first, 0, last, last.Memory.Length);
    }
}
