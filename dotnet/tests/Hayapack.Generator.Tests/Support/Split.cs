using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Hayapack.Generator.Tests.Support;

/// <summary>
/// Divides the types of source files among two assemblies: base classes, with the types that their declarations name, and the
/// rest. A base class stays with the rest if it names all types that derive from it.
/// </summary>
internal sealed class Split
{
    private readonly CSharpCompilation whole;
    private readonly Dictionary<INamedTypeSymbol, HashSet<INamedTypeSymbol>> named = new(SymbolEqualityComparer.Default);
    private readonly HashSet<INamedTypeSymbol> first = new(SymbolEqualityComparer.Default);

    /// <summary>Initializes a new instance of the <see cref="Split"/> class for a compilation of all files.</summary>
    public Split(CSharpCompilation whole)
    {
        this.whole = whole;
        foreach (BaseTypeDeclarationSyntax type in whole.SyntaxTrees.SelectMany(Types))
        {
            SemanticModel model = whole.GetSemanticModel(type.SyntaxTree);
            INamedTypeSymbol symbol = model.GetDeclaredSymbol(type)!;
            HashSet<INamedTypeSymbol> found = named.TryGetValue(symbol, out HashSet<INamedTypeSymbol>? known) ? known
                : named[symbol] = new(SymbolEqualityComparer.Default);
            foreach (SimpleNameSyntax name in type.DescendantNodes().OfType<SimpleNameSyntax>())
            {
                if (Outermost(model.GetSymbolInfo(name).Symbol) is { } used)
                {
                    found.Add(used);
                }
            }
        }

        foreach (INamedTypeSymbol type in named.Keys)
        {
            if (type is { TypeKind: TypeKind.Class, BaseType: { } parent } && Outermost(parent) is { } needed && needed.TypeKind == TypeKind.Class)
            {
                HashSet<INamedTypeSymbol> closure = Closure(needed);
                if (!closure.Contains(type))
                {
                    Bases.Add(needed.Name);
                    first.UnionWith(closure);
                }
            }
        }
    }

    /// <summary>Gets the names of the base classes that are moved.</summary>
    public SortedSet<string> Bases { get; } = new(StringComparer.Ordinal);

    /// <summary>Returns the files with only the types of one assembly.</summary>
    public IEnumerable<SyntaxTree> Files(bool isFirst) => whole.SyntaxTrees.Select(tree =>
    {
        SemanticModel model = whole.GetSemanticModel(tree);
        IEnumerable<SyntaxNode> types = Types(tree).Where(type => first.Contains(model.GetDeclaredSymbol(type)!) != isFirst);
        IEnumerable<SyntaxNode> attributes = ((CompilationUnitSyntax)tree.GetRoot()).AttributeLists.Where(list => IsFirst(list, model) != isFirst);
        SyntaxNode root = tree.GetRoot().RemoveNodes(types.Concat(attributes), SyntaxRemoveOptions.KeepNoTrivia)!;
        return CSharpSyntaxTree.Create((CSharpSyntaxNode)root, (CSharpParseOptions)tree.Options, tree.FilePath);
    });

    // [assembly: GenerateFormatter(typeof(T))] belongs to the assembly of T.
    private bool IsFirst(AttributeListSyntax list, SemanticModel model) => list.DescendantNodes().OfType<SimpleNameSyntax>()
        .Any(name => Outermost(model.GetSymbolInfo(name).Symbol) is { } type && first.Contains(type));

    private static IEnumerable<BaseTypeDeclarationSyntax> Types(SyntaxTree tree) => tree.GetRoot().DescendantNodes()
        .OfType<BaseTypeDeclarationSyntax>().Where(type => type.Parent is CompilationUnitSyntax or BaseNamespaceDeclarationSyntax);

    private HashSet<INamedTypeSymbol> Closure(INamedTypeSymbol type)
    {
        HashSet<INamedTypeSymbol> found = new(SymbolEqualityComparer.Default) { type };
        var open = new Queue<INamedTypeSymbol>([type]);
        while (open.TryDequeue(out INamedTypeSymbol? next))
        {
            foreach (INamedTypeSymbol used in named[next].Where(found.Add))
            {
                open.Enqueue(used);
            }
        }

        return found;
    }

    private INamedTypeSymbol? Outermost(ISymbol? symbol)
    {
        INamedTypeSymbol? type = symbol as INamedTypeSymbol ?? symbol?.ContainingType;
        while (type?.ContainingType is not null)
        {
            type = type.ContainingType;
        }

        return type is not null && SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, whole.Assembly) ? type.OriginalDefinition : null;
    }
}
