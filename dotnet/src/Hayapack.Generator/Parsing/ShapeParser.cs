using System.Collections.Immutable;
using Hayapack.Generator.Emit;
using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// Writes the expressions that describe types, for MessagePackSchema. Follows the same rules as the library's ReflectedShapes. In
/// generic types <c>arguments</c> has the descriptions of the type arguments.
/// </summary>
internal static class ShapeParser
{
    private const string Space = "global::Hayapack.Registry.";
    private const string Use = Space + "TypeUse";

    /// <summary>The most collections of the program's own inside of each other. The same number is in ReflectedShapes.</summary>
    private const int LongestChain = 8;
    private const string Generic = "global::System.Collections.Generic.";

    /// <summary>Returns the expression of an object's shape.</summary>
    /// <param name="isMap">Whether it is a map.</param>
    /// <param name="unknown">What is done with unknown members, or null if the options decide.</param>
    /// <param name="members">The members.</param>
    public static string Object(bool isMap, string? unknown, IEnumerable<ParsedMember> members)
        => "new " + Space + "TypeShape(" + Api.Keyword(isMap) + ", " + (unknown is null ? "null" : Api.Literal(unknown)) + string.Concat(members.Select(m => ", " + Member(m, isMap))) + ")";

    /// <summary>Returns the expression of a union's shape.</summary>
    /// <param name="type">The union.</param>
    /// <param name="own">The shape of the union's class as an object, or null.</param>
    public static string Union(INamedTypeSymbol type, string? own)
    {
        IEnumerable<string> cases = type.GetAttributes()
            .Where(a => KnownAttributes.IsKnown(a.AttributeClass, KnownAttributes.Union) && a.ConstructorArguments.Length == 2 && a.ConstructorArguments[1].Value is INamedTypeSymbol)
            .Select(a => Case(type, a.ConstructorArguments[0].Value, (INamedTypeSymbol)a.ConstructorArguments[1].Value!));
        return "new " + Space + "TypeShape(new " + Space + "CaseShape[] { " + string.Join(", ", cases) + " }, " + (own ?? "null")
            + (UnionAttributeParser.KeyOf(type) is { } key ? ", " + Api.Literal(key) : "") + ")";
    }

    private static string Case(INamedTypeSymbol union, object? tag, INamedTypeSymbol type)
    {
        string use = type.IsUnboundGenericType ? "new " + Use + "(typeof(" + SymbolNames.Of(type) + "), false, arguments)" : Of(type, isAnnotated: false);
        string isOwn = Api.Keyword(SymbolEqualityComparer.Default.Equals(union.OriginalDefinition, type.OriginalDefinition));
        return "new " + Space + "CaseShape(" + (tag is string text ? Api.Literal(text) : Convert.ToString(tag, System.Globalization.CultureInfo.InvariantCulture)) + ", " + use + ", " + isOwn + ")";
    }

    private static string Member(ParsedMember member, bool isMap)
    {
        MemberModel model = member.Model;
        string keys = string.Join(", ", new[] { model.Key, model.Alias }.Where(key => key is not null).Select(key => Api.Literal(key!)));
        string type = model.CustomFormatterType is null
            ? Of(member.Type, isAnnotated: true)
            : IsNullableStruct(member.Type) ? Custom(((INamedTypeSymbol)member.Type).TypeArguments[0], isNullable: true)
            : Custom(member.Type, IsNullable(member.Type, isAnnotated: true));
        return "new " + Space + "MemberShape(" + Api.Literal(model.Name) + ", " + model.Index + ", new string[] { " + (isMap ? keys : "") + " }, "
            + Api.Keyword(model.IsRequired) + ", " + type + ")";
    }

