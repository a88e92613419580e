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

            INamedTypeSymbol? subtype = attribute.ConstructorArguments[1].Value switch
            {
                INamedTypeSymbol symbol => symbol,
                string name => compilation.GetTypeByMetadataName(name.Split(',')[0].Trim()),
                _ => null,
            };
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

            ValueModel value = ValueParser.Parse(subtype, compilation.Assembly);
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
}
