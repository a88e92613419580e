using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.ObjectModel;
using Hayapack.Hashing;

namespace Hayapack.Formatters;

/// <summary>Serializes <see cref="IReadOnlyCollection{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class InterfaceReadOnlyCollectionFormatter<T> : SequenceFormatter<IReadOnlyCollection<T>, T>
{
    /// <inheritdoc/>
    protected override IReadOnlyCollection<T> Create(T[] items, MessagePackSerializerOptions options) => items;
}

/// <summary>Serializes <see cref="ISet{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class InterfaceSetFormatter<T> : SequenceFormatter<ISet<T>, T>
{
    /// <inheritdoc/>
    protected override ISet<T> Create(T[] items, MessagePackSerializerOptions options) => new HashSet<T>(items, options.Security.ComparerFor<T>(items.Length));
}

/// <summary>Serializes <see cref="IReadOnlySet{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class InterfaceReadOnlySetFormatter<T> : SequenceFormatter<IReadOnlySet<T>, T>
{
    /// <inheritdoc/>
    protected override IReadOnlySet<T> Create(T[] items, MessagePackSerializerOptions options) => new HashSet<T>(items, options.Security.ComparerFor<T>(items.Length));
}

/// <summary>Serializes <see cref="ReadOnlySet{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ReadOnlySetFormatter<T> : SequenceFormatter<ReadOnlySet<T>, T>
{
    /// <inheritdoc/>
    protected override ReadOnlySet<T> Create(T[] items, MessagePackSerializerOptions options) => new(new HashSet<T>(items, options.Security.ComparerFor<T>(items.Length)));
}

/// <summary>Serializes <see cref="ConcurrentBag{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ConcurrentBagFormatter<T> : SequenceFormatter<ConcurrentBag<T>, T>
{
    /// <inheritdoc/>
    protected override ConcurrentBag<T> Create(T[] items, MessagePackSerializerOptions options) => new(items);
}

/// <summary>Serializes <see cref="ConcurrentQueue{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ConcurrentQueueFormatter<T> : SequenceFormatter<ConcurrentQueue<T>, T>
{
    /// <inheritdoc/>
    protected override ConcurrentQueue<T> Create(T[] items, MessagePackSerializerOptions options) => new(items);
}

/// <summary>Serializes <see cref="ConcurrentStack{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ConcurrentStackFormatter<T> : SequenceFormatter<ConcurrentStack<T>, T>
{
    /// <inheritdoc/>
    protected override ConcurrentStack<T> Create(T[] items, MessagePackSerializerOptions options) => new(Enumerable.Reverse(items));
}

/// <summary>Serializes <see cref="FrozenSet{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class FrozenSetFormatter<T> : SequenceFormatter<FrozenSet<T>, T>
{
    /// <inheritdoc/>
    protected override FrozenSet<T> Create(T[] items, MessagePackSerializerOptions options) => items.ToFrozenSet(KeyedComparers.ForFrozen<T>(options.Security));
}
