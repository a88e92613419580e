using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// The serialized members of base types that another assembly cannot see: what the compiler knows of a reference has no private
/// members. The generator lists them in attributes of the assembly that declares them (GeneratedHiddenMemberAttribute), and
/// reads these where a class derives from such a type.
/// </summary>
internal static class InaccessibleMembers
{
    internal const int Field = 1;
    internal const int Getter = 2;
    internal const int Setter = 4;

    /// <summary>Returns the arguments of the attributes for the members of a type that is declared here.</summary>
    public static EquatableArray<string> Describe(INamedTypeSymbol type)
    {
        List<string> rows = new();
        if (type.TypeKind != TypeKind.Class || type.IsSealed || !IsPublic(type) || KnownAttributes.Find(type, KnownAttributes.Object) is not { } attribute)
        {
            return rows.ToEquatable();
        }

        bool byName = KnownAttributes.IsByName(attribute);
        bool all = byName && KnownAttributes.Named<bool>(attribute, "AllowPrivate");
        foreach (ISymbol member in type.GetMembers().Where(m => !m.IsStatic && !m.IsImplicitlyDeclared && !KnownAttributes.IsIgnored(m)))
        {
            object? key = KnownAttributes.Find(member, KnownAttributes.Key)?.ConstructorArguments.FirstOrDefault().Value;
            (ITypeSymbol Type, int Access) hidden = member switch
            {
                IFieldSymbol { AssociatedSymbol: null } field when IsHidden(field) => (field.Type, Field),
                IPropertySymbol { IsIndexer: false, ExplicitInterfaceImplementations.IsEmpty: true } property => (property.Type, Hidden(property)),
                _ => default,
            };
            bool isWhole = hidden.Access is Field || (member is IPropertySymbol p && IsHidden(p));
            if (hidden.Access != 0 && (key is not null || all || (byName && !isWhole)))
            {
                string memberType = IsNameable(hidden.Type) && !KnownAttributes.Has(member, KnownAttributes.Formatter) ? "typeof(" + SymbolNames.Of(hidden.Type) + ")" : "null";
                string literal = key switch { int number => number.ToString(System.Globalization.CultureInfo.InvariantCulture), string text => Emit.Api.Literal(text), _ => "null" };
                rows.Add("typeof(" + SymbolNames.Unbound(type) + "), " + Emit.Api.Literal(member.Name) + ", " + memberType + ", " + literal + ", " + hidden.Access);
            }
        }

        return rows.ToEquatable();
    }

    /// <summary>Returns the invisible members of a type of another assembly; null if the generator did not compile that.</summary>
    public static InaccessibleMember[]? Of(INamedTypeSymbol type)
    {
        AttributeData[] ours = type.ContainingAssembly.GetAttributes().Where(a => a.AttributeClass?.ContainingNamespace?.ToDisplayString() == KnownAttributes.Ours).ToArray();
        return !ours.Any(a => a.AttributeClass!.Name == "GeneratedMembersAttribute") ? null
            : ours.Where(a => a.AttributeClass!.Name == "GeneratedHiddenMemberAttribute" && a.ConstructorArguments.Length == 5
                    && a.ConstructorArguments[0].Value is INamedTypeSymbol declaring
                    && SymbolEqualityComparer.Default.Equals(declaring.OriginalDefinition, type.OriginalDefinition))
                .Select(a => new InaccessibleMember(
                    (string)a.ConstructorArguments[1].Value!,
                    a.ConstructorArguments[2].Value as ITypeSymbol,
                    a.ConstructorArguments[3].Value,
                    (int)a.ConstructorArguments[4].Value!))
                .ToArray();
    }

    private static int Hidden(IPropertySymbol property)
        => (property.GetMethod is { } getter && IsHidden(getter) ? Getter : 0) | (property.SetMethod is { } setter && IsHidden(setter) ? Setter : 0);

    private static bool IsHidden(ISymbol member)
        => member.DeclaredAccessibility is Accessibility.Private or Accessibility.Internal or Accessibility.ProtectedAndInternal;

    private static bool IsPublic(INamedTypeSymbol type)
        => type.DeclaredAccessibility == Accessibility.Public && (type.ContainingType is null || IsPublic(type.ContainingType));

    private static bool IsNameable(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => IsNameable(array.ElementType),
        INamedTypeSymbol named => IsPublic(named.OriginalDefinition) && SymbolNames.AllTypeArguments(named).All(IsNameable),
        _ => false,
    };
}

/// <summary>A member, or the accessors of a member, that this assembly cannot see.</summary>
/// <param name="Name">The member's name.</param>
/// <param name="Type">The member's type, or null if it cannot be named here.</param>
/// <param name="Key">The argument of <c>[Key]</c>, or null.</param>
/// <param name="Access">What it has: <see cref="InaccessibleMembers.Field"/>, or a getter and a setter.</param>
internal sealed record InaccessibleMember(string Name, ITypeSymbol? Type, object? Key, int Access)
{
    public bool IsField => this.Access == InaccessibleMembers.Field;

    public bool HasGetter => (this.Access & InaccessibleMembers.Getter) != 0;

    public bool HasSetter => (this.Access & InaccessibleMembers.Setter) != 0;
}
