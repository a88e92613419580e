namespace Hayapack.Formatters;

/// <summary>Serializes a collection as an array, in enumeration order.</summary>
/// <typeparam name="TCollection">The collection type.</typeparam>
/// <typeparam name="T">The element's type.</typeparam>
public abstract class SequenceFormatter<TCollection, T> : IMessagePackFormatter<TCollection?>, ICollectionFormatter<TCollection?>, IArrayErrors<T>
    where TCollection : IEnumerable<T>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, TCollection? value, MessagePackSerializerOptions options)
    {
        switch (value)
        {
            case null:
                writer.WriteNil();
                break;
            case T[] array when array.GetType() == typeof(T[]):
                GrowingArray.Write<T>(ref writer, array, options);
                break;
            default:
                if (value.TryGetNonEnumeratedCount(out int count) || TryGetCount(value, out count))
                {
                    Write(ref writer, value, count, options);
                }
                else
                {
                    GrowingArray.Write<T>(ref writer, value.ToArray(), options);
                }

                break;
        }
    }

    /// <inheritdoc/>
    public virtual TCollection? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return default;
        }

        long header = reader.Consumed;
        return CreateAt(header, GrowingArray.Read<T>(ref reader, options), options);
    }

    bool ICollectionFormatter<TCollection?>.TryFill(TCollection? target, TCollection? source, MessagePackSecurity security) =>
        Populating.TryFill(target, source!, security);

    /// <summary>Creates the collection. An error of a comparer gets the array's offset.</summary>
    private protected TCollection CreateAt(long offset, T[] items, MessagePackSerializerOptions options)
    {
        try
        {
            return Create(items, options);
        }
        catch (MessagePackSerializationException fault) when (fault.Offset < 0)
        {
            fault.Offset = offset;
            throw;
        }
    }

    /// <summary>Creates the collection.</summary>
    /// <param name="items">The elements in the order of the input; the collection may keep the array.</param>
    /// <param name="options">The options.</param>
    /// <returns>The collection.</returns>
    protected abstract TCollection Create(T[] items, MessagePackSerializerOptions options);

    /// <summary>Returns the formatter that writes the elements.</summary>
    private protected virtual IMessagePackFormatter<T> Writer(MessagePackSerializerOptions options) => options.GetFormatter<T>();

    /// <summary>Returns the count of a read-only collection, which .NET's method does not ask.</summary>
    private static bool TryGetCount(TCollection value, out int count)
    {
        count = (value as IReadOnlyCollection<T>)?.Count ?? -1;
        return count >= 0;
    }

    private void Write(ref MessagePackWriter writer, TCollection value, int count, MessagePackSerializerOptions options)
    {
        writer.EnterDepth(options);
        writer.WriteArrayHeader(count);
        IMessagePackFormatter<T> formatter = Writer(options);
        int written = 0;
        foreach (T item in value)
        {
            formatter.Serialize(ref writer, item, options);
            written++;
        }

        CollectionGuard.Same(written, count, writer.Written);
        writer.LeaveDepth();
    }
}
