namespace Hayapack;

/// <summary>A type that is written in the place of another.</summary>
/// <typeparam name="TSelf">The surrogate.</typeparam>
/// <typeparam name="T">The type that it stands for.</typeparam>
public interface IMessagePackSurrogate<TSelf, T>
    where TSelf : IMessagePackSurrogate<TSelf, T>
{
    /// <summary>Makes the surrogate of a value.</summary>
    /// <param name="value">The value; never null.</param>
    /// <returns>What is written.</returns>
    static abstract TSelf FromValue(T value);

    /// <summary>Makes the value again.</summary>
    /// <returns>The value.</returns>
    T ToValue();
}
