using System.ComponentModel;

namespace Hayapack.Formatters;

/// <summary>A formatter that can read into an existing value. Formatters of objects and collections implement it.</summary>
/// <typeparam name="T">The type.</typeparam>
public interface IMessagePackPopulatingFormatter<T> : IMessagePackFormatter<T>
{
    /// <summary>
    /// Reads exactly one MessagePack value. Of an object, the members that it has are set, and the others keep their values; a
    /// collection is cleared and filled.
    /// </summary>
    /// <param name="reader">The input.</param>
    /// <param name="value">
    /// The existing value. It is replaced if the input is nil, if it is null, and if it cannot be changed: a struct, an
    /// object whose members its constructor takes, a read-only collection.
    /// </param>
    /// <param name="options">The options, for the formatters of nested values and the depth limit.</param>
    /// <exception cref="MessagePackSerializationException">The input is invalid or has another type. The object may be changed in part.</exception>
    void Populate(ref MessagePackReader reader, ref T value, MessagePackSerializerOptions options);
}

/// <summary>A generated formatter of an object, which follows the options' rules for members. For generated code.</summary>
/// <typeparam name="T">The type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IMemberRulesFormatter<T> : IMessagePackPopulatingFormatter<T>
{
    /// <summary>Writes an object without the members that the options omit.</summary>
    /// <param name="writer">The output.</param>
    /// <param name="value">The object, possibly null.</param>
    /// <param name="options">The options.</param>
    void SerializeByRules(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options);

    /// <summary>Reads an object. Members that its constructor has set and unknown ones are treated as the options say.</summary>
    /// <param name="reader">The input.</param>
    /// <param name="options">The options.</param>
    /// <returns>The object.</returns>
    T DeserializeByRules(ref MessagePackReader reader, MessagePackSerializerOptions options);
}

/// <summary>A formatter of a collection, which can fill an existing one.</summary>
/// <typeparam name="T">The collection type.</typeparam>
internal interface ICollectionFormatter<T>
{
    /// <summary>Clears an existing collection, and adds the items of a new one.</summary>
    /// <param name="target">The existing collection, which is not changed if it cannot be filled.</param>
    /// <param name="source">The new one.</param>
    /// <param name="security">Whether keys may collide.</param>
    /// <returns>False if the collection cannot be changed, or colliding keys could make it slow.</returns>
    bool TryFill(T target, T source, MessagePackSecurity security);
}
