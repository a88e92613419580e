using System.Collections.ObjectModel;

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
    protected override HashSet<T> Create(T[] items, MessagePackSerializerOptions options) => new(items, options.Security.ComparerFor<T>(items.Length));
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
