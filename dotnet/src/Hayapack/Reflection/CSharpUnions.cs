using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using System.Reflection;
using Hayapack.Formatters;

namespace Hayapack.Reflection;

/// <summary>
/// C# union types, by the names of what the compiler marks them with: .NET 10 does not have these types. The generator follows
/// the same rules in CSharpUnionParser.
/// </summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Finds constructors by reflection.")]
internal static class CSharpUnions
{
    private const string Space = "System.Runtime.CompilerServices.";

    /// <summary>Returns whether a type is a union type: it has the attribute or the interface, and the property of its value.</summary>
    internal static bool IsUnionType(Type type) => (type.IsValueType || type.IsClass) && !type.IsPrimitive
        && (type.GetCustomAttributesData().Any(data => data.AttributeType.FullName == Space + "UnionAttribute")
            || type.GetInterfaces().Any(found => found.FullName == Space + "IUnion"))
        && Value(type) is not null;

    /// <summary>Returns the types of a union type's cases: the parameters of its public constructors that have one.</summary>
    internal static IEnumerable<Type> Cases(Type type) => Constructors(type).Select(CaseOf);

    /// <summary>Makes the formatter of a union type.</summary>
    internal static object Make(Type type)
    {
        ParameterExpression union = Expression.Parameter(type);
        Delegate value = Expression.Lambda(typeof(Func<,>).MakeGenericType(type, typeof(object)), Expression.Property(union, Value(type)!), union).Compile();
        ConstructorInfo[] constructors = [.. Constructors(type)];
        var cases = Array.CreateInstance(typeof(UnionTypeCase<>).MakeGenericType(type), constructors.Length);
        for (int i = 0; i < constructors.Length; i++)
        {
            cases.SetValue(Case(type, constructors[i]), i);
        }

        return Activator.CreateInstance(typeof(UnionTypeFormatter<>).MakeGenericType(type), value, cases)!;
    }

    private static object Case(Type union, ConstructorInfo constructor)
    {
        Type type = CaseOf(constructor);
        ParameterExpression value = Expression.Parameter(type);
        Delegate make = Expression.Lambda(typeof(Func<,>).MakeGenericType(type, union), Expression.New(constructor, value), value).Compile();
        UnionTag? tag = Attributes.All<UnionAttribute>(union).FirstOrDefault(data => Equals(data[1], type)) is not { } data ? null
            : data[0] is string name ? new UnionTag(name, 0)
            : new UnionTag(null, (int)data[0]!);
        return Activator.CreateInstance(
            typeof(UnionTypeCase<,>).MakeGenericType(union, type),
            BindingFlags.NonPublic | BindingFlags.Instance,
            binder: null,
            [make, Form(Nullable.GetUnderlyingType(type) ?? type), tag],
            culture: null)!;
    }

    /// <summary>Returns what an object or a collection is on the wire; <see cref="MessagePackType.Unknown"/> for other types.</summary>
    private static MessagePackType Form(Type type)
    {
        if (CustomFormatters.OfType(type) is not null || BuiltinWireTypes.Of(type) != MessagePackType.Unknown)
        {
            return MessagePackType.Unknown;
        }

        if (ReflectionFormatters.IsUnion(type))
        {
            return MessagePackType.Array;
        }

        try
        {
            return ObjectContractReader.Read(type, contractless: false, allowPrivate: false) is { } contract
                ? contract.IsMap ? MessagePackType.Map : MessagePackType.Array
                : type.GetInterfaces().Append(type).Any(IsDictionary) ? MessagePackType.Map
                : type.IsArray || typeof(System.Collections.IEnumerable).IsAssignableFrom(type) ? MessagePackType.Array
                : MessagePackType.Unknown;
        }
        catch (MessagePackSerializationException)
        {
            return MessagePackType.Unknown;
        }
    }

    private static bool IsDictionary(Type type) => type.IsGenericType
        && (type.GetGenericTypeDefinition() == typeof(IDictionary<,>) || type.GetGenericTypeDefinition() == typeof(IReadOnlyDictionary<,>));

    private static PropertyInfo? Value(Type type) => type.GetProperty("Value", BindingFlags.Public | BindingFlags.Instance) is { } property
        && property.PropertyType == typeof(object) && property.GetMethod is { IsPublic: true } ? property : null;

    private static IEnumerable<ConstructorInfo> Constructors(Type type) => type.GetConstructors(BindingFlags.Public | BindingFlags.Instance)
        .Where(found => found.GetParameters() is [{ } only] && CaseOf(found) != type && (!only.ParameterType.IsByRef || only.IsIn))
        .OrderBy(found => found.MetadataToken);

    private static Type CaseOf(ConstructorInfo constructor)
    {
        Type type = constructor.GetParameters()[0].ParameterType;
        return type.IsByRef ? type.GetElementType()! : type;
    }
}
