namespace Hayapack;

public readonly partial struct MessagePackValue
{
    /// <summary>Deserializes the value.</summary>
    /// <typeparam name="T">The type to deserialize.</typeparam>
    /// <param name="options">The options, or null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
    /// <returns>The deserialized value.</returns>
    public T As<T>(MessagePackSerializerOptions? options = null) => Read(
        options ?? MessagePackSerializer.DefaultOptions,
        static (ref MessagePackReader reader, MessagePackSerializerOptions given) =>
        {
            reader.LimitDepth(given.MaximumDepth);
            return given.GetFormatter<T>().Deserialize(ref reader, given);
        });

    /// <summary>Deserializes the value as <c>Deserialize&lt;object&gt;</c> does.</summary>
    /// <param name="options">The options, or null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
    /// <returns>The deserialized value.</returns>
    public object? ToObject(MessagePackSerializerOptions? options = null) => As<object?>(options);
}
