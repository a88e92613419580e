using Hayapack.Formatters;

namespace Hayapack.Checking;

/// <summary>Turns what was thrown into what callers see.</summary>
internal static class Faults
{
    /// <summary>Gives the exception to throw instead; null to throw the same one on.</summary>
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

    /// <summary>Gives the exception to throw instead; null to throw the same one on.</summary>
    /// <param name="exception">What was thrown.</param>
    /// <param name="start">A reader where reading began.</param>
    /// <param name="consumed">How far it came.</param>
    /// <param name="options">The options of the call, or null where ext 100 is not looked into.</param>
    /// <typeparam name="T">What was read.</typeparam>
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

                Locate(known, start, options);
                return null;
            default:
                MessagePackSerializationException wrapped =
                    new(MessagePackErrorNames.UserCode, consumed, $"Failed to deserialize {typeof(T)}.", exception);
                Locate(wrapped, start, options);
                return wrapped;
        }
    }

    /// <summary>
    /// Finds the path. Where the message breaks a rule of the format at or before the place, that is the fault: a
    /// fast reader may have seen it only later, or as something else.
    /// </summary>
    private static void Locate(MessagePackSerializationException fault, MessagePackReader start, MessagePackSerializerOptions? options)
    {
        if (start.Depth > 0)
        {
            // A formatter called the serializer for a value inside; the call around it knows where the message begins.
            return;
        }

        var limits = new MessagePackLimits { MaximumDepth = start.DepthLeft, TypedValues = options is not null && TypelessFormatter.IsUsedBy(options) };
        var walk = new MessageWalk(start, limits, stackalloc MessageWalk.Frame[32]);
        try
        {
            MessagePackSerializationException? first = walk.Walk(fault.Offset);
            if (first is not null)
            {
                fault.Become(first);
            }

            fault.Path = walk.Path(start);
        }
        finally
        {
            walk.Dispose();
        }
    }
}
