using Hayapack.Generator.Analyzers;
using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// Parses <c>[Union(key, typeof(X))]</c> on an interface, an abstract class, or a class that lists itself, and its <c>[UnionKey]</c>.
/// </summary>
internal static class UnionAttributeParser
{
    /// <summary>
    /// Returns whether values of a type are written as <c>[key, value]</c>. An object of a class that is not abstract would
    /// have no key if the class did not list itself.
    /// </summary>
    public static bool IsUnion(INamedTypeSymbol type)
        => KnownAttributes.Has(type, KnownAttributes.Union)
            && (type.TypeKind == TypeKind.Interface || (type.TypeKind == TypeKind.Class && (type.IsAbstract || ListsItself(type))));

    private static bool ListsItself(INamedTypeSymbol type)
        => (KnownAttributes.Has(type, KnownAttributes.Object) || KnownAttributes.FindDataContract(type) is not null)
            && type.GetAttributes().Any(a => KnownAttributes.IsKnown(a.AttributeClass, KnownAttributes.Union) && a.ConstructorArguments.Length == 2
                && a.ConstructorArguments[1].Value switch
                {
                    INamedTypeSymbol named => SymbolEqualityComparer.Default.Equals(named.OriginalDefinition, type.OriginalDefinition),
                    string name => name.Split(',')[0].Trim() == SymbolNames.Metadata(type),
                    _ => false,
                });

    /// <summary>
    /// Reports the unions that a class or struct belongs to without being listed: as a value of one it is written as nil,
    /// also if a class it derives from is listed. Classes without attributes, such as a test's fakes, only in the union's project.
    /// </summary>
    public static void ReportUnlisted(INamedTypeSymbol type, Compilation compilation, DiagnosticSink sink)
    {
        if (type.IsAbstract || type.IsStatic || type.TypeKind is not (TypeKind.Class or TypeKind.Struct))
        {
            return;
        }

        foreach (INamedTypeSymbol union in Bases(type).Where(IsUnion))
        {
            bool isMeant = KnownAttributes.Has(type, KnownAttributes.Object) || SymbolEqualityComparer.Default.Equals(union.ContainingAssembly, type.ContainingAssembly);
            if (isMeant && !Lists(union, type, compilation, new(SymbolEqualityComparer.Default)))
            {
                sink.Report(Descriptors.NotInUnion, type, type.Name, union.Name);
            }
        }
    }

    /// <summary>Returns whether a union, or one that it lists, lists a class, or may list it by a name that is not known here.</summary>
    private static bool Lists(INamedTypeSymbol union, INamedTypeSymbol type, Compilation compilation, HashSet<ISymbol> seen)
        => seen.Add(union.OriginalDefinition)
            && union.GetAttributes().Where(a => KnownAttributes.IsKnown(a.AttributeClass, KnownAttributes.Union)).Any(a => FindSubtype(a, compilation) is not { } subtype
                || SymbolEqualityComparer.Default.Equals(subtype.OriginalDefinition, type.OriginalDefinition)
                || (IsUnion(subtype) && Derives(type, subtype) && Lists(subtype, type, compilation, seen)));

    /// <summary>Returns the key in the map of a union's classes whose value is the tag, or null.</summary>
    public static string? KeyOf(INamedTypeSymbol type)
        => KnownAttributes.Find(type, KnownAttributes.UnionKey)?.ConstructorArguments.FirstOrDefault().Value as string;

    public static EquatableArray<UnionCase> Parse(INamedTypeSymbol type, Compilation compilation, DiagnosticSink sink)
    {
        List<UnionCase> cases = new();
        string? key = KeyOf(type);
        foreach (AttributeData attribute in type.GetAttributes().Where(a => KnownAttributes.IsKnown(a.AttributeClass, KnownAttributes.Union)))
        {
            Location where = attribute.ApplicationSyntaxReference?.GetSyntax().GetLocation() ?? type.Locations[0];
            if (attribute.ConstructorArguments.Length != 2 || attribute.ConstructorArguments[0].Value is not (int or string))
            {
                continue;
            }

            string? name = attribute.ConstructorArguments[0].Value as string;
            int tag = name is null ? (int)attribute.ConstructorArguments[0].Value! : 0;

            INamedTypeSymbol? subtype = FindSubtype(attribute, compilation);
            if (subtype is null && attribute.ConstructorArguments[1].Value is string text)
            {
                sink.Report(Descriptors.UnknownName, where, null, text, type.Name);
                continue;
            }

            if (subtype is { IsUnboundGenericType: true })
            {
                subtype = Close(subtype.OriginalDefinition, SymbolNames.AllTypeArguments(type).ToArray());
            }

            bool isAlways = subtype is not null && compilation.ClassifyConversion(subtype, type).IsImplicit;
            bool isItself = SymbolEqualityComparer.Default.Equals(subtype, type);
            if (subtype is null || !(isAlways || IsConstruction(subtype, type)) || (isItself && type.IsAbstract))
            {
                ITypeSymbol? named = attribute.ConstructorArguments[1].Value as ITypeSymbol;
                sink.Report(Descriptors.UnionNotAssignable, where, null, named is null ? "null" : SymbolNames.Display(named), type.Name);
                continue;
            }

            ValueModel value = ValueParser.Parse(subtype, compilation.Assembly) with { IsUnion = !isItself && IsUnion(subtype) };
            if (isItself)
            {
                value = value with { IsUnionItself = true, FormatterName = ValueParser.FormatterName(type, SymbolNames.OwnFormatterSuffix) };
            }

            if (cases.Any(c => c.Tag == tag && c.Name == name))
            {
                sink.Report(Descriptors.DuplicateUnion, where, null, type.Name, "the key " + (name ?? (object)tag));
            }
            else if (cases.Any(c => c.Value.TypeName == value.TypeName))
            {
                sink.Report(Descriptors.DuplicateUnion, where, null, type.Name, "the type " + subtype.Name);
            }
            else
            {
                string? taken = key is null ? null : WhyTaken(type, subtype, key, compilation);
                if (taken?.Length > 0)
                {
                    sink.Report(Descriptors.UnionKeyTaken, where, null, subtype.Name, key!, type.Name, taken);
                }

                cases.Add(new UnionCase(tag, value, !isAlways, name, taken == ""));
            }
        }

        return cases.ToEquatable();
    }

