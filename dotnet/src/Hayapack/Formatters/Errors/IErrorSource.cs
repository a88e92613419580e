using System.ComponentModel;

namespace Hayapack.Formatters;

/// <summary>
/// A formatter that finds all errors of a value, instead of the first one, without making the value: see
/// <see cref="MessagePackSerializerOptions.WithErrorLimit"/>. For generated code.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IErrorSource
{
    /// <summary>Reads a value, and adds the errors of what it contains.</summary>
    /// <param name="reader">The reader, before the value.</param>
    /// <param name="options">The options.</param>
    /// <param name="errors">Receives the errors.</param>
    /// <exception cref="MessagePackSerializationException">The value itself has an error. The caller skips it.</exception>
    void FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors);
}

/// <summary>A formatter of arrays.</summary>
/// <typeparam name="T">The type of the elements.</typeparam>
internal interface IArrayErrors<T> : IErrorSource
{
    /// <summary>Returns the formatter of the elements: by default that of the options.</summary>
    IMessagePackFormatter<T> Element(MessagePackSerializerOptions options) => options.GetFormatter<T>();

    void IErrorSource.FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors)
    {
        if (!reader.TryReadNil())
        {
            errors.ReadArray(ref reader, Element(options), options);
        }
    }
}

/// <summary>A formatter of nil or another value, which counts as a level for the depth limit.</summary>
/// <typeparam name="T">The type of the other value, which has the formatter that the options have for it.</typeparam>
internal interface INestedErrors<T> : IErrorSource
{
    void IErrorSource.FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors)
    {
        if (!reader.TryReadNil())
        {
            reader.EnterDepth(options);
            errors.Read<T>(ref reader, options);
            reader.LeaveDepth();
        }
    }
}

/// <summary>A formatter of maps whose keys and values have the formatters that the options have for their types.</summary>
/// <typeparam name="TKey">The type of the keys.</typeparam>
/// <typeparam name="TValue">The type of the values.</typeparam>
internal interface IMapErrors<TKey, TValue> : IErrorSource
    where TKey : notnull
{
    void IErrorSource.FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors)
    {
        if (!reader.TryReadNil())
        {
            errors.ReadMap<TKey, TValue>(ref reader, options);
        }
    }
}
