using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;

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

    /// <summary>Deserializes the messages of a stream one by one, as they arrive, until the stream ends.</summary>
    /// <typeparam name="T">The type of each message.</typeparam>
    /// <param name="stream">The stream. It is not disposed of.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="limits">The limits of each message, or null for <see cref="MessagePackLimits.Stream"/>: 100 MiB.</param>
    /// <param name="cancellationToken">Cancels waiting for bytes.</param>
    /// <returns>The values.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// A message is malformed or truncated, or the type cannot be read from it. The offset is relative to the first byte
    /// read.
    /// </exception>
    public static IAsyncEnumerable<T> ReadManyAsync<T>(
        Stream stream,
        MessagePackSerializerOptions? options = null,
        MessagePackLimits? limits = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        return ReadMany<T>(() => new MessagePackStreamReader(stream, leaveOpen: true, limits), options ?? DefaultOptions, cancellationToken);
    }

    /// <inheritdoc cref="ReadManyAsync{T}(Stream, MessagePackSerializerOptions?, MessagePackLimits?, CancellationToken)"/>
    /// <summary>Deserializes the messages of a pipe one by one, as they arrive, until the pipe is completed.</summary>
    /// <param name="reader">The pipe. It is not completed, and the bytes after the last message read stay in it.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="limits">The limits of each message, or null for <see cref="MessagePackLimits.Stream"/>: 100 MiB.</param>
    /// <param name="cancellationToken">Cancels waiting for bytes.</param>
    public static IAsyncEnumerable<T> ReadManyAsync<T>(
        PipeReader reader,
        MessagePackSerializerOptions? options = null,
        MessagePackLimits? limits = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reader);
        return ReadMany<T>(() => new MessagePackStreamReader(reader, limits), options ?? DefaultOptions, cancellationToken);
    }

    private static async IAsyncEnumerable<T> ReadMany<T>(
        Func<MessagePackStreamReader> open,
        MessagePackSerializerOptions options,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using MessagePackStreamReader reader = open();
        while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false) is { } message)
        {
            yield return ReadOne<T>(message, reader.MessageOffset, options, cancellationToken);
        }
    }

    private static T ReadOne<T>(
        in ReadOnlySequence<byte> message, long offset, MessagePackSerializerOptions options, CancellationToken cancellationToken)
    {
        try
        {
            return Deserialize<T>(message, options, cancellationToken);
        }
        catch (MessagePackSerializationException fault)
        {
            Shift(fault, offset);
            throw;
        }
    }

    /// <summary>Makes the offset of an error relative to the beginning of the stream.</summary>
    private static void Shift(MessagePackSerializationException fault, long offset)
    {
        if (fault.Lz4Offset is null)
        {
            fault.Offset += offset;
        }
        else
        {
            fault.Lz4Offset += offset;
        }
    }
}
