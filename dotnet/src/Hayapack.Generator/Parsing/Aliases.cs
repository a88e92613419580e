using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// The names of types in assemblies that a project refers to only by an <c>extern alias</c>: <c>@alias::Space.Type</c>. The
/// <c>@</c>, which C# allows before each identifier, marks the aliases in generated code. Thread-safe.
/// </summary>
internal static class Aliases
{
    private const string Global = "global";

    // A symbol of an assembly belongs to one reference, so that one table serves all compilations.
    private static readonly ConditionalWeakTable<IAssemblySymbol, string> Known = new();
    private static readonly ConditionalWeakTable<Compilation, object> Noted = new();

    /// <summary>Whether any project has had such a reference; most have none.</summary>
    public static bool Exist { get; private set; }

    /// <summary>Notes the aliases of a compilation's references. Called before its types are named.</summary>
    public static void Note(Compilation compilation) => Noted.GetValue(compilation, static noted =>
    {
        foreach (MetadataReference reference in noted.References.Where(r => !r.Properties.Aliases.IsEmpty && !r.Properties.Aliases.Contains(Global)))
        {
            if (noted.GetAssemblyOrModuleSymbol(reference) is IAssemblySymbol assembly)
            {
                Known.GetValue(assembly, _ => reference.Properties.Aliases[0]);
                Exist = true;
            }
        }

        return new object();
    });

    /// <summary>Returns the name of a type with the alias of its assembly, and of those of its type arguments.</summary>
    public static string Of(ITypeSymbol type, SymbolDisplayFormat format)
    {
        ImmutableArray<SymbolDisplayPart> parts = type.ToDisplayParts(format);
        StringBuilder text = new();
        for (int i = 0; i < parts.Length; i++)
        {
            bool isAliased = parts[i].Kind == SymbolDisplayPartKind.Keyword && parts[i].ToString() == Global;
            ISymbol? named = isAliased ? parts.Skip(i).Select(part => part.Symbol).FirstOrDefault(symbol => symbol is INamedTypeSymbol) : null;
            text.Append(named is not null && Known.TryGetValue(named.ContainingAssembly, out string? alias) ? "@" + alias : parts[i].ToString());
        }

        return text.ToString();
    }

    /// <summary>Returns the declarations of the aliases that generated code uses, a line each.</summary>
    public static string Declarations(string code) => string.Concat(Regex.Matches(code, @"@(\w+)::").Cast<Match>()
        .Select(match => "extern alias " + match.Groups[1].Value + ";\n").Distinct());
}
