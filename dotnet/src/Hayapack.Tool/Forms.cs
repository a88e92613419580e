namespace Hayapack.Tool;

/// <summary>The encodings of values, by format byte.</summary>
internal static class Forms
{
    internal static string Of(byte code) => code switch
    {
        <= MessagePackCode.MaxFixInt or >= MessagePackCode.MinNegativeFixInt => "fixint",
        MessagePackCode.False or MessagePackCode.True => "bool",
        _ => MessagePackCode.ToFormatName(code).Replace(" ", "", StringComparison.Ordinal),
    };

    /// <summary>Returns the number of bytes of the length or count that follows the format byte.</summary>
    internal static int LengthWidth(byte code) => code switch
    {
        MessagePackCode.Bin8 or MessagePackCode.Ext8 or MessagePackCode.Str8 => 1,
        MessagePackCode.Bin16 or MessagePackCode.Ext16 or MessagePackCode.Str16 or MessagePackCode.Array16 or MessagePackCode.Map16 => 2,
        MessagePackCode.Bin32 or MessagePackCode.Ext32 or MessagePackCode.Str32 or MessagePackCode.Array32 or MessagePackCode.Map32 => 4,
        _ => 0,
    };

    /// <summary>Returns the declared length or count of a str, bin, ext8 to ext32, array or map.</summary>
    internal static long Length(ReadOnlySpan<byte> value)
    {
        int width = LengthWidth(value[0]);
        if (width == 0)
        {
            return value[0] >= MessagePackCode.MinFixStr ? value[0] & 31 : value[0] & 15;
        }

        long length = 0;
        foreach (byte one in value.Slice(1, width))
        {
            length = (length << 8) | one;
        }

        return length;
    }
}
