using System.Buffers;
using System.Text.Unicode;

namespace Hayapack.Checking;

/// <summary>
/// Checks every value of a message against all rules of the format, in byte order, and tracks the path. Used for
/// validation, and after an error in a reader to determine its path and cause, so that readers need to track neither
/// the path nor the number of pending values.
/// </summary>
internal ref struct MessageValidator
{
    private readonly MessagePackLimits limits;
    private MessagePackReader reader;
    private GrowingStack<Frame> frames;
    private GrowingStack<TypedFrame> typed;

    /// <summary>Whether the message may be cut off at the end, so that declared counts are not checked.</summary>
    private readonly bool isPartial;

    /// <summary>The number of pending values of all open containers.</summary>
    private long pending;

    /// <summary>
    /// The offset of the end of the innermost typed value's payload, or of the input if none is open.
    /// </summary>
    private long end;

    /// <summary>Initializes a new instance of the <see cref="MessageValidator"/> struct.</summary>
    /// <param name="reader">A reader at the start of the message.</param>
    /// <param name="limits">The limits and rules to check.</param>
    /// <param name="initial">Memory for the first frames.</param>
    /// <param name="isPartial">Whether the message may be cut off at the end.</param>
    internal MessageValidator(MessagePackReader reader, MessagePackLimits limits, Span<Frame> initial, bool isPartial = false)
    {
        this.reader = reader;
        this.isPartial = isPartial;
        this.limits = limits;
        end = reader.Consumed + reader.Remaining;
        frames = new GrowingStack<Frame>(initial);
    }

    /// <summary>An open container.</summary>
    /// <param name="IsMap">Whether it is a map.</param>
    /// <param name="Values">The number of values in it; each entry of a map counts as two.</param>
    internal record struct Frame(bool IsMap, long Values)
    {
        /// <summary>
        /// Gets a value indicating whether it is a typed value, which contains its name and its value.
        /// </summary>
        internal bool IsTyped { get; init; }

        /// <summary>Gets or sets the number of its values that were begun.</summary>
        internal long Begun { get; set; }

        /// <summary>Gets or sets the offset of the last key.</summary>
        internal long Key { get; set; }

        /// <summary>Gets a value indicating whether the last value that was begun is a key.</summary>
        internal readonly bool AtKey => IsMap && (Begun & 1) == 1;
    }

    /// <summary>Gets the offset of the next byte to check.</summary>
    internal readonly long Offset => reader.Consumed;

    /// <summary>Gets the number of pending values of all open containers.</summary>
    internal readonly long Pending => pending;

    /// <summary>Gets a reader at the next byte to check.</summary>
    internal readonly MessagePackReader Reader => reader;

    /// <summary>Gets the number of containers around the last value that was begun. If it is a container, it is open itself.</summary>
    internal readonly int Depth => frames.Count > 0 && frames.Top.Begun == 0 ? frames.Count - 1 : frames.Count;

    /// <summary>Gets the container around the last value that was begun; the default value if there is none.</summary>
    internal readonly Frame Parent => Depth > 0 ? frames[Depth - 1] : default;

    /// <summary>Gets the offset of the value at which <see cref="Walk"/> stopped; null if it did not reach its stop.</summary>
    internal long? StoppedAt { get; private set; }

    /// <summary>Throws the first error of a message, with its path.</summary>
    /// <param name="reader">At the message.</param>
    /// <param name="limits">The limits.</param>
    /// <param name="whole">Whether data after the message is an error.</param>
    /// <exception cref="MessagePackSerializationException">The input breaks a rule of the format or a limit.</exception>
    internal static void Validate(MessagePackReader reader, MessagePackLimits limits, bool whole = true)
    {
        using var walk = new MessageValidator(reader, limits, stackalloc Frame[32]);
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

    /// <summary>
    /// Checks one value with all it contains, or stops after the first value that begins at or after an offset.
    /// </summary>
    /// <param name="stop">The offset. The value there is checked; if it is a container, only its header.</param>
    /// <returns>The error, without a path, or null.</returns>
    internal MessagePackSerializationException? Walk(long stop = long.MaxValue)
    {
        try
        {
            do
            {
                long start = reader.Consumed;
                Value(start);
                if (start >= stop)
                {
                    StoppedAt = start;
                    return null;
                }
            }
            while (Next());

            return null;
        }
        catch (MessagePackSerializationException fault)
        {
            return Cause(fault);
        }
    }

    /// <summary>Checks values up to an offset: no value that begins there or later.</summary>
    /// <param name="stop">The offset. The first value is checked in any case.</param>
    /// <param name="last">The offset of the last value that was checked, whose path <see cref="Path"/> returns.</param>
    /// <returns>The error, without a path, or null.</returns>
    internal MessagePackSerializationException? WalkTo(long stop, out long last)
    {
        last = reader.Consumed;
        try
        {
            do
            {
                last = reader.Consumed;
                Value(last);
            }
            while (reader.Consumed < stop && Next());

            return null;
        }
        catch (MessagePackSerializationException fault)
        {
            return Cause(fault);
        }
    }

    /// <summary>Checks the next value of the message alone; for a container, only its header.</summary>
    /// <param name="isFirst">Whether it is the message itself.</param>
    /// <returns>False at the end of the message.</returns>
    /// <exception cref="MessagePackSerializationException">The first error, without a path. The walk has then ended.</exception>
    internal bool Step(bool isFirst)
    {
        try
        {
            if (!isFirst && !Next())
            {
                return false;
            }

            Value(reader.Consumed);
            return true;
        }
        catch (MessagePackSerializationException fault) when (fault.ErrorName == MessagePackErrorNames.Truncated && typed.Count > 0)
        {
            throw Cause(fault);
        }
    }

    /// <summary>Returns the path of the last value that was begun.</summary>
    /// <param name="origin">A reader at the start of the message.</param>
    internal readonly string Path(MessagePackReader origin)
    {
        var path = new MessagePackPath();
        MessagePackReader key = origin;
        for (int i = 0; i < frames.Count; i++)
        {
            Frame frame = frames[i];
            if (frame.Begun == 0)
            {
                break;
            }

            if (frame.IsTyped)
            {
                continue;
            }

            if (!frame.IsMap)
            {
                path.AddIndex(frame.Begun - 1);
            }
            else if (frame.AtKey)
            {
                path.AddKey((frame.Begun - 1) / 2);
            }
            else
            {
                key.MoveTo(frame.Key);
                path.AddValue(key, (frame.Begun - 1) / 2);
            }
        }

        return path.ToString();
    }

    internal void Dispose()
    {
        frames.Dispose();
        typed.Dispose();
    }

    /// <summary>Returns the error to report: if a value exceeds the payload of the enclosing typed value, that is invalid.</summary>
    private MessagePackSerializationException Cause(MessagePackSerializationException fault) =>
        fault.ErrorName == MessagePackErrorNames.Truncated && typed.Count > 0 ? InvalidTyped() : fault;

    /// <summary>Moves to the next value; returns false at the end of the message.</summary>
    private bool Next()
    {
        while (frames.Count > 0 && (frames.Top.Begun == frames.Top.Values || IsNameAlone()))
        {
            if (frames.Top.IsTyped)
            {
                LeaveTyped();
            }

            frames.Pop();
        }

        if (frames.Count == 0)
        {
            return false;
        }

        ref Frame top = ref frames.Top;
        top.Begun++;
        pending--;
        if (top.AtKey)
        {
            top.Key = reader.Consumed;
        }

        return true;
    }

    /// <summary>Checks one value; for a container, only its header.</summary>
    private void Value(long start)
    {
        bool isKey = frames.Count > 0 && frames.Top.AtKey;
        if (end == 0)
        {
            throw MessagePackReader.Fault(MessagePackErrorNames.Truncated, 0, "The input is empty.");
        }

        Head head = reader.ReadHead();
        if (reader.Consumed > end)
        {
            MessagePackReader.ThrowTruncated(start);
        }

        limits.Check(head, start);
        if (head.IsContainer)
        {
            CheckDepth(start);
            if (!isPartial && head.Values + pending > end - reader.Consumed)
            {
                throw MessagePackReader.Fault(
                    MessagePackErrorNames.Truncated,
                    start,
                    $"The container needs {MessagePackReader.Counted(head.Values, "value")}, {MessagePackReader.Counted(end - reader.Consumed, "byte")} left"
                    + (pending == 0 ? "." : $"; the enclosing containers need {MessagePackReader.Counted(pending, "more value")}."));
            }
        }
        else if (head.Payload > end - reader.Consumed)
        {
            MessagePackReader.ThrowTruncated(start);
        }

        if (limits.IsStructureOnly && head is not { Type: MessagePackType.Extension, ExtensionType: TypedExtension.Code })
        {
            reader.SkipPayload(head.Payload, start);
        }
        else if (head.Type == MessagePackType.String)
        {
            Text(head.Payload, start);
        }
        else if (head is { Type: MessagePackType.Extension, ExtensionType: -1 })
        {
            reader.ReadTimestamp(new ExtensionHeader(-1, head.Payload), start, out _, out _);
        }
        else if (head is { Type: MessagePackType.Extension, ExtensionType: TypedExtension.Code } && limits.TypedValues)
        {
            EnterTyped(head.Payload, start);
        }
        else
        {
            reader.SkipPayload(head.Payload, start);
        }

        if (isKey && limits.StrictKeys && head.Type is not (MessagePackType.String or MessagePackType.Binary))
        {
            throw MessagePackReader.Fault(MessagePackErrorNames.InvalidKey, start, "A map key must be a str or a bin.");
        }

        if (head.IsContainer)
        {
            pending += head.Values;
            frames.Push(new Frame(head.Type == MessagePackType.Map, head.Values));
        }
    }

    private readonly void CheckDepth(long start)
    {
        if (frames.Count >= limits.MaximumDepth)
        {
            MessagePackReader.ThrowTooDeep(start, limits.MaximumDepth);
        }
    }

    private void EnterTyped(uint payload, long start)
    {
        if (payload < 2 || MessagePackCode.ToMessagePackType(reader.NextCode) != MessagePackType.String)
        {
            TypedExtension.ThrowInvalid(start);
        }

        CheckDepth(start);
        typed.Push(new TypedFrame(start, reader.Consumed, reader.Segment, end, pending));
        end = reader.Consumed + payload;
        pending = 2;
        frames.Push(new Frame(IsMap: false, 2) { IsTyped = true });
    }

    /// <summary>
    /// Returns whether the container is a typed value that ends after the name; MessagePack-CSharp writes new object()
    /// like that.
    /// </summary>
    private readonly bool IsNameAlone()
    {
        if (!frames.Top.IsTyped || frames.Top.Begun != 1 || reader.Consumed != end)
        {
            return false;
        }

        MessagePackReader name = reader;
        name.MoveBackTo(typed.Top.Name, typed.Top.NameSegment);
        return TypedExtension.IsObject(name.ReadStringSpan());
    }

    private void LeaveTyped()
    {
        if (reader.Consumed != end)
        {
            throw InvalidTyped();
        }

        end = typed.Top.EndOutside;
        pending = typed.Top.PendingOutside;
        typed.Pop();
    }

    /// <summary>
    /// Closes all containers up to and including the innermost typed value, and returns the error for it.
    /// </summary>
    private MessagePackSerializationException InvalidTyped()
    {
        while (!frames.Top.IsTyped)
        {
            frames.Pop();
        }

        frames.Pop();
        long start = typed.Top.Start;
        typed.Pop();
        return TypedExtension.Invalid(start);
    }

    private void Text(uint length, long start)
    {
        ReadOnlySequence<byte> text = default;
        ReadOnlySpan<byte> span = reader.TryTakeSpan(length, out bool whole);
        if (!whole)
        {
            text = reader.ReadRaw(length);
        }

        if (!(whole ? Utf8.IsValid(span) : Utf8Check.IsValid(text)))
        {
            MessagePackReader.ThrowInvalidUtf8(start);
        }
    }

    /// <summary>An open typed value (ext 100).</summary>
    /// <param name="Start">The offset of the typed value.</param>
    /// <param name="Name">The offset of its name.</param>
    /// <param name="NameSegment">The segment of the reader at the name.</param>
    /// <param name="EndOutside">The end of the enclosing typed value's payload, or of the input.</param>
    /// <param name="PendingOutside">The number of pending values outside it.</param>
    internal readonly record struct TypedFrame(
        long Start, long Name, ReadOnlySequenceSegment<byte>? NameSegment, long EndOutside, long PendingOutside);
}
