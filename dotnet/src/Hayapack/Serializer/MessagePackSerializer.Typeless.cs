using System.Buffers;
using System.IO.Pipelines;
using Hayapack.Resolvers;

namespace Hayapack;

public static partial class MessagePackSerializer
{
    /// <summary>
    /// Serializes values with the names of their types (typed values, ext 100) and deserializes them. Names are only looked up
    /// in <see cref="MessagePackSerializerOptions.TypeTable"/>: a name in a message loads no type. Thread-safe.
    /// </summary>
    public static class Typeless
    {
        /// <summary>Gets or sets the options of calls without options. Set it before the first call.</summary>
        public static MessagePackSerializerOptions DefaultOptions { get; set; } = TypelessContractlessStandardResolver.Options;

        /// <summary>Serializes a value to a new array.</summary>
        /// <param name="obj">The value.</param>
        /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
        /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackWriter.CancellationToken"/>; the built-in ones do not.</param>
        /// <returns>The message.</returns>
        /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
        public static byte[] Serialize(object? obj, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
            Serialize<object?>(obj, options ?? DefaultOptions, cancellationToken);

        /// <summary>Serializes a value to a buffer writer.</summary>
        /// <param name="writer">The output. After an error it might have a part of the message.</param>
        /// <param name="obj">The value.</param>
        /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
        /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackWriter.CancellationToken"/>; the built-in ones do not.</param>
        /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
        public static void Serialize(
            IBufferWriter<byte> writer, object? obj, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
            Serialize<object?>(writer, obj, options ?? DefaultOptions, cancellationToken);

        /// <summary>Serializes a value to a writer.</summary>
        /// <param name="writer">The writer; it is not flushed.</param>
        /// <param name="obj">The value.</param>
        /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
        /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
        public static void Serialize(ref MessagePackWriter writer, object? obj, MessagePackSerializerOptions? options = null) =>
            Serialize<object?>(ref writer, obj, options ?? DefaultOptions);

        /// <summary>Deserializes a value. Bytes after it are ignored.</summary>
        /// <param name="bytes">The input.</param>
        /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
        /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackReader.CancellationToken"/>; the built-in ones do not.</param>
        /// <returns>The value; a <see cref="TypedValue"/> if the type's name is unknown.</returns>
        /// <exception cref="MessagePackSerializationException">The input is malformed, or a type cannot be read from it.</exception>
        public static object? Deserialize(
            ReadOnlyMemory<byte> bytes, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
            Deserialize<object?>(bytes, options ?? DefaultOptions, cancellationToken);

        /// <summary>Deserializes a value. Bytes after it are ignored.</summary>
        /// <param name="byteSequence">The input.</param>
        /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
        /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackReader.CancellationToken"/>; the built-in ones do not.</param>
        /// <returns>The value; a <see cref="TypedValue"/> if the type's name is unknown.</returns>
        /// <exception cref="MessagePackSerializationException">The input is malformed, or a type cannot be read from it.</exception>
        public static object? Deserialize(
            in ReadOnlySequence<byte> byteSequence, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
            Deserialize<object?>(byteSequence, options ?? DefaultOptions, cancellationToken);

        /// <inheritdoc cref="Deserialize(ReadOnlyMemory{byte}, MessagePackSerializerOptions?, CancellationToken)"/>
        public static object? Deserialize(
            Memory<byte> bytes, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
            Deserialize<object?>(bytes, options ?? DefaultOptions, cancellationToken);

        /// <summary>Deserializes the next value of a reader.</summary>
        /// <param name="reader">The reader; it advances past the value.</param>
        /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
        /// <returns>The value; a <see cref="TypedValue"/> if the type's name is unknown.</returns>
        /// <exception cref="MessagePackSerializationException">The input is malformed, or a type cannot be read from it.</exception>
        public static object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions? options = null) =>
            Deserialize<object?>(ref reader, options ?? DefaultOptions);

        /// <summary>Serializes a value to a stream.</summary>
        /// <param name="stream">The stream. It is not flushed. Nothing is written if the value cannot be serialized.</param>
        /// <param name="obj">The value.</param>
        /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
        /// <param name="cancellationToken">The asynchronous method stops writing when it is canceled. Formatters can also check it.</param>
        /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
        public static void Serialize(
            Stream stream, object? obj, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
            Serialize<object?>(stream, obj, options ?? DefaultOptions, cancellationToken);

        /// <inheritdoc cref="Serialize(Stream, object?, MessagePackSerializerOptions?, CancellationToken)"/>
        /// <returns>A task that completes when all bytes are written to the stream.</returns>
        public static Task SerializeAsync(
            Stream stream, object? obj, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
            SerializeAsync<object?>(stream, obj, options ?? DefaultOptions, cancellationToken);

        /// <summary>
        /// Deserializes a value from a stream. If the stream can seek, its position is then at the end of the value. If it
        /// cannot, bytes after the value might have been read and are lost: use <c>ReadManyAsync</c> for several messages.
        /// </summary>
        /// <param name="stream">The stream. If it cannot seek, the message is limited to 100 MiB.</param>
        /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
        /// <param name="cancellationToken">The asynchronous method stops waiting for bytes when it is canceled. Formatters can also check it.</param>
        /// <returns>The value; a <see cref="TypedValue"/> if the type's name is unknown.</returns>
        /// <exception cref="MessagePackSerializationException">The input is malformed, or a type cannot be read from it.</exception>
        public static object? Deserialize(
            Stream stream, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
            Deserialize<object?>(stream, options ?? DefaultOptions, cancellationToken);

        /// <inheritdoc cref="Deserialize(Stream, MessagePackSerializerOptions?, CancellationToken)"/>
        public static ValueTask<object?> DeserializeAsync(
            Stream stream, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
            DeserializeAsync<object?>(stream, options ?? DefaultOptions, cancellationToken);

        /// <summary>Deserializes the messages of a stream one by one, as they arrive, until the stream ends.</summary>
        /// <param name="stream">The stream. It is not disposed of.</param>
        /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
        /// <param name="limits">The limits of each message, or null for <see cref="MessagePackLimits.Stream"/>: 100 MiB.</param>
        /// <param name="cancellationToken">Cancels waiting for bytes.</param>
        /// <returns>The values; a <see cref="TypedValue"/> for each whose type's name is unknown.</returns>
        /// <exception cref="MessagePackSerializationException">A message is malformed or truncated, or a type cannot be read from it.</exception>
        public static IAsyncEnumerable<object?> ReadManyAsync(
            Stream stream, MessagePackSerializerOptions? options = null, MessagePackLimits? limits = null, CancellationToken cancellationToken = default) =>
            ReadManyAsync<object?>(stream, options ?? DefaultOptions, limits, cancellationToken);

        /// <summary>Deserializes the messages of a pipe one by one, as they arrive, until the pipe is completed.</summary>
        /// <param name="reader">The pipe. It is not completed, and the bytes after the last message read stay in it.</param>
        /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
        /// <param name="limits">The limits of each message, or null for <see cref="MessagePackLimits.Stream"/>: 100 MiB.</param>
        /// <param name="cancellationToken">Cancels waiting for bytes.</param>
        /// <returns>The values; a <see cref="TypedValue"/> for each whose type's name is unknown.</returns>
        /// <exception cref="MessagePackSerializationException">A message is malformed or truncated, or a type cannot be read from it.</exception>
        public static IAsyncEnumerable<object?> ReadManyAsync(
            PipeReader reader, MessagePackSerializerOptions? options = null, MessagePackLimits? limits = null, CancellationToken cancellationToken = default) =>
            ReadManyAsync<object?>(reader, options ?? DefaultOptions, limits, cancellationToken);
    }
}
