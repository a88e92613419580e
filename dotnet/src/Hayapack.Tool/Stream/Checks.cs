namespace Hayapack.Tool;

/// <summary>Validates the content of values.</summary>
internal static class Checks
{
    /// <summary>The most that --max-depth accepts.</summary>
    internal const int MostDepth = 100_000;

    /// <summary>Gets or sets the largest number of open containers: the option --max-depth, which is the same for a whole command.</summary>
    internal static int MaximumDepth { get; set; } = MessagePackLimits.Default.MaximumDepth;

    /// <summary>The text of an error, its offset in the value and its path relative to the value.</summary>
    internal sealed record Found(string Text, long Offset, string Path);

    internal static MessagePackLimits Limits(int depth) => depth == MessagePackLimits.Default.MaximumDepth ? MessagePackLimits.Default : new MessagePackLimits { MaximumDepth = depth };

    /// <summary>Returns the first error in a value; null if it is valid.</summary>
    /// <param name="value">The value.</param>
    /// <param name="original">The value for the path; it differs from the first argument only in the bytes of str.</param>
    /// <param name="maximumDepth">The largest depth.</param>
    internal static Found? FirstFault(ReadOnlyMemory<byte> value, ReadOnlyMemory<byte> original, int maximumDepth)
    {
        MessagePackLimits limits = Limits(maximumDepth);
        try
        {
            MessagePackSerializer.Validate(value, limits);
            return null;
        }
        catch (MessagePackSerializationException fault)
        {
            string path = value.Equals(original) ? fault.Path! : MessageInspector.PathAt(original.Span, fault.Offset)!;
            return new Found(FaultText.Of(fault.ErrorName, value.Span[(int)fault.Offset..], Pending(value.Span, limits)), fault.Offset, path);
        }
    }

    /// <summary>Returns the number of values that are pending where an invalid value has its error.</summary>
    private static long Pending(ReadOnlySpan<byte> value, MessagePackLimits limits)
    {
        var inspector = new MessageInspector(value, limits);
        try
        {
            while (inspector.Read())
            {
            }
        }
        catch (MessagePackSerializationException)
        {
        }
        finally
        {
            inspector.Dispose();
        }

        return inspector.PendingValues;
    }

    /// <summary>Validates the content of a value whose structure is valid.</summary>
    /// <exception cref="StopException">A str is not UTF-8, or a timestamp is not valid.</exception>
    internal static void Content(in Part part)
    {
        if (FirstFault(part.Data, part.Data, part.MaximumDepth) is { } fault)
        {
            throw part.Blame(fault.Text, fault.Offset, fault.Path);
        }
    }

    /// <summary>Validates the content of a value that was not read whole. Reads its pieces.</summary>
    /// <param name="cutter">The cutter that returned it.</param>
    /// <param name="huge">The value.</param>
    /// <param name="isText">Whether a str must be UTF-8.</param>
    /// <exception cref="StopException">It is not valid.</exception>
    internal static void Content(Cutter cutter, Huge huge, bool isText)
    {
        if (huge.Head is { Type: MessagePackType.Extension, ExtensionTypeCode: -1 })
        {
            throw cutter.Blame($"invalid timestamp: the length is {Texts.Counted(huge.Head.PayloadLength, "byte")}, not 4, 8 or 12", huge.Offset);
        }

        if (huge.Head.Type != MessagePackType.String || !isText)
        {
            return;
        }

        byte[] rest = [];
        foreach (ReadOnlyMemory<byte> piece in huge.Pieces)
        {
            byte[] text = [.. rest, .. piece.Span];
            int whole = text.Length - IncompleteEnd(text);
            Text(cutter, huge, text.AsSpan(0, whole));
            rest = text[whole..];
        }

        Text(cutter, huge, rest);
    }

    private static void Text(Cutter cutter, Huge huge, ReadOnlySpan<byte> text)
    {
        if (!System.Text.Unicode.Utf8.IsValid(text))
        {
            throw cutter.Blame($"invalid UTF-8: {FaultText.ReasonNotUtf8(text, out _)}", huge.Offset);
        }
    }

    /// <summary>Returns the number of bytes at the end that may begin a character.</summary>
    private static int IncompleteEnd(ReadOnlySpan<byte> text)
    {
        for (int back = 1; back <= Math.Min(3, text.Length); back++)
        {
            byte one = text[^back];
            if (one >= 0xc0)
            {
                return System.Text.Rune.DecodeFromUtf8(text[^back..], out _, out _) == System.Buffers.OperationStatus.NeedMoreData ? back : 0;
            }

            if (one < 0x80)
            {
                return 0;
            }
        }

        return 0;
    }
}
