using System.Buffers;
using Hayapack.Checking;
using Hayapack.Formatters;

namespace Hayapack.Compression;

/// <summary>
/// Serializes and deserializes values as compressed messages. The caller has checked that the options enable compression.
/// </summary>
internal static class Lz4Serializer
{
    /// <summary>Serializes a value to a new array.</summary>
    internal static byte[] Serialize<T>(T value, MessagePackSerializerOptions options, CancellationToken cancellationToken)
    {
        ScratchArray scratch = ScratchArray.Take();
        var writer = new MessagePackWriter(scratch.Array) { CancellationToken = cancellationToken, OldSpec = options.OldSpec == true };
        try
        {
            Write(ref writer, value, options);
            if (StaysPlain<T>(writer.Collected, options))
            {
                return writer.ToArray();
            }

            var packed = new Lz4FrameWriter(writer.Collected, options.Compression, Threads(options), options.CompressionAcceleration);
            byte[] result = GC.AllocateUninitializedArray<byte>(packed.Length);
            packed.CopyTo(result);
            packed.Dispose();
            return result;
        }
        finally
        {
            scratch.Release(writer.TakeScratch());
        }
    }

    /// <summary>Serializes a value to a writer.</summary>
    internal static void Serialize<T>(ref MessagePackWriter output, T value, MessagePackSerializerOptions options)
    {
        ScratchArray scratch = ScratchArray.Take();
        MessagePackWriter writer = output.Collector(scratch.Array);
        try
        {
            Write(ref writer, value, options);
            if (StaysPlain<T>(writer.Collected, options))
            {
                output.WriteRaw(writer.Collected);
                return;
            }

            var packed = new Lz4FrameWriter(writer.Collected, options.Compression, Threads(options), options.CompressionAcceleration);
            packed.CopyTo(ref output);
            packed.Dispose();
        }
        finally
        {
            scratch.Release(writer.TakeScratch());
        }
    }

    /// <summary>Deserializes a value from a message that might be compressed.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="options">The options.</param>
    /// <param name="target">Reads into an existing value; null to make a new one.</param>
    internal static T Deserialize<T>(ref MessagePackReader reader, MessagePackSerializerOptions options, IMessagePackFormatter<T>? target = null)
    {
        long offset = reader.Consumed;
        int length = Lz4MessageDecompressor.Decompress(ref reader, options.Security.MaximumDecompressedSize, out byte[]? message);
        if (message is null)
        {
            return MessagePackSerializer.DeserializePlain(ref reader, options, target);
        }

        // A reader over a span copies the bytes it returns, so no value refers to the pooled array.
        var inner = new MessagePackReader(message.AsSpan(0, length)) { CancellationToken = reader.CancellationToken, Depth = reader.Depth };
        try
        {
            T value = MessagePackSerializer.DeserializePlain(ref inner, options, target, isWhole: true);
            if (!inner.End)
            {
                throw new MessagePackSerializationException(
                    MessagePackErrorNames.ExtraData, inner.Consumed, "There are bytes after the compressed message.")
                { Path = "$" };
            }

            return value;
        }
        catch (MessagePackSerializationException fault)
        {
            foreach (MessagePackSerializationException error in fault.Errors)
            {
                error.Lz4Offset ??= offset;
            }

            throw;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(message);
        }
    }

    private static int Threads(MessagePackSerializerOptions options) => ParallelWork.Threads(options.CompressionMaxDegreeOfParallelism);

    private static void Write<T>(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options)
    {
        int depth = writer.Depth;
        try
        {
            options.GetFormatter<T>().Serialize(ref writer, value, options);
        }
        catch (Exception exception)
        {
            if (ErrorLocator.WhileWriting<T>(exception, writer, depth: depth) is { } wrapped)
            {
                throw wrapped;
            }

            throw;
        }
    }

    /// <summary>
    /// Returns whether a message is written without compression: primitive types and short messages, as in
    /// MessagePack-CSharp. A short message that a reader would take for a compressed one is compressed.
    /// </summary>
    private static bool StaysPlain<T>(ReadOnlySpan<byte> message, MessagePackSerializerOptions options) =>
        typeof(T).IsPrimitive || message.IsEmpty ||
        (message.Length < options.CompressionMinLength && Lz4FrameReader.Detect(new MessagePackReader(message)) == MessagePackCompression.None);
}
