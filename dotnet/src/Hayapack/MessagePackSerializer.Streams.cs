using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace Hayapack;

public static partial class MessagePackSerializer
{
    /// <summary>Writes a value to a stream.</summary>
    /// <typeparam name="T">The type that is written.</typeparam>
    /// <param name="stream">The stream, which is not flushed. It gets nothing where the value cannot be written.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Ends a long call.</param>
    /// <exception cref="MessagePackSerializationException">The value cannot be written.</exception>
    public static void Serialize<T>(
        Stream stream, T value, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        ScratchArray scratch = Collect(value, options, cancellationToken, out ArraySegment<byte> message);
        try
        {
            stream.Write(message);
        }
        finally
        {
            scratch.Release(message.Array!);
        }
    }

    /// <inheritdoc cref="Serialize{T}(Stream, T, MessagePackSerializerOptions?, CancellationToken)"/>
    /// <returns>A task that ends when the stream has taken all bytes.</returns>
    public static async Task SerializeAsync<T>(
        Stream stream, T value, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        cancellationToken.ThrowIfCancellationRequested();
        ScratchArray scratch = Collect(value, options, cancellationToken, out ArraySegment<byte> message);
        try
        {
            await stream.WriteAsync(message, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            scratch.Release(message.Array!);
        }
    }

    /// <summary>Writes a value of a type that is known only at run time to a stream.</summary>
    /// <param name="type">The type that is written.</param>
    /// <param name="stream">The stream, which is not flushed. It gets nothing where the value cannot be written.</param>
    /// <param name="obj">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Ends a long call.</param>
    /// <exception cref="MessagePackSerializationException">The value cannot be written.</exception>
    public static void Serialize(
        Type type, Stream stream, object? obj, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        stream.Write(Serialize(type, obj, options, cancellationToken));
    }

    /// <inheritdoc cref="Serialize(Type, Stream, object?, MessagePackSerializerOptions?, CancellationToken)"/>
    /// <returns>A task that ends when the stream has taken all bytes.</returns>
    public static async Task SerializeAsync(
        Type type, Stream stream, object? obj, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        cancellationToken.ThrowIfCancellationRequested();
        await stream.WriteAsync(Serialize(type, obj, options, cancellationToken), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Reads a value from a stream. Of a stream that can seek, the position is after the value then; bytes after the value
    /// that were read from another stream are lost: use <see cref="MessagePackStreamReader"/> for streams of messages.
    /// </summary>
    /// <typeparam name="T">The type that is read.</typeparam>
    /// <param name="stream">The stream. Where it cannot seek, the message has at most 100 MiB.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Ends a long call.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or not what the type takes.</exception>
    public static T Deserialize<T>(
        Stream stream, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        options ??= DefaultOptions;
        if (Buffered(stream) is { } buffered)
        {
            T value = Deserialize<T>(buffered, options, out int read, cancellationToken);
            stream.Position += read;
            return value;
        }

        using MessagePackStreamReader reader = OneMessage(stream, options, null);
        cancellationToken.ThrowIfCancellationRequested();
        return Finish<T>(stream, reader, reader.Read(), options, cancellationToken);
    }

    /// <inheritdoc cref="Deserialize{T}(Stream, MessagePackSerializerOptions?, CancellationToken)"/>
    public static ValueTask<T> DeserializeAsync<T>(
        Stream stream, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
        DeserializeAsync<T>(stream, options, null, cancellationToken);

    /// <inheritdoc cref="Deserialize{T}(Stream, MessagePackSerializerOptions?, CancellationToken)"/>
    /// <param name="stream">The stream.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="limits">What is allowed, or null for 100 MiB where the stream cannot seek.</param>
    /// <param name="cancellationToken">Ends the wait for bytes.</param>
    public static async ValueTask<T> DeserializeAsync<T>(
        Stream stream, MessagePackSerializerOptions? options, MessagePackLimits? limits, CancellationToken cancellationToken = default)
    {
        options ??= DefaultOptions;
        cancellationToken.ThrowIfCancellationRequested();
        if (limits is null && Buffered(stream) is { } buffered)
        {
            T value = Deserialize<T>(buffered, options, out int read, cancellationToken);
            stream.Position += read;
            return value;
        }

        using MessagePackStreamReader reader = OneMessage(stream, options, limits);
        ReadOnlySequence<byte>? message = await reader.ReadAsync(cancellationToken).ConfigureAwait(false);
        return Finish<T>(stream, reader, message, options, cancellationToken);
    }

    /// <summary>Reads a value of a type that is known only at run time from a stream.</summary>
    /// <param name="type">The type that is read.</param>
    /// <param name="stream">The stream. Where it cannot seek, the message has at most 100 MiB.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Ends a long call.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or not what the type takes.</exception>
    public static object? Deserialize(
        Type type, Stream stream, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        options ??= DefaultOptions;
        using MessagePackStreamReader reader = OneMessage(stream, options, null);
        return Finish(type, stream, reader, reader.Read(), options, cancellationToken);
    }

    /// <inheritdoc cref="Deserialize(Type, Stream, MessagePackSerializerOptions?, CancellationToken)"/>
    public static ValueTask<object?> DeserializeAsync(
        Type type, Stream stream, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
        DeserializeAsync(type, stream, options, null, cancellationToken);

    /// <inheritdoc cref="Deserialize(Type, Stream, MessagePackSerializerOptions?, CancellationToken)"/>
    /// <param name="type">The type that is read.</param>
    /// <param name="stream">The stream.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="limits">What is allowed, or null for 100 MiB where the stream cannot seek.</param>
    /// <param name="cancellationToken">Ends the wait for bytes.</param>
    public static async ValueTask<object?> DeserializeAsync(
        Type type, Stream stream, MessagePackSerializerOptions? options, MessagePackLimits? limits, CancellationToken cancellationToken = default)
    {
        options ??= DefaultOptions;
        using MessagePackStreamReader reader = OneMessage(stream, options, limits);
        ReadOnlySequence<byte>? message = await reader.ReadAsync(cancellationToken).ConfigureAwait(false);
        return Finish(type, stream, reader, message, options, cancellationToken);
    }

    /// <summary>Reads the messages of a stream one after the other, as they arrive, until it ends.</summary>
    /// <typeparam name="T">The type of each message.</typeparam>
    /// <param name="stream">The stream, which stays open.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="limits">What is allowed for each message, or null for <see cref="MessagePackLimits.Stream"/>: 100 MiB.</param>
    /// <param name="cancellationToken">Ends the wait for bytes.</param>
    /// <returns>The values.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// A message is malformed, or not what the type takes, or the stream ends inside of one. The offset counts from the
    /// begin of reading.
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

    /// <summary>Reads the messages of a pipe one after the other, as they arrive, until it is completed.</summary>
    /// <typeparam name="T">The type of each message.</typeparam>
    /// <param name="reader">The pipe. What follows the last message that was read stays in it.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="limits">What is allowed for each message, or null for <see cref="MessagePackLimits.Stream"/>: 100 MiB.</param>
    /// <param name="cancellationToken">Ends the wait for bytes.</param>
    /// <returns>The values.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// A message is malformed, or not what the type takes, or the pipe ends inside of one. The offset counts from the begin
    /// of reading.
    /// </exception>
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
            if (fault.Lz4Offset is null)
            {
                fault.Offset += offset;
            }
            else
            {
                fault.Lz4Offset += offset;
            }

            throw;
        }
    }

    /// <summary>Writes a value into an array of the thread; the caller releases it.</summary>
    private static ScratchArray Collect<T>(
        T value, MessagePackSerializerOptions? options, CancellationToken cancellationToken, out ArraySegment<byte> message)
    {
        ScratchArray scratch = ScratchArray.Take();
        var writer = new MessagePackWriter(scratch.Array) { CancellationToken = cancellationToken };
        try
        {
            Serialize(ref writer, value, options);
            int length = (int)writer.Written;
            message = new ArraySegment<byte>(writer.TakeScratch(), 0, length);
            return scratch;
        }
        catch
        {
            scratch.Release(writer.TakeScratch());
            throw;
        }
    }

    /// <summary>Gives the rest of a stream that has its bytes in memory.</summary>
    private static ReadOnlyMemory<byte>? Buffered(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        if (stream is MemoryStream memory && memory.TryGetBuffer(out ArraySegment<byte> all))
        {
            return all.AsMemory((int)Math.Min(memory.Position, all.Count));
        }

        return null;
    }

    private static MessagePackStreamReader OneMessage(Stream stream, MessagePackSerializerOptions options, MessagePackLimits? limits)
    {
        ArgumentNullException.ThrowIfNull(stream);
        long rest = stream.CanSeek ? Math.Max(stream.Length - stream.Position, 1) : MessagePackStreamReader.DefaultBufferSize;
        return new MessagePackStreamReader(
            stream,
            leaveOpen: true,
            limits ?? (stream.CanSeek ? MessagePackLimits.Default : MessagePackLimits.Stream),
            (int)Math.Min(rest, options.SuggestedContiguousMemorySize));
    }

    private static T Finish<T>(
        Stream stream, MessagePackStreamReader reader, in ReadOnlySequence<byte>? message, MessagePackSerializerOptions options, CancellationToken cancellationToken)
    {
        SeekBack(stream, reader);
        return Deserialize<T>(message ?? ReadOnlySequence<byte>.Empty, options, cancellationToken);
    }

    private static object? Finish(
        Type type, Stream stream, MessagePackStreamReader reader, in ReadOnlySequence<byte>? message, MessagePackSerializerOptions options, CancellationToken cancellationToken)
    {
        SeekBack(stream, reader);
        return Deserialize(type, message ?? ReadOnlySequence<byte>.Empty, options, cancellationToken);
    }

    private static void SeekBack(Stream stream, MessagePackStreamReader reader)
    {
        long surplus = reader.RemainingBytes.Length;
        if (stream.CanSeek && surplus > 0)
        {
            stream.Seek(-surplus, SeekOrigin.Current);
        }
    }
}
