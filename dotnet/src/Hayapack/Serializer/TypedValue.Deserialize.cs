namespace Hayapack;

public sealed partial class TypedValue
{
    /// <summary>Deserializes the value without its name by <see cref="MessagePackSerializer.Typeless"/>.</summary>
    /// <param name="options">The options, or null for those of <see cref="MessagePackSerializer.Typeless"/>.</param>
    /// <returns>The value. The options' <see cref="TypeTable"/> applies to the typed values in it.</returns>
    /// <exception cref="MessagePackSerializationException">The value cannot be read.</exception>
    public object? ToObject(MessagePackSerializerOptions? options = null) =>
        MessagePackSerializer.Typeless.Deserialize(Content, Plain(options));

    /// <summary>Deserializes the value without its name.</summary>
    /// <typeparam name="T">The type to deserialize.</typeparam>
    /// <param name="options">The options, or null for those of <see cref="MessagePackSerializer.Typeless"/>.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The value is malformed, or <typeparamref name="T"/> cannot be read from it.</exception>
    public T As<T>(MessagePackSerializerOptions? options = null) =>
        MessagePackSerializer.Deserialize<T>(Content, Plain(options));

    /// <summary>Returns the options without compression: only whole messages are compressed, not the values in them.</summary>
    private static MessagePackSerializerOptions Plain(MessagePackSerializerOptions? options) =>
        (options ?? MessagePackSerializer.Typeless.DefaultOptions).WithCompression(MessagePackCompression.None);
}
