using Hayapack.Generator.Analyzers;
using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Hayapack.Generator.Parsing;

/// <summary>Parses <c>[MessagePackFormatter(typeof(X), arguments)]</c>.</summary>
internal static class CustomFormatterParser
{
    /// <summary>Sets the formatter of a member if the attribute specifies one.</summary>
    public static MemberModel Apply(MemberModel model, ISymbol member, ITypeSymbol type, Compilation compilation, DiagnosticSink sink)
    {
        if (KnownAttributes.Find(member, KnownAttributes.Formatter) is not { } attribute)
        {
            return model;
        }

        string? expression = Parse(attribute, type, compilation, out INamedTypeSymbol? formatter);
        if (expression is null)
        {
            sink.Report(Descriptors.BadFormatter, member, Name(attribute), SymbolNames.Display(type));
            return model;
        }

        return model with
        {
            CustomFormatter = expression,
            CustomFormatterType = SymbolNames.Of(formatter!),
            Value = model.Value with { Kind = ValueKind.Formatter, Element = null },
        };
    }

    /// <summary>
    /// Returns the expression that creates the formatter, or null if the formatter is not suitable for the type.
    /// </summary>
    public static string? Parse(AttributeData attribute, ITypeSymbol type, Compilation compilation, out INamedTypeSymbol? formatter)
    {
        formatter = attribute.ConstructorArguments.FirstOrDefault().Value as INamedTypeSymbol;
        if (formatter is null)
        {
            return null;
        }

        if (formatter.IsUnboundGenericType && type is INamedTypeSymbol { IsGenericType: true } generic && generic.TypeArguments.Length == formatter.Arity)
        {
            formatter = formatter.OriginalDefinition.Construct(generic.TypeArguments.ToArray());
        }

        INamedTypeSymbol? expected = compilation.GetTypeByMetadataName(KnownAttributes.FormatterInterface)?.Construct(type);
        if (expected is null || formatter.IsAbstract || formatter.IsUnboundGenericType
            || !formatter.AllInterfaces.Any(i => SymbolEqualityComparer.Default.Equals(i, expected)))
        {
            return null;
        }

        TypedConstant[] arguments = Arguments(attribute);
        return Creation(formatter, expected, arguments);
    }

    /// <summary>Returns the expression that gets or creates an object of a class; null if it has no suitable constructor.</summary>
    /// <param name="type">The class.</param>
    /// <param name="expected">The interface that the object must have: the type of its static Instance, if that is not the class.</param>
    /// <param name="arguments">The arguments of the constructor.</param>
    public static string? Creation(INamedTypeSymbol type, INamedTypeSymbol expected, params TypedConstant[] arguments)
    {
        if (arguments.Length == 0 && type.GetMembers("Instance").Any(m =>
            m.IsStatic && m.DeclaredAccessibility == Accessibility.Public && m is IFieldSymbol or IPropertySymbol
            && ((m as IFieldSymbol)?.Type ?? (m as IPropertySymbol)?.Type) is { } instance
            && (SymbolEqualityComparer.Default.Equals(instance, type) || SymbolEqualityComparer.Default.Equals(instance, expected))))
        {
            return SymbolNames.Of(type) + ".Instance";
        }

        bool constructible = type.InstanceConstructors.Any(c =>
            c.DeclaredAccessibility is Accessibility.Public or Accessibility.Internal or Accessibility.ProtectedOrInternal
            && c.Parameters.Length >= arguments.Length && c.Parameters.Skip(arguments.Length).All(p => p.IsOptional || p.IsParams));
        return constructible
            ? "new " + SymbolNames.Of(type) + "(" + string.Join(", ", arguments.Select(Literal)) + ")"
            : null;
    }

    private static string Name(AttributeData attribute)
        => attribute.ConstructorArguments.FirstOrDefault().Value is ITypeSymbol type ? SymbolNames.Display(type) : "null";

    private static TypedConstant[] Arguments(AttributeData attribute)
        => attribute.ConstructorArguments.Length > 1 && attribute.ConstructorArguments[1] is { Kind: TypedConstantKind.Array, IsNull: false } list
            ? list.Values.ToArray()
            : Array.Empty<TypedConstant>();

    private static string Literal(TypedConstant constant) => constant.Kind switch
    {
        TypedConstantKind.Type => "typeof(" + SymbolNames.Of((ITypeSymbol)constant.Value!) + ")",
        TypedConstantKind.Enum => "(" + SymbolNames.Of(constant.Type!) + ")(" + Convert.ToString(constant.Value, System.Globalization.CultureInfo.InvariantCulture) + ")",
        TypedConstantKind.Array => "null",
        _ => constant.ToCSharpString(),
    };
}
