using System.Buffers;
using System.IO.Pipelines;

namespace Hayapack;

public static partial class MessagePackSerializer
{
    /// <summary>
    /// Serializes values to a stream as they come, one message for each, without anything between them. Memory is bounded by
    /// 64 KiB and twice the longest message.
    /// </summary>
    /// <remarks>
    /// The stream is flushed before each wait for a value, and at the end. After an error of a value or of the source, the
    /// stream has the whole messages of all values before it, and nothing of the value that could not be serialized.
    /// </remarks>
    /// <typeparam name="T">The type of each value.</typeparam>
    /// <param name="stream">The stream. It is not disposed of.</param>
    /// <param name="values">The values. The enumerator is disposed of, whatever the end.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Cancels waiting for values and for the stream.</param>
    /// <returns>A task that completes when all messages are written and flushed.</returns>
    /// <exception cref="MessagePackSerializationException">A value cannot be serialized. The offset is that in its message.</exception>
    public static async Task SerializeManyAsync<T>(
        Stream stream, IAsyncEnumerable<T> values, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentNullException.ThrowIfNull(values);
        PipeWriter writer = PipeWriter.Create(stream, new StreamPipeWriterOptions(leaveOpen: true));
        await CompleteAsync(writer, WriteManyAsync(writer, values, options ?? DefaultOptions, cancellationToken)).ConfigureAwait(false);
    }

    /// <summary>
    /// Serializes values to a pipe as they come, one message for each, without anything between them. Memory is bounded by 64
    /// KiB and twice the longest message.
    /// </summary>
    /// <remarks>
    /// The pipe is flushed before each wait for a value, and at the end. After an error of a value or of the source, the
    /// pipe has the whole messages of all values before it, and nothing of the value that could not be serialized.
    /// </remarks>
    /// <typeparam name="T">The type of each value.</typeparam>
    /// <param name="writer">The pipe. It is not completed.</param>
    /// <param name="values">The values. The enumerator is disposed of, whatever the end.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Cancels waiting for values and for the pipe.</param>
    /// <returns>A task that completes when all messages are flushed, or when the reader of the pipe has completed it.</returns>
    /// <exception cref="MessagePackSerializationException">A value cannot be serialized. The offset is that in its message.</exception>
    public static Task SerializeManyAsync<T>(
        PipeWriter writer, IAsyncEnumerable<T> values, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(values);
        return WriteManyAsync(writer, values, options ?? DefaultOptions, cancellationToken);
    }

    private static async Task WriteManyAsync<T>(
        PipeWriter output, IAsyncEnumerable<T> values, MessagePackSerializerOptions options, CancellationToken cancellationToken)
    {
        using var stopped = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        IAsyncEnumerator<T> source = values.GetAsyncEnumerator(stopped.Token);
        await using (source.ConfigureAwait(false))
        {
            long unflushed = 0;
            try
            {
                while (true)
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    Task<bool> next = source.MoveNextAsync().AsTask();
                    if (unflushed >= MostUnflushed || (unflushed > 0 && !next.IsCompleted))
                    {
                        unflushed = 0;
                        if (!await FlushBesideAsync(output, next, stopped, cancellationToken).ConfigureAwait(false))
                        {
                            return;
                        }
                    }

                    if (!await next.ConfigureAwait(false))
                    {
                        break;
                    }

                    unflushed += WriteWhole(output, source.Current, options, cancellationToken);
                }
            }
            catch (Exception) when (unflushed > 0 && !cancellationToken.IsCancellationRequested)
            {
                await output.FlushAsync(cancellationToken).ConfigureAwait(false);
                throw;
            }

            await output.FlushAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>
    /// Flushes while the source makes its next value. Without a reader, or after an error, the source is told to stop and waited
    /// for: an enumerator must not be disposed of while it runs.
    /// </summary>
    /// <returns>False if the reader of the pipe has completed it.</returns>
    private static async Task<bool> FlushBesideAsync(
        PipeWriter output, Task<bool> next, CancellationTokenSource stopped, CancellationToken cancellationToken)
    {
        bool flushed = false;
        try
        {
            flushed = !(await output.FlushAsync(cancellationToken).ConfigureAwait(false)).IsCompleted;
            return flushed;
        }
        finally
        {
            if (!flushed)
            {
                await stopped.CancelAsync().ConfigureAwait(false);
                await ((Task)next).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
    }

    /// <summary>Writes the message of a value; nothing if it cannot be serialized.</summary>
    /// <returns>The length of the message, in bytes.</returns>
    private static int WriteWhole<T>(PipeWriter output, T value, MessagePackSerializerOptions options, CancellationToken cancellationToken)
    {
        ScratchArray scratch = ScratchArray.Take();
        byte[] array = scratch.Array;
        try
        {
            ReadOnlyMemory<byte> message = Collect(
                value, options, cancellationToken, static (ref writer, value, options) => Serialize(ref writer, value, options), ref array);
            output.Write(message.Span);
            return message.Length;
        }
        finally
        {
            scratch.Release(array);
        }
    }
}
