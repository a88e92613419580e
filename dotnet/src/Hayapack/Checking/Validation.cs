namespace Hayapack.Checking;

/// <summary>Checks a message against the format and limits.</summary>
internal static class Validation
{
    /// <summary>Throws the first error of a message, with its path.</summary>
    /// <param name="reader">At the message.</param>
    /// <param name="limits">The limits.</param>
    /// <param name="whole">Whether data after the message is an error.</param>
    /// <exception cref="MessagePackSerializationException">The input breaks a rule of the format or a limit.</exception>
    internal static void Check(MessagePackReader reader, MessagePackLimits limits, bool whole = true)
    {
        using var walk = new MessageValidator(reader, limits, stackalloc MessageValidator.Frame[32]);
        if (reader.Remaining > limits.MaximumMessageLength)
        {
            throw TooLarge(reader, limits);
        }

        MessagePackSerializationException? fault = walk.Walk();
        if (fault is not null)
        {
            fault.Path = walk.Path(reader);
            throw fault;
        }

        if (whole && walk.Offset < reader.Consumed + reader.Remaining)
        {
            fault = MessagePackReader.Fault("extra_data", walk.Offset, "There is extra data after the message.");
            fault.Path = "$";
            throw fault;
        }
    }

    /// <summary>Returns the error for an input that is larger than a message may be.</summary>
    internal static MessagePackSerializationException TooLarge(in MessagePackReader reader, MessagePackLimits limits)
    {
        string size = MessagePackReader.Counted(reader.Remaining, "byte");
        return new MessagePackSerializationException(
            MessagePackErrorNames.SizeLimit,
            reader.Consumed,
            $"The input has {size}, more than the limit of {limits.MaximumMessageLength}.")
        {
            Path = "$",
        };
    }
}
