using System.ComponentModel;

namespace Hayapack.Registry;

/// <summary>
/// Describes the types of an assembly's generated formatters, for <see cref="MessagePackSchema"/>. Nothing else uses it, so that a
/// trimmed program without descriptions does not contain it. For generated code.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract class GeneratedShapes
{
    /// <summary>Returns the shape of a type.</summary>
    /// <param name="type">The type; for a generic type its definition.</param>
    /// <param name="arguments">The type arguments, those of containing types first.</param>
    /// <returns>The shape, or null if the assembly has no generated formatter for the type.</returns>
    public abstract TypeShape? Find(Type type, TypeUse[] arguments);
}

/// <summary>
/// A type as it is used in a place: with type arguments, and with or without null. Immutable. For generated code.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class TypeUse
{
    /// <summary>Initializes a new instance of the <see cref="TypeUse"/> class.</summary>
    /// <param name="type">The type; for a generic type its definition; of <c>T?</c> for a struct <c>T</c>.</param>
    /// <param name="isNullable">Whether null is a value.</param>
    /// <param name="arguments">The type arguments, those of containing types first.</param>
    public TypeUse(Type type, bool isNullable, params TypeUse[] arguments)
    {
        ArgumentNullException.ThrowIfNull(type);
        ArgumentNullException.ThrowIfNull(arguments);
        Type = type;
        IsNullable = isNullable;
        Arguments = arguments;
    }

    private TypeUse(TypeUse other, bool isNullable)
        : this(other.Type, isNullable, other.Arguments)
    {
        Collection = other.Collection;
        IsCustom = other.IsCustom;
        Rank = other.Rank;
    }

    internal Type Type { get; }

    internal bool IsNullable { get; }

    internal TypeUse[] Arguments { get; }

    /// <summary>Gets the interface as which a collection of the program's own is written, or null.</summary>
    internal TypeUse? Collection { get; private init; }

    /// <summary>Gets a value indicating whether the program's own formatter writes the value.</summary>
    internal bool IsCustom { get; private init; }

    /// <summary>Gets the number of dimensions of an array, whose type is <see cref="System.Array"/>; 0 for others.</summary>
    internal int Rank { get; private init; }

    /// <summary>Returns an array of elements.</summary>
    /// <param name="rank">The number of dimensions.</param>
    /// <param name="isNullable">Whether null is a value.</param>
    /// <param name="element">The type of the elements.</param>
    /// <returns>The use of an array type.</returns>
    public static TypeUse ArrayOf(int rank, bool isNullable, TypeUse element) => new(typeof(Array), isNullable, element) { Rank = rank };

    /// <summary>Returns a type that the program's own formatter writes.</summary>
    /// <param name="type">The type, or <see cref="object"/> for one that cannot be named.</param>
    /// <param name="isNullable">Whether null is a value.</param>
    /// <returns>The use of the type.</returns>
    public static TypeUse Custom(Type type, bool isNullable) => new(type, isNullable) { IsCustom = true };

    /// <summary>Returns a collection of the program's own.</summary>
    /// <param name="type">The type; for a generic type its definition.</param>
    /// <param name="isNullable">Whether null is a value.</param>
    /// <param name="collection">The interface as which it is written, such as <see cref="IDictionary{TKey, TValue}"/>.</param>
    /// <returns>The use of the type.</returns>
    public static TypeUse CollectionOf(Type type, bool isNullable, TypeUse collection) => new(type, isNullable) { Collection = collection };

    /// <summary>Returns the same type, with null as a value.</summary>
    /// <returns>The use of the type.</returns>
    public TypeUse OrNull() => IsNullable ? this : new TypeUse(this, isNullable: true);

    internal TypeUse WithoutNull() => IsNullable ? new TypeUse(this, isNullable: false) : this;
}

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
