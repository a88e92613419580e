using System.Buffers.Binary;

namespace Hayapack;

/// <summary>
/// Finds the end of a message while its bytes arrive. Each call continues where the last one stopped, so the work is linear in
/// the number of bytes, however they are split. Use it where the bytes come from something other than a stream or a pipe, for
/// which there is <see cref="MessagePackStreamReader"/>. Not thread-safe.
/// </summary>
/// <remarks>
/// It validates structure and limits, not UTF-8 and timestamps. It keeps nothing of the input, and about 16 bytes for each
/// container that is open.
/// </remarks>
/// <param name="limits">The limits of a message, or null for <see cref="MessagePackLimits.Default"/>.</param>
public sealed class MessageScanner(MessagePackLimits? limits = null)
{
    private MessageScan scan = new(limits ?? MessagePackLimits.Default);

    /// <summary>Continues until the message is complete or the bytes end.</summary>
    /// <param name="bytes">
    /// All bytes from the first one of the message that have arrived: those of the last call, at any address, and the new ones.
    /// Bytes after the message are ignored.
    /// </param>
    /// <param name="length">The length of the message in bytes; 0 if the result is false.</param>
    /// <returns>Whether the message is complete. Call <see cref="Reset"/> before the next one.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// <c>reserved_byte</c>, <c>too_deep</c>, <c>invalid_key</c>, <c>size_limit</c> or another limit, without a path; the offset is
    /// relative to the beginning of the message. Each further call throws it again.
    /// </exception>
    /// <exception cref="ArgumentException">There are fewer bytes than the last call has passed.</exception>
    public bool TryFindEnd(ReadOnlySpan<byte> bytes, out int length)
    {
        if (bytes.Length < scan.Cursor)
        {
            throw new ArgumentException($"{bytes.Length} bytes, fewer than the {scan.Cursor} of the last call.", nameof(bytes));
        }

        bool isComplete = scan.Continue(bytes);
        length = isComplete ? scan.Cursor : 0;
        return isComplete;
    }

    /// <summary>Prepares for the next message.</summary>
    public void Reset() => scan.Reset();
}

/// <summary>
/// Boundary scan: finds the end of a message while its bytes arrive. Each call continues where the last one stopped, so the
/// work is linear in the number of bytes, however they are split. It validates structure and limits, not UTF-8 and
/// timestamps.
/// </summary>
/// <param name="limits">The limits to check.</param>
internal struct MessageScan(MessagePackLimits limits)
{
    private readonly MessagePackLimits limits = limits;

    /// <summary>The open containers with the number of values that each still expects; a map's keys and values count.</summary>
    private Level[] open = new Level[16];
    private int depth;

    /// <summary>
    /// The pending values: those that the open containers still expect and whose header was not read. At the beginning it is
    /// 1, the message itself; at 0 the message is complete.
    /// </summary>
    private long pending = 1;

    /// <summary>The length at which the value or header at the cursor is complete; shorter input is not scanned.</summary>
    private long needed;

    private record struct Level(long Values, bool IsMap);

    /// <summary>Gets the offset of the next value to scan; all values and headers before it are complete.</summary>
    internal int Cursor { get; private set; }

    /// <summary>Prepares for the next message.</summary>
    internal void Reset()
    {
        depth = 0;
        pending = 1;
        needed = 0;
        Cursor = 0;
    }

    /// <summary>Continues the scan.</summary>
    /// <param name="message">The bytes that arrived, from the beginning of the message.</param>
    /// <returns>Whether the message is complete; it then ends at <see cref="Cursor"/>.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// <c>reserved_byte</c>, <c>too_deep</c>, <c>invalid_key</c> or a limit. The offset is relative to the beginning of the
    /// message.
    /// </exception>
    internal bool Continue(ReadOnlySpan<byte> message)
    {
        if (message.Length < needed)
        {
            return false;
        }

        while (pending > 0)
        {
            // Invariant: the next value begins at Cursor; `pending` and `open` count everything before it.
            int start = Cursor;
            if (start >= message.Length)
            {
                return false;
            }

            byte code = message[start];
            if (code == MessagePackCode.NeverUsed)
            {
                throw MessagePackReader.Fault(MessagePackErrorNames.ReservedByte, start, "The byte c1 is never used.");
            }

            int header = MessagePackCode.HeaderLength(code);
            CheckSize(start, (long)start + header);
            if (message.Length - start < header)
            {
                needed = start + header;
                return false;
            }

            Head head = ReadHead(message[start..], code);
            limits.Check(head, start);
            if (head.IsContainer)
            {
                Enter(head, start, header);
                continue;
            }

            long end = start + header + (long)head.Payload;
            CheckSize(start, end);
            if (end > message.Length)
            {
                needed = end;
                return false;
            }

            if (limits.StrictKeys)
            {
                CheckKey(head.Type, start);
            }

            Cursor = (int)end;
            pending--;
            Close();
        }

        return true;
    }

