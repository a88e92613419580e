using System.Runtime.CompilerServices;

namespace Hayapack;

public ref partial struct MessagePackReader
{
    /// <summary>
    /// Skips one value. Checks its structure (lengths, declared counts, depth, reserved byte c1), but not its content
    /// (UTF-8, timestamps).
    /// </summary>
    /// <exception cref="MessagePackSerializationException"><c>truncated</c>, <c>reserved_byte</c> or
    /// <c>too_deep</c>.</exception>
    public void Skip()
    {
        if (!SkipScalar(out Head head, out long start))
        {
            SkipContainer(head, start);
        }
    }

    /// <summary>
    /// Reads a header. The position is then at the payload. If the method throws, the position is unchanged.
    /// </summary>
    /// <exception cref="MessagePackSerializationException"><c>truncated</c> or <c>reserved_byte</c>.</exception>
    internal Head ReadHead()
    {
        byte code = NextCode;
        switch (code)
        {
            case <= MessagePackCode.MaxFixInt or >= MessagePackCode.MinNegativeFixInt:
                return Headed(1, MessagePackType.Integer);
            case <= MessagePackCode.MaxFixMap:
                return Headed(1, MessagePackType.Map, count: code & 15u);
            case <= MessagePackCode.MaxFixArray:
                return Headed(1, MessagePackType.Array, count: code & 15u);
            case <= MessagePackCode.MaxFixStr:
                return Headed(1, MessagePackType.String, code & 31u);
            case MessagePackCode.Nil:
                return Headed(1, MessagePackType.Nil);
            case MessagePackCode.False or MessagePackCode.True:
                return Headed(1, MessagePackType.Boolean);
            case >= MessagePackCode.Bin8 and <= MessagePackCode.Bin32:
                return WithLength(1 << (code - MessagePackCode.Bin8), MessagePackType.Binary);
            case >= MessagePackCode.Ext8 and <= MessagePackCode.Ext32:
                return WithExtension(1 << (code - MessagePackCode.Ext8), 0);
            case MessagePackCode.Float32 or MessagePackCode.Float64:
                return Headed(1, MessagePackType.Float, code == MessagePackCode.Float32 ? 4u : 8u);
            case >= MessagePackCode.UInt8 and <= MessagePackCode.Int64:
                return Headed(1, MessagePackType.Integer, 1u << ((code - MessagePackCode.UInt8) & 3));
            case >= MessagePackCode.FixExt1 and <= MessagePackCode.FixExt16:
                return WithExtension(0, 1u << (code - MessagePackCode.FixExt1));
            case >= MessagePackCode.Str8 and <= MessagePackCode.Str32:
                return WithLength(1 << (code - MessagePackCode.Str8), MessagePackType.String);
            case MessagePackCode.Array16 or MessagePackCode.Array32:
                return WithCount(code == MessagePackCode.Array16 ? 2 : 4, MessagePackType.Array);
            case MessagePackCode.Map16 or MessagePackCode.Map32:
                return WithCount(code == MessagePackCode.Map16 ? 2 : 4, MessagePackType.Map);
            default:
                ThrowUnexpected("a value");
                return default;
        }
    }

    /// <summary>Skips the payload of a value whose header was read.</summary>
    internal void SkipPayload(uint payload, long start)
    {
        if (payload <= (uint)(length - position))
        {
            position += (int)payload;
            return;
        }

        if (payload > Remaining)
        {
            ThrowTruncated(start);
        }

        // The window now ends before the position; the next read moves it.
        windowOffset = Consumed + payload;
        position = 0;
        length = 0;
    }

    /// <summary>Skips a scalar and returns true, or reads the header of a container and returns false.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool SkipScalar(out Head head, out long start)
    {
        start = Consumed;
        byte code = NextCode;
        head = default;
        if (code is <= MessagePackCode.MaxFixInt or >= MessagePackCode.MinNegativeFixInt or MessagePackCode.Nil)
        {
            position++;
            return true;
        }

        uint text = (uint)code - MessagePackCode.MinFixStr;
        if (text <= 31 && length - position > (int)text)
        {
            position += 1 + (int)text;
            return true;
        }

        head = ReadHead();
        if (head.IsContainer)
        {
            return false;
        }

        SkipPayload(head.Payload, start);
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void SkipContainer(Head head, long start)
    {
        // One frame per open container with its number of pending values; `pending` is the number for all of them.
        using var frames = new GrowingStack<long>(stackalloc long[64]);
        long pending = 0;
        while (true)
        {
            // Invariant: the header of a container was just read.
            if (depth + frames.Count >= depthLimit)
            {
                ThrowTooDeep(start, depthLimit);
            }

            pending += head.Values;
            if (pending > Remaining)
            {
                ThrowTruncated(start);
            }

            frames.Push(head.Values);
            do
            {
                while (frames.Top == 0)
                {
                    frames.Pop();
                    if (frames.Count == 0)
                    {
                        return;
                    }
                }

                frames.Top--;
                pending--;
            }
            while (SkipScalar(out head, out start));
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Head Headed(int size, MessagePackType type, uint payload = 0, uint count = 0)
    {
        position += size;
        return new Head(type, payload, count, 0);
    }

    private Head WithLength(int width, MessagePackType type)
    {
        NeedHeader(1 + width);
        return Headed(1 + width, type, ReadBigEndian(width));
    }

    private Head WithCount(int width, MessagePackType type)
    {
        NeedHeader(1 + width);
        return Headed(1 + width, type, 0, ReadBigEndian(width));
    }

    private Head WithExtension(int width, uint payload)
    {
        NeedHeader(2 + width);
        if (width > 0)
        {
            payload = ReadBigEndian(width);
        }

        var type = (sbyte)Unsafe.Add(ref first, position + 1 + width);
        position += 2 + width;
        return new Head(MessagePackType.Extension, payload, 0, type);
    }
}
