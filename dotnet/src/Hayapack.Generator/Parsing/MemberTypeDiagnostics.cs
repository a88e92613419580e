using System.Collections.Immutable;
using Hayapack.Generator.Analyzers;
using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>Warnings for members that compile but do not work as their declaration suggests.</summary>
internal static class MemberTypeDiagnostics
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
                INamedTypeSymbol? endless = AddParts(member.Type, compilation, seen, ImmutableStack<INamedTypeSymbol>.Empty);
                foreach (ITypeSymbol part in seen)
                {
                    ReportType(member, type, part, compilation, sink);
                }

                if (endless is not null)
                {
                    sink.Report(Descriptors.Endless, Location(member.Symbol, type), member.Model.Name, SymbolNames.Display(endless));
                }
            }
        }
    }

    private static void ReportType(ParsedMember member, INamedTypeSymbol owner, ITypeSymbol type, Compilation compilation, DiagnosticSink sink)
    {
        bool isOurs = SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, compilation.Assembly);
        if (type is INamedTypeSymbol union && CSharpUnionParser.IsUnionType(union) && !LocalFormatterParser.HasFormatter(union, compilation)
            && !KnownAttributes.Has(union, KnownAttributes.Formatter) && !KnownAttributes.Has(union, KnownAttributes.Surrogate)
            && CSharpUnionParser.FindAmbiguous(union, compilation) is { } ambiguous)
        {
            sink.Report(Descriptors.AmbiguousCase, Location(member.Symbol, owner), union.Name, SymbolNames.Display(ambiguous));
            return;
        }

        if (type is not INamedTypeSymbol { TypeKind: TypeKind.Class or TypeKind.Struct or TypeKind.Interface } named
            || KnownAttributes.Has(named, KnownAttributes.Formatter) || KnownAttributes.Has(named, KnownAttributes.Surrogate)
            || named.AllInterfaces.Any(i => i.SpecialType == SpecialType.System_Collections_IEnumerable)
            || CSharpUnionParser.IsUnionType(named) || IsNamedInAssembly(named, compilation) || LocalFormatterParser.HasFormatter(named, compilation)
            || (!isOurs && LibraryFormatters.HasFormatter(named)))
        {
            return;
        }

        bool isAttributed = KnownAttributes.Has(named, KnownAttributes.Object) || KnownAttributes.FindDataContract(named) is not null || KnownAttributes.Has(named, KnownAttributes.Union);
        if (!isOurs)
        {
            // The formatters of other libraries' types might be registered at run time.
            if (!isAttributed && !named.IsAbstract)
            {
                Report(
                    Descriptors.NotSerializable,
                    LibraryFormatters.IsFrameworkType(named) ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info,
                    "give the member a [MessagePackFormatter], or name the type in [assembly: GenerateFormatter]");
            }
        }
        else if (named.IsAbstract && (named.TypeKind == TypeKind.Interface || KnownAttributes.Has(named, KnownAttributes.Object)))
        {
            if (!KnownAttributes.Has(named, KnownAttributes.Union))
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
            isOurs ? ImmutableDictionary<string, string?>.Empty.Add("type", SymbolNames.Unbound(named).Replace("global::", "")) : null,
            new object?[] { member.Model.Name, named.Name, repair });
    }

    private static ISymbol Location(ISymbol member, INamedTypeSymbol type)
        => SymbolEqualityComparer.Default.Equals(member.ContainingType, type) ? member : type;

    /// <summary>Adds a type and the types of what it contains: elements, keys, values, items of a tuple.</summary>
    /// <param name="type">The type.</param>
    /// <param name="compilation">The compilation.</param>
    /// <param name="found">Receives the types.</param>
    /// <param name="inside">The generic collections and union types that contain it.</param>
    /// <returns>One that contains longer types of itself without end, of which only the first are added; null if there is none.</returns>
    private static INamedTypeSymbol? AddParts(ITypeSymbol type, Compilation compilation, HashSet<ITypeSymbol> found, ImmutableStack<INamedTypeSymbol> inside)
    {
        if (!found.Add(type))
        {
            return null;
        }

        if (type is IArrayTypeSymbol array)
        {
            return AddParts(array.ElementType, compilation, found, inside);
        }

        if (type is not INamedTypeSymbol named)
        {
            return null;
        }

        bool isUnion = CSharpUnionParser.IsUnionType(named);
        if (!isUnion && LocalFormatterParser.HasFormatter(named, compilation))
        {
            return null;
        }

        bool isFramework = !isUnion && named.IsGenericType && (named.Arity == 1 || LibraryFormatters.ForKnown(named.OriginalDefinition) is not null)
            && named.ContainingNamespace?.ToDisplayString().StartsWith("System", StringComparison.Ordinal) == true;
        if (!isFramework && named.IsGenericType)
        {
            if (FindEndless(named, inside) is { } endless)
            {
                return endless;
            }

            inside = inside.Push(named);
        }

        IEnumerable<ITypeSymbol> parts = isUnion ? CSharpUnionParser.Cases(named)
            : isFramework ? named.TypeArguments
            : LibraryFormatters.ForCustom(named) is { } custom ? custom.Arguments
            : Enumerable.Empty<ITypeSymbol>();
        return parts.Select(part => AddParts(part, compilation, found, inside)).ToArray().FirstOrDefault(endless => endless is not null);
    }

    /// <summary>Returns the outermost type of the same definition if a type is in it for the third time, and longer.</summary>
    /// <remarks>With each type parameter, arguments that are replaced by others may take one time more before they repeat.</remarks>
    private static INamedTypeSymbol? FindEndless(INamedTypeSymbol type, ImmutableStack<INamedTypeSymbol> inside)
    {
        INamedTypeSymbol[] same = inside.Where(outer => SymbolEqualityComparer.Default.Equals(outer.OriginalDefinition, type.OriginalDefinition)).ToArray();
        return same.Length > type.Arity && Nesting(type) > Nesting(same[same.Length - 1]) ? same[same.Length - 1] : null;
    }

    private static int Nesting(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => 1 + Nesting(array.ElementType),
        INamedTypeSymbol { IsGenericType: true } named => 1 + named.TypeArguments.Max(Nesting),
        _ => 0,
    };

    private static bool IsNamedInAssembly(INamedTypeSymbol type, Compilation compilation)
        => compilation.Assembly.GetAttributes().Any(a =>
            a.AttributeClass?.ToDisplayString() is KnownAttributes.Generate or KnownAttributes.AssumedFormattable
            && SymbolEqualityComparer.Default.Equals(a.ConstructorArguments.FirstOrDefault().Value as ISymbol, type));
}
