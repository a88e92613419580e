namespace Hayapack.Formatters;

/// <summary>Serializes a <see cref="KeyValuePair{TKey, TValue}"/> as an array of 2 elements.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
public sealed class KeyValuePairFormatter<TKey, TValue> : IMessagePackFormatter<KeyValuePair<TKey, TValue>>, IErrorSource
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, KeyValuePair<TKey, TValue> value, MessagePackSerializerOptions options)
    {
        writer.EnterDepth(options);
        writer.WriteArrayHeader(2);
        options.GetFormatter<TKey>().Serialize(ref writer, value.Key, options);
        options.GetFormatter<TValue>().Serialize(ref writer, value.Value, options);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public KeyValuePair<TKey, TValue> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 2, "KeyValuePair");
        var value = new KeyValuePair<TKey, TValue>(
            options.GetFormatter<TKey>().Deserialize(ref reader, options),
            options.GetFormatter<TValue>().Deserialize(ref reader, options));
        reader.LeaveDepth();
        return value;
    }

    /// <inheritdoc/>
    void IErrorSource.FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors)
    {
        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 2, "KeyValuePair");
        errors.Read<TKey>(ref reader, options);
        errors.Read<TValue>(ref reader, options);
        reader.LeaveDepth();
    }
}
