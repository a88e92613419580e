using System.Collections;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;

namespace Hayapack.Hashing;

/// <summary>
/// Decides which collections of applications may be filled with untrusted keys. .NET's own collections have formatters
/// that pass a keyed comparer.
/// </summary>
/// <remarks>
/// A collection is safe if its constructor takes the comparer, if it orders its keys in a tree, if it does not look up
/// its items, or if its keys are strings, whose hash the runtime keys. All others are refused: one that derives from
/// Dictionary or HashSet has the default comparer of the key's type, and what an implementation of the application does
/// is not known.
/// </remarks>
internal static class CustomCollectionSafety
{
    /// <summary>
    /// Returns the type of the keys (of a set: the items) that a collection looks up; null if it looks up nothing, or
    /// orders them in a tree.
    /// </summary>
    internal static Type? Of([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.Interfaces)] Type collection)
    {
        if (Derives(collection, typeof(SortedDictionary<,>)) is not null || Derives(collection, typeof(SortedSet<>)) is not null)
        {
            return null;
        }

        return Generic(collection)?.GenericTypeArguments[0] ?? (typeof(IDictionary).IsAssignableFrom(collection) ? typeof(object) : null);
    }

    /// <summary>Returns whether a collection may be filled with untrusted keys without getting a comparer.</summary>
    internal static bool AreSafe([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.Interfaces)] Type collection) =>
        Derives(collection, typeof(SortedList<,>)) is null && Of(collection) is var key && (key is null || key == typeof(string));

    /// <summary>
    /// Returns the type itself, or the base class of it, that is constructed from a generic type definition; null if there
    /// is none.
    /// </summary>
    internal static Type? Derives(Type type, Type definition) =>
        TypeChain.Of(type).FirstOrDefault(found => found.IsConstructedGenericType && found.GetGenericTypeDefinition() == definition);

    /// <summary>Throws <c>invalid_key</c> if the data is untrusted and the collection is not safe without a comparer.</summary>
    internal static void Check<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.Interfaces)] TCollection>(
        MessagePackSerializerOptions options)
    {
        if (options.Security.HashCollisionResistant && !Known<TCollection>.IsSafe)
        {
            Refuse(typeof(TCollection));
        }
    }

    /// <summary>Returns the generic type whose first argument is the type of the keys, or null.</summary>
    private static Type? Generic([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.Interfaces)] Type collection) =>
        Derives(collection, typeof(KeyedCollection<,>)) ?? collection.GetInterfaces().FirstOrDefault(found => found.IsConstructedGenericType
            && found.GetGenericTypeDefinition() is var definition
            && (definition == typeof(IDictionary<,>) || definition == typeof(IReadOnlyDictionary<,>)
                || definition == typeof(ISet<>) || definition == typeof(IReadOnlySet<>)));

    [DoesNotReturn]
    private static void Refuse([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.Interfaces)] Type collection)
    {
        string comparer = Generic(collection) is { } generic ? $"IEqualityComparer<{generic.GenericTypeArguments[0]}>" : "IEqualityComparer";
        string cause = Derives(collection, typeof(SortedList<,>)) is null
            ? $"{collection} has no public constructor that takes an {comparer}, so colliding keys could make it slow: add one that passes it on, use another type,"
            : $"{collection} moves its keys for each one that is added, so descending keys could make it slow: derive from SortedDictionary,";
        throw new MessagePackSerializationException(
            MessagePackErrorNames.InvalidKey, -1, cause + " write a formatter, or use MessagePackSecurity.TrustedData.");
    }

    private static class Known<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.Interfaces)] TCollection>
    {
        internal static readonly bool IsSafe = AreSafe(typeof(TCollection));
    }
}