    /// <summary>
    /// Returns why a class cannot have the key of its union in its map: empty if it can, null if only its formatter knows.
    /// </summary>
    private static string? WhyTaken(INamedTypeSymbol union, INamedTypeSymbol type, string key, Compilation compilation)
    {
        INamedTypeSymbol definition = type.OriginalDefinition;
        if (KnownAttributes.Has(definition, KnownAttributes.Formatter) || KnownAttributes.Has(definition, KnownAttributes.Surrogate))
        {
            return null;
        }

        if (IsUnion(definition) && !SymbolEqualityComparer.Default.Equals(definition, union.OriginalDefinition))
        {
            return KeyOf(definition) is not { } other ? "it is a union without a key"
                : other == key ? "it is a union with the same key"
                : null;
        }

        if (!ValueParser.HasContract(definition))
        {
            return null;
        }

        return TypeParser.KeysOf(definition, compilation, out bool keepsOthers) is not { } keys ? "it is written as an array: use string keys"
            : keys.Contains(key) ? "a member has this key"
            : keepsOthers ? null
            : "";
    }

    /// <summary>Returns the classes that a union lists, as far as they are closed types of this compilation and its references.</summary>
    public static IEnumerable<ITypeSymbol> Classes(INamedTypeSymbol type, Compilation compilation)
        => type.GetAttributes().Where(a => KnownAttributes.IsKnown(a.AttributeClass, KnownAttributes.Union))
            .Select(a => FindSubtype(a, compilation)).Where(c => c is { IsUnboundGenericType: false }).Select(c => (ITypeSymbol)c!);

    /// <summary>Returns whether a class belongs to a type that is made of a generic union, such as <c>IReply&lt;int&gt;</c> of <c>IReply&lt;T&gt;</c>.</summary>
    private static bool IsConstruction(INamedTypeSymbol subtype, INamedTypeSymbol union)
        => union.IsGenericType && Derives(subtype, union);

    /// <summary>Returns whether a class inherits from a type, or implements it, with any type arguments.</summary>
    private static bool Derives(INamedTypeSymbol type, INamedTypeSymbol from)
        => Bases(type).Any(b => SymbolEqualityComparer.Default.Equals(b.OriginalDefinition, from.OriginalDefinition));

    private static IEnumerable<INamedTypeSymbol> Bases(INamedTypeSymbol type)
        => TypeChains.SelfAndBases(type).Skip(1).Concat(type.AllInterfaces);

    /// <summary>Returns the type made of a definition, and of those that contain it, with these arguments; null if it takes others.</summary>
    private static INamedTypeSymbol? Close(INamedTypeSymbol definition, ITypeSymbol[] arguments)
    {
        if (SymbolNames.AllTypeParameters(definition).Count() != arguments.Length)
        {
            return null;
        }

        ITypeSymbol[] own = arguments.Skip(arguments.Length - definition.Arity).ToArray();
        INamedTypeSymbol? open = definition.ContainingType is { IsGenericType: true } container
            ? Close(container, arguments.Take(arguments.Length - own.Length).ToArray())?.GetTypeMembers(definition.Name, definition.Arity).FirstOrDefault()
            : definition;
        return own.Length == 0 ? open : open?.Construct(own);
    }

    /// <summary>The type that <c>[Union(key, type)]</c> names; null if it is not found.</summary>
    private static INamedTypeSymbol? FindSubtype(AttributeData attribute, Compilation compilation)
        => (attribute.ConstructorArguments.Length == 2 ? attribute.ConstructorArguments[1].Value : null) switch
        {
            INamedTypeSymbol symbol => symbol,
            string name => compilation.GetTypeByMetadataName(name.Split(',')[0].Trim()),
            _ => null,
        };
}
