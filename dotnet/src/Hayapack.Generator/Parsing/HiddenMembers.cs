using Hayapack.Generator.Analyzers;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// Members with the same name in a type and its base types, in a type that is written by member names. As in
/// MessagePack-CSharp's dynamic resolver, a property hides one of the same type, which is not written; of others, the
/// one of the base type has the name as its key, and the rest have their full name.
/// </summary>
internal sealed class HiddenMembers
{
    private readonly Dictionary<ISymbol, ISymbol> dropped = new(SymbolEqualityComparer.Default);
    private readonly HashSet<ISymbol> qualified = new(SymbolEqualityComparer.Default);

    public HiddenMembers(IEnumerable<ISymbol> members)
    {
        foreach (IGrouping<string, ISymbol> group in members.GroupBy(m => m.Name).Where(g => g.Skip(1).Any()))
        {
            ISymbol[] baseFirst = group.OrderBy(m => TypeChains.SelfAndBases(m.ContainingType).Count()).ToArray();
            for (int i = 0; i < baseFirst.Length; i++)
            {
                if (baseFirst.Skip(i + 1).FirstOrDefault(m => Hides(m, baseFirst[i])) is { } hiding)
                {
                    this.dropped.Add(baseFirst[i], hiding);
                }
            }

            this.qualified.UnionWith(baseFirst.Where(m => !this.IsDropped(m)).Skip(1));
        }
    }

    /// <summary>Returns the key of a member that shares its name with a member of a base type.</summary>
    public static string QualifiedName(ISymbol member) => SymbolNames.Metadata(member.ContainingType) + "." + member.Name;

    public bool IsDropped(ISymbol member) => this.dropped.ContainsKey(member);

    public bool IsQualified(ISymbol member) => this.qualified.Contains(member);

    public void Report(INamedTypeSymbol type, DiagnosticSink sink)
    {
        foreach (KeyValuePair<ISymbol, ISymbol> pair in this.dropped)
        {
            ISymbol at = SymbolEqualityComparer.Default.Equals(pair.Value.ContainingType, type) ? pair.Value : type;
            sink.Report(Descriptors.HidesMember, at, pair.Value.Name, pair.Key.ContainingType.Name);
        }
    }

    private static bool Hides(ISymbol member, ISymbol hidden)
        => member is IPropertySymbol property && hidden is IPropertySymbol other && SymbolEqualityComparer.Default.Equals(property.Type, other.Type);
}
