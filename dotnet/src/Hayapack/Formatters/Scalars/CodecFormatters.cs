using System.Runtime.InteropServices;

namespace Hayapack.Formatters;

/// <summary>Serializes a value of a primitive type.</summary>
internal sealed class CodecFormatter<T, TCodec> : IMessagePackFormatter<T>
    where TCodec : struct, IPrimitiveCodec<T>
{
    internal static readonly CodecFormatter<T, TCodec> Instance = new();

    public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options) =>
        writer.Commit(TCodec.Write(ref writer.Reserve(TCodec.Size), value));

    public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => TCodec.Read(ref reader);
}

/// <summary>Serializes an array of a primitive type.</summary>
internal sealed class CodecArrayFormatter<T, TCodec> : IMessagePackFormatter<T[]?>, IArrayErrors<T>
    where TCodec : struct, IPrimitiveCodec<T>
{
    public void Serialize(ref MessagePackWriter writer, T[]? value, MessagePackSerializerOptions options)
    {
        if (!writer.TryWriteNil(value))
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
        T[] array = count == 0 ? [] : GC.AllocateUninitializedArray<T>(count);
        PrimitiveRun<T, TCodec>.Read(ref reader, array);
        reader.LeaveDepth();
        return array;
    }

    IMessagePackFormatter<T> IArrayErrors<T>.Element(MessagePackSerializerOptions options) => CodecFormatter<T, TCodec>.Instance;
}

/// <summary>Serializes a list of a primitive type.</summary>
internal sealed class CodecListFormatter<T, TCodec> : IMessagePackFormatter<List<T>?>, ICollectionFormatter<List<T>?>, IArrayErrors<T>
    where TCodec : struct, IPrimitiveCodec<T>
{
    public void Serialize(ref MessagePackWriter writer, List<T>? value, MessagePackSerializerOptions options)
    {
        if (!writer.TryWriteNil(value))
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

    IMessagePackFormatter<T> IArrayErrors<T>.Element(MessagePackSerializerOptions options) => CodecFormatter<T, TCodec>.Instance;

    bool ICollectionFormatter<List<T>?>.TryFill(List<T>? target, List<T>? source, MessagePackSecurity security) =>
        Populating.TryFill(target, source!, security);
}
