using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Analyzers;

/// <summary>The descriptors of all diagnostics, in the order of docs/dotnet-analyzers.md.</summary>
internal static class Descriptors
{
    public static readonly DiagnosticDescriptor MissingKey = Error(
        "HAYA001", "Member has no key", "{0} needs [Key] or [IgnoreMember], because {1} is not written by member names");

    public static readonly DiagnosticDescriptor DuplicateKey = Error(
        "HAYA002", "Key is used twice", "{0} and {1} both have the key {2}");

    public static readonly DiagnosticDescriptor MixedKeys = Error(
        "HAYA003", "Keys of two kinds", "{0} has a key of another kind than the members before it: use numbers or strings for all members of {1}");

    public static readonly DiagnosticDescriptor InvalidKey = Error(
        "HAYA004", "Key is not valid", "The key of {0} must be a string or a number from 0 to 65535");

    public static readonly DiagnosticDescriptor NoConstructor = Error(
        "HAYA005", "Type cannot be constructed", "{0} has no constructor whose parameters all match members: add one without parameters, or mark one with [SerializationConstructor]");

    public static readonly DiagnosticDescriptor ParameterMismatch = Error(
        "HAYA006", "Constructor parameter matches no member", "The parameter {0} of the constructor matches no readable member of {1} in name and type");

    public static readonly DiagnosticDescriptor MustBePartial = Error(
        "HAYA007", "Type must be partial", "{0} must be partial, because the formatter of {1} must be nested in it to see a private type");

    public static readonly DiagnosticDescriptor StaticMember = Error(
        "HAYA008", "Key on a static member", "{0} is static or a constant and is never written: remove [Key]");

    public static readonly DiagnosticDescriptor AbstractWithoutUnion = Warning(
        "HAYA009", "Abstract type without union", "{0} has the type {1}, which cannot be constructed: mark {1} with [Union] for each class that implements or derives from it");

    public static readonly DiagnosticDescriptor DuplicateUnion = Error(
        "HAYA010", "Union repeats a key or a type", "The union {0} has {1} twice");

    public static readonly DiagnosticDescriptor UnionNotAssignable = Error(
        "HAYA011", "Union type does not fit", "{0} is not a class or struct that can be assigned to {1}");

    public static readonly DiagnosticDescriptor NotSerializable = Warning(
        "HAYA012", "Member type has no formatter", "{0} has the type {1}, which has no formatter: {2}");

    public static readonly DiagnosticDescriptor BadFormatter = Error(
        "HAYA013", "Formatter does not fit", "{0} must be a class that implements Hayapack.Formatters.IMessagePackFormatter<{1}> and has a constructor that takes the given arguments");

    public static readonly DiagnosticDescriptor WrittenOnly = Warning(
        "HAYA014", "Member is never read", "{0} is written and never read: it has no setter that is visible here, and the constructor that reading uses does not take it");

    public static readonly DiagnosticDescriptor Unsupported = Error(
        "HAYA015", "Type is not supported", "{0} cannot have a generated formatter: {1}");

    public static readonly DiagnosticDescriptor NumberIgnored = Warning(
        "HAYA016", "Key has no effect", "The number is ignored, because {0} is written by member names");

    public static readonly DiagnosticDescriptor UnionOnConcrete = Warning(
        "HAYA017", "Union has no effect", "{0} is not abstract, so [Union] has an effect only if it has [MessagePackObject] and lists itself, as [Union(key, typeof({0}))]");

    public static readonly DiagnosticDescriptor SparseKeys = Warning(
        "HAYA018", "Keys have large gaps", "{0} is written as an array of {1} values of which {2} are nil: use smaller numbers or string keys");

    public static readonly DiagnosticDescriptor HidesMember = Warning(
        "HAYA019", "Member hides another one", "{0} hides {1}.{0}, which is not written: rename one of them, or mark one with [IgnoreMember]");

    public static readonly DiagnosticDescriptor OldLanguage = Error(
        "HAYA020", "C# version is too old", "{0} has no generated formatter, because generated code needs C# 10: set LangVersion in the project file");

    public static readonly DiagnosticDescriptor NotInUnion = Warning(
        "HAYA021", "Type is missing in a union", "{0} is not listed in the [Union] attributes of {1}: as a value of type {1} it cannot be written");

    public static readonly DiagnosticDescriptor UnknownName = Info(
        "HAYA022", "Type is named by text", "{0} is not known here, so the formatter of {1} is built by reflection when the program runs: a native program has none");

    public static readonly DiagnosticDescriptor InvisibleMember = Warning(
        "HAYA023", "Inherited member is not accessible", "{0} of {1} is serialized, but its type or formatter cannot be named here, so the formatter of {2} is built by reflection when the program runs: a native program has none");

    public static readonly DiagnosticDescriptor InvisibleBase = Info(
        "HAYA024", "Base class was compiled without the generator", "The private members and setters of {0} are not visible here: {1} is written without them, unless the assembly of {0} is compiled with Hayapack");

    public static readonly DiagnosticDescriptor LosesElements = Warning(
        "HAYA025", "Elements of a collection are lost", "{0} has [MessagePackObject], so it is written as an object, without the elements that it has as a collection: remove the attribute, or write them as a member");

    public static readonly DiagnosticDescriptor AmbiguousCase = Warning(
        "HAYA026", "Cases of a union type are alike", "{0}: the case {1} cannot be told apart when it is read, so the union cannot be written: add [Hayapack.Union(key, typeof(...))] to it for each case");

    public static readonly DiagnosticDescriptor Endless = Warning(
        "HAYA027", "Type contains longer types without end", "{0} contains {1}, whose items have longer types without end: .NET cannot load such a collection, and a union type of this kind has generated formatters only for its outer types");

    public static readonly DiagnosticDescriptor UnionKeyTaken = Error(
        "HAYA030", "Class cannot have the union's key", "{0} cannot have the key {1} of the union {2} in its map: {3}");

    public static ImmutableArray<DiagnosticDescriptor> All { get; } = ImmutableArray.Create(
        MissingKey, DuplicateKey, MixedKeys, InvalidKey, NoConstructor, ParameterMismatch, MustBePartial, StaticMember,
        AbstractWithoutUnion, DuplicateUnion, UnionNotAssignable, NotSerializable, BadFormatter, WrittenOnly, Unsupported,
        NumberIgnored, UnionOnConcrete, SparseKeys, HidesMember, OldLanguage, NotInUnion, UnknownName,
        InvisibleMember, InvisibleBase, LosesElements, AmbiguousCase, Endless, UnionKeyTaken);

    private static DiagnosticDescriptor Error(string id, string title, string message)
        => Create(id, title, message, DiagnosticSeverity.Error);

    private static DiagnosticDescriptor Warning(string id, string title, string message)
        => Create(id, title, message, DiagnosticSeverity.Warning);

    private static DiagnosticDescriptor Info(string id, string title, string message)
        => Create(id, title, message, DiagnosticSeverity.Info);

    private static DiagnosticDescriptor Create(string id, string title, string message, DiagnosticSeverity severity)
        => new(id, title, message, "Hayapack", severity, isEnabledByDefault: true, helpLinkUri: "in the hayapack repository: docs/dotnet-analyzers.md#" + id.ToLowerInvariant());
}
