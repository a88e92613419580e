using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>Determines how generated code writes and reads a value of a type.</summary>
internal static class ValueParser
{
    /// <summary>Returns the model of a type that is used in <paramref name="assembly"/>.</summary>
    public static ValueModel Parse(ITypeSymbol type, IAssemblySymbol assembly)
    {
        bool isDynamic = type.TypeKind == TypeKind.Dynamic;
        ValueModel model = new()
        {
            TypeName = isDynamic ? "object" : SymbolNames.Of(type),
            IsDynamic = isDynamic,
        };
        if (PrimitiveOf(type.SpecialType) is { } primitive)
        {
            return model with { Kind = ValueKind.Primitive, Primitive = primitive };
        }

        switch (type.SpecialType)
        {
            case SpecialType.System_String:
                return model with { Kind = ValueKind.String };
            case SpecialType.System_DateTime:
                return model with { Kind = ValueKind.DateTime };
        }

        if (type is IArrayTypeSymbol { Rank: 1, IsSZArray: true } array)
        {
            return array.ElementType.SpecialType == SpecialType.System_Byte
                ? model with { Kind = ValueKind.Bytes }
                : WithElement(model, ValueKind.Array, array.ElementType, assembly);
        }

        if (type is not INamedTypeSymbol named)
        {
            return model;
        }

        if (named.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T)
        {
            ValueModel element = Parse(named.TypeArguments[0], assembly);
            return element.Kind is ValueKind.Primitive or ValueKind.Enum or ValueKind.DateTime or ValueKind.Generated
                ? model with { Kind = ValueKind.Nullable, Element = element }
                : model;
        }

        if (named is { Name: "List", Arity: 1 } && SymbolNames.Of(named.OriginalDefinition) == "global::System.Collections.Generic.List<T>")
        {
            return WithElement(model, ValueKind.List, named.TypeArguments[0], assembly);
        }

        if (named is { Name: "Dictionary", Arity: 2 } && named.TypeArguments[0].SpecialType == SpecialType.System_String
            && SymbolNames.Of(named.OriginalDefinition) == "global::System.Collections.Generic.Dictionary<TKey, TValue>")
        {
            ValueModel element = Parse(named.TypeArguments[1], assembly);
            return element.MaxBytes > 0 || element.Kind is ValueKind.String or ValueKind.Generated
                ? model with { Kind = ValueKind.Map, Element = element }
                : model;
        }

        if (KnownAttributes.Has(named, KnownAttributes.Formatter) || KnownAttributes.Has(named, KnownAttributes.Surrogate))
        {
            return model;
        }

        if (named.TypeKind == TypeKind.Enum)
        {
            return model with { Kind = ValueKind.Enum, Primitive = PrimitiveOf(named.EnumUnderlyingType!.SpecialType)! };
        }

        return IsGenerated(named, assembly)
            ? model with { Kind = ValueKind.Generated, FormatterName = FormatterName(named) }
            : model;
    }

    /// <summary>Returns whether attributes of the type cause a formatter to be generated in this compilation.</summary>
    public static bool IsGenerated(INamedTypeSymbol type, IAssemblySymbol assembly)
    {
        if (!SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, assembly))
        {
            return false;
        }

        return type.TypeKind switch
        {
            TypeKind.Interface => KnownAttributes.Has(type, KnownAttributes.Union),
            TypeKind.Class when type.IsAbstract => KnownAttributes.Has(type, KnownAttributes.Union),
            TypeKind.Class or TypeKind.Struct => HasContract(type),
            _ => false,
        };
    }

    /// <summary>Returns whether the type has attributes that make it serializable.</summary>
    public static bool HasContract(INamedTypeSymbol type)
        => CSharpUnionParser.IsUnionType(type) ? false
            : KnownAttributes.Find(type, KnownAttributes.Object) is { } attribute ? !KnownAttributes.Named<bool>(attribute, "SuppressSourceGeneration")
            : KnownAttributes.FindDataContract(type) is not null;

    /// <summary>Returns the fully qualified name of a generated formatter, with the type's type arguments.</summary>
    public static string FormatterName(INamedTypeSymbol type, string suffix = "")
    {
        string name = SymbolNames.FormatterClass(type) + suffix;
        INamedTypeSymbol? host = HostParser.FindHost(type.OriginalDefinition);
        if (host is null)
        {
            string[] arguments = SymbolNames.AllTypeArguments(type).Select(SymbolNames.Of).ToArray();
            string generic = arguments.Length == 0 ? "" : "<" + string.Join(", ", arguments) + ">";
            return "global::" + SymbolNames.GeneratedNamespace + "." + name + generic;
        }

        // A host is the type itself or a containing type, so its type arguments are among those of the type.
        INamedTypeSymbol closed = type;
        while (!SymbolEqualityComparer.Default.Equals(closed.OriginalDefinition, host))
        {
            closed = closed.ContainingType;
        }

        string inner = string.Join(", ", SymbolNames.AllTypeArguments(type).Skip(SymbolNames.AllTypeArguments(closed).Count()).Select(SymbolNames.Of));
        return SymbolNames.Of(closed) + "." + name + (inner.Length == 0 ? "" : "<" + inner + ">");
    }

    public static string? PrimitiveOf(SpecialType type)
        => type is >= SpecialType.System_Boolean and <= SpecialType.System_Double and not SpecialType.System_Decimal
            ? type.ToString().Substring("System_".Length)
            : null;

    // The library's formatters of arrays and lists of numbers are used, because they process many elements at once.
    private static ValueModel WithElement(ValueModel model, ValueKind kind, ITypeSymbol type, IAssemblySymbol assembly)
    {
        ValueModel element = Parse(type, assembly);
        return element.Kind is ValueKind.Generated or ValueKind.String
            ? model with { Kind = kind, Element = element }
            : model;
    }
}
