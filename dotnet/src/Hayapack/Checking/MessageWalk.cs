using System.Buffers;
using System.Text.Unicode;
using Hayapack.Formatters;
using Hayapack.Typeless;

namespace Hayapack.Checking;

/// <summary>
/// Walks over a message in the order of its bytes, holds each value to every rule of the format, and knows the path.
/// Errors of a reader are found again by it: so that the fast readers need to know neither the path nor how many values
/// the containers around still lack.
/// </summary>
internal ref struct MessageWalk
{
    private readonly MessagePackLimits limits;
    private MessagePackReader reader;
    private GrowingStack<Frame> frames;
    private GrowingStack<TypedFrame> typed;

    /// <summary>Whether bytes may be missing at the end, so that declared counts are not compared with them.</summary>
    private bool isPartial;

    /// <summary>Where the last value that was begun begins.</summary>
    private long lastStart;

    /// <summary>The values that all open containers still lack.</summary>
    private long pending;

    /// <summary>Where the payload of the innermost typed value ends; the end of the input outside one.</summary>
    private long end;

    /// <summary>Initializes a new instance of the <see cref="MessageWalk"/> struct.</summary>
    /// <param name="reader">Where the message begins.</param>
    /// <param name="limits">What is allowed.</param>
    /// <param name="room">Memory for the first frames.</param>
    internal MessageWalk(MessagePackReader reader, MessagePackLimits limits, Span<Frame> room)
    {
        this.reader = reader;
        this.limits = limits;
        end = reader.Consumed + reader.Remaining;
        frames = new GrowingStack<Frame>(room);
    }

    /// <summary>An open container.</summary>
    /// <param name="IsMap">Whether it is a map.</param>
    /// <param name="Values">How many values it has: keys count.</param>
    internal record struct Frame(bool IsMap, long Values)
    {
        /// <summary>Gets a value indicating whether it is a typed value: its name and its value.</summary>
        internal bool IsTyped { get; init; }

        /// <summary>Gets or sets how many values were begun.</summary>
        internal long Begun { get; set; }

        /// <summary>Gets or sets the offset of the last key.</summary>
        internal long Key { get; set; }

        /// <summary>Gets a value indicating whether the last value that was begun is a key.</summary>
        internal readonly bool AtKey => IsMap && (Begun & 1) == 1;
    }

    /// <summary>Gets the offset after what was walked over.</summary>
    internal readonly long Offset => reader.Consumed;

    /// <summary>Gets the number of values that the open containers still expect.</summary>
    internal readonly long Pending => pending;

    /// <summary>Walks over one value, or to the first value that begins at or after an offset.</summary>
    /// <param name="stop">The offset; that value itself is looked at, too.</param>
    /// <returns>The fault, without a path, or null.</returns>
    internal MessagePackSerializationException? Walk(long stop = long.MaxValue)
    {
        try
        {
            do
            {
                long start = reader.Consumed;
                lastStart = start;
                Value(start);
                if (start >= stop)
                {
                    return null;
                }
            }
            while (Next());

            return null;
        }
        catch (MessagePackSerializationException fault)
        {
            // A value that goes on after the payload around it is a fault of the innermost typed value.
            return fault.ErrorName == MessagePackErrorNames.Truncated && typed.Count > 0 ? InvalidTyped() : fault;
        }
    }

    /// <summary>Gives the path of a value in a message that is not whole: null where it does not begin there.</summary>
    /// <param name="message">The message, as far as it is there.</param>
    /// <param name="offset">The offset of the value.</param>
    internal static string? PathAt(ReadOnlySpan<byte> message, long offset)
    {
        var start = new MessagePackReader(message);
        var walk = new MessageWalk(start, new MessagePackLimits { MaximumDepth = int.MaxValue }, stackalloc Frame[32]) { isPartial = true };
        try
        {
            walk.Walk(offset);
            return walk.lastStart == offset ? walk.Path(start) : null;
        }
        finally
        {
            walk.Dispose();
        }
    }

    /// <summary>Gives the path of the last value that was begun.</summary>
    /// <param name="origin">A reader at the beginning of the message.</param>
    internal readonly string Path(MessagePackReader origin)
    {
        var path = new PathText(frames.Count);
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
                path.Index(frame.Begun - 1);
            }
            else if (frame.AtKey)
            {
                path.Key((frame.Begun - 1) / 2);
            }
            else
            {
                key.MoveTo(frame.Key);
                path.Value(key, (frame.Begun - 1) / 2);
            }
        }

        return path.ToString();
    }

    internal void Dispose()
    {
        frames.Dispose();
        typed.Dispose();
    }

    /// <summary>Goes on to the next value; false at the end of the message.</summary>
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

    /// <summary>Looks at one value; of a container only at its header.</summary>
    private void Value(long start)
    {
        bool isKey = frames.Count > 0 && frames.Top.AtKey;
        Head head = reader.ReadHead();
        if (reader.Consumed > end)
        {
            MessagePackReader.ThrowTruncated(start);
        }

        limits.Check(head, start);
        if (head.IsContainer)
        {
            if (frames.Count >= limits.MaximumDepth)
            {
                MessagePackReader.ThrowTooDeep(start, $"The containers are nested deeper than the limit of {limits.MaximumDepth}.");
            }

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

        if (limits.IsStructureOnly && head is not { Type: MessagePackType.Extension, ExtensionType: TypelessFormatter.ExtensionType })
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
        else if (head is { Type: MessagePackType.Extension, ExtensionType: TypelessFormatter.ExtensionType } && limits.TypedValues)
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

    private void EnterTyped(uint payload, long start)
    {
        if (payload < 2 || MessagePackCode.ToMessagePackType(reader.NextCode) != MessagePackType.String)
        {
            TypelessFormatter.ThrowInvalid(start);
        }

        if (frames.Count >= limits.MaximumDepth)
        {
            MessagePackReader.ThrowTooDeep(start, $"The containers are nested deeper than the limit of {limits.MaximumDepth}.");
        }

        typed.Push(new TypedFrame(start, reader.Consumed, end, pending));
        end = reader.Consumed + payload;
        pending = 2;
        frames.Push(new Frame(IsMap: false, 2) { IsTyped = true });
    }

    /// <summary>Whether the container is a typed value that ends after the name: MessagePack-CSharp writes new object() so.</summary>
    private readonly bool IsNameAlone()
    {
        if (!frames.Top.IsTyped || frames.Top.Begun != 1 || reader.Consumed != end)
        {
            return false;
        }

        MessagePackReader name = reader;
        name.MoveBackTo(typed.Top.Name);
        return TypeNames.IsObject(name.ReadStringSpan());
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

    /// <summary>Goes back to the innermost typed value, which is at fault.</summary>
    private MessagePackSerializationException InvalidTyped()
    {
        while (!frames.Top.IsTyped)
        {
            frames.Pop();
        }

        frames.Pop();
        long start = typed.Top.Start;
        typed.Pop();
        return TypelessFormatter.Invalid(start);
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
    /// <param name="Start">Its offset.</param>
    /// <param name="Name">The offset of its name.</param>
    /// <param name="EndOutside">Where the payload around it ends.</param>
    /// <param name="PendingOutside">The pending values around it.</param>
    internal readonly record struct TypedFrame(long Start, long Name, long EndOutside, long PendingOutside);
}
