using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// Finds the formatters that must be registered because they cannot be created without reflection: those of the enums,
/// arrays, nullable types, collections, tuples and closed generic types of members.
/// </summary>
internal static class RegistrationParser
{
    // Box<T> with a member of type Box<List<T>> has infinitely many closed types.
    private const int MaxNesting = 8;
    private const string Space = "Hayapack.Formatters.";

    private static readonly string[] ArrayFormatters =
    {
        "ArrayFormatter`1", "TwoDimensionalArrayFormatter`1", "ThreeDimensionalArrayFormatter`1", "FourDimensionalArrayFormatter`1",
    };

    /// <summary>Returns the registrations of types and of all types they contain, each once.</summary>
    /// <param name="types">The types.</param>
    /// <param name="compilation">The compilation.</param>
    /// <param name="named">Type definitions without attributes for which formatters are generated.</param>
    public static List<Registration> ForTypes(IEnumerable<ITypeSymbol> types, Compilation compilation, ICollection<ISymbol>? named = null)
    {
        Collector collector = new(compilation, named);
        foreach (ITypeSymbol type in types)
        {
            collector.Add(type, 0);
        }

        return collector.Found;
    }

    private sealed class Collector(Compilation compilation, ICollection<ISymbol>? named)
    {
        private readonly HashSet<ITypeSymbol> seen = new(SymbolEqualityComparer.Default);

        public List<Registration> Found { get; } = new();

        public void Add(ITypeSymbol type, int nesting)
        {
            if (nesting > MaxNesting || !this.seen.Add(type) || !IsClosed(type) || !HostParser.IsVisible(type))
            {
                return;
            }

            switch (type)
            {
                case IArrayTypeSymbol array:
                    this.Register(type, array.Rank <= ArrayFormatters.Length ? ArrayFormatters[array.Rank - 1] : null, array.ElementType);
                    this.Add(array.ElementType, nesting + 1);
                    break;
                case INamedTypeSymbol { TypeKind: TypeKind.Enum } named when !KnownAttributes.Has(named, KnownAttributes.Formatter):
                    this.Register(type, "GenericEnumFormatter`1", type);
                    break;
                case INamedTypeSymbol named when CSharpUnionParser.IsUnionType(named) && !KnownAttributes.Has(named, KnownAttributes.Formatter) && !KnownAttributes.Has(named, KnownAttributes.Surrogate):
                    if (CSharpUnionParser.Register(named, compilation) is { } registration)
                    {
                        this.Found.Add(registration);
                    }

                    this.AddAll(CSharpUnionParser.Cases(named), nesting);
                    break;
                case INamedTypeSymbol { IsGenericType: true } named:
                    this.AddGeneric(named, nesting);
                    break;
                case INamedTypeSymbol { TypeKind: TypeKind.Class } named when LibraryFormatters.ForCustom(named) is { } custom:
                    this.RegisterCustom(type, custom);
                    this.AddAll(custom.Arguments, nesting);
                    break;
            }
        }

        private void AddGeneric(INamedTypeSymbol type, int nesting)
        {
            INamedTypeSymbol definition = type.OriginalDefinition;
            if (KnownAttributes.Find(definition, KnownAttributes.Formatter) is { } attribute)
            {
                if (CustomFormatterParser.Parse(attribute, type, compilation, out INamedTypeSymbol? formatter) is { } expression
                    && HostParser.IsVisible(formatter!))
                {
                    this.Found.Add(new Registration(SymbolNames.Of(type), expression));
                }
            }
            else if (ValueParser.IsGenerated(definition, compilation.Assembly) || named?.Contains(definition) == true)
            {
                string formatter = ValueParser.FormatterName(type);
                this.Found.Add(new Registration(SymbolNames.Of(type), "new " + formatter + "()"));
                foreach (ISymbol member in type.GetMembers().Where(m => !m.IsStatic && !m.IsImplicitlyDeclared))
                {
                    if (member is IPropertySymbol { IsIndexer: false } property)
                    {
                        this.Add(property.Type, nesting + 1);
                    }
                    else if (member is IFieldSymbol field)
                    {
                        this.Add(field.Type, nesting + 1);
                    }
                }
            }
            else if (LibraryFormatters.ForKnown(definition) is { } known)
            {
                this.Register(type, known, type.TypeArguments.ToArray());
                foreach ((string resolved, int[] arguments) in LibraryFormatters.Resolved(definition))
                {
                    if (compilation.GetTypeByMetadataName(resolved) is { } other)
                    {
                        this.Add(other.Construct(arguments.Select(a => type.TypeArguments[a]).ToArray()), nesting);
                    }
                }
            }
            else if (LibraryFormatters.ForCustom(type) is { } custom)
            {
                this.RegisterCustom(type, custom);
            }

            this.AddAll(type.TypeArguments, nesting);
        }

        private void AddAll(IEnumerable<ITypeSymbol> types, int nesting)
        {
            foreach (ITypeSymbol type in types)
            {
                this.Add(type, nesting + 1);
            }
        }

        private void Register(ITypeSymbol type, string? formatter, params ITypeSymbol[] arguments)
        {
            if (formatter is not null && this.Find(formatter, arguments) is { } found
                && found.InstanceConstructors.Any(c => c.Parameters.IsEmpty && c.DeclaredAccessibility == Accessibility.Public))
            {
                this.Found.Add(new Registration(SymbolNames.Of(type), "new " + SymbolNames.Of(found) + "()"));
            }
        }

        private void RegisterCustom(ITypeSymbol type, CustomCollection custom)
        {
            if (this.Find(custom.Formatter, custom.Arguments) is { } found)
            {
                this.Found.Add(new Registration(SymbolNames.Of(type), "new " + SymbolNames.Of(found) + "(" + custom.Creation + ")"));
            }
        }

        // A formatter that the referenced version of the library does not have is not registered; reflection is used.
        private INamedTypeSymbol? Find(string formatter, ITypeSymbol[] arguments)
            => compilation.GetTypeByMetadataName(Space + formatter) is { DeclaredAccessibility: Accessibility.Public } found && found.Arity == arguments.Length
                ? found.Construct(arguments)
                : null;

        private static bool IsClosed(ITypeSymbol type) => type switch
        {
            ITypeParameterSymbol => false,
            IArrayTypeSymbol array => IsClosed(array.ElementType),
            INamedTypeSymbol named => SymbolNames.AllTypeArguments(named).All(IsClosed),
            _ => false,
        };
    }
}
