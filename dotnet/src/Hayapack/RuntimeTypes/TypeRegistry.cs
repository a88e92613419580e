using System.Collections.Concurrent;

namespace Hayapack.Registry;

/// <summary>
/// Types whose serializers can be found by a <see cref="Type"/> without building generic types at run time.
/// </summary>
internal static class TypeRegistry
{
    private static readonly ConcurrentDictionary<Type, TypedSerializer> Known = new();

    internal static void Add<T>() => Known.TryAdd(typeof(T), TypedSerializer<T>.Instance);

    /// <summary>Gets the types registered so far.</summary>
    internal static ICollection<Type> Types => Known.Keys;

    internal static TypedSerializer? Find(Type type) => Known.GetValueOrDefault(type);
}
