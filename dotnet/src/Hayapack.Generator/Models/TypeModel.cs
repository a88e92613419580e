namespace Hayapack.Generator.Models;

/// <summary>How a member gets its value when an object is read.</summary>
internal enum AssignKind
{
    /// <summary>Not at all: the member is written only.</summary>
    None,

    /// <summary>By an ordinary assignment.</summary>
    Direct,

    /// <summary>By an <c>UnsafeAccessor</c>: the setter is private or <c>init</c>, or the field is private.</summary>
    Accessor,

    /// <summary>By the parameter of the constructor with the index <see cref="MemberModel.Parameter"/>.</summary>
    Constructor,
}

/// <summary>
/// How an <c>UnsafeAccessor</c> reaches a member: by the definition of the type that declares it, because the runtime
/// compares signatures with type parameters in them.
/// </summary>
internal sealed record AccessModel
{
    /// <summary>Whether the accessor must be nested in the formatter, because it names a private type.</summary>
    public bool IsNested { get; init; }

    /// <summary>The declaring type with its own type parameters.</summary>
    public string DeclaringType { get; init; } = "";

    /// <summary>The member's type in terms of these type parameters.</summary>
    public string MemberType { get; init; } = "";

    public EquatableArray<string> TypeParameters { get; init; }

    /// <summary>What the declaring type is closed over where the formatter uses it.</summary>
    public EquatableArray<string> TypeArguments { get; init; }

    public string Constraints { get; init; } = "";
}

/// <summary>One member of a type. Compares by value and holds no symbol.</summary>
internal sealed record MemberModel
{
    public string Name { get; init; } = "";

    /// <summary>The index in the array; for maps the position in the order of writing.</summary>
    public int Index { get; init; }

    /// <summary>The key in the map; null for arrays.</summary>
    public string? Key { get; init; }

    public ValueModel Value { get; init; } = new();

    /// <summary>How to reach the member where an accessor is needed, else null.</summary>
    public AccessModel? Access { get; init; }

    public bool IsRequired { get; init; }

    /// <summary>The type that declares the member, for casts.</summary>
    public string DeclaringType { get; init; } = "";

    public bool DeclaredByStruct { get; init; }

    public bool IsField { get; init; }

    /// <summary>Whether the member is written: it has a getter.</summary>
    public bool IsReadable { get; init; }

    /// <summary>Whether reading the member's value needs an <c>UnsafeAccessor</c>.</summary>
    public bool ReadByAccessor { get; init; }

    public AssignKind Assign { get; init; }

    public int Parameter { get; init; } = -1;

    /// <summary>Whether a derived type hides the member, so that a cast to the declaring type is needed.</summary>
    public bool IsHidden { get; init; }

    /// <summary>The expression that makes the member's own formatter; null where it has none.</summary>
    public string? CustomFormatter { get; init; }

    /// <summary>The type of the member's own formatter.</summary>
    public string? CustomFormatterType { get; init; }
}

/// <summary>One parameter of the constructor that is called; the argument is a member or <c>default</c>.</summary>
internal sealed record ParameterModel(string TypeName, string DefinitionTypeName, int Member, string Default);

/// <summary>One type of a union.</summary>
internal sealed record UnionCase(int Tag, ValueModel Value);

/// <summary>One type around a nested formatter, to be reopened as <c>partial</c>.</summary>
internal sealed record HostModel(string Declaration, string Name);

/// <summary>A formatter to register: the type and the expression that makes its formatter.</summary>
internal sealed record Registration(string TypeName, string Formatter);

/// <summary>A type whose formatter is generated. Compares by value and holds no symbol.</summary>
internal sealed record TypeModel
{
    /// <summary>The fully qualified name, with type parameters where the type is generic.</summary>
    public string TypeName { get; init; } = "";

    /// <summary>The fully qualified name for <c>typeof</c>, as <c>global::Box&lt;,&gt;</c>.</summary>
    public string UnboundName { get; init; } = "";

    /// <summary>The name for people, in documentation comments.</summary>
    public string DisplayName { get; init; } = "";

    public string FormatterClass { get; init; } = "";

    /// <summary>The name of the generated file, without its ending.</summary>
    public string HintName { get; init; } = "";

    /// <summary>The namespace of the formatter.</summary>
    public string Namespace { get; init; } = "";

    /// <summary>The types that the formatter is nested in, outermost first; empty where it is not nested.</summary>
    public EquatableArray<HostModel> Hosts { get; init; }

    /// <summary>How many of <see cref="Hosts"/> the rest of the assembly may name.</summary>
    public int VisibleHosts { get; init; }

    /// <summary>The formatter's own type parameters: those of the type that no host declares already.</summary>
    public EquatableArray<string> TypeParameters { get; init; }

    public bool HostsAreGeneric { get; init; }

    /// <summary>Whether the formatter must be private, because it is nested beside a private type.</summary>
    public bool IsFormatterPrivate { get; init; }

    /// <summary>Whether the rest of the assembly cannot name the type.</summary>
    public bool IsPrivate { get; init; }

    public string Constraints { get; init; } = "";

    public bool IsValueType { get; init; }

    public bool IsMap { get; init; }

    public EquatableArray<MemberModel> Members { get; init; }

    public EquatableArray<ParameterModel> Parameters { get; init; }

    /// <summary>Whether the constructor is called by an <c>UnsafeAccessor</c>: it is private, or members are <c>required</c>.</summary>
    public bool ConstructByAccessor { get; init; }

    /// <summary>How the accessor of the constructor names the type; null where there is none.</summary>
    public AccessModel? ConstructorAccess { get; init; }

    /// <summary>Whether a struct is made by <c>default</c>.</summary>
    public bool ConstructByDefault { get; init; }

    /// <summary>The interface whose callbacks run before writing and after reading; null where there is none.</summary>
    public string? CallbackInterface { get; init; }

    public bool IsUnion { get; init; }

    public EquatableArray<UnionCase> Cases { get; init; }

    /// <summary>The closed generic, array, nullable and enum types that members use and that need a formatter.</summary>
    public EquatableArray<Registration> Registrations { get; init; }

    /// <summary>Whether the type has an error that the analyzer reports; its formatter only throws.</summary>
    public bool IsBroken { get; init; }
}
