using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using Hayapack.Generator.Analyzers;
using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// Decides where a formatter lies. Most lie in <see cref="TypeNames.GeneratedNamespace"/> and reach private members by
/// <c>UnsafeAccessor</c>; one that must name a private type is nested in the innermost type that sees it.
/// </summary>
internal static class HostParser
{
    /// <summary>The type that the formatter of a type definition is nested in, or null for none.</summary>
    public static INamedTypeSymbol? FindHost(INamedTypeSymbol type, IAssemblySymbol assembly)
    {
        if (NamesPrivateType(type, assembly))
        {
            return type;
        }

        return IsVisible(type) ? null : type.ContainingType;
    }

    /// <summary>Whether the whole assembly may name the type.</summary>
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

    /// <summary>The declarations to reopen, outermost first; reports those that are not partial.</summary>
    public static EquatableArray<HostModel> Parse(INamedTypeSymbol type, INamedTypeSymbol? host, DiagnosticSink sink)
    {
        List<HostModel> hosts = new();
        for (INamedTypeSymbol? current = host; current is not null; current = current.ContainingType)
        {
            if (!IsPartial(current))
            {
                ImmutableDictionary<string, string?> where = ImmutableDictionary<string, string?>.Empty.Add("type", current.ToDisplayString());
                sink.Report(Descriptors.MustBePartial, current.Locations[0], where, current.Name, type.Name);
            }

            hosts.Insert(0, new HostModel(Keyword(current) + " " + TypeNames.DeclarationName(current), TypeNames.DeclarationName(current)));
        }

        return hosts.ToEquatable();
    }

    public static int CountVisible(INamedTypeSymbol? host)
    {
        int count = 0;
        for (INamedTypeSymbol? current = host; current is not null; current = current.ContainingType)
        {
            count = IsVisible(current) ? count + 1 : 0;
        }

        // Visibility of a type includes that of its containers, so that the count is that of the outermost ones.
        return count;
    }

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

    // Only a member's type can be private without its type being so: a private enum of the class, for example.
    private static bool NamesPrivateType(INamedTypeSymbol type, IAssemblySymbol assembly)
    {
        if (type.GetTypeMembers().Length == 0 && type.BaseType is null or { SpecialType: SpecialType.System_Object or SpecialType.System_ValueType })
        {
            return false;
        }

        for (INamedTypeSymbol? current = type; current is not null; current = current.BaseType)
        {
            foreach (ISymbol member in current.GetMembers())
            {
                ITypeSymbol? used = member switch
                {
                    IPropertySymbol { IsStatic: false, IsImplicitlyDeclared: false } property => property.Type,
                    IFieldSymbol { IsStatic: false, IsImplicitlyDeclared: false } field => field.Type,
                    _ => null,
                };
                if (used is not null && !IsVisible(used) && !IsVisibleFromContainer(used, type) && MemberParser.IsCandidate(member, type))
                {
                    return true;
                }
            }
        }

        return false;
    }

    // A type that is private in what contains this one can be named there too.
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

        if (IsVisible(type) || named.ContainingType is null)
        {
            return IsVisible(named.OriginalDefinition);
        }

        for (INamedTypeSymbol? outer = type.ContainingType; outer is not null; outer = outer.ContainingType)
        {
            if (SymbolEqualityComparer.Default.Equals(outer.OriginalDefinition, named.ContainingType.OriginalDefinition))
            {
                return true;
            }
        }

        return IsVisible(named.OriginalDefinition);
    }
}
