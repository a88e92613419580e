using System.Buffers;
using System.Runtime.InteropServices;

namespace Hayapack.Formatters;

/// <summary>Serializes a one-dimensional array as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ArrayFormatter<T> : IMessagePackFormatter<T[]?>, IArrayErrors<T>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, T[]? value, MessagePackSerializerOptions options)
    {
        if (!writer.TryWriteNil(value))
        {
            GrowingArray.Write<T>(ref writer, value, options);
        }
    }

    /// <inheritdoc/>
    public T[]? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : GrowingArray.Read<T>(ref reader, options);
}

/// <summary>Serializes <see cref="List{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ListFormatter<T> : IMessagePackFormatter<List<T>?>, ICollectionFormatter<List<T>?>, IArrayErrors<T>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, List<T>? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
            return;
        }

        int count = value.Count;
        GrowingArray.Write<T>(ref writer, CollectionsMarshal.AsSpan(value), options);
        CollectionGuard.Same(value.Count, count, writer.Written);
    }

    /// <inheritdoc/>
    public List<T>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        int count = reader.ReadArrayHeader();
        var list = new List<T>(GrowingArray.Capacity<T>(count));
        if (count > 0)
        {
            IMessagePackFormatter<T> formatter = options.GetFormatter<T>();
            for (int i = 0; i < count; i++)
            {
                list.Add(formatter.Deserialize(ref reader, options));
            }
        }

        reader.LeaveDepth();
        return list;
    }

    bool ICollectionFormatter<List<T>?>.TryFill(List<T>? target, List<T>? source, MessagePackSecurity security) =>
        Populating.TryFill(target, source!, security);
}

/// <summary>Serializes <see cref="Memory{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class MemoryFormatter<T> : IMessagePackFormatter<Memory<T>>, IArrayErrors<T>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Memory<T> value, MessagePackSerializerOptions options) =>
        GrowingArray.Write<T>(ref writer, value.Span, options);

    /// <inheritdoc/>
    public Memory<T> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? default(Memory<T>) : GrowingArray.Read<T>(ref reader, options);
}

/// <summary>Serializes <see cref="ReadOnlyMemory{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ReadOnlyMemoryFormatter<T> : IMessagePackFormatter<ReadOnlyMemory<T>>, IArrayErrors<T>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ReadOnlyMemory<T> value, MessagePackSerializerOptions options) =>
        GrowingArray.Write(ref writer, value.Span, options);

    /// <inheritdoc/>
    public ReadOnlyMemory<T> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? default(ReadOnlyMemory<T>) : GrowingArray.Read<T>(ref reader, options);
}

/// <summary>Serializes <see cref="ReadOnlySequence{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ReadOnlySequenceFormatter<T> : IMessagePackFormatter<ReadOnlySequence<T>>, IArrayErrors<T>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ReadOnlySequence<T> value, MessagePackSerializerOptions options) =>
        GrowingArray.Write<T>(ref writer, value.IsSingleSegment ? value.FirstSpan : value.ToArray(), options);

    /// <inheritdoc/>
    public ReadOnlySequence<T> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? default : new ReadOnlySequence<T>(GrowingArray.Read<T>(ref reader, options));
}

/// <summary>Serializes <see cref="ArraySegment{T}"/> as an array, or as nil if it has no array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ArraySegmentFormatter<T> : IMessagePackFormatter<ArraySegment<T>>, IArrayErrors<T>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ArraySegment<T> value, MessagePackSerializerOptions options)
    {
        if (!writer.TryWriteNil(value.Array))
        {
            GrowingArray.Write<T>(ref writer, value.AsSpan(), options);
        }
    }

    /// <inheritdoc/>
    public ArraySegment<T> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? default(ArraySegment<T>) : GrowingArray.Read<T>(ref reader, options);
}
