using System.Collections.Generic;
using System.Collections.Immutable;
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
            if (!member.Model.IsRead && !sink.Has(Descriptors.NoConstructor))
            {
                sink.Report(Descriptors.WrittenOnly, Location(member.Symbol, type), member.Model.Name);
            }

            if (member.Model.CustomFormatter is null)
            {
                HashSet<ITypeSymbol> seen = new(SymbolEqualityComparer.Default);
                AddParts(member.Type, compilation, seen);
                foreach (ITypeSymbol part in seen)
                {
                    ReportType(member, type, part, compilation, sink);
                }
            }
        }
    }

    private static void ReportType(ParsedMember member, INamedTypeSymbol owner, ITypeSymbol type, Compilation compilation, DiagnosticSink sink)
    {
        bool isOurs = SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, compilation.Assembly);
        if (type is INamedTypeSymbol union && UnionTypeParser.IsUnionType(union) && !LocalFormatterParser.HasFormatter(union, compilation)
            && !KnownNames.Has(union, KnownNames.Formatter) && !KnownNames.Has(union, KnownNames.Surrogate)
            && UnionTypeParser.FindAmbiguous(union, compilation) is { } ambiguous)
        {
            sink.Report(Descriptors.AmbiguousCase, Location(member.Symbol, owner), union.Name, TypeNames.Display(ambiguous));
            return;
        }

        if (type is not INamedTypeSymbol { TypeKind: TypeKind.Class or TypeKind.Struct or TypeKind.Interface } named
            || KnownNames.Has(named, KnownNames.Formatter) || KnownNames.Has(named, KnownNames.Surrogate)
            || named.AllInterfaces.Any(i => i.SpecialType == SpecialType.System_Collections_IEnumerable)
            || UnionTypeParser.IsUnionType(named) || IsNamedInAssembly(named, compilation) || LocalFormatterParser.HasFormatter(named, compilation)
            || (!isOurs && FrameworkTypes.HasFormatter(named)))
        {
            return;
        }

        bool isAttributed = KnownNames.Has(named, KnownNames.Object) || KnownNames.FindDataContract(named) is not null || KnownNames.Has(named, KnownNames.Union);
        if (!isOurs)
        {
            // The formatters of other libraries' types might be registered at run time.
            if (!isAttributed && !named.IsAbstract)
            {
                Report(
                    Descriptors.NotSerializable,
                    FrameworkTypes.Contains(named) ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info,
                    "give the member a [MessagePackFormatter], or name the type in [assembly: GenerateFormatter]");
            }
        }
        else if (named.IsAbstract && (named.TypeKind == TypeKind.Interface || KnownNames.Has(named, KnownNames.Object)))
        {
            if (!KnownNames.Has(named, KnownNames.Union))
            {
                Report(Descriptors.AbstractWithoutUnion, Descriptors.AbstractWithoutUnion.DefaultSeverity, "");
            }
        }
        else if (!isAttributed)
        {
            Report(Descriptors.NotSerializable, DiagnosticSeverity.Warning, "mark " + named.Name + " with [MessagePackObject]");
        }

        void Report(DiagnosticDescriptor descriptor, DiagnosticSeverity severity, string repair) => sink.Report(
            descriptor,
            severity,
            Location(member.Symbol, owner).Locations[0],
            isOurs ? ImmutableDictionary<string, string?>.Empty.Add("type", TypeNames.Unbound(named).Replace("global::", "")) : null,
            new object?[] { member.Model.Name, named.Name, repair });
    }

    private static ISymbol Location(ISymbol member, INamedTypeSymbol type)
        => SymbolEqualityComparer.Default.Equals(member.ContainingType, type) ? member : type;

    /// <summary>Adds a type and the types of what it contains: elements, keys, values, items of a tuple.</summary>
    private static void AddParts(ITypeSymbol type, Compilation compilation, HashSet<ITypeSymbol> found)
    {
        if (!found.Add(type))
        {
            return;
        }

        if (type is IArrayTypeSymbol array)
        {
            AddParts(array.ElementType, compilation, found);
        }
        else if (type is INamedTypeSymbol union && UnionTypeParser.IsUnionType(union))
        {
            foreach (ITypeSymbol item in UnionTypeParser.Cases(union))
            {
                AddParts(item, compilation, found);
            }
        }
        else if (type is INamedTypeSymbol named && !LocalFormatterParser.HasFormatter(named, compilation))
        {
            bool isFramework = named.IsGenericType && (named.Arity == 1 || CollectionFormatters.ForKnown(named.OriginalDefinition) is not null)
                && named.ContainingNamespace?.ToDisplayString().StartsWith("System", System.StringComparison.Ordinal) == true;
            IEnumerable<ITypeSymbol> parts = isFramework ? named.TypeArguments
                : CollectionFormatters.ForCustom(named) is { } custom ? custom.Arguments
                : Enumerable.Empty<ITypeSymbol>();
            foreach (ITypeSymbol part in parts)
            {
                AddParts(part, compilation, found);
            }
        }
    }

    private static bool IsNamedInAssembly(INamedTypeSymbol type, Compilation compilation)
        => compilation.Assembly.GetAttributes().Any(a =>
            a.AttributeClass?.ToDisplayString() is KnownNames.Generate or KnownNames.AssumedFormattable
            && SymbolEqualityComparer.Default.Equals(a.ConstructorArguments.FirstOrDefault().Value as ISymbol, type));
}
