namespace Hayapack;

/// <summary>A resolver has no formatter for a type (<c>unsupported_type</c>).</summary>
public class FormatterNotRegisteredException : MessagePackSerializationException
{
    /// <summary>Initializes a new instance of the <see cref="FormatterNotRegisteredException"/> class.</summary>
    /// <param name="message">The description, without offset and path.</param>
    public FormatterNotRegisteredException(string? message)
        : base(MessagePackErrorNames.UnsupportedType, -1, message)
    {
    }
}
