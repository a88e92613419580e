using System.Collections.Concurrent;

namespace Hayapack.Registry;

/// <summary>The types that can be reached by a <see cref="Type"/> without building generic code at run time.</summary>
internal static class TypeRegistry
{
    private static readonly ConcurrentDictionary<Type, TypedSerializer> Known = new();

    internal static void Add<T>() => Known.TryAdd(typeof(T), TypedSerializer<T>.Instance);

    /// <summary>Gives the types that are known so far.</summary>
    internal static ICollection<Type> Types => Known.Keys;

    internal static TypedSerializer? Find(Type type) => Known.GetValueOrDefault(type);
}
