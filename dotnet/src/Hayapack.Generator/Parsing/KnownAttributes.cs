using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// Full names of the attributes and interfaces that the generator recognizes: Hayapack's, those of
/// <c>System.Runtime.Serialization</c>, and those of MessagePack-CSharp, so that assemblies of models can keep them.
/// </summary>
internal static class KnownAttributes
{
    public const string Object = "MessagePackObjectAttribute";
    public const string Key = "KeyAttribute";
    public const string Member = "MessagePackMemberAttribute";
    public const string ExtensionData = "ExtensionDataAttribute";
    public const string Ignore = "IgnoreMemberAttribute";
    public const string Union = "UnionAttribute";
    public const string UnionKey = "UnionKeyAttribute";
    public const string Constructor = "SerializationConstructorAttribute";
    public const string Formatter = "MessagePackFormatterAttribute";
    public const string Surrogate = "MessagePackSurrogateAttribute";
    public const string Callback = "IMessagePackSerializationCallbackReceiver";

    public const string Ours = "Hayapack";
    public const string Theirs = "MessagePack";
    public const string Generate = "Hayapack.GenerateFormatterAttribute";
    public const string GeneratedResolver = "Hayapack.GeneratedMessagePackResolverAttribute";
    public const string CompositeResolver = "Hayapack.CompositeResolverAttribute";
    public const string KnownFormatter = "Hayapack.MessagePackKnownFormatterAttribute";
    public const string AssumedFormattable = "Hayapack.MessagePackAssumedFormattableAttribute";
    public const string ExcludedFormatter = "ExcludeFormatterFromSourceGeneratedResolverAttribute";
    public const string ResolverInterface = "Hayapack.IFormatterResolver";
    public const string DataContract = "System.Runtime.Serialization.DataContractAttribute";
    public const string FormatterInterface = "Hayapack.Formatters.IMessagePackFormatter`1";

    private const string Contracts = "System.Runtime.Serialization";

    /// <summary>Returns the attribute with a name from Hayapack's or MessagePack-CSharp's namespace, or null.</summary>
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

    /// <summary>Returns whether a symbol has <c>[Obsolete("…", true)]</c>.</summary>
    public static bool IsObsoleteAsError(ISymbol symbol)
        => symbol.GetAttributes().Any(a => a.AttributeClass is { Name: "ObsoleteAttribute" } type && NamespaceOf(type) == "System"
            && a.ConstructorArguments.Length > 1 && a.ConstructorArguments[1].Value is true);

    /// <summary>Returns whether a constructor has <c>[SetsRequiredMembers]</c>.</summary>
    public static bool SetsRequiredMembers(ISymbol symbol)
        => symbol.GetAttributes().Any(a => a.AttributeClass?.Name == "SetsRequiredMembersAttribute");

    /// <summary>Returns whether <c>[MessagePackObject]</c> says that names are the keys.</summary>
    public static bool IsByName(AttributeData attribute)
        => attribute.ConstructorArguments.FirstOrDefault().Value is true || Named<bool>(attribute, "KeyAsPropertyName");

    public static T? Named<T>(AttributeData attribute, string name)
        => attribute.NamedArguments.FirstOrDefault(pair => pair.Key == name).Value.Value is T value ? value : default;

    private static AttributeData? FindContract(ISymbol symbol, string name)
        => symbol.GetAttributes().FirstOrDefault(a => a.AttributeClass is { } type && type.Name == name && NamespaceOf(type) == Contracts);

    private static string? NamespaceOf(INamedTypeSymbol type)
        => type.ContainingType is null ? type.ContainingNamespace?.ToDisplayString() : null;
}
