using System.Collections.Generic;
using System.Linq;
using Hayapack.Generator.Analyzers;
using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Hayapack.Generator.Parsing;

/// <summary>Parses <c>[Union(key, typeof(X))]</c> on an interface or an abstract class.</summary>
internal static class UnionParser
{
    public static bool IsUnion(INamedTypeSymbol type)
        => (type.TypeKind == TypeKind.Interface || (type.TypeKind == TypeKind.Class && type.IsAbstract)) && KnownNames.Has(type, KnownNames.Union);

    /// <summary>
    /// Reports the unions that a class or struct belongs to without being listed: as a value of one it is written as nil,
    /// also if a class it derives from is listed. Classes without attributes, such as a test's fakes, only in the union's project.
    /// </summary>
    public static void ReportUnlisted(INamedTypeSymbol type, Compilation compilation, DiagnosticSink sink)
    {
        if (type.IsAbstract || type.IsStatic || type.TypeKind is not (TypeKind.Class or TypeKind.Struct))
        {
            return;
        }

        IEnumerable<INamedTypeSymbol> bases = type.AllInterfaces;
        for (INamedTypeSymbol? parent = type.BaseType; parent is not null; parent = parent.BaseType)
        {
            bases = bases.Append(parent);
        }

        foreach (INamedTypeSymbol union in bases.Where(IsUnion))
        {
            bool isMeant = KnownNames.Has(type, KnownNames.Object) || SymbolEqualityComparer.Default.Equals(union.ContainingAssembly, type.ContainingAssembly);
            bool isListed = union.GetAttributes().Any(a => KnownNames.IsKnown(a.AttributeClass, KnownNames.Union)
                && (FindSubtype(a, compilation) is not { } subtype || SymbolEqualityComparer.Default.Equals(subtype.OriginalDefinition, type.OriginalDefinition)));
            if (isMeant && !isListed)
            {
                sink.Report(Descriptors.NotInUnion, type, type.Name, union.Name);
            }
        }
    }

    public static EquatableArray<UnionCase> Parse(INamedTypeSymbol type, Compilation compilation, DiagnosticSink sink)
    {
        List<UnionCase> cases = new();
        foreach (AttributeData attribute in type.GetAttributes().Where(a => KnownNames.IsKnown(a.AttributeClass, KnownNames.Union)))
        {
            Location where = attribute.ApplicationSyntaxReference?.GetSyntax().GetLocation() ?? type.Locations[0];
            if (attribute.ConstructorArguments.Length != 2 || attribute.ConstructorArguments[0].Value is not int tag)
            {
                continue;
            }

            INamedTypeSymbol? subtype = FindSubtype(attribute, compilation);
            if (subtype is { IsUnboundGenericType: true } && type.IsGenericType && subtype.Arity == type.Arity)
            {
                subtype = subtype.OriginalDefinition.Construct(type.TypeArguments.ToArray());
            }

            if (subtype is null || subtype.IsUnboundGenericType || !compilation.ClassifyConversion(subtype, type).IsImplicit
                || SymbolEqualityComparer.Default.Equals(subtype, type))
            {
                string name = subtype is null ? attribute.ConstructorArguments[1].Value as string ?? "null" : TypeNames.Display(subtype);
                sink.Report(Descriptors.UnionNotAssignable, where, null, name, type.Name);
                continue;
            }

            ValueModel value = ValueParser.Parse(subtype, compilation.Assembly) with { IsUnion = IsUnion(subtype) };
            if (cases.Any(c => c.Tag == tag))
            {
                sink.Report(Descriptors.DuplicateUnion, where, null, type.Name, "the key " + tag);
            }
            else if (cases.Any(c => c.Value.TypeName == value.TypeName))
            {
                sink.Report(Descriptors.DuplicateUnion, where, null, type.Name, "the type " + subtype.Name);
            }
            else
            {
                cases.Add(new UnionCase(tag, value));
            }
        }

        return cases.ToEquatable();
    }

    /// <summary>Returns the classes that a union lists, as far as they are closed types of this compilation and its references.</summary>
    public static IEnumerable<ITypeSymbol> Classes(INamedTypeSymbol type, Compilation compilation)
        => type.GetAttributes().Where(a => KnownNames.IsKnown(a.AttributeClass, KnownNames.Union))
            .Select(a => FindSubtype(a, compilation)).Where(c => c is { IsUnboundGenericType: false }).Select(c => (ITypeSymbol)c!);

    /// <summary>The type that <c>[Union(key, type)]</c> names; null if it is not found.</summary>
    private static INamedTypeSymbol? FindSubtype(AttributeData attribute, Compilation compilation)
        => (attribute.ConstructorArguments.Length == 2 ? attribute.ConstructorArguments[1].Value : null) switch
        {
            INamedTypeSymbol symbol => symbol,
            string name => compilation.GetTypeByMetadataName(name.Split(',')[0].Trim()),
            _ => null,
        };
}
