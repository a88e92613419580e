using System.Globalization;

namespace Hayapack;

/// <summary>Serializing or deserializing failed.</summary>
public class MessagePackSerializationException : Exception
{
    /// <summary>How much of each end of a path the text of <c>too_deep</c> shows; Python's has the same.</summary>
    private const int DepthSide = 40;

    private string? detail;
    private IReadOnlyList<MessagePackSerializationException>? errors;

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
        : base(message, inner ?? Implied(errorName, message))
    {
        detail = message;
        ErrorName = errorName;
        Offset = offset;
    }

    /// <summary>Gets the name of the error, one of <see cref="MessagePackErrorNames"/>; the same in all languages of hayapack.</summary>
    public string ErrorName { get; internal set; } = MessagePackErrorNames.UserCode;

    /// <summary>
    /// Gets the offset in bytes of the header of the value with the error, from the beginning of the input. For
    /// <c>user_code</c>, of the last value that was read before the user's code threw: often the last member of the object whose
    /// setter, constructor or callback threw, because members are read before they are set. When serializing, the number of bytes written
    /// so far. -1 if it is unknown.
    /// </summary>
    public long Offset { get; internal set; } = -1;

    /// <summary>
    /// Gets the path of the value at <see cref="Offset"/> in the input, for example <c>$.items[7].name</c>. Null if it is unknown,
    /// and for all errors of serializing, which only have an offset.
    /// </summary>
    public string? Path { get; internal set; }

    /// <summary>
    /// Gets the offset in bytes of the compressed message whose content has the error; <see cref="Offset"/> and
    /// <see cref="Path"/> then refer to the decompressed content. Null for errors of the compression itself and without
    /// compression.
    /// </summary>
    public long? Lz4Offset { get; internal set; }

    /// <summary>
    /// Gets this error and, with <see cref="MessagePackSerializerOptions.WithErrorLimit"/>, those after it in the message. They
    /// were not thrown, so they have no stack trace.
    /// </summary>
    public IReadOnlyList<MessagePackSerializationException> Errors
    {
        get => errors ?? [this];
        internal set => errors = value;
    }

    /// <inheritdoc/>
    public override string Message
    {
        get
        {
            string text = detail ?? base.Message;
            string more = errors is { Count: > 1 } all ? string.Create(CultureInfo.InvariantCulture, $" (and {all.Count - 1} more {(all.Count == 2 ? "error" : "errors")})") : "";
            return Offset < 0
                ? text + more
                : string.Create(CultureInfo.InvariantCulture, $"{text} ({ErrorName} at byte {Offset}{(Path is null ? "" : ", " + (ErrorName == MessagePackErrorNames.TooDeep ? Ends(Path) : Path))}){more}");
        }
    }

    /// <summary>Gets the description without offset and path.</summary>
    public string Description => detail ?? base.Message;

    /// <summary>
    /// Gets or sets a value indicating whether <see cref="Offset"/> is where reading was when user code threw. Finding the path
    /// replaces it by the offset of the last value before that.
    /// </summary>
    internal bool IsOffsetOfEnd { get; set; }

    /// <summary>Replaces the description.</summary>
    internal void Describe(string text) => detail = text;

    /// <summary>Cuts the middle of a long path of containers out, before a component, for a text: it says no more.</summary>
    private static string Ends(string path)
    {
        if (path.Length <= 2 * DepthSide)
        {
            return path;
        }

        int first = path.AsSpan(0, DepthSide + 1).LastIndexOfAny("[.{");
        ReadOnlySpan<char> last = path.AsSpan(path.Length - DepthSide);
        return string.Concat(path.AsSpan(0, Math.Max(1, first)), "…", last[Math.Max(0, last.IndexOfAny("[.{"))..]);
    }

    private static Exception? Implied(string errorName, string? message) => errorName switch
    {
        MessagePackErrorNames.Truncated => new EndOfStreamException(),
        MessagePackErrorNames.TooDeep => new InsufficientExecutionStackException(message),
        MessagePackErrorNames.IntRange => new OverflowException(),
        _ => null,
    };
}
