using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Hayapack.Registry;

namespace Hayapack.Reflection;

/// <summary>Finds by reflection the shapes that the generator writes for its types. ShapeParser of the generator follows the same rules.</summary>
[RequiresDynamicCode("Finds members by reflection.")]
[RequiresUnreferencedCode("Finds members by reflection.")]
internal static class ReflectedShapes
{
    /// <summary>The most collections of the program's own inside of each other.</summary>
    private const int LongestChain = 8;

    /// <summary>Returns the shape of an object or union; null for other types.</summary>
    /// <param name="type">The type, closed.</param>
    /// <param name="arguments">Its type arguments.</param>
    /// <param name="contractless">Whether types without attributes have a shape.</param>
    internal static TypeShape? Find(Type type, TypeUse[] arguments, bool contractless)
    {
        if (!ReflectionFormatters.IsUnion(type))
        {
            return Object(type, arguments, contractless);
        }

        IEnumerable<CaseShape> cases = Attributes.All<UnionAttribute>(type).Select(union => (Tag: union[0]!, Type: union[1] as Type))
            .Where(one => one.Type is not null)
            .Select(one => new CaseShape(one.Tag, Case(one.Type!, arguments), one.Type == type));
        return new TypeShape(
            [.. cases], type.IsAbstract ? null : Object(type, arguments, contractless: false), (string?)Attributes.Find<UnionKeyAttribute>(type)?[0]);
    }

    private static TypeUse Case(Type type, TypeUse[] arguments) =>
        type.IsGenericTypeDefinition ? new TypeUse(type, isNullable: false, arguments) : Of(type, null, []);

    private static TypeShape? Object(Type type, TypeUse[] arguments, bool contractless)
    {
        if (ObjectContractReader.Read(type, contractless, allowPrivate: false) is not { } contract)
        {
            return null;
        }

        HashSet<string> keys = [.. contract.Members.Select(member => member.Key)];
        string? unknown = contract.Extra is not null ? "keep" : contract.Unmapped switch
        {
            UnmappedMemberHandling.Skip => "skip",
            UnmappedMemberHandling.Disallow => "error",
            _ => null,
        };
        return new TypeShape(contract.IsMap, unknown, [.. contract.Members.Select((member, i) => new MemberShape(
            member.Member.Name,
            contract.IsMap ? i : member.Index,
            !contract.IsMap ? [] : member.Alias is { } alias && keys.Add(alias) ? [member.Key, alias] : [member.Key],
            member.IsRequired,
            Of(member, type, arguments)))]);
    }

    /// <summary>Returns the type of a member, with the annotations of its declaration in the definition of a generic type.</summary>
    private static TypeUse Of(ContractMember member, Type type, TypeUse[] arguments)
    {
        Type declaring = member.Member.DeclaringType!;
        MemberInfo declared = declaring.IsGenericType
            ? declaring.GetGenericTypeDefinition().GetMemberWithSameMetadataDefinitionAs(member.Member)
            : member.Member;
        TypeUse[] known = declaring == type ? arguments : [.. declaring.GenericTypeArguments.Select(argument => Of(argument, null, []))];
        Type declaredType = declared is PropertyInfo property ? property.PropertyType : ((FieldInfo)declared).FieldType;
        TypeUse use = Of(declaredType, new NullableFlags(declared), known);
        return Attributes.Has<MessagePackFormatterAttribute>(member.Member) && CustomFormatters.OfMember(member) is not null
            ? TypeUse.Custom(Definition(Nullable.GetUnderlyingType(member.Type) ?? member.Type), use.IsNullable)
            : use;
    }

