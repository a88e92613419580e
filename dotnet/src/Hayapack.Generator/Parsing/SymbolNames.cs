using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Hayapack.Generator.Parsing;

/// <summary>Names of types and members in generated code.</summary>
internal static class SymbolNames
{
    /// <summary>The namespace of generated formatters that are not nested in a type.</summary>
    public const string GeneratedNamespace = "Hayapack.Generated";

    /// <summary>The end of the name of a second formatter, of an object whose type is a union.</summary>
    public const string OwnFormatterSuffix = "_Own";

    private static readonly SymbolDisplayFormat Full = SymbolDisplayFormat.FullyQualifiedFormat
        .WithMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.EscapeKeywordIdentifiers | SymbolDisplayMiscellaneousOptions.UseSpecialTypes);

    private static readonly SymbolDisplayFormat Declaration = new(
        genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters,
        miscellaneousOptions: SymbolDisplayMiscellaneousOptions.EscapeKeywordIdentifiers);

    /// <summary>
    /// Returns the fully qualified name with <c>global::</c>, without nullable annotations of reference types.
    /// </summary>
    public static string Of(ITypeSymbol type) => Aliases.Exist ? Aliases.Of(type, Full) : type.ToDisplayString(Full);

    /// <summary>
    /// Returns the name for <c>typeof</c>, for example <c>global::Pair&lt;,&gt;</c> for a generic type.
    /// </summary>
    public static string Unbound(INamedTypeSymbol type)
        => IsGeneric(type) && !type.IsUnboundGenericType ? Of(UnboundOf(type)) : Of(type);

    /// <summary>Returns the full name as <see cref="System.Type.FullName"/> has it, of a type that is not closed.</summary>
    public static string Metadata(INamedTypeSymbol type)
        => type.ContainingType is { } outer ? Metadata(outer) + "+" + type.MetadataName
            : type.ContainingNamespace is { IsGlobalNamespace: false } space ? space.ToDisplayString() + "." + type.MetadataName
            : type.MetadataName;

    public static string Display(ITypeSymbol type) => type.ToDisplayString(SymbolDisplayFormat.CSharpErrorMessageFormat);

    /// <summary>Returns the name with type parameters, without the namespace and the containing types.</summary>
    public static string DeclarationName(INamedTypeSymbol type) => type.ToDisplayString(Declaration);

    public static string Identifier(string name)
        => SyntaxFacts.GetKeywordKind(name) != SyntaxKind.None || SyntaxFacts.GetContextualKeywordKind(name) != SyntaxKind.None
            ? "@" + name
            : name;

    /// <summary>Returns whether the type or a containing type has type parameters.</summary>
    public static bool IsGeneric(INamedTypeSymbol type) => type.IsGenericType;

    /// <summary>
    /// Returns the name of the generated class: the full name with <c>_</c> for each dot and <c>__</c> for each
    /// <c>_</c>, so that names are unique. It has no type parameters.
    /// </summary>
    public static string FormatterClass(INamedTypeSymbol type)
    {
        StringBuilder text = new();
        if (type.ContainingType is null && type.ContainingNamespace is { IsGlobalNamespace: false } space)
        {
            text.Append(space.ToDisplayString().Replace("_", "__").Replace('.', '_')).Append('_');
        }

        if (type.ContainingType is not null)
        {
            string outer = FormatterClass(type.ContainingType);
            text.Append(outer, 0, outer.Length - "Formatter".Length).Append('_');
        }

        text.Append(type.Name.Replace("_", "__"));
        if (type.Arity > 0)
        {
            text.Append('_').Append(type.Arity);
        }

        return text.Append("Formatter").ToString();
    }

    /// <summary>
    /// Returns the file name of the type's formatter. A hash distinguishes names that differ only in case.
    /// </summary>
    public static string HintName(string formatterClass)
    {
        uint hash = 2166136261;
        foreach (char c in formatterClass)
        {
            hash = unchecked((hash ^ c) * 16777619);
        }

        return formatterClass.Substring(0, formatterClass.Length - "Formatter".Length) + "." + hash.ToString("x8");
    }

    /// <summary>Returns the type parameters of the type and of all containing types, outermost first.</summary>
    public static System.Collections.Generic.IEnumerable<ITypeParameterSymbol> AllTypeParameters(INamedTypeSymbol type)
        => (type.ContainingType is null ? Enumerable.Empty<ITypeParameterSymbol>() : AllTypeParameters(type.ContainingType))
            .Concat(type.TypeParameters);

    public static System.Collections.Generic.IEnumerable<ITypeSymbol> AllTypeArguments(INamedTypeSymbol type)
        => (type.ContainingType is null ? Enumerable.Empty<ITypeSymbol>() : AllTypeArguments(type.ContainingType))
            .Concat(type.TypeArguments);

    /// <summary>Returns the <c>where</c> clauses of all type parameters.</summary>
    public static string Constraints(INamedTypeSymbol type)
    {
        StringBuilder text = new();
        foreach (ITypeParameterSymbol parameter in AllTypeParameters(type))
        {
            System.Collections.Generic.List<string> parts = new();
            if (parameter.HasUnmanagedTypeConstraint)
            {
                parts.Add("unmanaged");
            }
            else if (parameter.HasValueTypeConstraint)
            {
                parts.Add("struct");
            }
            else if (parameter.HasReferenceTypeConstraint)
            {
                parts.Add("class");
            }
            else if (parameter.HasNotNullConstraint)
            {
                parts.Add("notnull");
            }

            parts.AddRange(parameter.ConstraintTypes.Select(Of));
            if (parameter.HasConstructorConstraint)
            {
                parts.Add("new()");
            }

            if (parts.Count > 0)
            {
                text.Append(" where ").Append(Identifier(parameter.Name)).Append(" : ").Append(string.Join(", ", parts));
            }
        }

        return text.ToString();
    }

    private static INamedTypeSymbol UnboundOf(INamedTypeSymbol type)
        => type.OriginalDefinition.ConstructUnboundGenericType();
}
