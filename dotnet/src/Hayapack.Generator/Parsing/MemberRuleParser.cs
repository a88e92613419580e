using Hayapack.Generator.Emit;
using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// Reads the rules that attributes of a type and its members set: what is populated, left out, refused and kept. Reflection
/// follows the same rules in ContractReader.
/// </summary>
internal static class MemberRuleParser
{
    /// <summary>The interface of a dictionary that keeps unknown members as values.</summary>
    public const string Entries = "global::System.Collections.Generic.IDictionary<string, object>";

    /// <summary>Returns the number that an attribute sets for a rule, of the member or else of the type; null if none does.</summary>
    public static int? Of(string name, ISymbol member, INamedTypeSymbol type)
        => Set(KnownAttributes.Find(member, KnownAttributes.Member), name) ?? OfType(name, type);

    /// <summary>Returns the number that the attribute of a type sets for a rule, or null.</summary>
    public static int? OfType(string name, INamedTypeSymbol type) => Set(KnownAttributes.Find(type, KnownAttributes.Object), name);

    /// <summary>Returns whether a type is an object or a collection, which can be populated.</summary>
    public static bool IsPopulatable(ITypeSymbol type)
        => type is INamedTypeSymbol named
            && (IsCollection(named)
                || (named.TypeKind is TypeKind.Class or TypeKind.Struct && !named.IsAbstract
                    && KnownAttributes.Has(named, KnownAttributes.Object) && !KnownAttributes.Has(named, KnownAttributes.Union)));

    /// <summary>Returns whether a value of a type can be null.</summary>
    public static bool CanBeNull(ITypeSymbol type)
        => !type.IsValueType || type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T;

    /// <summary>Returns whether a member can keep unknown ones: as they are, or those of a map as values.</summary>
    public static bool CanKeep(ParsedMember member)
        => member.Model.IsReadable && member.Model.Assign != AssignKind.None
            && SymbolNames.Of(member.Type) is Api.Unknown or Entries or "global::System.Collections.Generic.Dictionary<string, object>";

    private static int? Set(AttributeData? attribute, string name)
        => attribute?.NamedArguments.FirstOrDefault(pair => pair.Key == name).Value.Value as int?;

    private static bool IsCollection(INamedTypeSymbol type)
        => type.AllInterfaces.Concat(new[] { type }).Any(i => i.OriginalDefinition.SpecialType == SpecialType.System_Collections_Generic_ICollection_T);
}
