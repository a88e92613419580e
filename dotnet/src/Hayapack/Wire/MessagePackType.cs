namespace Hayapack;

/// <summary>The types of MessagePack values.</summary>
public enum MessagePackType : byte
{
    /// <summary>The reserved byte c1.</summary>
    Unknown = 0,

    /// <summary>An integer.</summary>
    Integer = 1,

    /// <summary>Nil.</summary>
    Nil = 2,

    /// <summary>A boolean.</summary>
    Boolean = 3,

    /// <summary>A 32-bit or 64-bit float.</summary>
    Float = 4,

    /// <summary>A string (str).</summary>
    String = 5,

    /// <summary>Bytes (bin).</summary>
    Binary = 6,

    /// <summary>An array.</summary>
    Array = 7,

    /// <summary>A map.</summary>
    Map = 8,

    /// <summary>An extension (ext), timestamps included.</summary>
    Extension = 9,
}