    /// <summary>Returns the expression of a type in a place.</summary>
    /// <param name="type">The type.</param>
    /// <param name="isAnnotated">Whether annotations count. Otherwise nothing in it is nullable.</param>
    /// <param name="inside">The collections of the program's own that have it as a part of what they are written as.</param>
    private static string Of(ITypeSymbol type, bool isAnnotated, ImmutableList<ITypeSymbol>? inside = null)
    {
        bool isNullable = IsNullable(type, isAnnotated);
        string flag = Api.Keyword(isNullable);
        switch (type)
        {
            case ITypeParameterSymbol parameter:
                return "arguments[" + IndexOf(parameter) + "]" + (isAnnotated && parameter.NullableAnnotation == NullableAnnotation.Annotated ? ".OrNull()" : "");
            case IArrayTypeSymbol array:
                return Use + ".ArrayOf(" + array.Rank + ", " + flag + ", " + Of(array.ElementType, isAnnotated, inside) + ")";
            case IDynamicTypeSymbol:
                return "new " + Use + "(typeof(object), " + flag + ")";
            case INamedTypeSymbol named when HostParser.IsVisible(named):
                return Of(named, isNullable, isAnnotated, inside ?? ImmutableList<ITypeSymbol>.Empty);
            default:
                return Custom(type, isNullable);
        }
    }

    private static string Of(INamedTypeSymbol type, bool isNullable, bool isAnnotated, ImmutableList<ITypeSymbol> inside)
    {
        string flag = Api.Keyword(isNullable);
        if (IsNullableStruct(type))
        {
            return Of(type.TypeArguments[0], isAnnotated, inside) + ".OrNull()";
        }

        if (KnownAttributes.Find(type, KnownAttributes.Surrogate)?.ConstructorArguments.FirstOrDefault().Value is ITypeSymbol surrogate)
        {
            return Of(surrogate, isAnnotated: false, inside) + (isNullable ? ".OrNull()" : "");
        }

        if (KnownAttributes.Has(type, KnownAttributes.Formatter) || CSharpUnionParser.IsUnionType(type))
        {
            return Custom(type, isNullable);
        }

        if (!LibraryFormatters.IsFrameworkType(type) && LibraryFormatters.ForCustom(type) is not null)
        {
            // A collection of itself, or whose elements have longer types without end, has no finite description.
            if (inside.Count == LongestChain || inside.Contains(type, SymbolEqualityComparer.Default))
            {
                return Custom(type, isNullable);
            }

            INamedTypeSymbol? map = LibraryFormatters.Implemented(type, "IDictionary`2");
            string definition = map is null ? "IEnumerable<>" : "IDictionary<,>";
            IEnumerable<string> parts = (map ?? LibraryFormatters.Implemented(type, "ICollection`1"))!.TypeArguments.Select(part => ", " + Of(part, isAnnotated: false, inside.Add(type)));
            return Use + ".CollectionOf(typeof(" + SymbolNames.Unbound(type) + "), " + flag + ", new " + Use + "(typeof(" + Generic + definition + "), false" + string.Concat(parts) + "))";
        }

        return "new " + Use + "(typeof(" + SymbolNames.Unbound(type) + "), " + flag + string.Concat(SymbolNames.AllTypeArguments(type).Select(part => ", " + Of(part, isAnnotated, inside))) + ")";
    }

    private static string Custom(ITypeSymbol type, bool isNullable)
        => Use + ".Custom(typeof(" + (type is INamedTypeSymbol named && HostParser.IsVisible(named) ? SymbolNames.Unbound(named) : "object") + "), " + Api.Keyword(isNullable) + ")";

    private static bool IsNullable(ITypeSymbol type, bool isAnnotated)
        => isAnnotated && type.IsReferenceType && type.TypeKind != TypeKind.TypeParameter && type.NullableAnnotation != NullableAnnotation.NotAnnotated;

    private static bool IsNullableStruct(ITypeSymbol type) => type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T };

    private static int IndexOf(ITypeParameterSymbol parameter)
        => parameter.Ordinal + (parameter.ContainingType.ContainingType is { } outer ? SymbolNames.AllTypeParameters(outer).Count() : 0);
}
