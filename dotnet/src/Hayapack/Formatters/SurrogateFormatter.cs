namespace Hayapack.Formatters;

/// <summary>Serializes a type as its surrogate (see <see cref="MessagePackSurrogateAttribute"/>).</summary>
/// <typeparam name="T">The value's type.</typeparam>
/// <typeparam name="TSurrogate">The surrogate.</typeparam>
public sealed class SurrogateFormatter<T, TSurrogate> : IMessagePackFormatter<T?>
    where TSurrogate : IMessagePackSurrogate<TSurrogate, T>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
        }
        else
        {
            options.GetFormatter<TSurrogate>().Serialize(ref writer, TSurrogate.FromValue(value), options);
        }
    }

    /// <inheritdoc/>
    public T? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (default(T) is null && reader.TryReadNil())
        {
            return default;
        }

        return options.GetFormatter<TSurrogate>().Deserialize(ref reader, options) is { } surrogate ? surrogate.ToValue() : default;
    }
}
