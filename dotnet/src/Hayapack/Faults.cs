namespace Hayapack;

/// <summary>Turns what was thrown into what callers see.</summary>
internal static class Faults
{
    /// <summary>Gives the exception to throw instead; null to throw the same one on.</summary>
    internal static MessagePackSerializationException? WhileWriting<T>(Exception exception, long written) => exception switch
    {
        MessagePackSerializationException or OperationCanceledException or OutOfMemoryException => null,
        _ => new(MessagePackErrorNames.UserCode, written, $"Failed to serialize {typeof(T)}.", exception),
    };

    /// <summary>Gives the exception to throw instead; null to throw the same one on.</summary>
    internal static MessagePackSerializationException? WhileReading<T>(Exception exception, in MessagePackReader start, long consumed) =>
        exception switch
        {
            MessagePackSerializationException or OperationCanceledException or OutOfMemoryException => null,
            _ => new(MessagePackErrorNames.UserCode, consumed, $"Failed to deserialize {typeof(T)}.", exception),
        };
}
