namespace Hayapack.Formatters;

/// <summary>
/// Base class for an application's formatter of a dictionary, written as a map. Named as in MessagePack-CSharp;
/// <see cref="HashMapFormatter{TMap, TKey, TValue}"/> takes one method. A repeated key is an error of
/// <see cref="Add"/>, if it throws one.
/// </summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
/// <typeparam name="TIntermediate">The type in which entries are collected.</typeparam>
/// <typeparam name="TEnumerator">The enumerator's type.</typeparam>
/// <typeparam name="TDictionary">The dictionary type.</typeparam>
public abstract class DictionaryFormatterBase<TKey, TValue, TIntermediate, TEnumerator, TDictionary>
    : IMessagePackFormatter<TDictionary?>, ICollectionFormatter<TDictionary?>, IMapErrors<TKey, TValue>
    where TKey : notnull
    where TDictionary : IEnumerable<KeyValuePair<TKey, TValue>>
    where TEnumerator : IEnumerator<KeyValuePair<TKey, TValue>>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, TDictionary? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
            return;
        }

        writer.EnterDepth(options);
        int count = value.Count(), written = 0;
        writer.WriteMapHeader(count);
        IMessagePackFormatter<TKey> keys = options.GetFormatter<TKey>();
        IMessagePackFormatter<TValue> values = options.GetFormatter<TValue>();
        using (TEnumerator entries = GetSourceEnumerator(value))
        {
            while (entries.MoveNext())
            {
                (TKey key, TValue item) = entries.Current;
                keys.Serialize(ref writer, key, options);
                values.Serialize(ref writer, item, options);
                written++;
            }
        }

        CollectionGuard.Same(written, count, writer.Written);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public TDictionary? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return default;
        }

        reader.EnterDepth(options);
        int count = reader.ReadMapHeader();
        IMessagePackFormatter<TKey> keys = options.GetFormatter<TKey>();
        IMessagePackFormatter<TValue> values = options.GetFormatter<TValue>();
        TIntermediate entries = Create(count, options);
        for (int i = 0; i < count; i++)
        {
            long start = reader.Consumed;
            TKey key = keys.Deserialize(ref reader, options);
            if (key is null)
            {
                throw MessagePackReader.NilKey(start);
            }

            Add(entries, i, key, values.Deserialize(ref reader, options), options);
        }

        reader.LeaveDepth();
        return Complete(entries);
    }

    bool ICollectionFormatter<TDictionary?>.TryFill(TDictionary? target, TDictionary? source, MessagePackSecurity security) =>
        Populating.TryFillMap(target, source!, security);

    /// <summary>Returns the enumerator.</summary>
    /// <param name="source">The dictionary.</param>
    /// <returns>The enumerator.</returns>
    protected abstract TEnumerator GetSourceEnumerator(TDictionary source);

    /// <summary>Creates the object in which entries are collected.</summary>
    /// <param name="count">The number of entries, at most half the number of bytes left in the input.</param>
    /// <param name="options">The options; <see cref="MessagePackSecurity.GetEqualityComparer{T}"/> has the comparer for the keys.</param>
    /// <returns>The object.</returns>
    protected abstract TIntermediate Create(int count, MessagePackSerializerOptions options);

    /// <summary>Adds an entry.</summary>
    /// <param name="collection">The object in which entries are collected.</param>
    /// <param name="index">The position of the entry.</param>
    /// <param name="key">The key.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options.</param>
    protected abstract void Add(TIntermediate collection, int index, TKey key, TValue value, MessagePackSerializerOptions options);

    /// <summary>Creates the dictionary.</summary>
    /// <param name="intermediateCollection">The object with all entries.</param>
    /// <returns>The dictionary.</returns>
    protected abstract TDictionary Complete(TIntermediate intermediateCollection);
}

/// <summary>Base class for an application's formatter of a dictionary, enumerated by its interface.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
/// <typeparam name="TIntermediate">The type in which entries are collected.</typeparam>
/// <typeparam name="TDictionary">The dictionary type.</typeparam>
public abstract class DictionaryFormatterBase<TKey, TValue, TIntermediate, TDictionary>
    : DictionaryFormatterBase<TKey, TValue, TIntermediate, IEnumerator<KeyValuePair<TKey, TValue>>, TDictionary>
    where TKey : notnull
    where TDictionary : IEnumerable<KeyValuePair<TKey, TValue>>
{
    /// <inheritdoc/>
    protected override IEnumerator<KeyValuePair<TKey, TValue>> GetSourceEnumerator(TDictionary source) => source.GetEnumerator();
}

/// <summary>Base class for an application's formatter of a dictionary to which entries can be added.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
/// <typeparam name="TDictionary">The dictionary type.</typeparam>
public abstract class DictionaryFormatterBase<TKey, TValue, TDictionary> : DictionaryFormatterBase<TKey, TValue, TDictionary, TDictionary>
    where TKey : notnull
    where TDictionary : IDictionary<TKey, TValue>
{
    /// <inheritdoc/>
    protected override TDictionary Complete(TDictionary intermediateCollection) => intermediateCollection;
}
