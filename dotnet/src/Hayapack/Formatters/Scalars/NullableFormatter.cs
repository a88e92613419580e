namespace Hayapack.Formatters;

/// <summary>Serializes a <see cref="Nullable{T}"/> as its value, or nil for null.</summary>
/// <typeparam name="T">The value's type.</typeparam>
public sealed class NullableFormatter<T> : IMessagePackFormatter<T?>, IErrorSource
    where T : struct
{
    private readonly IMessagePackFormatter<T>? formatter;

    /// <summary>
    /// Initializes a new instance of the <see cref="NullableFormatter{T}"/> class that takes the value's formatter from
    /// the options.
    /// </summary>
    public NullableFormatter()
    {
    }

    /// <summary>Initializes a new instance of the <see cref="NullableFormatter{T}"/> class.</summary>
    /// <param name="formatter">The formatter of the value.</param>
    public NullableFormatter(IMessagePackFormatter<T> formatter) => this.formatter = formatter;

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options)
    {
        if (value is { } some)
        {
            (formatter ?? options.GetFormatter<T>()).Serialize(ref writer, some, options);
        }
        else
        {
            writer.WriteNil();
        }
    }

    /// <inheritdoc/>
    public T? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : (formatter ?? options.GetFormatter<T>()).Deserialize(ref reader, options);

    /// <inheritdoc/>
    void IErrorSource.FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors)
    {
        if (!reader.TryReadNil())
        {
            errors.Read(ref reader, formatter ?? options.GetFormatter<T>(), options);
        }
    }
}
