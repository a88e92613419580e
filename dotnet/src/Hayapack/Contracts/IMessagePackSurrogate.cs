namespace Hayapack;

/// <summary>A surrogate: a type that is serialized instead of another type, by converting to and from it.</summary>
/// <typeparam name="TSelf">The surrogate type itself.</typeparam>
/// <typeparam name="T">The type that is replaced.</typeparam>
public interface IMessagePackSurrogate<TSelf, T>
    where TSelf : IMessagePackSurrogate<TSelf, T>
{
    /// <summary>Converts a value to its surrogate before serializing.</summary>
    /// <param name="value">The value; never null.</param>
    /// <returns>The surrogate, which is serialized.</returns>
    static abstract TSelf FromValue(T value);

    /// <summary>Converts the deserialized surrogate to the value.</summary>
    /// <returns>The value.</returns>
    T ToValue();
}
