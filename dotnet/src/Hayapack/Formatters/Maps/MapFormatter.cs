using Hayapack.Hashing;

namespace Hayapack.Formatters;

/// <summary>
/// Serializes a dictionary as a map, in enumeration order. Reading fails with <c>duplicate_key</c> for a repeated key.
/// </summary>
/// <typeparam name="TMap">The dictionary type.</typeparam>
/// <typeparam name="TBuilder">The type in which entries are collected.</typeparam>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
public abstract class MapFormatter<TMap, TBuilder, TKey, TValue> : IMessagePackFormatter<TMap?>, ICollectionFormatter<TMap?>, IMapErrors<TKey, TValue>
    where TMap : IEnumerable<KeyValuePair<TKey, TValue>>
    where TBuilder : IDictionary<TKey, TValue>
    where TKey : notnull
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, TMap? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
            return;
        }

        writer.EnterDepth(options);
        IEnumerable<KeyValuePair<TKey, TValue>> entries = value;
        if (!value.TryGetNonEnumeratedCount(out int count))
        {
            KeyValuePair<TKey, TValue>[] copy = [.. value];
            entries = copy;
            count = copy.Length;
        }

        writer.WriteMapHeader(count);
        IMessagePackFormatter<TKey> keys = KeyWriter(options);
        IMessagePackFormatter<TValue> values = ValueWriter(options);
        int written = 0;
        if (entries is Dictionary<TKey, TValue> dictionary)
        {
            foreach ((TKey key, TValue item) in dictionary)
            {
                keys.Serialize(ref writer, key, options);
                values.Serialize(ref writer, item, options);
                written++;
            }
        }
        else
        {
            foreach ((TKey key, TValue item) in entries)
            {
                keys.Serialize(ref writer, key, options);
                values.Serialize(ref writer, item, options);
                written++;
            }
        }

        CollectionGuard.Same(written, count, writer.Written);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public TMap? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return default;
        }

        reader.EnterDepth(options);
        long header = reader.Consumed;
        int count = reader.ReadMapHeader();
        TBuilder builder = BeginAt(header, count, options);
        if (count > 0)
        {
            IMessagePackFormatter<TKey> keys = options.GetFormatter<TKey>();
            IMessagePackFormatter<TValue> values = options.GetFormatter<TValue>();
            for (int i = 0; i < count; i++)
            {
                long start = reader.Consumed;
                TKey key = reader.ReadsJsonForms ? JsonKeys.Read(ref reader, keys, options) : keys.Deserialize(ref reader, options);
                if (key is null)
                {
                    throw MessagePackReader.NilKey(start);
                }

                TValue value = values.Deserialize(ref reader, options);
                if (!TryAdd(builder, key, value))
                {
                    MessagePackReader.ThrowDuplicateKey(start);
                }
            }
        }

        reader.LeaveDepth();
        return End(builder, options);
    }

    bool ICollectionFormatter<TMap?>.TryFill(TMap? target, TMap? source, MessagePackSecurity security) =>
        Populating.TryFillMap(target, source!, security);

    /// <summary>Creates the builder that collects the entries.</summary>
    /// <param name="capacity">The initial capacity, in entries.</param>
    /// <param name="options">The options.</param>
    /// <returns>An empty builder.</returns>
    protected abstract TBuilder Begin(int capacity, MessagePackSerializerOptions options);

    /// <summary>Returns the formatter that writes the keys.</summary>
    private protected virtual IMessagePackFormatter<TKey> KeyWriter(MessagePackSerializerOptions options) => options.GetFormatter<TKey>();

    /// <summary>Returns the formatter that writes the values.</summary>
    private protected virtual IMessagePackFormatter<TValue> ValueWriter(MessagePackSerializerOptions options) => options.GetFormatter<TValue>();

    /// <summary>Returns the initial capacity for a declared count, in entries.</summary>
    /// <remarks>Large entries have a small capacity, which must not look like few keys.</remarks>
    internal static int Capacity(int count) =>
        Math.Max(GrowingArray.Capacity<KeyValuePair<TKey, TValue>>(count), Math.Min(count, KeyedComparers.Few + 1));

    /// <summary>Creates the builder for a declared count; an error of its creation gets the header's offset.</summary>
    internal TBuilder BeginAt(long offset, int count, MessagePackSerializerOptions options)
    {
        try
        {
            return Begin(Capacity(count), options);
        }
        catch (MessagePackSerializationException fault) when (fault.Offset < 0)
        {
            fault.Offset = offset;
            throw;
        }
    }

    /// <summary>Adds an entry.</summary>
    /// <param name="builder">The builder.</param>
    /// <param name="key">The key.</param>
    /// <param name="value">The value.</param>
    /// <returns>False if the builder already contains the key.</returns>
    protected virtual bool TryAdd(TBuilder builder, TKey key, TValue value)
    {
        if (builder.ContainsKey(key))
        {
            return false;
        }

        builder.Add(key, value);
        return true;
    }

    /// <summary>Creates the dictionary.</summary>
    /// <param name="builder">The builder with all entries.</param>
    /// <param name="options">The options.</param>
    /// <returns>The dictionary.</returns>
    protected abstract TMap End(TBuilder builder, MessagePackSerializerOptions options);
}

/// <summary>Serializes a dictionary whose entries are collected in a <see cref="Dictionary{TKey, TValue}"/>.</summary>
/// <typeparam name="TMap">The dictionary type.</typeparam>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
public abstract class HashMapFormatter<TMap, TKey, TValue> : MapFormatter<TMap, Dictionary<TKey, TValue>, TKey, TValue>
    where TMap : IEnumerable<KeyValuePair<TKey, TValue>>
    where TKey : notnull
{
    /// <inheritdoc/>
    protected override Dictionary<TKey, TValue> Begin(int capacity, MessagePackSerializerOptions options) =>
        new(capacity, options.Security.ComparerFor<TKey>(capacity));

    /// <inheritdoc/>
    protected override bool TryAdd(Dictionary<TKey, TValue> builder, TKey key, TValue value) => builder.TryAdd(key, value);
}
