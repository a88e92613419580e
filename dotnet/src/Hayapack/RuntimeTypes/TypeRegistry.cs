using System.Collections.Concurrent;

namespace Hayapack.Registry;

/// <summary>
/// Types whose serializers can be found by a <see cref="Type"/> without building generic types at run time. Thread-safe.
/// </summary>
internal static class TypeRegistry
{
    private static readonly ConcurrentDictionary<Type, TypedSerializer> Known = new();

    private static Func<IEnumerable<Type>> builtinTypes = static () => [];
    private static Func<Type, TypedSerializer?> findBuiltin = static _ => null;

    /// <summary>Gets the types registered so far.</summary>
    internal static IEnumerable<Type> Types => Known.Keys.Concat(builtinTypes());

    internal static void Add<T>() => Known.TryAdd(typeof(T), TypedSerializer<T>.Instance);

    /// <summary>Adds the built-in types, whose serializers are made when they are first needed.</summary>
    /// <param name="types">Returns the types.</param>
    /// <param name="find">Returns the serializer of one of them, null for other types.</param>
    internal static void AddBuiltin(Func<IEnumerable<Type>> types, Func<Type, TypedSerializer?> find)
    {
        builtinTypes = types;
        findBuiltin = find;
    }

    /// <summary>Returns the serializer of a type that generated code registered; null for others.</summary>
    internal static TypedSerializer? FindRegistered(Type type) => Known.GetValueOrDefault(type);

    internal static TypedSerializer? Find(Type type) => Known.TryGetValue(type, out TypedSerializer? known) ? known : findBuiltin(type);
}
