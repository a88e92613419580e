using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Hayapack.Checking;
using Hayapack.Streams;

namespace Hayapack;

/// <summary>
/// Splits a stream into messages as its bytes arrive. The work is linear in the number of bytes, however they are split;
/// the memory is that of the longest message. Not thread-safe: one call at a time.
/// </summary>
/// <remarks>
/// It validates structure and limits. UTF-8 and timestamps are validated when the message is deserialized. After an error
/// other than a cancellation, each further read throws the same error.
/// </remarks>
public sealed class MessagePackStreamReader : IDisposable
{
    internal const int DefaultBufferSize = 64 * 1024;

    /// <summary>The least number of bytes copied from a pipe before each scan, for messages in several segments.</summary>
    private const int LeastPiece = 1024;

    private readonly Stream? stream;
    private readonly PipeReader? pipe;
    private readonly bool leaveOpen;
    private readonly MessagePackLimits limits;
    private readonly ReceiveBuffer buffer;
    private MessageScan scan;
    /// <summary>The length of the message that was returned last and is still in use; 0 if there is none.</summary>
    private int length;
    /// <summary>The end of the returned message if it is still in the pipe; null if it is in the buffer.</summary>
    private SequencePosition? held;
    /// <summary>The error that ended reading.</summary>
    private MessagePackSerializationException? fault;

    /// <summary>Initializes a new instance of the <see cref="MessagePackStreamReader"/> class that owns the stream.</summary>
    /// <param name="stream">The stream. Disposing of this reader disposes of it.</param>
    public MessagePackStreamReader(Stream stream)
        : this(stream, leaveOpen: false)
    {
    }

    /// <summary>Initializes a new instance of the <see cref="MessagePackStreamReader"/> class.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="leaveOpen">Whether the stream stays open when this reader is disposed of.</param>
    /// <param name="limits">The limits of each message, or null for <see cref="MessagePackLimits.Stream"/>.</param>
    public MessagePackStreamReader(Stream stream, bool leaveOpen, MessagePackLimits? limits = null)
        : this(stream, leaveOpen, limits, DefaultBufferSize)
    {
    }

    /// <summary>Initializes a new instance of the <see cref="MessagePackStreamReader"/> class.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="leaveOpen">Whether the stream stays open when this reader is disposed of.</param>
    /// <param name="sequencePool">Not used; see <see cref="SequencePool"/>.</param>
    public MessagePackStreamReader(Stream stream, bool leaveOpen, SequencePool sequencePool)
        : this(stream, leaveOpen, (MessagePackLimits?)null) => ArgumentNullException.ThrowIfNull(sequencePool);

    /// <summary>
    /// Initializes a new instance of the <see cref="MessagePackStreamReader"/> class. A message in a single segment of the pipe
    /// is not copied. The bytes after the last message read stay in the pipe.
    /// </summary>
    /// <param name="pipe">The pipe. This reader does not complete it.</param>
    /// <param name="limits">The limits of each message, or null for <see cref="MessagePackLimits.Stream"/>.</param>
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

    /// <summary>Gets the offset in bytes of the last message read, relative to the first byte read.</summary>
    public long MessageOffset { get; private set; }

    /// <summary>
    /// Gets the bytes buffered after the last message read, valid until the next call. With a pipe it is usually empty: the
    /// bytes stay in the pipe.
    /// </summary>
    public ReadOnlySequence<byte> RemainingBytes => new(buffer.Content[(held is null ? length : 0)..]);

    /// <summary>Reads the next message.</summary>
    /// <param name="cancellationToken">Cancels waiting for bytes. No byte is lost: the next call continues.</param>
    /// <returns>The bytes of the message, valid until the next call; null at the end of the stream.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// <c>reserved_byte</c>, <c>too_deep</c>, <c>invalid_key</c>, <c>size_limit</c> or another limit; <c>truncated</c> if the
    /// stream ends inside a message. The offset is relative to the first byte read.
    /// </exception>
    public ValueTask<ReadOnlySequence<byte>?> ReadAsync(CancellationToken cancellationToken = default)
    {
        Release();
        return pipe is not null ? ReadPipeAsync(pipe, cancellationToken)
            : TryTake(out ReadOnlySequence<byte> message) ? new(message)
            : ReadStreamAsync(stream!, cancellationToken);
    }

