using System.Buffers;
using System.Runtime.InteropServices;

namespace Hayapack.Formatters;

/// <summary>Reads a byte array from a bin, a str or an array of integers.</summary>
internal static class BytesReading
{
    internal static byte[]? Read(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        if (reader.NextMessagePackType == MessagePackType.Array)
        {
            return ArrayOfBytes.Deserialize(ref reader, options);
        }

        if (reader.IsNextJsonForm)
        {
            return reader.ReadBase64();
        }

        long start = reader.Consumed;
        uint size = reader.ReadBytesHeader();
        ReadOnlySpan<byte> bytes = reader.TryTakeSpan(size, out bool whole);
        return whole ? bytes.ToArray() : reader.ReadRaw(size).ToArray();
    }

    private static readonly CodecArrayFormatter<byte, ByteCodec> ArrayOfBytes = new();
}

/// <summary>Serializes an array of <see cref="byte"/> as a bin. Also reads a str and an array of integers.</summary>
public sealed class ByteArrayFormatter : IMessagePackFormatter<byte[]?>
{
    /// <summary>The shared instance.</summary>
    public static readonly ByteArrayFormatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, byte[]? value, MessagePackSerializerOptions options) => writer.Write(value);

    /// <inheritdoc/>
    public byte[]? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => BytesReading.Read(ref reader, options);
}

/// <summary>Serializes <see cref="Memory{T}"/> of bytes as a bin.</summary>
public sealed class ByteMemoryFormatter : IMessagePackFormatter<Memory<byte>>
{
    /// <summary>The shared instance.</summary>
    public static readonly ByteMemoryFormatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Memory<byte> value, MessagePackSerializerOptions options) => writer.Write(value.Span);

    /// <inheritdoc/>
    public Memory<byte> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        BytesReading.Read(ref reader, options);
}

/// <summary>Serializes <see cref="ReadOnlyMemory{T}"/> of bytes as a bin.</summary>
public sealed class ByteReadOnlyMemoryFormatter : IMessagePackFormatter<ReadOnlyMemory<byte>>
{
    /// <summary>The shared instance.</summary>
    public static readonly ByteReadOnlyMemoryFormatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ReadOnlyMemory<byte> value, MessagePackSerializerOptions options) =>
        writer.Write(value.Span);

    /// <inheritdoc/>
    public ReadOnlyMemory<byte> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        BytesReading.Read(ref reader, options);
}

/// <summary>Serializes <see cref="ReadOnlySequence{T}"/> of bytes as a bin.</summary>
public sealed class ByteReadOnlySequenceFormatter : IMessagePackFormatter<ReadOnlySequence<byte>>
{
    /// <summary>The shared instance.</summary>
    public static readonly ByteReadOnlySequenceFormatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ReadOnlySequence<byte> value, MessagePackSerializerOptions options) =>
        writer.Write(value);

    /// <inheritdoc/>
    public ReadOnlySequence<byte> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        new(BytesReading.Read(ref reader, options) ?? []);
}

/// <summary>Serializes <see cref="ArraySegment{T}"/> of bytes as a bin.</summary>
public sealed class ByteArraySegmentFormatter : IMessagePackFormatter<ArraySegment<byte>>
{
    /// <summary>The shared instance.</summary>
    public static readonly ByteArraySegmentFormatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ArraySegment<byte> value, MessagePackSerializerOptions options)
    {
        if (!writer.TryWriteNil(value.Array))
        {
            writer.Write(value.AsSpan());
        }
    }

    /// <inheritdoc/>
    public ArraySegment<byte> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        BytesReading.Read(ref reader, options) is { } bytes ? bytes : default(ArraySegment<byte>);
}

/// <summary>Serializes a list of bytes as an array of integers, like MessagePack-CSharp. Also reads a bin.</summary>
public sealed class ByteListFormatter : IMessagePackFormatter<List<byte>?>, ICollectionFormatter<List<byte>?>
{
    /// <summary>The shared instance.</summary>
    public static readonly ByteListFormatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, List<byte>? value, MessagePackSerializerOptions options)
    {
        if (!writer.TryWriteNil(value))
        {
            PrimitiveRun<byte, ByteCodec>.Write(ref writer, CollectionsMarshal.AsSpan(value));
        }
    }

    /// <inheritdoc/>
    public List<byte>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        BytesReading.Read(ref reader, options) is { } bytes ? [.. bytes] : null;

    bool ICollectionFormatter<List<byte>?>.TryFill(List<byte>? target, List<byte>? source, MessagePackSecurity security) =>
        Populating.TryFill(target, source!, security);
}
