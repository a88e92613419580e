using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.ExceptionServices;

namespace Hayapack;

public static partial class MessagePackSerializer
{
    /// <summary>Serializes a value to a stream.</summary>
    /// <remarks>
    /// A message longer than <see cref="MessagePackSerializerOptions.StreamFlushThreshold"/> is passed on in parts, so that memory
    /// does not grow with it, except with compression and for typed values, whose length precedes them.
    /// If the value cannot be serialized, nothing is written of a shorter message, and a part of a longer one.
    /// </remarks>
    /// <typeparam name="T">The type to serialize.</typeparam>
    /// <param name="stream">The stream. It is not flushed.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Formatters can check it.</param>
    /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
    public static void Serialize<T>(
        Stream stream, T value, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
        Write(stream, value, options, cancellationToken, static (ref writer, value, options) => Serialize(ref writer, value, options));

    /// <summary>Serializes a value to a stream.</summary>
    /// <remarks>
    /// A message longer than <see cref="MessagePackSerializerOptions.StreamFlushThreshold"/> is passed on in parts, so that memory
    /// does not grow with it, except with compression and for typed values, whose length precedes them.
    /// If the value cannot be serialized, nothing is written of a shorter message, and a part of a longer one. The thread
    /// that serializes a longer message waits while the parts are written.
    /// </remarks>
    /// <typeparam name="T">The type to serialize.</typeparam>
    /// <param name="stream">The stream. It is not flushed.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Stops writing when it is canceled. Formatters can also check it.</param>
    /// <returns>A task that completes when all bytes are written to the stream.</returns>
    /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
    public static Task SerializeAsync<T>(
        Stream stream, T value, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        return WriteAsync(
            stream.WriteAsync, value, options, cancellationToken, static (ref writer, value, options) => Serialize(ref writer, value, options));
    }

    /// <inheritdoc cref="SerializeAsync{T}(Stream, T, MessagePackSerializerOptions?, CancellationToken)"/>
    /// <summary>Serializes a value to a pipe.</summary>
    /// <param name="writer">The pipe. It is flushed, but not completed.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Stops writing when it is canceled. Formatters can also check it.</param>
    /// <returns>A task that completes when all bytes are flushed.</returns>
    public static Task SerializeAsync<T>(
        PipeWriter writer, T value, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(writer);
        return WriteAsync(
            async (part, token) => await writer.WriteAsync(part, token).ConfigureAwait(false),
            value,
            options,
            cancellationToken,
            static (ref writer, value, options) => Serialize(ref writer, value, options));
    }

    /// <inheritdoc cref="Serialize{T}(Stream, T, MessagePackSerializerOptions?, CancellationToken)"/>
    /// <summary>Serializes a value of a type known only at run time to a stream.</summary>
    /// <param name="type">The type to serialize.</param>
    /// <param name="stream">The stream. It is not flushed.</param>
    /// <param name="obj">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Formatters can check it.</param>
    public static void Serialize(
        Type type, Stream stream, object? obj, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
        Write(
            stream, (type, obj), options, cancellationToken, static (ref writer, value, options) => Serialize(value.type, ref writer, value.obj, options));

    /// <inheritdoc cref="SerializeAsync{T}(Stream, T, MessagePackSerializerOptions?, CancellationToken)"/>
    /// <summary>Serializes a value of a type known only at run time to a stream.</summary>
    /// <param name="type">The type to serialize.</param>
    /// <param name="stream">The stream. It is not flushed.</param>
    /// <param name="obj">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Stops writing when it is canceled. Formatters can also check it.</param>
    public static Task SerializeAsync(
        Type type, Stream stream, object? obj, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        return WriteAsync(
            stream.WriteAsync,
            (type, obj),
            options,
            cancellationToken,
            static (ref writer, value, options) => Serialize(value.type, ref writer, value.obj, options));
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
        return Deserialize<T>(OnlyMessage(stream, reader, reader.Read()), options, cancellationToken);
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
        return Deserialize<T>(OnlyMessage(stream, reader, message), options, cancellationToken);
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
        return Deserialize(type, OnlyMessage(stream, reader, reader.Read()), options, cancellationToken);
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
        return Deserialize(type, OnlyMessage(stream, reader, message), options, cancellationToken);
    }

    /// <summary>Writes a value as a whole message.</summary>
    private delegate void WriteRoot<T>(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options);

    private static void Write<T>(
        Stream stream, T value, MessagePackSerializerOptions? options, CancellationToken cancellationToken, WriteRoot<T> write)
    {
        ArgumentNullException.ThrowIfNull(stream);
        options ??= DefaultOptions;
        ScratchArray scratch = ScratchArray.Take();
        byte[] first = scratch.Array;
        try
        {
            if (IsWhole(options))
            {
                stream.Write(Collect(value, options, cancellationToken, write, ref first).Span);
                return;
            }

            using var output = new SynchronousOutput(stream, first, options.StreamFlushThreshold);
            Collect(value, options, cancellationToken, write, output, first);
            output.Finish();
        }
        finally
        {
            scratch.Release(first);
        }
    }

    private static async Task WriteAsync<T>(
        Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask> output,
        T value,
        MessagePackSerializerOptions? options,
        CancellationToken cancellationToken,
        WriteRoot<T> write)
    {
        cancellationToken.ThrowIfCancellationRequested();
        options ??= DefaultOptions;
        ScratchArray scratch = ScratchArray.Take();
        byte[] first = scratch.Array;
        try
        {
            if (IsWhole(options))
            {
                await output(Collect(value, options, cancellationToken, write, ref first), cancellationToken).ConfigureAwait(false);
                return;
            }

            using var blocks = new AsynchronousOutput(output, first, options.StreamFlushThreshold, cancellationToken);
            Collect(value, options, cancellationToken, write, blocks, first);
            await blocks.FinishAsync().ConfigureAwait(false);
        }
        finally
        {
            scratch.Release(first);
        }
    }

    /// <summary>Returns whether a message must be in one array: its length, or that of a typed value, precedes it.</summary>
    private static bool IsWhole(MessagePackSerializerOptions options) =>
        options.Compression != MessagePackCompression.None || options.UsesTypedValues;

    private static void Collect<T>(
        T value, MessagePackSerializerOptions options, CancellationToken cancellationToken, WriteRoot<T> write, StreamOutput output, byte[] first)
    {
        var writer = new MessagePackWriter(output, first) { CancellationToken = cancellationToken };
        try
        {
            write(ref writer, value, options);
        }
        catch (MessagePackSerializationException) when (output.Failure is not null)
        {
            // An error of the stream is no error of the value, whenever it happens.
            ExceptionDispatchInfo.Throw(output.Failure);
        }

        writer.Flush();
    }

    /// <summary>Serializes a value into an array of <see cref="ScratchArray"/>, or the larger one that replaces it.</summary>
    private static ReadOnlyMemory<byte> Collect<T>(
        T value, MessagePackSerializerOptions options, CancellationToken cancellationToken, WriteRoot<T> write, ref byte[] scratch)
    {
        var writer = new MessagePackWriter(scratch) { CancellationToken = cancellationToken };
        int length;
        try
        {
            write(ref writer, value, options);
            length = (int)writer.Written;
        }
        finally
        {
            scratch = writer.TakeScratch();
        }

        return scratch.AsMemory(0, length);
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

    /// <summary>Returns the message that was read, and moves a stream that can seek to its end.</summary>
    private static ReadOnlySequence<byte> OnlyMessage(Stream stream, MessagePackStreamReader reader, in ReadOnlySequence<byte>? message)
    {
        long surplus = reader.RemainingBytes.Length;
        if (stream.CanSeek && surplus > 0)
        {
            stream.Seek(-surplus, SeekOrigin.Current);
        }

        return message ?? ReadOnlySequence<byte>.Empty;
    }
}
