using Hayapack.Checking;

namespace Hayapack.Json;

/// <summary>Decides which ext 100 are typed values: a name and exactly one value (System.Object: or none), both valid, and no more bytes.</summary>
internal static class TypedPayloads
{
    /// <summary>
    /// Returns whether an ext 100 is a typed value. An ext inside of it is not looked into: it might belong to another program.
    /// Asking for every ext of a message therefore takes linear time.
    /// </summary>
    /// <param name="message">The message.</param>
    /// <param name="payload">The offset of the payload, which is completely in the message.</param>
    /// <param name="length">The length of the payload in bytes.</param>
    /// <param name="value">The offset of the value after the name; the end of the payload if there is no value.</param>
    internal static bool IsTyped(ReadOnlySpan<byte> message, int payload, uint length, out int value)
    {
        value = 0;
        int end = payload + (int)length;
        if (length < 2 || MessagePackCode.ToMessagePackType(message[payload]) != MessagePackType.String
            || !TryPassValue(message[..end], payload, out value))
        {
            return false;
        }

        if (value == end)
        {
            var name = new MessagePackReader(message[payload..end]);
            return TypedExtension.IsObject(name.ReadStringSpan());
        }

        return TryPassValue(message[..end], value, out int after) && after == end;
    }

    /// <summary>Validates the value at an offset and returns the offset after it.</summary>
    private static bool TryPassValue(ReadOnlySpan<byte> bytes, int offset, out int after)
    {
        var reader = new MessagePackReader(bytes);
        reader.MoveTo(offset);
        var walk = new MessageValidator(reader, MessagePackLimits.Default, stackalloc MessageValidator.Frame[16]);
        bool isValid = walk.Walk() is null;
        after = (int)walk.Offset;
        walk.Dispose();
        return isValid;
    }
}
