using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Hayapack.Hashing;
using Hayapack.Registry;

namespace Hayapack.Reflection;

/// <summary>
/// Finds the type as which a collection is written whose own type cannot be created when reading: the classes behind
/// collection expressions, LINQ, iterators, the keys of a dictionary, frozen sets, groups of a lookup, and an application's
/// read-only collections. Such types occur where the type of the instance decides, not a declared one.
/// </summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Finds interfaces by reflection.")]
internal static class UncreatableCollections
{
    /// <summary>The interfaces as which such collections are written, the first that a type implements.</summary>
    private static readonly Type[] Definitions =
    [
        typeof(IReadOnlyDictionary<,>), typeof(IDictionary<,>), typeof(IGrouping<,>), typeof(ILookup<,>), typeof(IEnumerable<>),
    ];

    /// <summary>
    /// Returns a base class or interface with a formatter for collections, or null if the type is no collection or has
    /// a formatter of its own without the rule for types without attributes.
    /// </summary>
    internal static Type? Find(Type type)
    {
        if (!typeof(IEnumerable).IsAssignableFrom(type) || BuiltinFormatters.Find(type) is not null || CustomFormatters.OfType(type) is not null
            || IsAttributed(type) || GenericFormatterFactory.IsKnown(type) || CustomCollectionFactory.Find(type) is not null)
        {
            return null;
        }

        return Implemented(type);
    }

    private static Type Implemented(Type type)
    {
        if (TypeChain.Of(type).Skip(1).FirstOrDefault(HasFormatter) is { } parent)
        {
            return parent;
        }

        Type[] interfaces = type.GetInterfaces();
        foreach (Type definition in Definitions)
        {
            Type[] found = [.. Closed(type, definition), .. interfaces.SelectMany(each => Closed(each, definition))];
            if (found.Length == 1)
            {
                return found[0];
            }
        }

        // Not generic, or of several element types: elements are written as objects.
        return typeof(IDictionary).IsAssignableFrom(type) ? typeof(IDictionary) : typeof(IEnumerable);
    }

    private static bool HasFormatter(Type type) =>
        BuiltinFormatters.Find(type) is not null ? type != typeof(object) : GenericFormatterFactory.IsKnown(type);

    /// <summary>
    /// Returns a type that can be read, as which typed values name a collection that <see cref="Find"/> finds a type for; null
    /// for other types, and for an application's, whose members are written.
    /// </summary>
    internal static Type? FindNamed(Type type)
    {
        // A private class of .NET may have a constructor that takes the elements, but no program can name it.
        bool isHidden = typeof(IEnumerable).IsAssignableFrom(type) && !type.IsArray && !(type.IsGenericType ? type.GetGenericTypeDefinition() : type).IsVisible;
        Type? found = !IsForeign(type) ? null : Find(type) ?? (isHidden ? Implemented(type) : null);
        return found is null || found == type ? null
            : !found.IsInterface || !found.IsGenericType ? found
            : found.GetGenericTypeDefinition() == typeof(IEnumerable<>) ? found.GenericTypeArguments[0].MakeArrayType()
            : found.GetGenericTypeDefinition() == typeof(IDictionary<,>) || found.GetGenericTypeDefinition() == typeof(IReadOnlyDictionary<,>)
                ? typeof(Dictionary<,>).MakeGenericType(found.GenericTypeArguments)
            : found;
    }

    /// <summary>
    /// Returns whether the members of a type without attributes say nothing of its elements: a class of .NET or the
    /// compiler, or one none of whose members can be read back.
    /// </summary>
    internal static bool Replaces(Type type, bool allowPrivate) =>
        typeof(IEnumerable).IsAssignableFrom(type) && (IsForeign(type) || !HasState(type, allowPrivate)) && Find(type) is not null;

    private static bool HasState(Type type, bool allowPrivate)
    {
        try
        {
            return ObjectContractReader.Read(type, contractless: true, allowPrivate) is { Members.Length: > 0 };
        }
        catch (MessagePackSerializationException)
        {
            return false;
        }
    }

    private static bool IsForeign(Type type) => type.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false)
        || type.Namespace is "System" || type.Namespace?.StartsWith("System.", StringComparison.Ordinal) == true;

    private static bool IsAttributed(Type type) => Attributes.Has<MessagePackObjectAttribute>(type) || Attributes.Has<UnionAttribute>(type)
        || type.IsDefined(typeof(System.Runtime.Serialization.DataContractAttribute), inherit: false);

    private static IEnumerable<Type> Closed(Type type, Type definition) =>
        type.IsConstructedGenericType && type.GetGenericTypeDefinition() == definition ? [type] : [];
}
