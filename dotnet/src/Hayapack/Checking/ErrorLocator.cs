namespace Hayapack.Checking;

/// <summary>Converts exceptions of formatters and readers to those that callers get.</summary>
internal static class ErrorLocator
{
    /// <summary>The beginning of a text of <c>too_deep</c> to which the type that is written is added.</summary>
    private const string Objects = "The objects ";

    /// <summary>
    /// Returns the exception to throw instead of a caught one, or null to rethrow that. Sets its path if the writer still has all
    /// bytes of the message.
    /// </summary>
    /// <param name="exception">The caught exception.</param>
    /// <param name="writer">The writer.</param>
    /// <param name="start">The number of bytes that were written before the value.</param>
    /// <param name="depth">The writer's depth when the value was begun.</param>
    /// <typeparam name="T">The type that was written.</typeparam>
    internal static MessagePackSerializationException? WhileWriting<T>(Exception exception, in MessagePackWriter writer, long start = 0, int depth = 0)
    {
        long written = writer.Written;
        switch (exception)
        {
            case MessagePackSerializationException known:
                // Only the outermost call knows where the message begins. A collection that changed is written already; where
                // user code failed, generated code may have more bytes than the writer knows of.
                if (depth == 0 && known.Path is null && known.ErrorName != MessagePackErrorNames.Mutated && writer.IsWhole)
                {
                    known.Path = WrittenPath(writer.Collected[(int)start..]);
                }

                if (known.Offset < 0 && known.ErrorName == MessagePackErrorNames.UnsupportedType)
                {
                    known.Offset = written;
                }
                else if (known.ErrorName == MessagePackErrorNames.TooDeep && known.Description.StartsWith(Objects + "are", StringComparison.Ordinal))
                {
                    known.Describe($"{Objects}in a value of {typeof(T)} {known.Description[Objects.Length..]}");
                }

                return null;
            case OperationCanceledException or OutOfMemoryException:
                return null;
            default:
                return new(MessagePackErrorNames.UserCode, written, $"Failed to serialize {typeof(T)}.", exception);
        }
    }

    /// <summary>Returns the path of the value that is next after what was written, or that was begun at its end.</summary>
    private static string WrittenPath(ReadOnlySpan<byte> written)
    {
        if (written.IsEmpty)
        {
            return "$";
        }

        var start = new MessagePackReader(written);
        using var walk = new MessageValidator(start, new MessagePackLimits { MaximumDepth = int.MaxValue, IsStructureOnly = true, TypedValues = false }, default, isPartial: true);
        walk.Walk();
        return walk.Path(start);
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
                    known.IsOffsetOfEnd = known.ErrorName == MessagePackErrorNames.UserCode;
                }

                return Locate(known, start, options, typeof(T));
            default:
                MessagePackSerializationException wrapped =
                    new(MessagePackErrorNames.UserCode, consumed, $"Failed to deserialize {typeof(T)}: user code threw {exception.GetType().Name} at or after this value.", exception)
                    {
                        IsOffsetOfEnd = true,
                    };
                return Locate(wrapped, start, options, typeof(T)) ?? wrapped;
        }
    }

    /// <summary>
    /// Sets the path of an error, and adds what the reader did not know to its text. If the message breaks a rule of the format at or before the error's offset, returns
    /// that error instead: the reader might have detected it late, or as another error. Otherwise returns null.
    /// </summary>
    private static MessagePackSerializationException? Locate(
        MessagePackSerializationException fault, MessagePackReader start, MessagePackSerializerOptions? options, Type type)
    {
        if (start.Depth > 0)
        {
            // A formatter called the serializer for a nested value. The outer call sets the path: only it knows where
            // the message begins.
            return null;
        }

        var limits = new MessagePackLimits { MaximumDepth = start.DepthLeft, TypedValues = options is not null && options.UsesTypedValues };
        using var walk = new MessageValidator(start, limits, stackalloc MessageValidator.Frame[32]);
        MessagePackSerializationException? first;
        if (fault.IsOffsetOfEnd)
        {
            first = walk.WalkTo(fault.Offset, out long last);
            fault.Offset = last;
        }
        else
        {
            first = walk.Walk(fault.Offset);
        }

        if (first is not null && first.ErrorName == fault.ErrorName && first.Offset == fault.Offset)
        {
            if (start.Remaining == 0 && fault.Offset == start.Consumed)
            {
                fault.Describe(first.Description);
            }

            first = null;
        }

        (first ?? fault).Path = walk.Path(start);
        if (first is null)
        {
            ErrorHints.Add(fault, start, walk.Parent, walk.StoppedAt == fault.Offset, options, type);
        }

        return first;
    }

    /// <summary>
    /// Sets the paths of errors that have none, and adds what the readers did not know to their texts. The message is walked once.
    /// Removes the errors at and after the first error of the format, which the readers took for others.
    /// </summary>
    /// <param name="faults">The errors, of which none is before the first error of the format.</param>
    /// <param name="end">The error of the format that ended reading, or null.</param>
    /// <param name="start">A reader at the message.</param>
    /// <param name="options">The options of the call.</param>
    /// <param name="type">The type that was read.</param>
    /// <returns>The first error of the format, if there is one at or before one of the errors, or behind them if it ended reading.</returns>
    internal static MessagePackSerializationException? Locate(
        List<MessagePackSerializationException> faults,
        MessagePackSerializationException? end,
        MessagePackReader start,
        MessagePackSerializerOptions options,
        Type type)
    {
        MessagePackSerializationException[] sorted =
            [.. faults.Where(fault => fault.Path is null).OrderBy(fault => fault.Offset).ThenByDescending(fault => fault.IsOffsetOfEnd)];
        var limits = new MessagePackLimits { MaximumDepth = start.DepthLeft, TypedValues = options.UsesTypedValues };
        using var walk = new MessageValidator(start, limits, stackalloc MessageValidator.Frame[32]);
        int next = 0;
        try
        {
            for (bool isFirst = true; next < sorted.Length || end is not null; isFirst = false)
            {
                long at = walk.Offset;
                if (!walk.Step(isFirst))
                {
                    break;
                }

                // As WalkTo and Walk stop: at the last value before an end, and at the value of an offset.
                for (; next < sorted.Length && (sorted[next].IsOffsetOfEnd ? walk.Offset : at) >= sorted[next].Offset; next++)
                {
                    MessagePackSerializationException fault = sorted[next];
                    fault.Offset = fault.IsOffsetOfEnd ? at : fault.Offset;
                    fault.Path = walk.Path(start);
                    ErrorHints.Add(fault, start, walk.Parent, at == fault.Offset, options, type);
                }
            }
        }
        catch (MessagePackSerializationException first)
        {
            faults.RemoveAll(fault => fault.Path is null);
            first.Path = walk.Path(start);
            return first;
        }

        return end is null ? null : Locate(end, start, options, type) ?? end;
    }
}
