using System.Linq;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// The attributes and interfaces that the generator knows by their full names: Hayapack's own, those of
/// MessagePack-CSharp, which model assemblies may keep, and those of <c>System.Runtime.Serialization</c>.
/// </summary>
internal static class KnownNames
{
    public const string Object = "MessagePackObjectAttribute";
    public const string Key = "KeyAttribute";
    public const string Ignore = "IgnoreMemberAttribute";
    public const string Union = "UnionAttribute";
    public const string Constructor = "SerializationConstructorAttribute";
    public const string Formatter = "MessagePackFormatterAttribute";
    public const string Surrogate = "MessagePackSurrogateAttribute";
    public const string Callback = "IMessagePackSerializationCallbackReceiver";

    public const string Ours = "Hayapack";
    public const string Theirs = "MessagePack";
    public const string Generate = "Hayapack.GenerateFormatterAttribute";
    public const string DataContract = "System.Runtime.Serialization.DataContractAttribute";
    public const string FormatterInterface = "Hayapack.Formatters.IMessagePackFormatter`1";

    private const string Contracts = "System.Runtime.Serialization";

    /// <summary>Finds an attribute of the name in Hayapack's or MessagePack-CSharp's namespace.</summary>
    public static AttributeData? Find(ISymbol symbol, string name)
        => symbol.GetAttributes().FirstOrDefault(attribute => IsKnown(attribute.AttributeClass, name));

    public static bool Has(ISymbol symbol, string name) => Find(symbol, name) is not null;

    public static bool IsKnown(INamedTypeSymbol? type, string name)
        => type is not null && type.Name == name && NamespaceOf(type) is Ours or Theirs;

    public static AttributeData? FindDataContract(ISymbol symbol) => FindContract(symbol, "DataContractAttribute");

    public static AttributeData? FindDataMember(ISymbol symbol) => FindContract(symbol, "DataMemberAttribute");

    public static bool IsIgnored(ISymbol symbol)
        => Has(symbol, Ignore) || FindContract(symbol, "IgnoreDataMemberAttribute") is not null;

    public static bool IsNonSerialized(ISymbol symbol)
        => symbol.GetAttributes().Any(a => a.AttributeClass is { Name: "NonSerializedAttribute" } type && NamespaceOf(type) == "System");

    /// <summary>Whether the constructor is marked as setting all <c>required</c> members.</summary>
    public static bool SetsRequiredMembers(ISymbol symbol)
        => symbol.GetAttributes().Any(a => a.AttributeClass?.Name == "SetsRequiredMembersAttribute");

    public static T? Named<T>(AttributeData attribute, string name)
        => attribute.NamedArguments.FirstOrDefault(pair => pair.Key == name).Value.Value is T value ? value : default;

    private static AttributeData? FindContract(ISymbol symbol, string name)
        => symbol.GetAttributes().FirstOrDefault(a => a.AttributeClass is { } type && type.Name == name && NamespaceOf(type) == Contracts);

    private static string? NamespaceOf(INamedTypeSymbol type)
        => type.ContainingType is null ? type.ContainingNamespace?.ToDisplayString() : null;
}
