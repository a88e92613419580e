using System.Collections.Immutable;
using Hayapack.Generator.Analyzers;
using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// Determines where a formatter is declared. Most are in <see cref="SymbolNames.GeneratedNamespace"/> and access private
/// members with <c>UnsafeAccessor</c>. One whose code names a private type is nested in the innermost type in which
/// that type is accessible.
/// </summary>
internal static class HostParser
{
    /// <summary>
    /// Returns the type in which the formatter of a type definition is nested, or null if it is not nested.
    /// </summary>
    public static INamedTypeSymbol? FindHost(INamedTypeSymbol type)
        => NamesPrivateType(type) ? type : IsVisible(type) ? null : type.ContainingType;

    /// <summary>Returns whether the type is accessible in the whole assembly.</summary>
    public static bool IsVisible(ITypeSymbol type)
    {
        switch (type)
        {
            case IArrayTypeSymbol array:
                return IsVisible(array.ElementType);
            case INamedTypeSymbol named:
                return named.DeclaredAccessibility is not (Accessibility.Private or Accessibility.Protected or Accessibility.ProtectedAndInternal)
                    && named.TypeArguments.All(IsVisible)
                    && (named.ContainingType is null || IsVisible(named.ContainingType));
            default:
                return true;
        }
    }

    /// <summary>
    /// Returns the types to declare again as partial, outermost first; reports those that are not partial.
    /// </summary>
    public static EquatableArray<HostModel> Parse(INamedTypeSymbol type, INamedTypeSymbol? host, DiagnosticSink sink)
    {
        List<HostModel> hosts = new();
        foreach (INamedTypeSymbol current in TypeChains.SelfAndContainers(host))
        {
            if (!IsPartial(current))
            {
                ImmutableDictionary<string, string?> where = ImmutableDictionary<string, string?>.Empty.Add("type", current.ToDisplayString());
                sink.Report(Descriptors.MustBePartial, current.Locations[0], where, current.Name, type.Name);
            }

            hosts.Insert(0, new HostModel(Keyword(current) + " " + SymbolNames.DeclarationName(current), SymbolNames.DeclarationName(current), current.Arity));
        }

        return hosts.ToEquatable();
    }

    // A type is visible only if its containers are, so these are the outermost ones.
    public static int CountVisible(INamedTypeSymbol? host) => TypeChains.SelfAndContainers(host).Count(IsVisible);

    private static bool IsPartial(INamedTypeSymbol type)
        => type.DeclaringSyntaxReferences.Any(reference =>
            reference.GetSyntax() is TypeDeclarationSyntax declaration && declaration.Modifiers.Any(SyntaxKind.PartialKeyword));

    private static string Keyword(INamedTypeSymbol type) => (type.TypeKind, type.IsRecord) switch
    {
        (TypeKind.Interface, _) => "partial interface",
        (TypeKind.Struct, true) => "partial record struct",
        (TypeKind.Struct, _) => "partial struct",
        (_, true) => "partial record",
        _ => "partial class",
    };

    // The type of a member can be private even if its class is not: a private nested enum, for example.
    private static bool NamesPrivateType(INamedTypeSymbol type)
    {
        if (type.GetTypeMembers().Length == 0 && type.BaseType is null or { SpecialType: SpecialType.System_Object or SpecialType.System_ValueType })
        {
            return false;
        }

        return TypeChains.SelfAndBases(type).SelectMany(t => t.GetMembers()).Any(member =>
        {
            ITypeSymbol? used = member switch
            {
                IPropertySymbol { IsStatic: false, IsImplicitlyDeclared: false } property => property.Type,
                IFieldSymbol { IsStatic: false, IsImplicitlyDeclared: false } field => field.Type,
                _ => null,
            };
            return used is not null && !IsVisible(used) && !IsVisibleFromContainer(used, type) && MemberParser.IsCandidate(member, type);
        });
    }

    // A private type of a container of this type is accessible in that container too.
    private static bool IsVisibleFromContainer(ITypeSymbol used, INamedTypeSymbol type)
    {
        if (used is IArrayTypeSymbol array)
        {
            return IsVisibleFromContainer(array.ElementType, type);
        }

        if (used is not INamedTypeSymbol named)
        {
            return true;
        }

        if (!named.TypeArguments.All(argument => IsVisible(argument) || IsVisibleFromContainer(argument, type)))
        {
            return false;
        }

        return IsVisible(named.OriginalDefinition)
            || (!IsVisible(type) && TypeChains.SelfAndContainers(type.ContainingType).Any(outer =>
                SymbolEqualityComparer.Default.Equals(outer.OriginalDefinition, named.ContainingType?.OriginalDefinition)));
    }
}
