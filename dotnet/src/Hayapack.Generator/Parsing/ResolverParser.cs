using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>Parses <c>[GeneratedMessagePackResolver]</c> and <c>[CompositeResolver]</c>.</summary>
internal static class ResolverParser
{
    private const string Generated = "global::Hayapack.Resolvers.SourceGeneratedFormatterResolver.Instance";

    public static ResolverModel ParseGenerated(INamedTypeSymbol type) => Model(type, new(), new() { Generated });

    public static ResolverModel ParseComposite(INamedTypeSymbol type, AttributeData attribute, Compilation compilation)
    {
        List<string> formatters = new();
        List<string> resolvers = new();
        INamedTypeSymbol? resolver = compilation.GetTypeByMetadataName(KnownAttributes.ResolverInterface);
        foreach (INamedTypeSymbol part in Types(attribute))
        {
            if (resolver is not null && part.AllInterfaces.Any(i => SymbolEqualityComparer.Default.Equals(i, resolver)))
            {
                resolvers.Add(CustomFormatterParser.Creation(part, resolver) ?? SymbolNames.Of(part) + ".Instance");
            }
            else if (HasStaticInstance(part))
            {
                // A static class that offers a resolver, for example a composite one.
                resolvers.Add(SymbolNames.Of(part) + ".Instance");
            }
            else if (LocalFormatterParser.ParseNamed(part, compilation) is { Count: > 0 } found)
            {
                formatters.Add(found[0].Formatter);
            }
        }

        if (KnownAttributes.Named<bool>(attribute, "IncludeLocalFormatters"))
        {
            formatters.AddRange(LocalFormatterParser.All(compilation.Assembly.GlobalNamespace, compilation).Select(found => found[0].Formatter));
            resolvers.Add(Generated);
        }

        return Model(type, formatters, resolvers);
    }

    private static IEnumerable<INamedTypeSymbol> Types(AttributeData attribute)
        => attribute.ConstructorArguments.FirstOrDefault() is { Kind: TypedConstantKind.Array, IsNull: false } list
            ? list.Values.Select(value => value.Value).OfType<INamedTypeSymbol>()
            : Enumerable.Empty<INamedTypeSymbol>();

    private static bool HasStaticInstance(INamedTypeSymbol type) => type.IsStatic && type.GetMembers("Instance").Any(m => m.IsStatic);

    private static ResolverModel Model(INamedTypeSymbol type, List<string> formatters, List<string> resolvers)
    {
        IEnumerable<string> hosts = TypeChains.SelfAndContainers(type).Reverse()
            .Select(host => "partial " + (host.IsValueType ? "struct " : "class ") + SymbolNames.DeclarationName(host));
        return new ResolverModel(
            SymbolNames.HintName(SymbolNames.FormatterClass(type)) + ".Resolver",
            type.ContainingNamespace.IsGlobalNamespace ? "" : type.ContainingNamespace.ToDisplayString(),
            hosts.ToEquatable(),
            type.Name,
            formatters.ToEquatable(),
            resolvers.ToEquatable());
    }
}
