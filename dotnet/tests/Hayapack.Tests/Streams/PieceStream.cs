using System.Buffers;
using System.IO.Pipelines;

namespace Hayapack.Tests.Streams;

/// <summary>A stream that returns one piece per read, and then ends.</summary>
internal sealed class PieceStream(IEnumerable<byte[]> pieces) : Stream
{
    private readonly IEnumerator<byte[]> pieces = pieces.GetEnumerator();
    private ReadOnlyMemory<byte> rest;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    internal int Reads { get; private set; }

    public override int Read(Span<byte> buffer)
    {
        Reads++;
        while (rest.IsEmpty)
        {
            if (!pieces.MoveNext())
            {
                return 0;
            }

            rest = pieces.Current;
        }

        int count = Math.Min(rest.Length, buffer.Length);
        rest.Span[..count].CopyTo(buffer);
        rest = rest[count..];
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new InvalidOperationException("sync over async, or the slow overload");

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return new ValueTask<int>(Read(buffer.Span));
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}

/// <summary>A pipe to which each read adds one piece, as a separate segment.</summary>
internal sealed class PiecePipe(byte[][] pieces) : PipeReader
{
    private int given;
    private byte[][] unread = [];
    private bool isOpen;
    private ReadOnlySequence<byte> last;

    public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default)
    {
        Assert(!isOpen, "AdvanceTo was not called");
        isOpen = true;
        if (given < pieces.Length)
        {
            unread = [.. unread, pieces[given++]];
        }

        int at = 0;
        int[] places = [.. unread.Select(piece => at += piece.Length)];
        last = Segments.Split([.. unread.SelectMany(piece => piece)], places[..Math.Max(0, places.Length - 1)]);
        return new ValueTask<ReadResult>(new ReadResult(last, isCanceled: false, isCompleted: given == pieces.Length));
    }

    public override void AdvanceTo(SequencePosition consumed) => AdvanceTo(consumed, consumed);

    public override void AdvanceTo(SequencePosition consumed, SequencePosition examined)
    {
        Assert(isOpen, "AdvanceTo without a read");
        isOpen = false;
        byte[] rest = last.Slice(consumed).ToArray();
        int at = rest.Length;
        unread = [.. Enumerable.Reverse(unread).TakeWhile(_ => at > 0).Select(piece =>
        {
            byte[] part = piece[Math.Max(0, piece.Length - at)..];
            at -= part.Length;
            return part;
        }).Reverse()];
    }

    public override void CancelPendingRead() => throw new NotSupportedException();

    public override void Complete(Exception? exception = null) => throw new InvalidOperationException("the caller completes the pipe");

    public override bool TryRead(out ReadResult result) => throw new NotSupportedException();

    private static void Assert(bool condition, string what)
    {
        if (!condition)
        {
            throw new InvalidOperationException(what);
        }
    }
}
