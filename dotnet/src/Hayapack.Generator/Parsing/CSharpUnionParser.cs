using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// C# union types, by the names of what the compiler marks them with: compilers before C# 15 and .NET 10 know neither. Follows
/// the same rules as the library's CSharpUnions.
/// </summary>
internal static class CSharpUnionParser
{
    private const string Space = "System.Runtime.CompilerServices";

    /// <summary>Returns whether a type is a union type: it has the attribute or the interface, and the property of its value.</summary>
    public static bool IsUnionType(INamedTypeSymbol type)
        => type.TypeKind is TypeKind.Struct or TypeKind.Class && type.SpecialType == SpecialType.None
            && (type.GetAttributes().Any(a => Is(a.AttributeClass, "UnionAttribute")) || type.AllInterfaces.Any(i => Is(i, "IUnion")))
            && type.GetMembers("Value").Any(m => m is IPropertySymbol
            {
                DeclaredAccessibility: Accessibility.Public, IsStatic: false, Type.SpecialType: SpecialType.System_Object, GetMethod: not null,
            });

    /// <summary>Returns the types of a union type's cases: the parameters of its public constructors that have one.</summary>
    public static IEnumerable<ITypeSymbol> Cases(INamedTypeSymbol type)
        => type.InstanceConstructors
            .Where(c => c.DeclaredAccessibility == Accessibility.Public && c.Parameters.Length == 1 && c.Parameters[0].RefKind is RefKind.None or RefKind.In)
            .Select(c => c.Parameters[0].Type)
            .Where(c => !SymbolEqualityComparer.Default.Equals(c, type));

    /// <summary>
    /// Returns the registration of a closed union type's formatter; null if two cases are one type, or code elsewhere in the
    /// assembly cannot name one: the formatter made by reflection says what is wrong.
    /// </summary>
    public static Registration? Register(INamedTypeSymbol type, Compilation compilation)
    {
        ITypeSymbol[] cases = Cases(type).ToArray();
        string name = SymbolNames.Of(type);
        if (cases.Select(SymbolNames.Of).Distinct().Count() < cases.Length || !cases.All(HostParser.IsVisible))
        {
            return null;
        }

        IEnumerable<string> parts = cases.Select(item => "new global::Hayapack.Formatters.UnionTypeCase<" + name + ", " + SymbolNames.Of(item) + ">(static value => new "
            + name + "(value), global::Hayapack.MessagePackType." + FormOf(item, compilation) + (KeyOf(type, item) is var key && key != "null" ? ", " + key : "") + ")");
        return new Registration(name, "new global::Hayapack.Formatters.UnionTypeFormatter<" + name + ">(" + string.Join(", ", parts.Prepend("static union => union.Value")) + ")");
    }

    /// <summary>
    /// Returns a case that cannot be told from another one when it is read, or null: of a union without keys, as far as the
    /// forms of its cases are known here. The library looks at all of them when the union is first used.
    /// </summary>
    public static ITypeSymbol? FindAmbiguous(INamedTypeSymbol type, Compilation compilation)
    {
        ITypeSymbol[] cases = Cases(type).ToArray();
        if (cases.Any(item => KeyOf(type, item) != "null"))
        {
            return null;
        }

        string?[] forms = cases.Select(item => KnownFormOf(item, compilation)).ToArray();
        return cases.Where((item, i) => item.SpecialType == SpecialType.System_Object || (forms[i] is not null && forms.Count(form => form == forms[i]) > 1)).FirstOrDefault();
    }

    private static string? KnownFormOf(ITypeSymbol type, Compilation compilation)
    {
        ITypeSymbol item = type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable ? nullable.TypeArguments[0] : type;
        return item.SpecialType switch
        {
            SpecialType.System_Boolean => "Boolean",
            >= SpecialType.System_Char and <= SpecialType.System_UInt64 or SpecialType.System_IntPtr or SpecialType.System_UIntPtr => "Integer",
            SpecialType.System_Single or SpecialType.System_Double => "Float",
            SpecialType.System_String or SpecialType.System_Decimal => "String",
            _ when item.TypeKind == TypeKind.Enum => "Integer",
            _ when item.ContainingNamespace?.ToDisplayString() == "System" && item.Name is "Guid" or "Uri" or "Version" => "String",
            _ => FormOf(item, compilation) is var form && form != "Unknown" ? form : null,
        };
    }

    private static string KeyOf(INamedTypeSymbol union, ITypeSymbol type)
        => union.GetAttributes().FirstOrDefault(a => KnownAttributes.IsKnown(a.AttributeClass, KnownAttributes.Union) && a.ConstructorArguments.Length == 2
            && SymbolEqualityComparer.Default.Equals(a.ConstructorArguments[1].Value as ISymbol, type)) is { } attribute
            ? attribute.ConstructorArguments[0].Value switch
            {
                int key => key.ToString(System.Globalization.CultureInfo.InvariantCulture),
                string name => Emit.Api.Literal(name),
                _ => "null",
            }
            : "null";

    /// <summary>Returns what an object or a collection is on the wire; "Unknown" for other types.</summary>
    private static string FormOf(ITypeSymbol type, Compilation compilation)
    {
        if (type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable)
        {
            return FormOf(nullable.TypeArguments[0], compilation);
        }

        // The library knows byte[], lists of bytes and string.
        ITypeSymbol? element = type is IArrayTypeSymbol array ? array.ElementType : (type as INamedTypeSymbol)?.TypeArguments.FirstOrDefault();
        if (type.SpecialType == SpecialType.System_String || (element is { SpecialType: SpecialType.System_Byte } && type is IArrayTypeSymbol or INamedTypeSymbol { Name: "List" }))
        {
            return "Unknown";
        }

        if (type is not INamedTypeSymbol named)
        {
            return type is IArrayTypeSymbol ? "Array" : "Unknown";
        }

        if (KnownAttributes.Has(named, KnownAttributes.Formatter) || KnownAttributes.Has(named, KnownAttributes.Surrogate))
        {
            return "Unknown";
        }

        if (UnionAttributeParser.IsUnion(named))
        {
            return "Array";
        }

        if (KnownAttributes.Has(named, KnownAttributes.Object) || KnownAttributes.FindDataContract(named) is not null)
        {
            return TypeParser.IsMap(named.OriginalDefinition, compilation) ? "Map" : "Array";
        }

        IEnumerable<INamedTypeSymbol> bases = named.AllInterfaces.Concat(new[] { named });
        return bases.Any(i => i.TypeKind == TypeKind.Interface && i.MetadataName is "IDictionary`2" or "IReadOnlyDictionary`2") ? "Map"
            : bases.Any(i => i.SpecialType == SpecialType.System_Collections_IEnumerable) ? "Array"
            : "Unknown";
    }

    private static bool Is(INamedTypeSymbol? type, string name)
        => type is not null && type.Name == name && type.ContainingType is null && type.ContainingNamespace?.ToDisplayString() == Space;
}
