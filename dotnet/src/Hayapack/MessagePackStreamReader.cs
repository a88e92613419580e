using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Hayapack.Checking;
using Hayapack.Streams;

namespace Hayapack;

/// <summary>
/// Cuts a stream into messages as they arrive. The work is linear in the number of bytes, however small the pieces are,
/// and the memory is that of the longest message. Not thread-safe: one call at a time.
/// </summary>
/// <remarks>
/// Structure and limits are checked, UTF-8 and timestamps are not: deserialize the message for that. After an error other
/// than a cancellation, each further read throws the same error.
/// </remarks>
public sealed class MessagePackStreamReader : IDisposable
{
    internal const int DefaultBufferSize = 64 * 1024;

    /// <summary>How many bytes of a pipe are copied at once at least, when a message lies in several segments.</summary>
    private const int LeastPiece = 1024;

    private readonly Stream? stream;
    private readonly PipeReader? pipe;
    private readonly bool leaveOpen;
    private readonly MessagePackLimits limits;
    private readonly ReceiveBuffer buffer;
    private MessageScan scan;
    private int length;
    private SequencePosition? held;
    private MessagePackSerializationException? fault;

    /// <summary>Initializes a new instance of the <see cref="MessagePackStreamReader"/> class that owns the stream.</summary>
    /// <param name="stream">The stream, which is disposed with this reader.</param>
    public MessagePackStreamReader(Stream stream)
        : this(stream, leaveOpen: false)
    {
    }

    /// <summary>Initializes a new instance of the <see cref="MessagePackStreamReader"/> class.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="leaveOpen">Whether the stream is not disposed with this reader.</param>
    /// <param name="limits">What is allowed for each message, or null for <see cref="MessagePackLimits.Stream"/>.</param>
    public MessagePackStreamReader(Stream stream, bool leaveOpen, MessagePackLimits? limits = null)
        : this(stream, leaveOpen, limits, DefaultBufferSize)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="MessagePackStreamReader"/> class. A message that lies in one segment of
    /// the pipe is not copied, and what follows the last message that was read stays in the pipe.
    /// </summary>
    /// <param name="pipe">The pipe, which is not completed by this reader.</param>
    /// <param name="limits">What is allowed for each message, or null for <see cref="MessagePackLimits.Stream"/>.</param>
    public MessagePackStreamReader(PipeReader pipe, MessagePackLimits? limits = null)
        : this(limits, DefaultBufferSize)
    {
        ArgumentNullException.ThrowIfNull(pipe);
        this.pipe = pipe;
    }

    internal MessagePackStreamReader(Stream stream, bool leaveOpen, MessagePackLimits? limits, int bufferSize)
        : this(limits, bufferSize)
    {
        ArgumentNullException.ThrowIfNull(stream);
        this.stream = stream;
        this.leaveOpen = leaveOpen;
    }

    private MessagePackStreamReader(MessagePackLimits? limits, int bufferSize)
    {
        this.limits = limits ?? MessagePackLimits.Stream;
        buffer = new ReceiveBuffer(bufferSize);
        scan = new MessageScan(this.limits);
    }

    /// <summary>Gets the offset in bytes, from the begin of reading, of the message that was read last.</summary>
    public long MessageOffset { get; private set; }

    /// <summary>Gets the bytes that arrived after the message that was read last, as far as they are not left in a pipe.</summary>
    public ReadOnlySequence<byte> RemainingBytes => new(buffer.Content[(held is null ? length : 0)..]);

    /// <summary>Reads the next message.</summary>
    /// <param name="cancellationToken">Ends the wait for bytes; no byte is lost.</param>
    /// <returns>The message, which is valid until the next call; null at the end of the stream.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// <c>reserved_byte</c>, <c>too_deep</c>, <c>size_limit</c> or another limit; <c>truncated</c> where the stream ends
    /// inside of a message. The offset counts from the begin of reading.
    /// </exception>
    public ValueTask<ReadOnlySequence<byte>?> ReadAsync(CancellationToken cancellationToken = default)
    {
        Release();
        return pipe is not null ? ReadPipeAsync(pipe, cancellationToken)
            : TryTake(out ReadOnlySequence<byte> message) ? new(message)
            : ReadStreamAsync(stream!, cancellationToken);
    }

    /// <summary>Reads an array element by element: its header, then each element as a message of its own.</summary>
    /// <param name="cancellationToken">Ends the wait for bytes.</param>
    /// <returns>The elements; each is valid until the next one is read.</returns>
    /// <exception cref="MessagePackSerializationException">As by <see cref="ReadAsync"/>, and <c>unexpected_type</c>.</exception>
    public async IAsyncEnumerable<ReadOnlySequence<byte>> ReadArrayAsync(
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        int count = await ReadArrayHeaderAsync(cancellationToken).ConfigureAwait(false);
        for (int i = 0; i < count; i++)
        {
            yield return await ReadAsync(cancellationToken).ConfigureAwait(false) ?? throw Truncated();
        }
    }

