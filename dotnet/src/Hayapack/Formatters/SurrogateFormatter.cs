namespace Hayapack.Formatters;

/// <summary>
/// Serializes a type as its surrogate (see <see cref="MessagePackSurrogateAttribute"/>). It counts as a level for the depth
/// limit: two types might be each other's surrogates.
/// </summary>
/// <typeparam name="T">The value's type.</typeparam>
/// <typeparam name="TSurrogate">The surrogate.</typeparam>
public sealed class SurrogateFormatter<T, TSurrogate> : IMessagePackFormatter<T?>, IErrorSource
    where TSurrogate : IMessagePackSurrogate<TSurrogate, T>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options)
    {
        if (!writer.TryWriteNil(value))
        {
            writer.EnterDepth(options);
            options.GetFormatter<TSurrogate>().Serialize(ref writer, TSurrogate.FromValue(value), options);
            writer.LeaveDepth();
        }
    }

    /// <inheritdoc/>
    public T? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (default(T) is null && reader.TryReadNil())
        {
            return default;
        }

        reader.EnterDepth(options);
        TSurrogate? surrogate = options.GetFormatter<TSurrogate>().Deserialize(ref reader, options);
        reader.LeaveDepth();
        return surrogate is null ? default : surrogate.ToValue();
    }

    /// <inheritdoc/>
    void IErrorSource.FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors)
    {
        if (default(T) is not null || !reader.TryReadNil())
        {
            reader.EnterDepth(options);
            errors.Read<TSurrogate>(ref reader, options);
            reader.LeaveDepth();
        }
    }
}
