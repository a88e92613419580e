using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using Hayapack.Hashing;

namespace Hayapack.Formatters;

/// <summary>Serializes <see cref="LinkedList{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class LinkedListFormatter<T> : SequenceFormatter<LinkedList<T>, T>
{
    /// <inheritdoc/>
    protected override LinkedList<T> Create(T[] items, MessagePackSerializerOptions options) => new(items);
}

/// <summary>Serializes <see cref="Queue{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class QueueFormatter<T> : SequenceFormatter<Queue<T>, T>
{
    /// <inheritdoc/>
    protected override Queue<T> Create(T[] items, MessagePackSerializerOptions options) => new(items);
}

/// <summary>Serializes <see cref="Stack{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class StackFormatter<T> : SequenceFormatter<Stack<T>, T>
{
    /// <inheritdoc/>
    protected override Stack<T> Create(T[] items, MessagePackSerializerOptions options) => new(Enumerable.Reverse(items));
}

/// <summary>Serializes <see cref="HashSet{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class HashSetFormatter<T> : SequenceFormatter<HashSet<T>, T>
{
    /// <inheritdoc/>
    protected override HashSet<T> Create(T[] items, MessagePackSerializerOptions options) => new(items, options.Security.GetEqualityComparer<T>());
}

/// <summary>Serializes <see cref="SortedSet{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class SortedSetFormatter<T> : SequenceFormatter<SortedSet<T>, T>
{
    /// <inheritdoc/>
    protected override SortedSet<T> Create(T[] items, MessagePackSerializerOptions options) => new(items);
}

/// <summary>Serializes <see cref="ReadOnlyCollection{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ReadOnlyCollectionFormatter<T> : SequenceFormatter<ReadOnlyCollection<T>, T>
{
    /// <inheritdoc/>
    protected override ReadOnlyCollection<T> Create(T[] items, MessagePackSerializerOptions options) => new(items);
}

/// <summary>Serializes <see cref="ObservableCollection{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ObservableCollectionFormatter<T> : SequenceFormatter<ObservableCollection<T>, T>
{
    /// <inheritdoc/>
    protected override ObservableCollection<T> Create(T[] items, MessagePackSerializerOptions options) => new(items);
}

/// <summary>Serializes <see cref="ReadOnlyObservableCollection{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ReadOnlyObservableCollectionFormatter<T> : SequenceFormatter<ReadOnlyObservableCollection<T>, T>
{
    /// <inheritdoc/>
    protected override ReadOnlyObservableCollection<T> Create(T[] items, MessagePackSerializerOptions options) => new(new ObservableCollection<T>(items));
}

/// <summary>Serializes <see cref="IList{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class InterfaceListFormatter2<T> : SequenceFormatter<IList<T>, T>
{
    /// <inheritdoc/>
    protected override IList<T> Create(T[] items, MessagePackSerializerOptions options) => new List<T>(items);
}

/// <summary>Serializes <see cref="ICollection{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class InterfaceCollectionFormatter2<T> : SequenceFormatter<ICollection<T>, T>
{
    /// <inheritdoc/>
    protected override ICollection<T> Create(T[] items, MessagePackSerializerOptions options) => new List<T>(items);
}

/// <summary>Serializes <see cref="IEnumerable{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class InterfaceEnumerableFormatter<T> : SequenceFormatter<IEnumerable<T>, T>
{
    /// <inheritdoc/>
    protected override IEnumerable<T> Create(T[] items, MessagePackSerializerOptions options) => items;
}

/// <summary>Serializes <see cref="IReadOnlyList{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class InterfaceReadOnlyListFormatter<T> : SequenceFormatter<IReadOnlyList<T>, T>
{
    /// <inheritdoc/>
    protected override IReadOnlyList<T> Create(T[] items, MessagePackSerializerOptions options) => items;
}

/// <summary>Serializes <see cref="Collection{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class CollectionFormatter<T> : SequenceFormatter<Collection<T>, T>
{
    /// <inheritdoc/>
    protected override Collection<T> Create(T[] items, MessagePackSerializerOptions options) => new([.. items]);
}

/// <summary>
/// Serializes an application's collection type that has a parameterless constructor as an array. Reading untrusted data into
/// a set fails with <c>invalid_key</c>, unless its items are strings or the type derives from <see cref="SortedSet{T}"/>.
/// </summary>
/// <typeparam name="TElement">The element's type.</typeparam>
/// <typeparam name="TCollection">The collection type.</typeparam>
public sealed class GenericCollectionFormatter<
    TElement, [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.Interfaces)] TCollection> : SequenceFormatter<TCollection, TElement>
    where TCollection : ICollection<TElement>, new()
{
    private static readonly bool IsUntyped = UntypedElements.AreIn<TCollection, System.Collections.IList, TElement>();

    /// <inheritdoc/>
    public override void Serialize(ref MessagePackWriter writer, TCollection? value, MessagePackSerializerOptions options)
    {
        if (!IsUntyped || value is null)
        {
            base.Serialize(ref writer, value, options);
            return;
        }

        int count = value.Count;
        writer.EnterDepth(options);
        writer.WriteArrayHeader(count);
        int written = 0;
        foreach (TElement item in value)
        {
            UntypedElements.Write(ref writer, item, options);
            written++;
        }

        CollectionGuard.Same(written, count, writer.Written);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    protected override TCollection Create(TElement[] items, MessagePackSerializerOptions options)
    {
        CustomKeys.Check<TCollection>(options);
        return ComparerCollectionFormatter<TElement, TElement, TCollection>.Fill(new(), items);
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
    : SequenceFormatter<TCollection, TElement>
    where TCollection : ICollection<TElement>
{
    private static readonly bool IsKeyed = CustomKeys.Derives(typeof(TCollection), typeof(KeyedCollection<,>)) is not null;

    /// <inheritdoc/>
    protected override TCollection Create(TElement[] items, MessagePackSerializerOptions options) =>
        Fill(create(options.Security.HashCollisionResistant ? options.Security.GetEqualityComparer<TKey>() : null), items);

    internal static TCollection Fill(TCollection collection, TElement[] items)
    {
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
}
