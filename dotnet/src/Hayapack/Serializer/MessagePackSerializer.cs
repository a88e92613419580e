using System.Buffers;
using System.Runtime.CompilerServices;
using Hayapack.Checking;
using Hayapack.Compression;
using Hayapack.Formatters;

namespace Hayapack;

/// <summary>
/// Serializes .NET values to MessagePack and deserializes them. Thread-safe, except that two calls must not use the same
/// writer, reader or stream at once.
/// </summary>
public static partial class MessagePackSerializer
{
    /// <summary>
    /// Gets or sets the options of calls without options. Set it before the first call: setting it is not synchronized with
    /// calls on other threads.
    /// </summary>
    public static MessagePackSerializerOptions DefaultOptions { get; set; } = MessagePackSerializerOptions.Standard;

    /// <summary>Serializes a value to a new array.</summary>
    /// <typeparam name="T">The type to serialize.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackWriter.CancellationToken"/>; the built-in ones do not.</param>
    /// <returns>The message.</returns>
    /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
    [SkipLocalsInit]
    public static byte[] Serialize<T>(
        T value, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        options ??= DefaultOptions;
        if (options.Compression != MessagePackCompression.None)
        {
            return Lz4Serializer.Serialize(value, options, cancellationToken);
        }

        Unsafe.SkipInit(out StackBuffer buffer);
        var writer = new MessagePackWriter(ref buffer) { CancellationToken = cancellationToken, OldSpec = options.OldSpec == true };
        byte[] result;
        try
        {
            options.GetFormatter<T>().Serialize(ref writer, value, options);
            result = writer.ToArray();
        }
        catch (Exception exception)
        {
            MessagePackSerializationException? wrapped = ErrorLocator.WhileWriting<T>(exception, writer);
            writer.ReleaseScratch();
            if (wrapped is null)
            {
                throw;
            }

            throw wrapped;
        }

        writer.ReleaseScratch();
        return result;
    }

    /// <summary>Serializes a value to a buffer writer.</summary>
    /// <typeparam name="T">The type to serialize.</typeparam>
    /// <param name="writer">The output. After an error it might have a part of the message.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackWriter.CancellationToken"/>; the built-in ones do not.</param>
    /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
    public static void Serialize<T>(
        IBufferWriter<byte> writer, T value, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        var fast = new MessagePackWriter(writer) { CancellationToken = cancellationToken };
        Serialize(ref fast, value, options);
        fast.Flush();
    }

    /// <summary>Serializes a value to a writer.</summary>
    /// <typeparam name="T">The type to serialize.</typeparam>
    /// <param name="writer">The writer; it is not flushed.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
    public static void Serialize<T>(ref MessagePackWriter writer, T value, MessagePackSerializerOptions? options = null)
    {
        options ??= DefaultOptions;
        bool oldSpec = writer.OldSpec;
        long start = writer.Written;
        int depth = writer.Depth;
        options = writer.Adopt(options);
        try
        {
            if (options.Compression != MessagePackCompression.None)
            {
                Lz4Serializer.Serialize(ref writer, value, options);
                return;
            }

            options.GetFormatter<T>().Serialize(ref writer, value, options);
        }
        catch (Exception exception)
        {
            if (ErrorLocator.WhileWriting<T>(exception, writer, start, depth) is { } wrapped)
            {
                throw wrapped;
            }

            throw;
        }
        finally
        {
            writer.OldSpec = oldSpec;
        }
    }

    /// <summary>Deserializes a value. Bytes after it are ignored.</summary>
    /// <typeparam name="T">The type to deserialize.</typeparam>
    /// <param name="buffer">The input.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackReader.CancellationToken"/>; the built-in ones do not.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or the type cannot be read from it.</exception>
    public static T Deserialize<T>(
        ReadOnlyMemory<byte> buffer, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        var reader = new MessagePackReader(buffer) { CancellationToken = cancellationToken };
        return Deserialize<T>(ref reader, options);
    }

