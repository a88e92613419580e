using System.Collections;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Hayapack.Hashing;

namespace Hayapack.Formatters;

/// <summary>
/// Serializes an application's collection type as an array. Reading calls its public constructor that takes the elements.
/// </summary>
/// <typeparam name="TElement">The element's type.</typeparam>
/// <typeparam name="TCollection">The collection type.</typeparam>
public sealed class GenericEnumerableFormatter<
    TElement, [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors | DynamicallyAccessedMemberTypes.Interfaces)] TCollection>
    : SequenceFormatter<TCollection, TElement>
    where TCollection : IEnumerable<TElement>
{
    /// <inheritdoc/>
    protected override TCollection Create(TElement[] items, MessagePackSerializerOptions options) =>
        FromItems.Create<TCollection, TElement>(items, withComparer: null, options);
}

/// <summary>
/// Serializes an application's read-only dictionary type as a map. Reading calls its public constructor that takes a dictionary.
/// </summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
/// <typeparam name="TDictionary">The dictionary type.</typeparam>
public sealed class GenericReadOnlyDictionaryFormatter<
    TKey, TValue, [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors | DynamicallyAccessedMemberTypes.Interfaces)] TDictionary>
    : HashMapFormatter<TDictionary, TKey, TValue>
    where TKey : notnull
    where TDictionary : IReadOnlyDictionary<TKey, TValue>
{
    /// <inheritdoc/>
    protected override TDictionary End(Dictionary<TKey, TValue> builder, MessagePackSerializerOptions options)
    {
        // A ReadOnlyDictionary keeps the builder, which has the keyed comparer.
        if (CustomCollectionSafety.Derives(typeof(TDictionary), typeof(ReadOnlyDictionary<,>)) is null)
        {
            CustomCollectionSafety.Check<TDictionary>(options);
        }

        return (TDictionary)Activator.CreateInstance(typeof(TDictionary), builder)!;
    }
}

/// <summary>Serializes an application's collection type whose constructor takes the elements.</summary>
/// <param name="withComparer">The constructor with the elements and the comparer of untrusted keys, or null.</param>
internal sealed class CustomEnumerableFormatter<[DynamicallyAccessedMembers(FromItems.Needed)] TCollection, T, TKey>(ConstructorInvoker? withComparer)
    : SequenceFormatter<TCollection, T>
    where TCollection : IEnumerable<T>
{
    protected override TCollection Create(T[] items, MessagePackSerializerOptions options) =>
        FromItems.Create<TCollection, TKey>(items, withComparer, options);
}

/// <summary>Serializes an application's dictionary type whose constructor takes the entries.</summary>
/// <param name="withComparer">The constructor with the entries and the comparer of untrusted keys, or null.</param>
internal sealed class CustomReadOnlyDictionaryFormatter<[DynamicallyAccessedMembers(FromItems.Needed)] TMap, TKey, TValue>(ConstructorInvoker? withComparer)
    : HashMapFormatter<TMap, TKey, TValue>
    where TMap : IReadOnlyDictionary<TKey, TValue>
    where TKey : notnull
{
    protected override TMap End(Dictionary<TKey, TValue> builder, MessagePackSerializerOptions options) =>
        CustomCollectionSafety.Derives(typeof(TMap), typeof(ReadOnlyDictionary<,>)) is null
            ? FromItems.Create<TMap, TKey>(builder, withComparer, options)
            : (TMap)Activator.CreateInstance(typeof(TMap), builder)!; // It keeps the builder, which has the keyed comparer.
}

/// <summary>Calls constructors that take the items.</summary>
internal static class FromItems
{
    internal const DynamicallyAccessedMemberTypes Needed = DynamicallyAccessedMemberTypes.PublicConstructors | DynamicallyAccessedMemberTypes.Interfaces;

    internal static TCollection Create<[DynamicallyAccessedMembers(Needed)] TCollection, TKey>(
        object items, ConstructorInvoker? withComparer, MessagePackSerializerOptions options)
    {
        if (withComparer is not null && options.Security.HashCollisionResistant)
        {
            return (TCollection)withComparer.Invoke(items, options.Security.GetEqualityComparer<TKey>());
        }

        CustomCollectionSafety.Check<TCollection>(options);
        return (TCollection)Activator.CreateInstance(typeof(TCollection), items)!;
    }
}

/// <summary>Serializes an application's non-generic dictionary type.</summary>
/// <param name="withComparer">The constructor with the comparer of untrusted keys, or null.</param>
internal sealed class CustomUntypedDictionaryFormatter<
    [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor | DynamicallyAccessedMemberTypes.Interfaces)] T>(ConstructorInvoker? withComparer)
    : IMessagePackFormatter<T?>
    where T : class, IDictionary, new()
{
    private readonly UntypedDictionaryFormatter<T> inner = new(options =>
    {
        if (withComparer is not null && options.Security.HashCollisionResistant)
        {
            return (T)withComparer.Invoke(options.Security.GetEqualityComparer<object>());
        }

        CustomCollectionSafety.Check<T>(options);
        return new T();
    });

    public void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options) =>
        inner.Serialize(ref writer, value, options);

    public T? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => inner.Deserialize(ref reader, options);
}
