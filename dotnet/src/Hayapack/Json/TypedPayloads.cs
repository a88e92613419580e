using Hayapack.Checking;

namespace Hayapack.Json;

/// <summary>Decides which ext 100 are typed values: a name and exactly one value (System.Object: or none), both valid, and no more bytes.</summary>
internal ref struct TypedPayloads(ReadOnlySpan<byte> message)
{
    private readonly ReadOnlySpan<byte> message = message;

    /// <summary>All ext 100 before this offset are known to be valid typed values, so nested ones are not checked again.</summary>
    private int soundTo;

    /// <summary>Returns whether an ext 100 is a typed value.</summary>
    /// <param name="start">The offset of the ext.</param>
    /// <param name="payload">The offset of its payload, which is completely in the message.</param>
    /// <param name="length">The length of the payload in bytes.</param>
    /// <param name="value">The offset of the value after the name; the end of the payload if there is no value.</param>
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
                // The first check fails also if only a nested ext 100 is not a typed value: that one might
                // belong to another program. The second check regards this level only.
                return false;
            }
        }

        var name = new MessagePackReader(message);
        name.MoveTo(payload);
        name.ReadStringSpan();
        value = (int)name.Consumed;
        return true;
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