    /// <summary>Reads the header of an array; its elements follow as messages.</summary>
    /// <param name="cancellationToken">Ends the wait for bytes.</param>
    /// <returns>The number of elements, which nothing was compared with.</returns>
    /// <exception cref="MessagePackSerializationException"><c>truncated</c>, <c>unexpected_type</c> or <c>array_limit</c>.</exception>
    public ValueTask<int> ReadArrayHeaderAsync(CancellationToken cancellationToken = default) =>
        ReadHeaderAsync(MessagePackType.Array, "an array", cancellationToken);

    /// <summary>Reads the header of a map; its keys and values follow as messages.</summary>
    /// <param name="cancellationToken">Ends the wait for bytes.</param>
    /// <returns>The number of entries, which nothing was compared with.</returns>
    /// <exception cref="MessagePackSerializationException"><c>truncated</c>, <c>unexpected_type</c> or <c>map_limit</c>.</exception>
    public ValueTask<int> ReadMapHeaderAsync(CancellationToken cancellationToken = default) =>
        ReadHeaderAsync(MessagePackType.Map, "a map", cancellationToken);

    /// <summary>Forgets what is buffered: for a stream whose position was changed.</summary>
    public void DiscardBufferedData()
    {
        Release();
        MessageOffset += buffer.Count;
        buffer.Clear();
        scan.Reset();
        fault = null;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Release();
        buffer.Dispose();
        if (!leaveOpen)
        {
            stream?.Dispose();
        }
    }

    /// <summary>Reads the next message of a stream while the thread waits.</summary>
    internal ReadOnlySequence<byte>? Read()
    {
        Release();
        ReadOnlySequence<byte> message;
        while (!TryTake(out message))
        {
            int count = stream!.Read(buffer.GetMemory().Span);
            if (count == 0)
            {
                CheckEnd();
                return null;
            }

            buffer.Advance(count);
        }

        return message;
    }

    private async ValueTask<ReadOnlySequence<byte>?> ReadStreamAsync(Stream input, CancellationToken cancellationToken)
    {
        ReadOnlySequence<byte> message;
        do
        {
            int count = await input.ReadAsync(buffer.GetMemory(), cancellationToken).ConfigureAwait(false);
            if (count == 0)
            {
                CheckEnd();
                return null;
            }

            buffer.Advance(count);
        }
        while (!TryTake(out message));

        return message;
    }

    private async ValueTask<ReadOnlySequence<byte>?> ReadPipeAsync(PipeReader input, CancellationToken cancellationToken)
    {
        if (TryTake(out ReadOnlySequence<byte> message))
        {
            return message;
        }

        while (true)
        {
            ReadResult result = await ReadResultAsync(input, cancellationToken).ConfigureAwait(false);
            if (TryTake(input, result.Buffer, out message))
            {
                return message;
            }

            if (result.IsCompleted)
            {
                CheckEnd();
                return null;
            }
        }
    }

    private static async ValueTask<ReadResult> ReadResultAsync(PipeReader input, CancellationToken cancellationToken)
    {
        ReadResult result = await input.ReadAsync(cancellationToken).ConfigureAwait(false);
        if (result.IsCanceled)
        {
            input.AdvanceTo(result.Buffer.Start);
            throw new OperationCanceledException("The pipe's pending read was canceled.");
        }

        return result;
    }

    private async ValueTask<int> ReadHeaderAsync(MessagePackType type, string expected, CancellationToken cancellationToken)
    {
        Release();
        ThrowKnownFault();
        await FillAsync(1, cancellationToken).ConfigureAwait(false);
        byte code = buffer.Content.Span[0];
        if (MessagePackCode.ToMessagePackType(code) != type)
        {
            throw Located(code == MessagePackCode.NeverUsed
                ? MessagePackReader.Fault(MessagePackErrorNames.ReservedByte, 0, "The byte c1 is never used.")
                : MessagePackReader.Fault(MessagePackErrorNames.UnexpectedType, 0, $"Expected {expected}, found {MessagePackCode.ToFormatName(code)}."));
        }

        int header = MessagePackCode.HeaderLength(code);
        await FillAsync(header, cancellationToken).ConfigureAwait(false);
        return Header(code, header);
    }

