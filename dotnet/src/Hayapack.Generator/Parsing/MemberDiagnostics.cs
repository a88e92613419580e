using System.Collections.Generic;
using System.Linq;
using Hayapack.Generator.Analyzers;
using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>Warnings for members that compile but do not work as their declaration suggests.</summary>
internal static class MemberDiagnostics
{
    public static void Report(INamedTypeSymbol type, List<ParsedMember> members, Compilation compilation, DiagnosticSink sink)
    {
        foreach (ParsedMember member in members)
        {
            if (member.Model.Assign == AssignKind.None && !sink.Has(Descriptors.NoConstructor))
            {
                sink.Report(Descriptors.WrittenOnly, Location(member.Symbol, type), member.Symbol.Name);
            }

            if (member.Model.CustomFormatter is null)
            {
                ReportType(member, type, ElementOf(member.Type), compilation, sink);
            }
        }
    }

    private static void ReportType(ParsedMember member, INamedTypeSymbol owner, ITypeSymbol type, Compilation compilation, DiagnosticSink sink)
    {
        // Formatters of types in other assemblies might be registered at run time, so those types are not reported.
        if (type is not INamedTypeSymbol named || !SymbolEqualityComparer.Default.Equals(named.ContainingAssembly, compilation.Assembly)
            || KnownNames.Has(named, KnownNames.Formatter) || KnownNames.Has(named, KnownNames.Surrogate)
            || named.TypeKind is not (TypeKind.Class or TypeKind.Struct or TypeKind.Interface)
            || named.AllInterfaces.Any(i => i.SpecialType == SpecialType.System_Collections_IEnumerable)
            || IsNamedInAssembly(named, compilation) || LocalFormatterParser.HasFormatter(named, compilation))
        {
            return;
        }

        if (named.IsAbstract && (named.TypeKind == TypeKind.Interface || KnownNames.Has(named, KnownNames.Object)))
        {
            if (!KnownNames.Has(named, KnownNames.Union))
            {
                sink.Report(Descriptors.AbstractWithoutUnion, Location(member.Symbol, owner), member.Symbol.Name, named.Name);
            }
        }
        else if (!KnownNames.Has(named, KnownNames.Object) && KnownNames.FindDataContract(named) is null && !KnownNames.Has(named, KnownNames.Union))
        {
            System.Collections.Immutable.ImmutableDictionary<string, string?> properties =
                System.Collections.Immutable.ImmutableDictionary<string, string?>.Empty.Add("type", TypeNames.Unbound(named).Replace("global::", ""));
            sink.Report(
                Descriptors.NotSerializable,
                Location(member.Symbol, owner).Locations[0],
                properties,
                member.Symbol.Name,
                named.Name);
        }
    }

    private static ISymbol Location(ISymbol member, INamedTypeSymbol type)
        => SymbolEqualityComparer.Default.Equals(member.ContainingType, type) ? member : type;

    private static ITypeSymbol ElementOf(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => ElementOf(array.ElementType),
        INamedTypeSymbol { IsGenericType: true, Arity: 1 } named when named.ContainingNamespace?.ToDisplayString().StartsWith("System", System.StringComparison.Ordinal) == true
            => ElementOf(named.TypeArguments[0]),
        _ => type,
    };

    private static bool IsNamedInAssembly(INamedTypeSymbol type, Compilation compilation)
        => compilation.Assembly.GetAttributes().Any(a =>
            a.AttributeClass?.ToDisplayString() is KnownNames.Generate or KnownNames.AssumedFormattable
            && SymbolEqualityComparer.Default.Equals(a.ConstructorArguments.FirstOrDefault().Value as ISymbol, type));
}
