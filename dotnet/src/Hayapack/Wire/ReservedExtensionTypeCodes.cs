namespace Hayapack;

/// <summary>The extension types that MessagePack itself defines.</summary>
public static class ReservedMessagePackExtensionTypeCode
{
    /// <summary>A timestamp.</summary>
    public const sbyte DateTime = -1;
}

/// <summary>The extension types that MessagePack-CSharp uses. Those of Unity are not read or written by this library.</summary>
public static class ReservedExtensionTypeCodes
{
#pragma warning disable CS1591 // A type of Unity, or what the name of this library's option says.
    public const sbyte UnityVector2 = 30;
    public const sbyte UnityVector3 = 31;
    public const sbyte UnityVector4 = 32;
    public const sbyte UnityQuaternion = 33;
    public const sbyte UnityColor = 34;
    public const sbyte UnityBounds = 35;
    public const sbyte UnityRect = 36;
    public const sbyte UnityInt = 37;
    public const sbyte UnityFloat = 38;
    public const sbyte UnityDouble = 39;
#pragma warning restore CS1591

    /// <summary>See <see cref="MessagePackCompression.Lz4BlockArray"/>.</summary>
    public const sbyte Lz4BlockArray = 98;

    /// <summary>See <see cref="MessagePackCompression.Lz4Block"/>.</summary>
    public const sbyte Lz4Block = 99;

    /// <summary>A typed value.</summary>
    public const sbyte TypelessFormatter = 100;
}

/// <summary>The limits of the formats that contain a number, length or count in the format byte.</summary>
public static class MessagePackRange
{
#pragma warning disable CS1591 // The names say it.
    public const int MinFixNegativeInt = -32;
    public const int MaxFixNegativeInt = -1;
    public const int MaxFixPositiveInt = 127;
    public const int MinFixStringLength = 0;
    public const int MaxFixStringLength = 31;
    public const int MaxFixMapCount = 15;
    public const int MaxFixArrayCount = 15;
#pragma warning restore CS1591
}
