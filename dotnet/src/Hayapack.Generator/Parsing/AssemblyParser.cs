using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>Parses <c>[assembly: GenerateFormatter(typeof(T))]</c> and <c>[assembly: MessagePackKnownFormatter(typeof(F))]</c>.</summary>
internal static class AssemblyParser
{
    public static AssemblyModel Parse(Compilation compilation, CancellationToken cancellation)
    {
        Aliases.Note(compilation);
        List<TypeModel> types = new();
        List<ITypeSymbol> named = new();
        HashSet<ISymbol> seen = new(SymbolEqualityComparer.Default);
        List<Registration> formatters = new();
        foreach (AttributeData attribute in compilation.Assembly.GetAttributes())
        {
            if (attribute.AttributeClass?.ToDisplayString() == KnownAttributes.KnownFormatter
                && attribute.ConstructorArguments.FirstOrDefault().Value is INamedTypeSymbol formatter)
            {
                formatters.AddRange(LocalFormatterParser.ParseNamed(formatter, compilation));
            }

            if (attribute.AttributeClass?.ToDisplayString() != KnownAttributes.Generate
                || attribute.ConstructorArguments.FirstOrDefault().Value is not ITypeSymbol type)
            {
                continue;
            }

            cancellation.ThrowIfCancellationRequested();
            named.Add(type);
            if (type is INamedTypeSymbol { SpecialType: SpecialType.None } symbol && NeedsModel(symbol, compilation)
                && seen.Add(symbol.OriginalDefinition)
                && ParseNamed(symbol.OriginalDefinition, compilation, cancellation) is { } model)
            {
                types.Add(model);
            }
        }

        return new AssemblyModel(types.ToEquatable(), formatters.Concat(RegistrationParser.ForTypes(named, compilation, seen)).ToEquatable());
    }

    // A type with attributes in this assembly has a model already, and the library has formatters for collections.
    private static bool NeedsModel(INamedTypeSymbol type, Compilation compilation)
        => !ValueParser.IsGenerated(type.OriginalDefinition, compilation.Assembly)
            && type.TypeKind is TypeKind.Class or TypeKind.Struct or TypeKind.Interface
            && !CSharpUnionParser.IsUnionType(type)
            && LibraryFormatters.ForKnown(type.OriginalDefinition) is null
            && LibraryFormatters.ForCustom(type) is null
            && HostParser.IsVisible(type);

    private static TypeModel? ParseNamed(INamedTypeSymbol type, Compilation compilation, CancellationToken cancellation)
    {
        DiagnosticSink sink = new();
        bool attributed = UnionAttributeParser.IsUnion(type) || ValueParser.HasContract(type);
        return attributed
            ? TypeParser.Parse(type, compilation, sink, cancellation)
            : TypeParser.ParseContractless(type, compilation, sink, cancellation);
    }
}
