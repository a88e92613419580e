using System.Buffers;
using Hayapack.Resolvers;

namespace Hayapack;

public static partial class MessagePackSerializer
{
    /// <summary>
    /// Writes and reads values with the names of their types. Names are looked up in <see cref="MessagePackSerializerOptions.TypeTable"/>,
    /// and nowhere else. Thread-safe.
    /// </summary>
    public static class Typeless
    {
        /// <summary>Gets or sets the options of calls that give none.</summary>
        public static MessagePackSerializerOptions DefaultOptions { get; set; } = TypelessContractlessStandardResolver.Options;

        /// <summary>Writes a value.</summary>
        /// <param name="obj">The value.</param>
        /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
        /// <param name="cancellationToken">Ends a long call.</param>
        /// <returns>The bytes.</returns>
        /// <exception cref="MessagePackSerializationException">The value cannot be written.</exception>
        public static byte[] Serialize(object? obj, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
            Serialize<object?>(obj, options ?? DefaultOptions, cancellationToken);

        /// <summary>Writes a value.</summary>
        /// <param name="writer">Takes the bytes.</param>
        /// <param name="obj">The value.</param>
        /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
        /// <param name="cancellationToken">Ends a long call.</param>
        /// <exception cref="MessagePackSerializationException">The value cannot be written.</exception>
        public static void Serialize(
            IBufferWriter<byte> writer, object? obj, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
            Serialize<object?>(writer, obj, options ?? DefaultOptions, cancellationToken);

        /// <summary>Writes a value.</summary>
        /// <param name="writer">The writer; it is not flushed.</param>
        /// <param name="obj">The value.</param>
        /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
        /// <exception cref="MessagePackSerializationException">The value cannot be written.</exception>
        public static void Serialize(ref MessagePackWriter writer, object? obj, MessagePackSerializerOptions? options = null) =>
            Serialize<object?>(ref writer, obj, options ?? DefaultOptions);

        /// <summary>Reads a value; bytes after it are ignored.</summary>
        /// <param name="bytes">The input.</param>
        /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
        /// <param name="cancellationToken">Ends a long call.</param>
        /// <returns>The value; with an unknown name, a <see cref="TypedValue"/>.</returns>
        /// <exception cref="MessagePackSerializationException">The input is malformed, or not what the type takes.</exception>
        public static object? Deserialize(
            ReadOnlyMemory<byte> bytes, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
            Deserialize<object?>(bytes, options ?? DefaultOptions, cancellationToken);

        /// <summary>Reads a value; bytes after it are ignored.</summary>
        /// <param name="byteSequence">The input.</param>
        /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
        /// <param name="cancellationToken">Ends a long call.</param>
        /// <returns>The value; with an unknown name, a <see cref="TypedValue"/>.</returns>
        /// <exception cref="MessagePackSerializationException">The input is malformed, or not what the type takes.</exception>
        public static object? Deserialize(
            in ReadOnlySequence<byte> byteSequence, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
            Deserialize<object?>(byteSequence, options ?? DefaultOptions, cancellationToken);

        /// <summary>Reads a value.</summary>
        /// <param name="reader">The reader, which is left after the value.</param>
        /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
        /// <returns>The value; with an unknown name, a <see cref="TypedValue"/>.</returns>
        /// <exception cref="MessagePackSerializationException">The input is malformed, or not what the type takes.</exception>
        public static object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions? options = null) =>
            Deserialize<object?>(ref reader, options ?? DefaultOptions);
    }
}