    /// <summary>Returns a type in a place.</summary>
    /// <param name="type">The type, in terms of the type parameters of what declares the place.</param>
    /// <param name="flags">The annotations, or null for a type that no declaration has: then nothing in it is nullable.</param>
    /// <param name="arguments">The arguments for the type parameters.</param>
    /// <param name="inside">The collections of the program's own that have it as a part of what they are written as.</param>
    internal static TypeUse Of(Type type, NullableFlags? flags, TypeUse[] arguments, ImmutableList<Type>? inside = null)
    {
        inside ??= [];
        bool isNullable = flags?.Next(type) == true;
        if (type.IsGenericParameter)
        {
            TypeUse argument = arguments[type.GenericParameterPosition];
            return isNullable ? argument.OrNull() : argument;
        }

        if (Nullable.GetUnderlyingType(type) is { } underlying)
        {
            return Of(underlying, flags, arguments, inside).OrNull();
        }

        if (type.IsArray)
        {
            return TypeUse.ArrayOf(type.GetArrayRank(), isNullable, Of(type.GetElementType()!, flags, arguments, inside));
        }

        // In the definition of a generic type, the type itself has its parameters as arguments.
        TypeUse[] parts = [.. type.GetGenericArguments().Select(part => Of(part, flags, arguments, inside))];
        if (type.GetCustomAttribute<MessagePackSurrogateAttribute>(inherit: false) is { } surrogate)
        {
            TypeUse written = Of(surrogate.SurrogateType, null, [], inside);
            return isNullable ? written.OrNull() : written;
        }

        if (Attributes.Has<MessagePackFormatterAttribute>(type) || CSharpUnions.IsUnionType(type))
        {
            return TypeUse.Custom(Definition(type), isNullable);
        }

        if (Collection(type) is { } collection)
        {
            // A collection of itself, or whose elements have longer types without end, has no finite description.
            if (inside.Count == LongestChain || inside.Contains(type))
            {
                return TypeUse.Custom(Definition(type), isNullable);
            }

            TypeUse[] elements = [.. collection.GenericTypeArguments.Select(one => Of(one, null, arguments, inside.Add(type)))];
            return TypeUse.CollectionOf(Definition(type), isNullable, new TypeUse(collection.GetGenericTypeDefinition(), isNullable: false, elements));
        }

        return new TypeUse(Definition(type), isNullable, parts);
    }

    /// <summary>Returns the type with its arguments, or null if one of them cannot be made.</summary>
    internal static Type? Close(TypeUse use)
    {
        if (use.Rank > 0)
        {
            return Close(use.Arguments[0]) is { } element ? (use.Rank == 1 ? element.MakeArrayType() : element.MakeArrayType(use.Rank)) : null;
        }

        if (!use.Type.IsGenericTypeDefinition)
        {
            return use.Type;
        }

        Type?[] arguments = [.. use.Arguments.Select(argument => Close(argument) is not { } closed ? null
            : argument.IsNullable && closed.IsValueType ? typeof(Nullable<>).MakeGenericType(closed) : closed)];
        return arguments.Contains(null) ? null : use.Type.MakeGenericType(arguments!);
    }

    private static Type Definition(Type type) => type.IsGenericType ? type.GetGenericTypeDefinition() : type;

    /// <summary>Returns the interface as which a collection of the program's own is written, or null for other types.</summary>
    private static Type? Collection(Type type) =>
        type.Namespace is "System" || type.Namespace?.StartsWith("System.", StringComparison.Ordinal) == true
            || Attributes.Has<MessagePackObjectAttribute>(type) || type.IsPrimitive || type.IsInterface || CustomCollectionFactory.Find(type) is null ? null
        : CustomCollectionFactory.Implemented(type, typeof(IDictionary<,>)) ?? CustomCollectionFactory.Implemented(type, typeof(IReadOnlyDictionary<,>))
            ?? CustomCollectionFactory.Implemented(type, typeof(IEnumerable<>));
}

/// <summary>
/// The annotations of the reference types in a member's type, in the order in which the type names them, as the C# compiler writes
/// them: NullabilityInfoContext does not tell T from T?.
/// </summary>
[RequiresUnreferencedCode("Reads attributes by name.")]
internal sealed class NullableFlags
{
    private const string Space = "System.Runtime.CompilerServices.";
    private const byte Annotated = 2;

    private readonly byte[] flags;
    private int next;

    internal NullableFlags(MemberInfo member) => flags = Read(member);

    /// <summary>Returns whether the next type, which is this one, is nullable; without annotations each reference type is.</summary>
    internal bool Next(Type type)
    {
        if (type is { IsValueType: true, IsGenericType: false, IsGenericParameter: false })
        {
            return false;
        }

        byte flag = flags.Length == 1 ? flags[0] : next < flags.Length ? flags[next++] : (byte)0;
        return flag == Annotated || (flag == 0 && type is { IsValueType: false, IsGenericParameter: false });
    }

    private static byte[] Read(MemberInfo member)
    {
        if (Argument(member, "NullableAttribute") is { } own)
        {
            return own;
        }

        for (Type? at = member.DeclaringType; at is not null; at = at.DeclaringType)
        {
            if (Argument(at, "NullableContextAttribute") is { } context)
            {
                return context;
            }
        }

        return [0];
    }

    private static byte[]? Argument(MemberInfo member, string name)
    {
        CustomAttributeTypedArgument? argument = member.GetCustomAttributesData()
            .FirstOrDefault(data => data.AttributeType.FullName == Space + name)?.ConstructorArguments[0];
        return argument?.Value switch
        {
            byte one => [one],
            IReadOnlyCollection<CustomAttributeTypedArgument> many => [.. many.Select(item => (byte)item.Value!)],
            _ => null,
        };
    }
}
