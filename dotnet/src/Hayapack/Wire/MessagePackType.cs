namespace Hayapack;

/// <summary>The types of the format.</summary>
public enum MessagePackType : byte
{
    /// <summary>The format byte c1.</summary>
    Unknown = 0,

    /// <summary>An integer.</summary>
    Integer = 1,

    /// <summary>Nil.</summary>
    Nil = 2,

    /// <summary>True or false.</summary>
    Boolean = 3,

    /// <summary>A float of 32 or 64 bits.</summary>
    Float = 4,

    /// <summary>Text.</summary>
    String = 5,

    /// <summary>Bytes.</summary>
    Binary = 6,

    /// <summary>An array.</summary>
    Array = 7,

    /// <summary>A map.</summary>
    Map = 8,

    /// <summary>An extension.</summary>
    Extension = 9,
}
