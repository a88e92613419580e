using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;

namespace Hayapack.Reflection;

/// <summary>Finds or builds formatters by reflection.</summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Finds members by reflection.")]
internal static class ReflectionFormatters
{
    /// <summary>Returns the formatter of a type, or null.</summary>
    /// <param name="type">The type.</param>
    /// <param name="contractless">
    /// Whether a type without attributes is serialized as a map of its members' names.
    /// </param>
    /// <param name="allowPrivate">Whether non-public members are included.</param>
    internal static object? Find(Type type, bool contractless, bool allowPrivate = false)
    {
        object? found = CustomFormatters.OfType(type) ?? GenericFormatterFactory.Find(type);
        if (found is not null || type.IsPointer || type.IsByRef || type.IsByRefLike || typeof(Delegate).IsAssignableFrom(type))
        {
            return found;
        }

        if (CSharpUnions.IsUnionType(type))
        {
            return CSharpUnions.Make(type);
        }

        if (IsUnion(type))
        {
            object? own = type.IsAbstract ? null : Object(ObjectContractReader.Read(type, contractless: false, allowPrivate));
            return AttributeUnions.Make(type, own);
        }

        // A type with serialization attributes is an object, even if it is also a collection.
        return Object(ObjectContractReader.Read(type, contractless: false, allowPrivate))
            ?? CustomCollectionFactory.Find(type)
            ?? (contractless || IsAnonymous(type) ? Contractless(type, allowPrivate) : null);
    }

    /// <summary>
    /// Returns whether a type is written as <c>[key, value]</c>. An object of a class that is not abstract would have no key if
    /// the class did not list itself.
    /// </summary>
    internal static bool IsUnion(Type type) => Attributes.Has<UnionAttribute>(type) && (type.IsAbstract || ListsItself(type));

    private static bool ListsItself(Type type)
    {
        Type definition = type.IsGenericType ? type.GetGenericTypeDefinition() : type;
        return type.IsClass && (Attributes.Has<MessagePackObjectAttribute>(type) || type.IsDefined(typeof(DataContractAttribute), inherit: false))
            && Attributes.All<UnionAttribute>(type).Any(union => union[1] switch
            {
                Type listed => listed == type || listed == definition,
                string name => name.Split(',')[0].Trim() == definition.FullName,
                _ => false,
            });
    }

    /// <summary>Returns null for a collection whose members are not its elements: UncreatableCollections writes it.</summary>
    private static object? Contractless(Type type, bool allowPrivate) =>
        UncreatableCollections.Replaces(type, allowPrivate) ? null : Object(ObjectContractReader.Read(type, contractless: true, allowPrivate));

    /// <summary>The compiler's class of an anonymous object has no attributes and cannot have any.</summary>
    private static bool IsAnonymous(Type type) =>
        type.Name.Contains("AnonymousType", StringComparison.Ordinal) && type.IsDefined(typeof(CompilerGeneratedAttribute), false);

    private static object? Object(ObjectContract? contract) => contract is null ? null : Activator.CreateInstance(
        (contract.IsMap ? typeof(MapObjectFormatter<>) : typeof(ArrayObjectFormatter<>)).MakeGenericType(contract.Type), contract);
}
