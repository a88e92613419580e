namespace Hayapack.Formatters;

/// <summary>
/// The base of all formatter interfaces, for collections of formatters. Implement
/// <see cref="IMessagePackFormatter{T}"/>.
/// </summary>
public interface IMessagePackFormatter;

/// <summary>
/// Serializes values of one type. Implementations must be thread-safe: one instance is used by all threads.
/// </summary>
/// <typeparam name="T">The type.</typeparam>
public interface IMessagePackFormatter<T> : IMessagePackFormatter
{
    /// <summary>Writes a value as exactly one MessagePack value.</summary>
    /// <param name="writer">The output.</param>
    /// <param name="value">The value, possibly null.</param>
    /// <param name="options">The options, for the formatters of nested values and the depth limit.</param>
    /// <exception cref="MessagePackSerializationException">The value cannot be written.</exception>
    void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options);

    /// <summary>Reads exactly one MessagePack value.</summary>
    /// <param name="reader">The input.</param>
    /// <param name="options">The options, for the formatters of nested values and the depth limit.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The input is invalid or has another type.</exception>
    T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options);
}
