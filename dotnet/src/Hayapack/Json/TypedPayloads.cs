using Hayapack.Checking;

namespace Hayapack.Json;

/// <summary>Tells which ext 100 are typed values: a name and exactly one sound value.</summary>
internal ref struct TypedPayloads(ReadOnlySpan<byte> message)
{
    private readonly ReadOnlySpan<byte> message = message;

    /// <summary>All typed values before this offset are known to be sound.</summary>
    private int soundTo;

    /// <summary>Looks at an ext 100.</summary>
    /// <param name="start">The offset of the ext.</param>
    /// <param name="payload">The offset of its payload, which is whole.</param>
    /// <param name="length">The length of the payload.</param>
    /// <param name="value">The offset of the value behind the name.</param>
    internal bool IsTyped(int start, int payload, uint length, out int value)
    {
        value = 0;
        int end = payload + (int)length;
        if (length < 2 || MessagePackCode.ToMessagePackType(message[payload]) != MessagePackType.String)
        {
            return false;
        }

        if (end > soundTo)
        {
            if (IsSound(message[start..end], new MessagePackLimits { TypedValues = true }))
            {
                soundTo = end;
            }
            else if (!IsSound(message[payload..end], MessagePackLimits.Default, values: 2))
            {
                // Here only this level counts: an ext 100 inside may be another program's.
                return false;
            }
        }

        var name = new MessagePackReader(message);
        name.MoveTo(payload);
        name.ReadStringSpan();
        value = (int)name.Consumed;
        return value < end;
    }

    private static bool IsSound(ReadOnlySpan<byte> bytes, MessagePackLimits limits, int values = 1)
    {
        var reader = new MessagePackReader(bytes);
        Span<MessageWalk.Frame> space = stackalloc MessageWalk.Frame[16];
        for (; values > 0; values--)
        {
            var walk = new MessageWalk(reader, limits, space);
            bool isSound = walk.Walk() is null;
            reader.MoveTo(walk.Offset);
            walk.Dispose();
            if (!isSound)
            {
                return false;
            }
        }

        return reader.End;
    }
}
