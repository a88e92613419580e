namespace Hayapack.Formatters;

/// <summary>What all formatters have in common: nothing but the mark.</summary>
public interface IMessagePackFormatter;

/// <summary>Writes and reads values of one type. Implementations are thread-safe.</summary>
/// <typeparam name="T">The type.</typeparam>
public interface IMessagePackFormatter<T> : IMessagePackFormatter
{
    /// <summary>Writes exactly one MessagePack value.</summary>
    /// <param name="writer">Where to.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options, for the formatters of values inside.</param>
    void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options);

    /// <summary>Reads exactly one MessagePack value.</summary>
    /// <param name="reader">Where from.</param>
    /// <param name="options">The options, for the formatters of values inside.</param>
    /// <returns>The value.</returns>
    T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options);
}
