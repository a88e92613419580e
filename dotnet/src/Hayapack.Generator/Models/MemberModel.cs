namespace Hayapack.Generator.Models;

/// <summary>How a member is set when an object is read.</summary>
internal enum AssignKind
{
    /// <summary>It is not set: the member is only written.</summary>
    None,

    /// <summary>By an assignment.</summary>
    Direct,

    /// <summary>By an <c>UnsafeAccessor</c>: the setter is private or <c>init</c>, or the field is private.</summary>
    Accessor,

    /// <summary>By the constructor's parameter with the index <see cref="MemberModel.Parameter"/>.</summary>
    Constructor,
}

/// <summary>
/// The signature of an <c>UnsafeAccessor</c> for a member. It refers to the definition of the declaring type, because
/// the runtime compares signatures in terms of type parameters.
/// </summary>
internal sealed record AccessModel
{
    /// <summary>
    /// Whether the accessor must be nested in the formatter because its signature has a private type.
    /// </summary>
    public bool IsNested { get; init; }

    /// <summary>The declaring type, with its own type parameters.</summary>
    public string DeclaringType { get; init; } = "";

    /// <summary>The member's type, in terms of these type parameters.</summary>
    public string MemberType { get; init; } = "";

    public EquatableArray<string> TypeParameters { get; init; }

    /// <summary>The type arguments of the declaring type for the member that is accessed.</summary>
    public EquatableArray<string> TypeArguments { get; init; }

    public string Constraints { get; init; } = "";
}

/// <summary>A member of a type. Compares by value; contains no symbols.</summary>
internal sealed record MemberModel
{
    public string Name { get; init; } = "";

    /// <summary>The index in the array; for maps the position in the order in which members are written.</summary>
    public int Index { get; init; }

    /// <summary>The key in the map, or null for arrays.</summary>
    public string? Key { get; init; }

    /// <summary>
    /// The member's name if it has another key and is written by name, and no other member has it. It is read, too,
    /// because MessagePack-CSharp's dynamic resolver and version 2.5 ignore the key.
    /// </summary>
    public string? Alias { get; init; }

    public ValueModel Value { get; init; } = new();

    /// <summary>The accessor of the member, or null if it can be accessed directly.</summary>
    public AccessModel? Access { get; init; }

    public bool IsRequired { get; init; }

    /// <summary>The type that declares the member, used in casts.</summary>
    public string DeclaringType { get; init; } = "";

    public bool DeclaredByStruct { get; init; }

    public bool IsField { get; init; }

    /// <summary>Whether the member has a getter and is therefore written.</summary>
    public bool IsReadable { get; init; }

    /// <summary>Whether getting the member's value needs an <c>UnsafeAccessor</c>.</summary>
    public bool ReadByAccessor { get; init; }

    public AssignKind Assign { get; init; }

    public int Parameter { get; init; } = -1;

    /// <summary>Whether a derived type hides the member, so that a cast to the declaring type is needed.</summary>
    public bool IsHidden { get; init; }

    /// <summary>The expression that creates the formatter specified for the member, or null.</summary>
    public string? CustomFormatter { get; init; }

    /// <summary>The type of the formatter specified for the member, or null.</summary>
    public string? CustomFormatterType { get; init; }

    /// <summary>The <c>ObjectCreationHandling</c> that attributes set, 0 or 1; null if the options decide.</summary>
    public int? Creation { get; init; }

    /// <summary>The <c>OmitDefaults</c> that attributes set, 0 to 2; null if the options decide.</summary>
    public int? Omit { get; init; }

    /// <summary>Whether the member's type is an object or a collection, which can be populated.</summary>
    public bool IsPopulatable { get; init; }

    public bool CanBeNull { get; init; }

    /// <summary>Whether attributes say that the member's value is populated.</summary>
    public bool IsPopulated => this.IsPopulatable && this.IsReadable && this.Creation == 1;

    /// <summary>Whether the member is read: it can be set, or its value is populated.</summary>
    public bool IsRead => this.Assign != AssignKind.None || this.IsPopulated;
}
