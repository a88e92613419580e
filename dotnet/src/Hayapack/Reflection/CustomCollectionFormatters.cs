using System.Collections;
using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;

namespace Hayapack.Reflection;

/// <summary>Serializes an application's collection type whose constructor takes the elements.</summary>
internal sealed class CustomEnumerableFormatter<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)] TCollection, T>
    : SequenceFormatter<TCollection, T>
    where TCollection : IEnumerable<T>
{
    protected override TCollection Create(T[] items, MessagePackSerializerOptions options) =>
        (TCollection)Activator.CreateInstance(typeof(TCollection), (object)items)!;
}

/// <summary>Serializes an application's dictionary type whose constructor takes the entries.</summary>
internal sealed class CustomReadOnlyDictionaryFormatter<
    [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)] TMap, TKey, TValue> : HashMapFormatter<TMap, TKey, TValue>
    where TMap : IReadOnlyDictionary<TKey, TValue>
    where TKey : notnull
{
    protected override TMap End(Dictionary<TKey, TValue> builder, MessagePackSerializerOptions options) =>
        (TMap)Activator.CreateInstance(typeof(TMap), builder)!;
}

/// <summary>Serializes an application's non-generic dictionary type.</summary>
internal sealed class CustomUntypedDictionaryFormatter<T> : IMessagePackFormatter<T?>
    where T : class, IDictionary, new()
{
    private static readonly UntypedDictionaryFormatter<T> Inner = new(static _ => new T());

    public void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options) =>
        Inner.Serialize(ref writer, value, options);

    public T? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => Inner.Deserialize(ref reader, options);
}

/// <summary>Serializes an application's non-generic list type.</summary>
internal sealed class CustomUntypedListFormatter<T> : IMessagePackFormatter<T?>
    where T : class, IList, new()
{
    private static readonly UntypedCollectionFormatter<T> Inner = new(static items =>
    {
        var list = new T();
        foreach (object? item in items)
        {
            list.Add(item);
        }

        return list;
    });

    public void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options) =>
        Inner.Serialize(ref writer, value, options);

    public T? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => Inner.Deserialize(ref reader, options);
}
