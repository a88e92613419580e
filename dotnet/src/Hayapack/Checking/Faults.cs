namespace Hayapack.Checking;

/// <summary>Converts exceptions of formatters and readers to those that callers get.</summary>
internal static class Faults
{
    /// <summary>Returns the exception to throw instead of a caught one, or null to rethrow that.</summary>
    internal static MessagePackSerializationException? WhileWriting<T>(Exception exception, long written)
    {
        switch (exception)
        {
            case MessagePackSerializationException known:
                if (known.Offset < 0 && known.ErrorName == MessagePackErrorNames.UnsupportedType)
                {
                    known.Offset = written;
                }

                return null;
            case OperationCanceledException or OutOfMemoryException:
                return null;
            default:
                return new(MessagePackErrorNames.UserCode, written, $"Failed to serialize {typeof(T)}.", exception);
        }
    }

    /// <summary>
    /// Returns the exception to throw instead of a caught one, or null to rethrow that. Sets its path.
    /// </summary>
    /// <param name="exception">The caught exception.</param>
    /// <param name="start">A reader at the offset where reading began.</param>
    /// <param name="consumed">The offset that reading reached.</param>
    /// <param name="options">The options of the call, or null if ext 100 is treated as any other extension.</param>
    /// <typeparam name="T">The type that was read.</typeparam>
    internal static MessagePackSerializationException? WhileReading<T>(
        Exception exception, in MessagePackReader start, long consumed, MessagePackSerializerOptions? options = null)
    {
        switch (exception)
        {
            case MessagePackSerializationException { Path: not null }:
            case OperationCanceledException or OutOfMemoryException:
                return null;
            case MessagePackSerializationException known:
                if (known.Offset < 0)
                {
                    known.Offset = consumed;
                }

                return Locate(known, start, options);
            default:
                MessagePackSerializationException wrapped =
                    new(MessagePackErrorNames.UserCode, consumed, $"Failed to deserialize {typeof(T)}.", exception);
                return Locate(wrapped, start, options) ?? wrapped;
        }
    }

    /// <summary>
    /// Sets the path of an error. If the message breaks a rule of the format at or before the error's offset, returns
    /// that error instead: the reader might have detected it late, or as another error. Otherwise returns null.
    /// </summary>
    private static MessagePackSerializationException? Locate(MessagePackSerializationException fault, MessagePackReader start, MessagePackSerializerOptions? options)
    {
        if (start.Depth > 0)
        {
            // A formatter called the serializer for a nested value. The outer call sets the path: only it knows where
            // the message begins.
            return null;
        }

        var limits = new MessagePackLimits { MaximumDepth = start.DepthLeft, TypedValues = options is not null && options.UsesTypedValues };
        var walk = new MessageWalk(start, limits, stackalloc MessageWalk.Frame[32]);
        try
        {
            MessagePackSerializationException? first = walk.Walk(fault.Offset);
            if (first is not null && first.ErrorName == fault.ErrorName && first.Offset == fault.Offset)
            {
                first = null;
            }

            (first ?? fault).Path = walk.Path(start);
            return first;
        }
        finally
        {
            walk.Dispose();
        }
    }
}
