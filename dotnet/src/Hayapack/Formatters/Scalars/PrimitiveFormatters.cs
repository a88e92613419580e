using System.Runtime.InteropServices;

namespace Hayapack.Formatters;

/// <summary>One value.</summary>
internal sealed class PrimitiveFormatter<T, TCodec> : IMessagePackFormatter<T>
    where TCodec : struct, IPrimitiveCodec<T>
{
    public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options) =>
        writer.Commit(TCodec.Write(ref writer.Reserve(TCodec.Size), value));

    public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => TCodec.Read(ref reader);
}

/// <summary>An array.</summary>
internal sealed class PrimitiveArrayFormatter<T, TCodec> : IMessagePackFormatter<T[]?>
    where TCodec : struct, IPrimitiveCodec<T>
{
    public void Serialize(ref MessagePackWriter writer, T[]? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
        }
        else
        {
            PrimitiveRun<T, TCodec>.Write(ref writer, value);
        }
    }

    public T[]? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        int count = reader.ReadArrayHeader();
        T[] array = count == 0 ? [] : new T[count];
        PrimitiveRun<T, TCodec>.Read(ref reader, array);
        reader.LeaveDepth();
        return array;
    }
}

/// <summary>A list.</summary>
internal sealed class PrimitiveListFormatter<T, TCodec> : IMessagePackFormatter<List<T>?>
    where TCodec : struct, IPrimitiveCodec<T>
{
    public void Serialize(ref MessagePackWriter writer, List<T>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
        }
        else
        {
            PrimitiveRun<T, TCodec>.Write(ref writer, CollectionsMarshal.AsSpan(value));
        }
    }

    public List<T>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        int count = reader.ReadArrayHeader();
        var list = new List<T>(count);
        CollectionsMarshal.SetCount(list, count);
        PrimitiveRun<T, TCodec>.Read(ref reader, CollectionsMarshal.AsSpan(list));
        reader.LeaveDepth();
        return list;
    }
}

/// <summary>Arrays of primitives: each takes a byte at least, so that a count allocates at most 8 times the input.</summary>
internal static class PrimitiveRun<T, TCodec>
    where TCodec : struct, IPrimitiveCodec<T>
{
    /// <summary>How many values are written for one check of the room.</summary>
    private const int Batch = 256;

    internal static void Write(ref MessagePackWriter writer, ReadOnlySpan<T> values)
    {
        writer.WriteArrayHeader(values.Length);
        while (values.Length > 0)
        {
            int count = Math.Min(values.Length, Batch);
            ref byte start = ref writer.Reserve(count * TCodec.Size);
            int size = 0;
            foreach (T value in values[..count])
            {
                size += TCodec.Write(ref System.Runtime.CompilerServices.Unsafe.Add(ref start, size), value);
            }

            writer.Commit(size);
            values = values[count..];
        }
    }

    internal static void Read(ref MessagePackReader reader, Span<T> values)
    {
        for (int i = 0; i < values.Length; i++)
        {
            values[i] = TCodec.Read(ref reader);
        }
    }
}
