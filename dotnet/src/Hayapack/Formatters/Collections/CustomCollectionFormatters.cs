using System.Collections;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using Hayapack.Hashing;

namespace Hayapack.Formatters;

/// <summary>Serializes an application's collection type as an array.</summary>
/// <typeparam name="TElement">The element's type.</typeparam>
/// <typeparam name="TCollection">The collection type.</typeparam>
public abstract class CustomCollectionFormatter<TElement, TCollection> : SequenceFormatter<TCollection, TElement>
    where TCollection : ICollection<TElement>
{
    private static readonly IMessagePackFormatter<TElement>? Untyped = UntypedElements.Writer<TCollection, IList, TElement>();
    private static readonly bool IsKeyed = CustomCollectionSafety.Derives(typeof(TCollection), typeof(KeyedCollection<,>)) is not null;

    /// <inheritdoc/>
    protected override TCollection Create(TElement[] items, MessagePackSerializerOptions options)
    {
        TCollection collection = Begin(options);
        try
        {
            foreach (TElement item in items)
            {
                collection.Add(item);
            }

            return collection;
        }
        catch (ArgumentException) when (IsKeyed)
        {
            throw new MessagePackSerializationException(MessagePackErrorNames.DuplicateKey, -1, "Two items have the same key.");
        }
    }

    /// <summary>Creates an empty collection.</summary>
    /// <param name="options">The options.</param>
    /// <returns>The collection.</returns>
    protected abstract TCollection Begin(MessagePackSerializerOptions options);

    private protected override IMessagePackFormatter<TElement> Writer(MessagePackSerializerOptions options) => Untyped ?? base.Writer(options);
}

/// <summary>
/// Serializes an application's collection type that has a parameterless constructor as an array. Reading untrusted data into
/// a set fails with <c>invalid_key</c>, unless its items are strings or the type derives from <see cref="SortedSet{T}"/>.
/// </summary>
/// <typeparam name="TElement">The element's type.</typeparam>
/// <typeparam name="TCollection">The collection type.</typeparam>
public sealed class GenericCollectionFormatter<
    TElement, [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.Interfaces)] TCollection> : CustomCollectionFormatter<TElement, TCollection>
    where TCollection : ICollection<TElement>, new()
{
    /// <inheritdoc/>
    protected override TCollection Begin(MessagePackSerializerOptions options)
    {
        CustomCollectionSafety.Check<TCollection>(options);
        return new();
    }
}

/// <summary>
/// Serializes an application's set or keyed collection with a constructor that takes a comparer as an array.
/// </summary>
/// <typeparam name="TElement">The element's type.</typeparam>
/// <typeparam name="TKey">The type that is compared: of a set, the element's.</typeparam>
/// <typeparam name="TCollection">The collection type.</typeparam>
/// <param name="create">Creates an empty collection with the comparer, or with its usual one for null (trusted data).</param>
public sealed class ComparerCollectionFormatter<TElement, TKey, TCollection>(Func<IEqualityComparer<TKey>?, TCollection> create)
    : CustomCollectionFormatter<TElement, TCollection>
    where TCollection : ICollection<TElement>
{
    /// <inheritdoc/>
    protected override TCollection Begin(MessagePackSerializerOptions options) =>
        create(options.Security.HashCollisionResistant ? options.Security.GetEqualityComparer<TKey>() : null);
}
