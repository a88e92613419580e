using System.Runtime.CompilerServices;
using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// Finds the types that a formatter class supports, to register it: a class of this assembly, unless it has
/// <c>[ExcludeFormatterFromSourceGeneratedResolver]</c>, or one named in <c>[assembly: MessagePackKnownFormatter]</c>.
/// </summary>
internal static class LocalFormatterParser
{
    // For the analyzers, which ask for one member at a time. The key of the table does not keep the compilation alive.
    private static readonly ConditionalWeakTable<Compilation, HashSet<string>> Known = new();

    /// <summary>Returns whether a formatter of the assembly, or one named in <c>[assembly: MessagePackKnownFormatter]</c>, supports the type.</summary>
    public static bool HasFormatter(ITypeSymbol type, Compilation compilation)
        => Known.GetValue(compilation, FindAll).Contains(SymbolNames.Of(type));

    /// <summary>Returns the formatters of the assembly, one for each class.</summary>
    public static IEnumerable<EquatableArray<Registration>> All(INamespaceOrTypeSymbol container, Compilation compilation)
    {
        foreach (INamespaceOrTypeSymbol member in container.GetMembers().OfType<INamespaceOrTypeSymbol>())
        {
            if (member is INamedTypeSymbol type && Parse(type, compilation) is { Count: > 0 } found)
            {
                yield return found;
            }

            foreach (EquatableArray<Registration> inner in All(member, compilation))
            {
                yield return inner;
            }
        }
    }

    /// <summary>
    /// Returns one registration for each closed type that the class formats; none if it is excluded, or if generated code cannot
    /// create it.
    /// </summary>
    public static EquatableArray<Registration> Parse(INamedTypeSymbol formatter, Compilation compilation)
        => KnownAttributes.Has(formatter, KnownAttributes.ExcludedFormatter) ? EquatableArray<Registration>.Empty : ParseNamed(formatter, compilation);

    /// <summary>Like <see cref="Parse"/>, also for a class with the attribute that excludes it.</summary>
    public static EquatableArray<Registration> ParseNamed(INamedTypeSymbol formatter, Compilation compilation)
    {
        Aliases.Note(compilation);
        INamedTypeSymbol? definition = compilation.GetTypeByMetadataName(KnownAttributes.FormatterInterface);
        if (definition is null || formatter.IsAbstract || formatter.IsStatic || SymbolNames.IsGeneric(formatter) || !HostParser.IsVisible(formatter))
        {
            return EquatableArray<Registration>.Empty;
        }

        List<Registration> found = new();
        foreach (INamedTypeSymbol implemented in formatter.AllInterfaces.Where(i => SymbolEqualityComparer.Default.Equals(i.OriginalDefinition, definition)))
        {
            ITypeSymbol type = implemented.TypeArguments[0];
            if (HostParser.IsVisible(type) && CustomFormatterParser.Creation(formatter, implemented) is { } creation)
            {
                found.Add(new Registration(SymbolNames.Of(type), creation));
            }
        }

        return found.ToEquatable();
    }

    private static HashSet<string> FindAll(Compilation compilation)
    {
        IEnumerable<EquatableArray<Registration>> named = compilation.Assembly.GetAttributes()
            .Where(a => a.AttributeClass?.ToDisplayString() == KnownAttributes.KnownFormatter)
            .Select(a => a.ConstructorArguments.FirstOrDefault().Value)
            .OfType<INamedTypeSymbol>()
            .Select(type => ParseNamed(type, compilation));
        return new HashSet<string>(All(compilation.Assembly.GlobalNamespace, compilation).Concat(named).SelectMany(found => found).Select(r => r.TypeName));
    }
}
