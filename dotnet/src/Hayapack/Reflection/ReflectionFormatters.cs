using System.Diagnostics.CodeAnalysis;

namespace Hayapack.Reflection;

/// <summary>Everything that is found or built at run time.</summary>
[RequiresDynamicCode("Builds generic types.")]
[RequiresUnreferencedCode("Looks at members.")]
internal static class ReflectionFormatters
{
    /// <summary>The formatter of a type, or null.</summary>
    /// <param name="type">The type.</param>
    /// <param name="contractless">Whether types without attributes are taken by the names of their members.</param>
    /// <param name="allowPrivate">Whether members that are not public take part.</param>
    internal static object? Find(Type type, bool contractless, bool allowPrivate = false)
    {
        object? found = CustomFormatters.OfType(type) ?? GenericFormatters.Find(type);
        if (found is not null || type.IsPointer || type.IsByRef || type.IsByRefLike || typeof(Delegate).IsAssignableFrom(type))
        {
            return found;
        }

        if ((type.IsInterface || type.IsAbstract) && Attributes.Has<UnionAttribute>(type))
        {
            return GenericFormatters.Make(typeof(UnionFormatter<>), type);
        }

        // An annotated class is an object even where it is a collection, too.
        return Object(ContractReader.Read(type, contractless: false, allowPrivate))
            ?? GenericFormatters.FindCustomCollection(type)
            ?? (contractless ? Object(ContractReader.Read(type, contractless: true, allowPrivate)) : null);
    }

    private static object? Object(ObjectContract? contract) => contract is null ? null : Activator.CreateInstance(
        (contract.IsMap ? typeof(MapObjectFormatter<>) : typeof(ArrayObjectFormatter<>)).MakeGenericType(contract.Type), contract);
}
