using System.Buffers;
using Hayapack.Registry;

namespace Hayapack;

public static partial class MessagePackSerializer
{
    /// <summary>Serializes a value of a type known only at run time to a new array.</summary>
    /// <param name="type">The type to serialize.</param>
    /// <param name="obj">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackWriter.CancellationToken"/>; the built-in ones do not.</param>
    /// <returns>The message.</returns>
    /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
    public static byte[] Serialize(
        Type type, object? obj, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        ScratchArray scratch = ScratchArray.Take();
        var writer = new MessagePackWriter(scratch.Array) { CancellationToken = cancellationToken };
        try
        {
            Serialize(type, ref writer, obj, options);
            return writer.ToArray();
        }
        finally
        {
            scratch.Release(writer.TakeScratch());
        }
    }

    /// <summary>Serializes a value of a type known only at run time to a buffer writer.</summary>
    /// <param name="type">The type to serialize.</param>
    /// <param name="writer">The output. After an error it might have a part of the message.</param>
    /// <param name="obj">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackWriter.CancellationToken"/>; the built-in ones do not.</param>
    /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
    public static void Serialize(
        Type type,
        IBufferWriter<byte> writer,
        object? obj,
        MessagePackSerializerOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        var fast = new MessagePackWriter(writer) { CancellationToken = cancellationToken };
        Serialize(type, ref fast, obj, options);
        fast.Flush();
    }

    /// <summary>Serializes a value of a type known only at run time to a writer.</summary>
    /// <param name="type">The type to serialize.</param>
    /// <param name="writer">The writer; it is not flushed.</param>
    /// <param name="obj">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
    public static void Serialize(Type type, ref MessagePackWriter writer, object? obj, MessagePackSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(type);
        options ??= DefaultOptions;
        TypedSerializer serializer = TypeAccess.FindWriter(type, obj) ?? throw FormatterResolverExtensions.Missing(type, options.Resolver);
        serializer.SerializeRoot(ref writer, obj, options);
    }

    /// <summary>Deserializes a value of a type known only at run time. Bytes after it are ignored.</summary>
    /// <param name="type">The type to deserialize.</param>
    /// <param name="buffer">The input.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackReader.CancellationToken"/>; the built-in ones do not.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or the type cannot be read from it.</exception>
    public static object? Deserialize(
        Type type, ReadOnlyMemory<byte> buffer, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        var reader = new MessagePackReader(buffer) { CancellationToken = cancellationToken };
        return Deserialize(type, ref reader, options);
    }

    /// <summary>Deserializes a value of a type known only at run time. Bytes after it are ignored.</summary>
    /// <param name="type">The type to deserialize.</param>
    /// <param name="byteSequence">The input.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackReader.CancellationToken"/>; the built-in ones do not.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or the type cannot be read from it.</exception>
    public static object? Deserialize(
        Type type, in ReadOnlySequence<byte> byteSequence, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        var reader = new MessagePackReader(byteSequence) { CancellationToken = cancellationToken };
        return Deserialize(type, ref reader, options);
    }

    /// <summary>Deserializes a value of a type known only at run time. Bytes after it are ignored.</summary>
    /// <param name="type">The type to deserialize.</param>
    /// <param name="reader">The reader; it advances past the value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or the type cannot be read from it.</exception>
    public static object? Deserialize(Type type, ref MessagePackReader reader, MessagePackSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(type);
        options ??= DefaultOptions;
        return Access(type, options).DeserializeRoot(ref reader, options);
    }

    private static TypedSerializer Access(Type type, MessagePackSerializerOptions options) =>
        TypeAccess.Find(type) ?? throw FormatterResolverExtensions.Missing(type, options.Resolver);
}
