using System.ComponentModel;

namespace Hayapack.Registry;

/// <summary>How values of a type are written. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class TypeShape
{
    /// <summary>Initializes a new instance of the <see cref="TypeShape"/> class for an object.</summary>
    /// <param name="isMap">Whether it is a map; otherwise it is an array.</param>
    /// <param name="unknown">What is done with unknown members: skip, error or keep; null if the options decide.</param>
    /// <param name="members">The members, in the order in which they are written.</param>
    public TypeShape(bool isMap, string? unknown, params MemberShape[] members)
    {
        IsMap = isMap;
        Unknown = unknown;
        Members = members;
    }

    /// <summary>Initializes a new instance of the <see cref="TypeShape"/> class for a union.</summary>
    /// <param name="cases">The classes.</param>
    /// <param name="own">For a union of a class that lists itself, the shape of the class as an object; otherwise null.</param>
    /// <param name="tagKey">The key of the tag in the map, or null if a value is [tag, object].</param>
    public TypeShape(CaseShape[] cases, TypeShape? own, string? tagKey = null)
    {
        Cases = cases;
        Own = own;
        TagKey = tagKey;
    }

    internal bool IsMap { get; }

    internal string? Unknown { get; }

    internal MemberShape[] Members { get; } = [];

    internal CaseShape[]? Cases { get; }

    internal TypeShape? Own { get; }

    internal string? TagKey { get; }
}

/// <summary>A member of an object. For generated code.</summary>
/// <param name="name">Its name in the program.</param>
/// <param name="index">Its place in the array, or in the order in which members of a map are written.</param>
/// <param name="keys">The keys in the map that are read, the first of which is written; none for arrays.</param>
/// <param name="isRequired">Whether an object without it is an error.</param>
/// <param name="type">Its type.</param>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class MemberShape(string name, int index, string[] keys, bool isRequired, TypeUse type)
{
    internal string Name { get; } = name;

    internal int Index { get; } = index;

    internal string[] Keys { get; } = keys;

    internal bool IsRequired { get; } = isRequired;

    internal TypeUse Type { get; } = type;
}

/// <summary>A class of a union. For generated code.</summary>
/// <param name="tag">Its key.</param>
/// <param name="type">The class.</param>
/// <param name="isOwn">Whether it is the class that has the attributes.</param>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class CaseShape(object tag, TypeUse type, bool isOwn)
{
    internal object Tag { get; } = tag;

    internal TypeUse Type { get; } = type;

    internal bool IsOwn { get; } = isOwn;
}
