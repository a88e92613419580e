using System.Globalization;

namespace Hayapack;

/// <summary>Serializing or deserializing failed.</summary>
public class MessagePackSerializationException : Exception
{
    private string? detail;

    /// <summary>Initializes a new instance of the <see cref="MessagePackSerializationException"/> class.</summary>
    public MessagePackSerializationException()
    {
    }

    /// <summary>Initializes a new instance of the <see cref="MessagePackSerializationException"/> class.</summary>
    /// <param name="message">The description, without offset and path.</param>
    public MessagePackSerializationException(string? message)
        : base(message) => detail = message;

    /// <summary>Initializes a new instance of the <see cref="MessagePackSerializationException"/> class.</summary>
    /// <param name="message">The description, without offset and path.</param>
    /// <param name="inner">The cause.</param>
    public MessagePackSerializationException(string? message, Exception? inner)
        : base(message, inner) => detail = message;

    /// <summary>Initializes a new instance of the <see cref="MessagePackSerializationException"/> class.</summary>
    /// <param name="errorName">One of <see cref="MessagePackErrorNames"/>.</param>
    /// <param name="offset">The offset in bytes of the value with the error, or -1 if it is unknown.</param>
    /// <param name="message">The description, without offset and path.</param>
    /// <param name="inner">
    /// The cause. If it is null, <c>truncated</c>, <c>too_deep</c> and <c>int_range</c> get an <see cref="EndOfStreamException"/>,
    /// <see cref="InsufficientExecutionStackException"/> or <see cref="OverflowException"/>, as in MessagePack-CSharp.
    /// </param>
    public MessagePackSerializationException(string errorName, long offset, string? message, Exception? inner = null)
        : base(message, inner ?? Implied(errorName))
    {
        detail = message;
        ErrorName = errorName;
        Offset = offset;
    }

    /// <summary>Gets the name of the error, one of <see cref="MessagePackErrorNames"/>; the same in all languages of hayapack.</summary>
    public string ErrorName { get; internal set; } = MessagePackErrorNames.UserCode;

    /// <summary>
    /// Gets the offset in bytes of the header of the value with the error, from the beginning of the input. When serializing,
    /// the number of bytes written before the value. -1 if it is unknown.
    /// </summary>
    public long Offset { get; internal set; } = -1;

    /// <summary>Gets the path of the value with the error, for example <c>$.items[7].name</c>; null if it is unknown.</summary>
    public string? Path { get; internal set; }

    /// <summary>
    /// Gets the offset in bytes of the compressed message whose content has the error; <see cref="Offset"/> and
    /// <see cref="Path"/> then refer to the decompressed content. Null for errors of the compression itself and without
    /// compression.
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

    /// <summary>Gets the description without offset and path.</summary>
    public string Description => detail ?? base.Message;

    private static Exception? Implied(string errorName) => errorName switch
    {
        MessagePackErrorNames.Truncated => new EndOfStreamException(),
        MessagePackErrorNames.TooDeep => new InsufficientExecutionStackException(),
        MessagePackErrorNames.IntRange => new OverflowException(),
        _ => null,
    };
}
