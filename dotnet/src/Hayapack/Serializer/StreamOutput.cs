using System.Buffers;

namespace Hayapack;

/// <summary>
/// Collects a message in blocks and passes them on once more than a threshold is pending, so that memory does not grow with
/// the message. Up to the threshold nothing is passed on, so that a value that cannot be serialized leaves nothing behind.
/// Not thread-safe.
/// </summary>
/// <param name="first">The first block, which the caller owns; it must stay unused until the output is disposed of.</param>
/// <param name="threshold">The number of bytes.</param>
internal abstract class StreamOutput(byte[] first, long threshold) : IBufferWriter<byte>, IDisposable
{
    /// <summary>The length of a block, in bytes; a larger value gets a longer one.</summary>
    private const int BlockLength = 64 * 1024;

    /// <summary>The number of blocks for which space is made at first: those of the default threshold.</summary>
    private const int FewBlocks = 18;

    private readonly byte[] borrowed = first;
    private Queue<ArraySegment<byte>>? sealedBlocks;
    private byte[]? open = first;
    private int used;
    private long pending;
    private long unwritten; // bytes of the block that was passed on last and may still be in memory

    /// <summary>Gets the error of the stream or pipe, if it had one while the value was serialized.</summary>
    internal Exception? Failure { get; private set; }

    /// <inheritdoc/>
    public void Advance(int count) => used += count;

    /// <inheritdoc/>
    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    /// <inheritdoc/>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        if (open is null || open.Length - used < Math.Max(sizeHint, 1))
        {
            if (open is not null)
            {
                pending += used;
                (sealedBlocks ??= new Queue<ArraySegment<byte>>(FewBlocks)).Enqueue(new ArraySegment<byte>(open, 0, used));
                open = null;
            }

            while (pending + unwritten > threshold && sealedBlocks!.TryDequeue(out ArraySegment<byte> block))
            {
                pending -= block.Count;
                try
                {
                    unwritten = PassOn(block);
                }
                catch (Exception failure)
                {
                    Failure = failure;
                    throw;
                }
            }

            open = ArrayPool<byte>.Shared.Rent(Math.Max(sizeHint, BlockLength));
            used = 0;
        }

        return open.AsMemory(used);
    }

    /// <inheritdoc/>
    public virtual void Dispose()
    {
        while (TryTake(out ArraySegment<byte> block))
        {
            Return(block);
        }
    }

    /// <summary>Passes on a block, and gives it back once it is no longer needed, after an error too.</summary>
    /// <returns>Its bytes that are not yet written, and stay in memory until the next block is passed on.</returns>
    private protected abstract long PassOn(ArraySegment<byte> block);

    /// <summary>Takes the next block that was not passed on; false if there is none.</summary>
    private protected bool TryTake(out ArraySegment<byte> block)
    {
        if (sealedBlocks is not null && sealedBlocks.TryDequeue(out block))
        {
            return true;
        }

        block = open is null ? default : new ArraySegment<byte>(open, 0, used);
        open = null;
        return block.Array is not null;
    }

    private protected void Return(ArraySegment<byte> block)
    {
        if (block.Array != borrowed)
        {
            ArrayPool<byte>.Shared.Return(block.Array!);
        }
    }
}

/// <summary>Writes to a stream.</summary>
internal sealed class SynchronousOutput(Stream stream, byte[] first, long threshold) : StreamOutput(first, threshold)
{
    /// <summary>Writes what is pending.</summary>
    internal void Finish()
    {
        while (TryTake(out ArraySegment<byte> block))
        {
            PassOn(block);
        }
    }

    private protected override long PassOn(ArraySegment<byte> block)
    {
        try
        {
            stream.Write(block);
            return 0;
        }
        finally
        {
            Return(block);
        }
    }
}

/// <summary>
/// Writes asynchronously. Above the threshold, one write at a time runs on the thread pool, and the thread that serializes
/// waits for it before it passes on the next block: formatters are synchronous, so that they cannot wait in another way.
/// </summary>
/// <param name="write">Writes bytes to the stream or pipe.</param>
/// <param name="first">See <see cref="StreamOutput"/>.</param>
/// <param name="threshold">See <see cref="StreamOutput"/>.</param>
/// <param name="cancellationToken">Cancels writing.</param>
internal sealed class AsynchronousOutput(
    Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask> write, byte[] first, long threshold, CancellationToken cancellationToken)
    : StreamOutput(first, threshold)
{
    private Task last = Task.CompletedTask;

    /// <summary>Writes what is pending.</summary>
    internal async Task FinishAsync()
    {
        await last.ConfigureAwait(false);
        while (TryTake(out ArraySegment<byte> block))
        {
            await WriteAsync(block).ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        // After an error of a formatter a write can still run, with a block that must not be returned before. Its own error
        // would be the second one.
        if (!last.IsCompleted)
        {
            last.ContinueWith(static _ => { }, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default).Wait(CancellationToken.None);
        }

        base.Dispose();
    }

    private protected override long PassOn(ArraySegment<byte> block)
    {
        try
        {
            last.GetAwaiter().GetResult();
        }
        catch
        {
            Return(block);
            throw;
        }

        // Without the caller's synchronization context, whose thread might be the one that waits.
        last = Task.Run(() => WriteAsync(block), CancellationToken.None);
        return block.Count;
    }

    private async Task WriteAsync(ArraySegment<byte> block)
    {
        try
        {
            await write(block, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            Return(block);
        }
    }
}
