using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace Hayapack;

public static partial class MessagePackSerializer
{
    /// <summary>Serializes a value to a stream.</summary>
    /// <typeparam name="T">The type to serialize.</typeparam>
    /// <param name="stream">The stream. It is not flushed. Nothing is written if the value cannot be serialized.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">The asynchronous method stops writing when it is canceled. Formatters can also check it.</param>
    /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
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
    /// <returns>A task that completes when all bytes are written to the stream.</returns>
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

    /// <summary>Serializes a value of a type known only at run time to a stream.</summary>
    /// <param name="type">The type to serialize.</param>
    /// <param name="stream">The stream. It is not flushed. Nothing is written if the value cannot be serialized.</param>
    /// <param name="obj">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">The asynchronous method stops writing when it is canceled. Formatters can also check it.</param>
    /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
    public static void Serialize(
        Type type, Stream stream, object? obj, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        stream.Write(Serialize(type, obj, options, cancellationToken));
    }

    /// <inheritdoc cref="Serialize(Type, Stream, object?, MessagePackSerializerOptions?, CancellationToken)"/>
    /// <returns>A task that completes when all bytes are written to the stream.</returns>
    public static async Task SerializeAsync(
        Type type, Stream stream, object? obj, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        cancellationToken.ThrowIfCancellationRequested();
        await stream.WriteAsync(Serialize(type, obj, options, cancellationToken), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Deserializes a value from a stream. If the stream can seek, its position is then at the end of the value. If it cannot,
    /// bytes after the value might have been read and are lost: use <see cref="MessagePackStreamReader"/> for several messages.
    /// </summary>
    /// <typeparam name="T">The type to deserialize.</typeparam>
    /// <param name="stream">The stream. If it cannot seek, the message is limited to 100 MiB.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">The asynchronous method stops waiting for bytes when it is canceled. Formatters can also check it.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or the type cannot be read from it.</exception>
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
    /// <param name="limits">The limits. Null for 100 MiB if the stream cannot seek, and no limit if it can.</param>
    /// <param name="cancellationToken">Cancels waiting for bytes.</param>
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

    /// <summary>
    /// Deserializes a value of a type known only at run time from a stream. If the stream can seek, its position is then at the
    /// end of the value. If it cannot, bytes after the value might have been read and are lost.
    /// </summary>
    /// <param name="type">The type to deserialize.</param>
    /// <param name="stream">The stream. If it cannot seek, the message is limited to 100 MiB.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">The asynchronous method stops waiting for bytes when it is canceled. Formatters can also check it.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or the type cannot be read from it.</exception>
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
    /// <param name="type">The type to deserialize.</param>
    /// <param name="stream">The stream.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="limits">The limits. Null for 100 MiB if the stream cannot seek, and no limit if it can.</param>
    /// <param name="cancellationToken">Cancels waiting for bytes.</param>
    public static async ValueTask<object?> DeserializeAsync(
        Type type, Stream stream, MessagePackSerializerOptions? options, MessagePackLimits? limits, CancellationToken cancellationToken = default)
    {
        options ??= DefaultOptions;
        using MessagePackStreamReader reader = OneMessage(stream, options, limits);
        ReadOnlySequence<byte>? message = await reader.ReadAsync(cancellationToken).ConfigureAwait(false);
        return Finish(type, stream, reader, message, options, cancellationToken);
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

    /// <summary>Deserializes the messages of a pipe one by one, as they arrive, until the pipe is completed.</summary>
    /// <typeparam name="T">The type of each message.</typeparam>
    /// <param name="reader">The pipe. It is not completed, and the bytes after the last message read stay in it.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="limits">The limits of each message, or null for <see cref="MessagePackLimits.Stream"/>: 100 MiB.</param>
    /// <param name="cancellationToken">Cancels waiting for bytes.</param>
    /// <returns>The values.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// A message is malformed or truncated, or the type cannot be read from it. The offset is relative to the first byte
    /// read.
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

    /// <summary>Serializes a value into the thread's scratch array. The caller releases it.</summary>
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

    /// <summary>Returns the remaining bytes of a MemoryStream with an accessible buffer; null for other streams.</summary>
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
