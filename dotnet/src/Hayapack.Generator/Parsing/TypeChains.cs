using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>The types from which a type inherits and those in which it is declared.</summary>
internal static class TypeChains
{
    /// <summary>Returns the type, its base type, and so on.</summary>
    public static IEnumerable<INamedTypeSymbol> SelfAndBases(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? current = type; current is not null; current = current.BaseType)
        {
            yield return current;
        }
    }

    /// <summary>Returns the type, the type that contains it, and so on; nothing for null.</summary>
    public static IEnumerable<INamedTypeSymbol> SelfAndContainers(INamedTypeSymbol? type)
    {
        for (INamedTypeSymbol? current = type; current is not null; current = current.ContainingType)
        {
            yield return current;
        }
    }
}
