namespace Hayapack.Generator.Models;

/// <summary>A parameter of the constructor that is called. Its argument is a member or the default.</summary>
internal sealed record ParameterModel(string TypeName, string DefinitionTypeName, int Member, string Default);

/// <summary>A class of a union.</summary>
/// <param name="Tag">Its key, if it has no name.</param>
/// <param name="Value">Its type.</param>
/// <param name="IsPartial">Whether it belongs only to some of a generic union's types, such as <c>Done : IReply&lt;int&gt;</c>.</param>
/// <param name="Name">Its name, or null.</param>
/// <param name="HasFreeKey">Whether it is written as a map in which the union's key is free.</param>
internal sealed record UnionCase(int Tag, ValueModel Value, bool IsPartial, string? Name, bool HasFreeKey);

/// <summary>A type in which a formatter is nested. The generated file declares it again as <c>partial</c>.</summary>
internal sealed record HostModel(string Declaration, string Name, int Arity);

/// <summary>A registration: the type, and the expression that creates its formatter.</summary>
internal sealed record Registration(string TypeName, string Formatter);

/// <summary>A type whose formatter is generated. Compares by value; contains no symbols.</summary>
internal sealed record TypeModel
{
    /// <summary>The fully qualified name, with type parameters if the type is generic.</summary>
    public string TypeName { get; init; } = "";

    /// <summary>The fully qualified name for <c>typeof</c>, for example <c>global::Box&lt;,&gt;</c>.</summary>
    public string UnboundName { get; init; } = "";

    /// <summary>The name for documentation comments and messages.</summary>
    public string DisplayName { get; init; } = "";

    public string FormatterClass { get; init; } = "";

    /// <summary>The name of the generated file, without its extension.</summary>
    public string HintName { get; init; } = "";

    /// <summary>The namespace of the formatter.</summary>
    public string Namespace { get; init; } = "";

    /// <summary>The types in which the formatter is nested, outermost first; empty if it is not nested.</summary>
    public EquatableArray<HostModel> Hosts { get; init; }

    /// <summary>
    /// The number of <see cref="Hosts"/>, from the outermost on, that are accessible in the whole assembly.
    /// </summary>
    public int VisibleHosts { get; init; }

    /// <summary>
    /// The type parameters of the formatter itself: those of the type that none of the hosts declares.
    /// </summary>
    public EquatableArray<string> TypeParameters { get; init; }

    public bool HostsAreGeneric { get; init; }

    /// <summary>
    /// Whether the formatter must be private because it is nested in the same type as a private type it serializes.
    /// </summary>
    public bool IsFormatterPrivate { get; init; }

    /// <summary>Whether the type is not accessible in the rest of the assembly.</summary>
    public bool IsPrivate { get; init; }

    public string Constraints { get; init; } = "";

    public bool IsValueType { get; init; }

    public bool IsMap { get; init; }

    public EquatableArray<MemberModel> Members { get; init; }

    public EquatableArray<ParameterModel> Parameters { get; init; }

    /// <summary>The <c>UnmappedMemberHandling</c> that the attribute sets, 0 or 1; null if the options decide.</summary>
    public int? Unmapped { get; init; }

    /// <summary>The member that keeps unknown ones, or null.</summary>
    public MemberModel? Extra { get; init; }

    /// <summary>Gets a value indicating whether <see cref="Extra"/> is a dictionary of values, not of the bytes as they were read.</summary>
    public bool KeepsValues { get; init; }

    /// <summary>
    /// Whether an <c>UnsafeAccessor</c> calls the constructor: it is private, or the type has <c>required</c> members.
    /// </summary>
    public bool ConstructByAccessor { get; init; }

    /// <summary>The accessor of the constructor, or null if it is called directly.</summary>
    public AccessModel? ConstructorAccess { get; init; }

    /// <summary>Whether a struct is created by <c>default</c>.</summary>
    public bool ConstructByDefault { get; init; }

    /// <summary>The interface whose methods are called before writing and after reading, or null.</summary>
    public string? CallbackInterface { get; init; }

    /// <summary>
    /// Whether using the type or a member is an error (<c>[Obsolete("…", true)]</c>), except in code that is itself obsolete.
    /// </summary>
    public bool IsObsolete { get; init; }

    public bool IsUnion { get; init; }

    public EquatableArray<UnionCase> Cases { get; init; }

    /// <summary>The key in the map of a union's classes whose value is the tag, or null.</summary>
    public string? UnionKey { get; init; }

    /// <summary>For a union of a class that lists itself, the formatter of the class as an object; otherwise null.</summary>
    public TypeModel? Own { get; init; }

    /// <summary>The formatters to register for closed generic, array, nullable and enum types of members.</summary>
    public EquatableArray<Registration> Registrations { get; init; }

    /// <summary>
    /// Whether only reflection knows all of the type. Its formatter is not registered, and calls the one that reflection makes.
    /// </summary>
    public bool IsByReflection { get; init; }

    /// <summary>The expression that describes the type, or null.</summary>
    public string? Shape { get; init; }

    /// <summary>Whether the type has an error, which the analyzer reports. Its formatter then throws.</summary>
    public bool IsBroken { get; init; }
}
