using System.Globalization;

namespace Hayapack;

/// <summary>Reading or writing failed.</summary>
public class MessagePackSerializationException : Exception
{
    private string? detail;

    /// <summary>Initializes a new instance of the <see cref="MessagePackSerializationException"/> class.</summary>
    public MessagePackSerializationException()
    {
    }

    /// <summary>Initializes a new instance of the <see cref="MessagePackSerializationException"/> class.</summary>
    /// <param name="message">What is wrong.</param>
    public MessagePackSerializationException(string? message)
        : base(message) => detail = message;

    /// <summary>Initializes a new instance of the <see cref="MessagePackSerializationException"/> class.</summary>
    /// <param name="message">What is wrong.</param>
    /// <param name="inner">The cause.</param>
    public MessagePackSerializationException(string? message, Exception? inner)
        : base(message, inner) => detail = message;

    /// <summary>Initializes a new instance of the <see cref="MessagePackSerializationException"/> class.</summary>
    /// <param name="errorName">One of <see cref="MessagePackErrorNames"/>.</param>
    /// <param name="offset">The offset of the value at fault in bytes, or -1 where it is not known.</param>
    /// <param name="message">What is wrong.</param>
    /// <param name="inner">The cause.</param>
    public MessagePackSerializationException(string errorName, long offset, string? message, Exception? inner = null)
        : base(message, inner)
    {
        detail = message;
        ErrorName = errorName;
        Offset = offset;
    }

    /// <summary>Gets the error's name, one of <see cref="MessagePackErrorNames"/>: the same in all languages of hayapack.</summary>
    public string ErrorName { get; internal set; } = MessagePackErrorNames.UserCode;

    /// <summary>
    /// Gets the offset in bytes of the header of the value with the error, from the beginning of the input; when writing, the
    /// number of bytes written before it; -1 where it is not known.
    /// </summary>
    public long Offset { get; internal set; } = -1;

    /// <summary>Gets where the value lies, for example <c>$.items[7].name</c>; null where it is not known.</summary>
    public string? Path { get; internal set; }

    /// <summary>
    /// Gets the offset of the compressed message in which the fault lies: <see cref="Offset"/> and <see cref="Path"/> then
    /// count in what it holds. Null for all other errors, those of the compression itself included.
    /// </summary>
    public long? Lz4Offset { get; internal set; }

    /// <inheritdoc/>
    public override string Message
    {
        get
        {
            string text = detail ?? base.Message;
            return Offset < 0
                ? text
                : string.Create(CultureInfo.InvariantCulture, $"{text} ({ErrorName} at byte {Offset}{(Path is null ? "" : ", " + Path)})");
        }
    }

    /// <summary>Gets what is wrong, without the place.</summary>
    internal string? Detail => detail;

    /// <summary>Takes over what another one says is wrong.</summary>
    internal void Become(MessagePackSerializationException other)
    {
        detail = other.detail;
        ErrorName = other.ErrorName;
        Offset = other.Offset;
    }
}