    /// <summary>Decodes a complete header. The format byte is not c1.</summary>
    internal static Head ReadHead(ReadOnlySpan<byte> value, byte code)
    {
        MessagePackType type = MessagePackCode.ToMessagePackType(code);
        switch (type)
        {
            case MessagePackType.Integer:
                return new Head(type, code is >= MessagePackCode.UInt8 and <= MessagePackCode.Int64 ? 1u << ((code - MessagePackCode.UInt8) & 3) : 0, 0, 0);
            case MessagePackType.Float:
                return new Head(type, code == MessagePackCode.Float32 ? 4u : 8u, 0, 0);
            case MessagePackType.Extension:
                bool isFixed = code >= MessagePackCode.FixExt1;
                int width = isFixed ? 0 : 1 << (code - MessagePackCode.Ext8);
                uint payload = isFixed ? 1u << (code - MessagePackCode.FixExt1) : Length(value, width);
                return new Head(type, payload, 0, (sbyte)value[1 + width]);
            case MessagePackType.String or MessagePackType.Binary:
                return new Head(type, code <= MessagePackCode.MaxFixStr ? code & 31u : Length(value, MessagePackCode.HeaderLength(code) - 1), 0, 0);
            case MessagePackType.Array or MessagePackType.Map:
                return new Head(type, 0, code <= MessagePackCode.MaxFixArray ? code & 15u : Length(value, MessagePackCode.HeaderLength(code) - 1), 0);
            default:
                return new Head(type, 0, 0, 0);
        }
    }

    private static uint Length(ReadOnlySpan<byte> value, int width) => width switch
    {
        1 => value[1],
        2 => BinaryPrimitives.ReadUInt16BigEndian(value[1..]),
        _ => BinaryPrimitives.ReadUInt32BigEndian(value[1..]),
    };

    private void Enter(in Head head, int start, int header)
    {
        if (depth >= limits.MaximumDepth)
        {
            MessagePackReader.ThrowTooDeep(start, limits.MaximumDepth);
        }

        CheckSize(start, start + header + head.Values);
        if (depth == open.Length)
        {
            Array.Resize(ref open, depth * 2);
        }

        pending += head.Values - 1;
        open[depth++] = new Level(head.Values, head.Type == MessagePackType.Map);
        Cursor = start + header;
        if (head.Values == 0)
        {
            depth--;
            Close();
        }
    }

    /// <summary>Counts a complete value in its container and closes the containers that end with it.</summary>
    private void Close()
    {
        while (depth > 0 && --open[depth - 1].Values == 0)
        {
            depth--;
        }
    }

    /// <summary>
    /// Checks the smallest possible size of the message against its limit: the end of a value, and one byte for each pending
    /// value after it.
    /// </summary>
    private readonly void CheckSize(int start, long end)
    {
        if (end + pending - 1 > limits.MaximumMessageLength)
        {
            throw MessagePackReader.Fault(
                MessagePackErrorNames.SizeLimit, start, $"The message exceeds the limit of {limits.MaximumMessageLength} bytes.");
        }
    }

    private readonly void CheckKey(MessagePackType type, int start)
    {
        bool isKey = depth > 0 && open[depth - 1] is { IsMap: true } level && (level.Values & 1) == 0;
        if (isKey && type is MessagePackType.Integer or MessagePackType.Nil or MessagePackType.Boolean or MessagePackType.Float)
        {
            throw MessagePackReader.Fault(MessagePackErrorNames.InvalidKey, start, "A key is neither a str nor a bin.");
        }
    }
}