    private int Header(byte code, int header)
    {
        Head head = MessageScan.ReadHead(buffer.Content.Span, code);
        try
        {
            limits.Check(head, 0);
            if (head.Count > int.MaxValue)
            {
                throw MessagePackReader.Fault(MessagePackErrorNames.TooLong, 0, $"{head.Count} values are more than an array of .NET holds.");
            }
        }
        catch (MessagePackSerializationException exception)
        {
            throw Located(exception);
        }

        buffer.Discard(header);
        MessageOffset += header;
        return (int)head.Count;
    }

    /// <summary>Waits until at least so many bytes are buffered.</summary>
    private async ValueTask FillAsync(int count, CancellationToken cancellationToken)
    {
        while (buffer.Count < count)
        {
            long arrived;
            if (stream is not null)
            {
                arrived = await stream.ReadAsync(buffer.GetMemory(), cancellationToken).ConfigureAwait(false);
                buffer.Advance((int)arrived);
            }
            else
            {
                ReadResult result = await ReadResultAsync(pipe!, cancellationToken).ConfigureAwait(false);
                ReadOnlySequence<byte> taken = result.Buffer.Slice(0, Math.Min(result.Buffer.Length, count - buffer.Count));
                foreach (ReadOnlyMemory<byte> part in taken)
                {
                    buffer.Append(part.Span);
                }

                arrived = taken.Length;
                pipe!.AdvanceTo(taken.End);
            }

            if (arrived == 0)
            {
                throw Truncated();
            }
        }
    }

    /// <summary>Takes a message from the buffer.</summary>
    private bool TryTake(out ReadOnlySequence<byte> message)
    {
        message = default;
        if (!Continue(buffer.Content.Span))
        {
            return false;
        }

        length = scan.Cursor;
        message = new ReadOnlySequence<byte>(buffer.Content[..length]);
        return true;
    }

    /// <summary>
    /// Takes a message from a pipe: as a part of its first segment, or else a copy. Of what follows the message, no more is
    /// looked at than of the message itself, so that reading many short messages is linear, too.
    /// </summary>
    private bool TryTake(PipeReader input, in ReadOnlySequence<byte> arrived, out ReadOnlySequence<byte> message)
    {
        SequencePosition consumed = arrived.Start;
        try
        {
            if (buffer.Count == 0 && Continue(arrived.FirstSpan))
            {
                length = scan.Cursor;
                message = arrived.Slice(0, length);
                held = message.End;
                return true;
            }

            long copied = 0;
            foreach (ReadOnlyMemory<byte> segment in arrived)
            {
                ReadOnlySpan<byte> rest = segment.Span;
                while (!rest.IsEmpty)
                {
                    ReadOnlySpan<byte> piece = rest[..Math.Min(rest.Length, Math.Max(LeastPiece, buffer.Count))];
                    buffer.Append(piece);
                    copied += piece.Length;
                    rest = rest[piece.Length..];
                    if (Continue(buffer.Content.Span))
                    {
                        int excess = buffer.Count - scan.Cursor;
                        buffer.Trim(excess);
                        consumed = arrived.GetPosition(copied - excess);
                        return TryTake(out message);
                    }
                }
            }

            consumed = arrived.End;
            message = default;
            return false;
        }
        finally
        {
            if (held is null)
            {
                input.AdvanceTo(consumed);
            }
        }
    }

    private bool Continue(ReadOnlySpan<byte> message)
    {
        ThrowKnownFault();
        try
        {
            return scan.Continue(message);
        }
        catch (MessagePackSerializationException exception)
        {
            fault = Located(exception, message);
            throw fault;
        }
    }

    private void ThrowKnownFault()
    {
        if (fault is not null)
        {
            throw fault;
        }
    }

    /// <summary>Drops the message that was given last.</summary>
    private void Release()
    {
        if (length == 0)
        {
            return;
        }

        if (held is null)
        {
            buffer.Discard(length);
        }
        else
        {
            pipe!.AdvanceTo(held.Value);
            held = null;
        }

        MessageOffset += length;
        length = 0;
        scan.Reset();
    }

    private void CheckEnd()
    {
        if (buffer.Count > 0)
        {
            fault = Truncated();
            throw fault;
        }
    }

    /// <summary>Makes the fault of a stream that ends inside of a message.</summary>
    private MessagePackSerializationException Truncated()
    {
        try
        {
            MessagePackSerializer.Validate(buffer.Content, limits with { MaximumMessageLength = long.MaxValue });
        }
        catch (MessagePackSerializationException exception)
        {
            exception.Offset += MessageOffset;
            return exception;
        }

        return Located(MessagePackReader.Fault(MessagePackErrorNames.Truncated, 0, "The stream ends inside of a value."));
    }

    private MessagePackSerializationException Located(MessagePackSerializationException exception, ReadOnlySpan<byte> message = default)
    {
        exception.Path = MessageWalk.PathAt(message, exception.Offset);
        exception.Offset += MessageOffset;
        return exception;
    }
}