    /// <summary>Reads the header of an array, then each element as a separate message.</summary>
    /// <param name="cancellationToken">Cancels waiting for bytes.</param>
    /// <returns>The bytes of each element, valid until the next one is read.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// The errors of <see cref="ReadAsync"/>; <c>unexpected_type</c> if the next value is not an array.
    /// </exception>
    public async IAsyncEnumerable<ReadOnlySequence<byte>> ReadArrayAsync(
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        int count = await ReadArrayHeaderAsync(cancellationToken).ConfigureAwait(false);
        for (int i = 0; i < count; i++)
        {
            yield return await ReadAsync(cancellationToken).ConfigureAwait(false) ?? throw Truncated();
        }
    }

    /// <summary>Reads the header of an array. Read its elements as messages.</summary>
    /// <param name="cancellationToken">Cancels waiting for bytes.</param>
    /// <returns>The declared count of elements. Do not allocate by it: the stream might not have that many.</returns>
    /// <exception cref="MessagePackSerializationException"><c>truncated</c>, <c>unexpected_type</c> or <c>array_limit</c>.</exception>
    public ValueTask<int> ReadArrayHeaderAsync(CancellationToken cancellationToken = default) =>
        ReadHeaderAsync(MessagePackType.Array, "an array", cancellationToken);

    /// <summary>Reads the header of a map. Read its keys and values as messages.</summary>
    /// <param name="cancellationToken">Cancels waiting for bytes.</param>
    /// <returns>The declared count of entries. Do not allocate by it: the stream might not have that many.</returns>
    /// <exception cref="MessagePackSerializationException"><c>truncated</c>, <c>unexpected_type</c> or <c>map_limit</c>.</exception>
    public ValueTask<int> ReadMapHeaderAsync(CancellationToken cancellationToken = default) =>
        ReadHeaderAsync(MessagePackType.Map, "a map", cancellationToken);

    /// <summary>Discards the buffered bytes and any error. Call it after changing the position of the stream.</summary>
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

    /// <summary>Takes the next message if it needs no waiting. Otherwise <see cref="ReadAsync"/> is to be called.</summary>
    internal bool TryRead(out ReadOnlySequence<byte> message)
    {
        Release();
        if (TryTake(out message))
        {
            return true;
        }

        if (pipe is null || !pipe.TryRead(out ReadResult result))
        {
            return false;
        }

        ThrowIfCanceled(pipe, result);
        return TryTake(pipe, result.Buffer, out message);
    }

    /// <summary>Reads the next message of a stream synchronously.</summary>
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
        ThrowIfCanceled(input, result);
        return result;
    }

    private static void ThrowIfCanceled(PipeReader input, in ReadResult result)
    {
        if (result.IsCanceled)
        {
            input.AdvanceTo(result.Buffer.Start);
            throw new OperationCanceledException("The pipe's pending read was canceled.");
        }
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
                : MessagePackReader.Fault(MessagePackErrorNames.UnexpectedType, 0, $"Expected {expected}, found {new MessagePackReader(buffer.Content).Found()}."));
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

    /// <summary>Reads until at least this many bytes are buffered; throws <c>truncated</c> at the end of the stream.</summary>
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

    /// <summary>Returns whether the buffer begins with a complete message, and the message.</summary>
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
    /// Takes a message from a pipe: as a slice of its first segment if it is complete there, otherwise as a copy. The number of
    /// bytes copied after the end of the message is at most about its own length, so reading many short messages is linear.
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

    /// <summary>Ends the use of the last message returned.</summary>
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

    /// <summary>Creates the exception for a stream that ends inside a message.</summary>
    private MessagePackSerializationException Truncated()
    {
        try
        {
            MessageValidator.Validate(new MessagePackReader(buffer.Content), limits with { MaximumMessageLength = long.MaxValue });
        }
        catch (MessagePackSerializationException exception)
        {
            exception.Offset += MessageOffset;
            return exception;
        }

        return Located(MessagePackReader.Fault(MessagePackErrorNames.Truncated, 0, "The stream ends inside a value."));
    }

    private MessagePackSerializationException Located(MessagePackSerializationException exception, ReadOnlySpan<byte> message = default)
    {
        exception.Path = MessageInspector.PathAt(message, exception.Offset);
        exception.Offset += MessageOffset;
        return exception;
    }
}
