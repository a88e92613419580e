namespace Hayapack;

/// <summary>The format bytes of MessagePack: the first byte of every value.</summary>
public static class MessagePackCode
{
    /// <summary>The first format byte of positive fixint.</summary>
    public const byte MinFixInt = 0x00;
    /// <summary>The last format byte of positive fixint.</summary>
    public const byte MaxFixInt = 0x7f;
    /// <summary>The first format byte of fixmap.</summary>
    public const byte MinFixMap = 0x80;
    /// <summary>The last format byte of fixmap.</summary>
    public const byte MaxFixMap = 0x8f;
    /// <summary>The first format byte of fixarray.</summary>
    public const byte MinFixArray = 0x90;
    /// <summary>The last format byte of fixarray.</summary>
    public const byte MaxFixArray = 0x9f;
    /// <summary>The first format byte of fixstr.</summary>
    public const byte MinFixStr = 0xa0;
    /// <summary>The last format byte of fixstr.</summary>
    public const byte MaxFixStr = 0xbf;
    /// <summary>The format byte of nil.</summary>
    public const byte Nil = 0xc0;
    /// <summary>The format byte that is never used.</summary>
    public const byte NeverUsed = 0xc1;
    /// <summary>The format byte of false.</summary>
    public const byte False = 0xc2;
    /// <summary>The format byte of true.</summary>
    public const byte True = 0xc3;
    /// <summary>The format byte of bin 8.</summary>
    public const byte Bin8 = 0xc4;
    /// <summary>The format byte of bin 16.</summary>
    public const byte Bin16 = 0xc5;
    /// <summary>The format byte of bin 32.</summary>
    public const byte Bin32 = 0xc6;
    /// <summary>The format byte of ext 8.</summary>
    public const byte Ext8 = 0xc7;
    /// <summary>The format byte of ext 16.</summary>
    public const byte Ext16 = 0xc8;
    /// <summary>The format byte of ext 32.</summary>
    public const byte Ext32 = 0xc9;
    /// <summary>The format byte of float 32.</summary>
    public const byte Float32 = 0xca;
    /// <summary>The format byte of float 64.</summary>
    public const byte Float64 = 0xcb;
    /// <summary>The format byte of uint 8.</summary>
    public const byte UInt8 = 0xcc;
    /// <summary>The format byte of uint 16.</summary>
    public const byte UInt16 = 0xcd;
    /// <summary>The format byte of uint 32.</summary>
    public const byte UInt32 = 0xce;
    /// <summary>The format byte of uint 64.</summary>
    public const byte UInt64 = 0xcf;
    /// <summary>The format byte of int 8.</summary>
    public const byte Int8 = 0xd0;
    /// <summary>The format byte of int 16.</summary>
    public const byte Int16 = 0xd1;
    /// <summary>The format byte of int 32.</summary>
    public const byte Int32 = 0xd2;
    /// <summary>The format byte of int 64.</summary>
    public const byte Int64 = 0xd3;
    /// <summary>The format byte of fixext 1.</summary>
    public const byte FixExt1 = 0xd4;
    /// <summary>The format byte of fixext 2.</summary>
    public const byte FixExt2 = 0xd5;
    /// <summary>The format byte of fixext 4.</summary>
    public const byte FixExt4 = 0xd6;
    /// <summary>The format byte of fixext 8.</summary>
    public const byte FixExt8 = 0xd7;
    /// <summary>The format byte of fixext 16.</summary>
    public const byte FixExt16 = 0xd8;
    /// <summary>The format byte of str 8.</summary>
    public const byte Str8 = 0xd9;
    /// <summary>The format byte of str 16.</summary>
    public const byte Str16 = 0xda;
    /// <summary>The format byte of str 32.</summary>
    public const byte Str32 = 0xdb;
    /// <summary>The format byte of array 16.</summary>
    public const byte Array16 = 0xdc;
    /// <summary>The format byte of array 32.</summary>
    public const byte Array32 = 0xdd;
    /// <summary>The format byte of map 16.</summary>
    public const byte Map16 = 0xde;
    /// <summary>The format byte of map 32.</summary>
    public const byte Map32 = 0xdf;
    /// <summary>The first format byte of negative fixint.</summary>
    public const byte MinNegativeFixInt = 0xe0;
    /// <summary>The last format byte of negative fixint.</summary>
    public const byte MaxNegativeFixInt = 0xff;

    private static ReadOnlySpan<byte> Types =>
    [
        // c0: nil, never used, false, true, bin 8-32, ext 8-32, float 32 and 64
        2, 0, 3, 3, 6, 6, 6, 9, 9, 9, 4, 4,
        // cc: uint 8-64, int 8-64, fixext 1-16
        1, 1, 1, 1, 1, 1, 1, 1, 9, 9, 9, 9, 9,
        // d9: str 8-32, array 16-32, map 16-32
        5, 5, 5, 7, 7, 8, 8,
    ];

    private static ReadOnlySpan<string> FormatNames => (string[])
    [
        "nil", "(never used)", "false", "true", "bin 8", "bin 16", "bin 32", "ext 8", "ext 16", "ext 32", "float 32",
        "float 64", "uint 8", "uint 16", "uint 32", "uint 64", "int 8", "int 16", "int 32", "int 64", "fixext 1",
        "fixext 2", "fixext 4", "fixext 8", "fixext 16", "str 8", "str 16", "str 32", "array 16", "array 32", "map 16",
        "map 32",
    ];

    /// <summary>Returns the type of a value by its format byte.</summary>
    /// <param name="code">The format byte, any value.</param>
    /// <returns>The type; <see cref="MessagePackType.Unknown"/> for the reserved byte c1.</returns>
    public static MessagePackType ToMessagePackType(byte code) => code switch
    {
        <= MaxFixInt => MessagePackType.Integer,
        <= MaxFixMap => MessagePackType.Map,
        <= MaxFixArray => MessagePackType.Array,
        <= MaxFixStr => MessagePackType.String,
        >= MinNegativeFixInt => MessagePackType.Integer,
        _ => (MessagePackType)Types[code - Nil],
    };

    /// <summary>Returns the specification's name of a format, for example <c>fixstr</c>.</summary>
    /// <param name="code">The format byte.</param>
    /// <returns>The name.</returns>
    public static string ToFormatName(byte code) => code switch
    {
        <= MaxFixInt => "positive fixint",
        <= MaxFixMap => "fixmap",
        <= MaxFixArray => "fixarray",
        <= MaxFixStr => "fixstr",
        >= MinNegativeFixInt => "negative fixint",
        _ => FormatNames[code - Nil],
    };

    /// <summary>
    /// Returns the size of a header in bytes: format byte, length field and extension type, without the payload of a
    /// number.
    /// </summary>
    /// <param name="code">The format byte, any value.</param>
    /// <returns>1 to 6; 1 for the reserved byte c1.</returns>
    public static int HeaderLength(byte code) => code switch
    {
        < Bin8 => 1,
        Bin8 or Str8 or (>= FixExt1 and <= FixExt16) => 2,
        Bin16 or Str16 or Array16 or Map16 or Ext8 => 3,
        Ext16 => 4,
        Bin32 or Str32 or Array32 or Map32 => 5,
        Ext32 => 6,
        _ => 1,
    };
}
