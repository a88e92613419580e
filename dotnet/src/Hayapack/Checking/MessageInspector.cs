using System.Buffers;
using Hayapack.Checking;

namespace Hayapack;

/// <summary>What a <see cref="MessageInspector"/> does not require of its input.</summary>
[Flags]
public enum MessageInspectorOptions
{
    /// <summary>The input begins with a whole message, and every rule of the format is checked.</summary>
    None = 0,

    /// <summary>UTF-8 and timestamps are not validated.</summary>
    StructureOnly = 1,

    /// <summary>
    /// The input may end inside the message, so a declared count may exceed the remaining bytes. The values before its end are
    /// returned; the one that is cut off is the error <c>truncated</c>.
    /// </summary>
    Incomplete = 2,
}

/// <summary>
/// Lists the values of a message in the order of their bytes: where each begins, its header, its depth and its path. Values are
/// not decoded. For programs that show, search, measure or repair messages.
/// </summary>
/// <remarks>
/// <para>
/// <c>while (inspector.Read())</c> moves from value to value: a container first, then all values in it; keys and values of a
/// map alternate. The properties refer to the value that was read last. Nothing is allocated for a value; <see cref="GetPath"/>
/// allocates. There is no recursion: open containers are on a stack in a pooled array, up to the limit of the depth.
/// </para>
/// <para>
/// Dispose of it, to return the array. A copy shares the array: do not use both. Not thread-safe.
/// </para>
/// </remarks>
public ref struct MessageInspector
{
    private static readonly MessagePackLimits Structure = MessagePackLimits.Default with { IsStructureOnly = true };

    private static readonly MessagePackLimits AnyDepth = Structure with { MaximumDepth = int.MaxValue };

    private readonly MessagePackReader origin;
    private MessageValidator walk;
    private MessagePackHeader header;
    private long offset;
    private State state;
    private MessagePackSerializationException? fault;

    /// <summary>Initializes a new instance of the <see cref="MessageInspector"/> struct.</summary>
    /// <param name="message">The message. Bytes after it are ignored.</param>
    /// <param name="limits">
    /// The limits, or null for <see cref="MessagePackLimits.Default"/>. With <see cref="MessagePackLimits.TypedValues"/>, the name
    /// and the value in an ext 100 are values at a depth of their own.
    /// </param>
    /// <param name="options">What the input may lack.</param>
    public MessageInspector(ReadOnlySpan<byte> message, MessagePackLimits? limits = null, MessageInspectorOptions options = MessageInspectorOptions.None)
        : this(new MessagePackReader(message), limits, options)
    {
    }

    /// <inheritdoc cref="MessageInspector(ReadOnlySpan{byte}, MessagePackLimits?, MessageInspectorOptions)"/>
    public MessageInspector(scoped in ReadOnlySequence<byte> message, MessagePackLimits? limits = null, MessageInspectorOptions options = MessageInspectorOptions.None)
        : this(new MessagePackReader(message), limits, options)
    {
    }

    private MessageInspector(MessagePackReader reader, MessagePackLimits? limits, MessageInspectorOptions options)
    {
        if ((options & MessageInspectorOptions.StructureOnly) != 0)
        {
            limits = limits is null ? Structure : limits with { IsStructureOnly = true };
        }

        limits ??= MessagePackLimits.Default;
        origin = reader;
        walk = new MessageValidator(reader, limits, default, (options & MessageInspectorOptions.Incomplete) != 0);
        if (reader.Remaining > limits.MaximumMessageLength)
        {
            fault = MessageValidator.TooLarge(reader, limits);
        }
    }

    private enum State
    {
        Begun,
        Inside,
        Ended,
    }

    /// <summary>Gets the offset of the value in bytes from the beginning of the input.</summary>
    public readonly long Offset => offset;

    /// <summary>Gets the header of the value: its format, its length or count.</summary>
    public readonly MessagePackHeader Header => header;

    /// <summary>
    /// Gets the offset in bytes after the value; after the header of an array or a map, and of an ext 100 whose content is read as
    /// values. When <see cref="Read"/> has returned false, the length of the message.
    /// </summary>
    public readonly long End => walk.Offset;

    /// <summary>Gets the number of containers around the value; 0 for the message itself.</summary>
    public readonly int Depth => walk.Depth;

    /// <summary>Gets a value indicating whether the value is a key of a map.</summary>
    public readonly bool IsKey => walk.Parent.AtKey;

    /// <summary>Gets a value indicating whether the value is in a map: one of its keys, or the value of an entry.</summary>
    public readonly bool IsInMap => walk.Parent.IsMap;

    /// <summary>Gets the index of the value in its array, or of its entry in the map, from 0; 0 for the message itself.</summary>
    public readonly long Index => walk.Parent is { IsMap: true } map ? (map.Begun - 1) / 2 : Math.Max(0, walk.Parent.Begun - 1);

    /// <summary>
    /// Gets the number of pending values: those that the open containers declare and that were not begun. Without an error, at
    /// least as many bytes follow, unless the input is <see cref="MessageInspectorOptions.Incomplete"/>.
    /// </summary>
    public readonly long PendingValues => walk.Pending;

    /// <summary>Returns the path of the value at an offset. Thread-safe. Takes time linear in the offset.</summary>
    /// <param name="message">The message. It may end inside or right before the value; UTF-8 and timestamps are not validated.</param>
    /// <param name="offset">The offset of the value in bytes.</param>
    /// <returns>The path, in the notation of errors; null if no value begins at the offset.</returns>
    public static string? PathAt(ReadOnlySpan<byte> message, long offset)
    {
        using var inspector = new MessageInspector(message, AnyDepth, MessageInspectorOptions.Incomplete);
        try
        {
            while (inspector.Read() && inspector.Offset < offset)
            {
            }

            return inspector.Offset == offset && inspector.state != State.Ended ? inspector.GetPath() : null;
        }
        catch (MessagePackSerializationException error)
        {
            return error.Offset == offset ? error.Path : null;
        }
    }

    /// <summary>Moves to the next value.</summary>
    /// <returns>False after the last value of the message.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// The next value breaks a rule of the format or a limit: the error that
    /// <see cref="MessagePackSerializer.Validate(ReadOnlyMemory{byte}, MessagePackLimits?)"/> throws, with its offset and path.
    /// Each further call throws it again.
    /// </exception>
    public bool Read()
    {
        if (fault is not null)
        {
            throw fault;
        }

        if (state == State.Ended)
        {
            return false;
        }

        MessagePackReader start = walk.Reader;
        try
        {
            if (!walk.Step(isFirst: state == State.Begun))
            {
                state = State.Ended;
                return false;
            }
        }
        catch (MessagePackSerializationException error)
        {
            error.Path = walk.Path(origin);
            fault = error;
            throw;
        }

        state = State.Inside;
        offset = start.Consumed;
        byte code = start.NextCode;
        header = new MessagePackHeader(code, start.ReadHead());
        return true;
    }

    /// <summary>Returns the path of the value, in the notation of errors, for example <c>$.items[7].name</c>. Allocates.</summary>
    /// <returns>The path. Long keys and long paths are shortened; see <see cref="MessagePackPath"/>.</returns>
    public readonly string GetPath() => walk.Path(origin);

    /// <summary>Returns the memory of the stack to its pool. <see cref="Read"/> must not be called afterwards.</summary>
    public void Dispose()
    {
        walk.Dispose();
        state = State.Ended;
    }
}
