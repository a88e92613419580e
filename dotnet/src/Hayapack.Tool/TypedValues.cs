namespace Hayapack.Tool;

/// <summary>Decides which ext 100 are typed values: a name and exactly one value (System.Object: or none), both valid, and no more bytes.</summary>
internal static class TypedValues
{
    /// <param name="payload">The payload of the ext. An ext inside of it is not looked into: it might belong to another program.</param>
    /// <param name="value">The offset of the value after the name; the end of the payload if there is no value.</param>
    internal static bool IsTyped(ReadOnlySpan<byte> payload, out int value)
    {
        value = 0;
        if (payload.Length < 2 || MessagePackCode.ToMessagePackType(payload[0]) != MessagePackType.String || !TryPass(payload, out value))
        {
            return false;
        }

        return value < payload.Length
            ? TryPass(payload[value..], out int length) && value + length == payload.Length
            : new MessagePackReader(payload).ReadString()!.Split(',')[0] == "System.Object";
    }

    /// <summary>Validates the value at the beginning and returns its length.</summary>
    private static bool TryPass(ReadOnlySpan<byte> bytes, out int length)
    {
        var inspector = new MessageInspector(bytes, Checks.Limits(Checks.MaximumDepth));
        try
        {
            while (inspector.Read())
            {
            }

            length = (int)inspector.End;
            return true;
        }
        catch (MessagePackSerializationException)
        {
            length = 0;
            return false;
        }
        finally
        {
            inspector.Dispose();
        }
    }
}
