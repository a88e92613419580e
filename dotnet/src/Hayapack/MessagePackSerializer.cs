using System.Buffers;
using Hayapack.Checking;
using Hayapack.Compression;

namespace Hayapack;

/// <summary>Writes and reads MessagePack. Thread-safe.</summary>
public static partial class MessagePackSerializer
{
    /// <summary>Gets or sets the options of calls that give none.</summary>
    public static MessagePackSerializerOptions DefaultOptions { get; set; } = MessagePackSerializerOptions.Standard;

    /// <summary>Writes a value.</summary>
    /// <typeparam name="T">The type that is written.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Ends a long call.</param>
    /// <returns>The bytes.</returns>
    /// <exception cref="MessagePackSerializationException">The value cannot be written.</exception>
    public static byte[] Serialize<T>(
        T value, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        options ??= DefaultOptions;
        if (options.Compression != MessagePackCompression.None)
        {
            return Lz4Serializer.Serialize(value, options, cancellationToken);
        }

        ScratchArray scratch = ScratchArray.Take();
        var writer = new MessagePackWriter(scratch.Array) { CancellationToken = cancellationToken, OldSpec = options.OldSpec == true };
        byte[] result;
        try
        {
            options.GetFormatter<T>().Serialize(ref writer, value, options);
            result = writer.ToArray();
        }
        catch (Exception exception)
        {
            long written = writer.Written;
            scratch.Release(writer.TakeScratch());
            MessagePackSerializationException? wrapped = Faults.WhileWriting<T>(exception, written);
            if (wrapped is null)
            {
                throw;
            }

            throw wrapped;
        }

        scratch.Release(writer.TakeScratch());
        return result;
    }

    /// <summary>Writes a value.</summary>
    /// <typeparam name="T">The type that is written.</typeparam>
    /// <param name="writer">Takes the bytes.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Ends a long call.</param>
    /// <exception cref="MessagePackSerializationException">The value cannot be written.</exception>
    public static void Serialize<T>(
        IBufferWriter<byte> writer, T value, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        var fast = new MessagePackWriter(writer) { CancellationToken = cancellationToken };
        Serialize(ref fast, value, options);
        fast.Flush();
    }

    /// <summary>Writes a value.</summary>
    /// <typeparam name="T">The type that is written.</typeparam>
    /// <param name="writer">The writer; it is not flushed.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <exception cref="MessagePackSerializationException">The value cannot be written.</exception>
    public static void Serialize<T>(ref MessagePackWriter writer, T value, MessagePackSerializerOptions? options = null)
    {
        options ??= DefaultOptions;
        bool oldSpec = writer.OldSpec;
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
            MessagePackSerializationException? wrapped = Faults.WhileWriting<T>(exception, writer.Written);
            if (wrapped is null)
            {
                throw;
            }

            throw wrapped;
        }
        finally
        {
            writer.OldSpec = oldSpec;
        }
    }

    /// <summary>Reads a value; bytes after it are ignored.</summary>
    /// <typeparam name="T">The type that is read.</typeparam>
    /// <param name="buffer">The input.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Ends a long call.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or not what the type takes.</exception>
    public static T Deserialize<T>(
        ReadOnlyMemory<byte> buffer, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        var reader = new MessagePackReader(buffer) { CancellationToken = cancellationToken };
        return Deserialize<T>(ref reader, options);
    }

    /// <summary>Reads a value and tells where it ends.</summary>
    /// <typeparam name="T">The type that is read.</typeparam>
    /// <param name="buffer">The input.</param>
    /// <param name="bytesRead">The length of the value in bytes.</param>
    /// <param name="cancellationToken">Ends a long call.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or not what the type takes.</exception>
    public static T Deserialize<T>(ReadOnlyMemory<byte> buffer, out int bytesRead, CancellationToken cancellationToken = default) =>
        Deserialize<T>(buffer, options: null, out bytesRead, cancellationToken);

    /// <summary>Reads a value and tells where it ends.</summary>
    /// <typeparam name="T">The type that is read.</typeparam>
    /// <param name="buffer">The input.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="bytesRead">The length of the value in bytes.</param>
    /// <param name="cancellationToken">Ends a long call.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or not what the type takes.</exception>
    public static T Deserialize<T>(
        ReadOnlyMemory<byte> buffer, MessagePackSerializerOptions? options, out int bytesRead, CancellationToken cancellationToken = default)
    {
        var reader = new MessagePackReader(buffer) { CancellationToken = cancellationToken };
        T value = Deserialize<T>(ref reader, options);
        bytesRead = (int)reader.Consumed;
        return value;
    }

    /// <summary>Reads a value; bytes after it are ignored.</summary>
    /// <typeparam name="T">The type that is read.</typeparam>
    /// <param name="byteSequence">The input.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Ends a long call.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or not what the type takes.</exception>
    public static T Deserialize<T>(
        in ReadOnlySequence<byte> byteSequence, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        var reader = new MessagePackReader(byteSequence) { CancellationToken = cancellationToken };
        return Deserialize<T>(ref reader, options);
    }

    /// <summary>Reads a value.</summary>
    /// <typeparam name="T">The type that is read.</typeparam>
    /// <param name="reader">The reader, which is left after the value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or not what the type takes.</exception>
    public static T Deserialize<T>(ref MessagePackReader reader, MessagePackSerializerOptions? options = null)
    {
        options ??= DefaultOptions;
        return options.Compression == MessagePackCompression.None
            ? DeserializePlain<T>(ref reader, options)
            : Lz4Serializer.Deserialize<T>(ref reader, options);
    }

    /// <summary>Reads a value that is not compressed.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="options">The options.</param>
    /// <param name="isWhole">Whether the reader has the whole message, although its depth is not 0.</param>
    /// <typeparam name="T">The type that is read.</typeparam>
    internal static T DeserializePlain<T>(ref MessagePackReader reader, MessagePackSerializerOptions options, bool isWhole = false)
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
            return options.GetFormatter<T>().Deserialize(ref reader, options);
        }
        catch (Exception exception)
        {
            MessagePackReader begin = reader.BackAt(start, isWhole ? 0 : depth);
            if (isWhole)
            {
                begin.LimitDepth(options.MaximumDepth - depth);
            }

            MessagePackSerializationException? wrapped = Faults.WhileReading<T>(exception, begin, reader.Consumed, options);
            if (wrapped is null)
            {
                throw;
            }

            throw wrapped;
        }
    }
}