    /// <summary>Deserializes a value and returns its length. Bytes after it are ignored.</summary>
    /// <typeparam name="T">The type to deserialize.</typeparam>
    /// <param name="buffer">The input.</param>
    /// <param name="bytesRead">The length of the encoded value in bytes.</param>
    /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackReader.CancellationToken"/>; the built-in ones do not.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or the type cannot be read from it.</exception>
    public static T Deserialize<T>(ReadOnlyMemory<byte> buffer, out int bytesRead, CancellationToken cancellationToken = default) =>
        Deserialize<T>(buffer, options: null, out bytesRead, cancellationToken);

    /// <summary>Deserializes a value and returns its length. Bytes after it are ignored.</summary>
    /// <typeparam name="T">The type to deserialize.</typeparam>
    /// <param name="buffer">The input.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="bytesRead">The length of the encoded value in bytes.</param>
    /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackReader.CancellationToken"/>; the built-in ones do not.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or the type cannot be read from it.</exception>
    public static T Deserialize<T>(
        ReadOnlyMemory<byte> buffer, MessagePackSerializerOptions? options, out int bytesRead, CancellationToken cancellationToken = default)
    {
        var reader = new MessagePackReader(buffer) { CancellationToken = cancellationToken };
        T value = Deserialize<T>(ref reader, options);
        bytesRead = (int)reader.Consumed;
        return value;
    }

    /// <summary>Deserializes a value. Bytes after it are ignored.</summary>
    /// <typeparam name="T">The type to deserialize.</typeparam>
    /// <param name="byteSequence">The input.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackReader.CancellationToken"/>; the built-in ones do not.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or the type cannot be read from it.</exception>
    public static T Deserialize<T>(
        in ReadOnlySequence<byte> byteSequence, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        var reader = new MessagePackReader(byteSequence) { CancellationToken = cancellationToken };
        return Deserialize<T>(ref reader, options);
    }

    /// <summary>Deserializes the next value of a reader.</summary>
    /// <typeparam name="T">The type to deserialize.</typeparam>
    /// <param name="reader">The reader; it advances past the value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or the type cannot be read from it.</exception>
    public static T Deserialize<T>(ref MessagePackReader reader, MessagePackSerializerOptions? options = null)
    {
        options ??= DefaultOptions;
        return options.Compression == MessagePackCompression.None
            ? DeserializePlain<T>(ref reader, options)
            : Lz4Serializer.Deserialize<T>(ref reader, options);
    }

    /// <summary>Deserializes a value from a message that is not compressed.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="options">The options.</param>
    /// <param name="target">Reads into an existing value; null to make a new one by the formatter of the options.</param>
    /// <param name="isWhole">Whether the reader is at the beginning of a message although its depth is not 0: a decompressed one.</param>
    /// <typeparam name="T">The type to deserialize.</typeparam>
    internal static T DeserializePlain<T>(
        ref MessagePackReader reader, MessagePackSerializerOptions options, IMessagePackFormatter<T>? target = null, bool isWhole = false)
    {
        reader.LimitDepth(options.MaximumDepth);
        long start = reader.Consumed;
        int depth = reader.Depth;
        if (options.Limits is not null && (depth == 0 || isWhole))
        {
            CheckLimits(reader, options);
        }

        try
        {
            return (target ?? options.GetFormatter<T>()).Deserialize(ref reader, options);
        }
        catch (Exception exception)
        {
            if (Wrapped<T>(exception, reader, start, depth, options, isWhole, isNew: target is null) is { } wrapped)
            {
                throw wrapped;
            }

            throw;
        }
    }

    /// <summary>Returns the exception to throw instead of one of reading, or null to rethrow that.</summary>
    private static MessagePackSerializationException? Wrapped<T>(
        Exception exception, in MessagePackReader reader, long start, int depth, MessagePackSerializerOptions options, bool isWhole, bool isNew)
    {
        MessagePackReader begin = reader.BackAt(start, isWhole ? 0 : depth);
        if (isWhole)
        {
            begin.LimitDepth(options.MaximumDepth - depth);
        }

        MessagePackSerializationException? wrapped = ErrorLocator.WhileReading<T>(exception, begin, reader.Consumed, options);

        // What an existing object lacks is not known here.
        if (isNew && options.ErrorLimit > 1 && (wrapped ?? exception) is MessagePackSerializationException first)
        {
            AllErrors.Find<T>(first, begin, options);
        }

        return wrapped;
    }
}
