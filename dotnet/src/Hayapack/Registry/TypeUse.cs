using System.ComponentModel;

namespace Hayapack.Registry;

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
