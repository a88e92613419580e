using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using Hayapack.Hashing;
using Hayapack.Reflection;

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
        if (CustomKeys.Derives(typeof(TDictionary), typeof(ReadOnlyDictionary<,>)) is null)
        {
            CustomKeys.Check<TDictionary>(options);
        }

        return (TDictionary)Activator.CreateInstance(typeof(TDictionary), builder)!;
    }
}
