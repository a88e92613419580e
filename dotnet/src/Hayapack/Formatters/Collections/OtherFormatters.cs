using System.Collections;
using System.Diagnostics.CodeAnalysis;

namespace Hayapack.Formatters;

/// <summary>
/// Serializes <see cref="PriorityQueue{TElement, TPriority}"/> as <c>[[element, priority]…]</c>, unordered.
/// </summary>
/// <typeparam name="TElement">The element's type.</typeparam>
/// <typeparam name="TPriority">The priority's type.</typeparam>
public sealed class PriorityQueueFormatter<TElement, TPriority> : IMessagePackFormatter<PriorityQueue<TElement, TPriority>?>
{
    private readonly IComparer<TPriority>? comparer;

    /// <summary>Initializes a new instance of the <see cref="PriorityQueueFormatter{TElement, TPriority}"/> class.</summary>
    public PriorityQueueFormatter()
    {
    }

    /// <summary>Initializes a new instance of the <see cref="PriorityQueueFormatter{TElement, TPriority}"/> class.</summary>
    /// <param name="comparer">The comparer of the queues that are read, or null for the default one. It is not written.</param>
    public PriorityQueueFormatter(IComparer<TPriority>? comparer) => this.comparer = comparer;

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, PriorityQueue<TElement, TPriority>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        writer.EnterDepth(options);
        int count = value.Count;
        writer.WriteArrayHeader(count);
        IMessagePackFormatter<TElement> elements = options.GetFormatter<TElement>();
        IMessagePackFormatter<TPriority> priorities = options.GetFormatter<TPriority>();
        int written = 0;
        foreach ((TElement element, TPriority priority) in value.UnorderedItems)
        {
            writer.WriteArrayHeader(2);
            elements.Serialize(ref writer, element, options);
            priorities.Serialize(ref writer, priority, options);
            written++;
        }

        CollectionGuard.Same(written, count, writer.Written);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public PriorityQueue<TElement, TPriority>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        int count = reader.ReadArrayHeader();
        IMessagePackFormatter<TElement> elements = options.GetFormatter<TElement>();
        IMessagePackFormatter<TPriority> priorities = options.GetFormatter<TPriority>();
        var items = new List<(TElement Element, TPriority Priority)>(GrowingArray.Capacity<(TElement Element, TPriority Priority)>(count));
        for (int i = 0; i < count; i++)
        {
            FixedArray.ReadHeader(ref reader, 2, "an element with its priority");
            items.Add((elements.Deserialize(ref reader, options), priorities.Deserialize(ref reader, options)));
        }

        reader.LeaveDepth();
        return new PriorityQueue<TElement, TPriority>(items, comparer);
    }
}

/// <summary>Serializes <see cref="IGrouping{TKey, TElement}"/> as <c>[key, [elements…]]</c>.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TElement">The element's type.</typeparam>
public sealed class InterfaceGroupingFormatter<TKey, TElement> : IMessagePackFormatter<IGrouping<TKey, TElement>?>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, IGrouping<TKey, TElement>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        writer.EnterDepth(options);
        writer.WriteArrayHeader(2);
        options.GetFormatter<TKey>().Serialize(ref writer, value.Key, options);
        options.GetFormatter<IEnumerable<TElement>>().Serialize(ref writer, value, options);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public IGrouping<TKey, TElement>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 2, "a group");
        TKey key = options.GetFormatter<TKey>().Deserialize(ref reader, options);
        IEnumerable<TElement> items = options.GetFormatter<IEnumerable<TElement>>().Deserialize(ref reader, options);
        reader.LeaveDepth();
        return new Group(key, items ?? []);
    }

    private sealed class Group(TKey key, IEnumerable<TElement> items) : IGrouping<TKey, TElement>
    {
        public TKey Key { get; } = key;

        public IEnumerator<TElement> GetEnumerator() => items.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => items.GetEnumerator();
    }
}

/// <summary>Serializes <see cref="ILookup{TKey, TElement}"/> as an array of groups.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TElement">The element's type.</typeparam>
public sealed class InterfaceLookupFormatter<TKey, TElement> : SequenceFormatter<ILookup<TKey, TElement>, IGrouping<TKey, TElement>>
{
    /// <inheritdoc/>
    public override ILookup<TKey, TElement>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        long start = reader.Consumed;
        IGrouping<TKey, TElement>[] groups = GrowingArray.Read<IGrouping<TKey, TElement>>(ref reader, options);
        if (Array.IndexOf(groups, null) >= 0)
        {
            MessagePackReader.ThrowInvalidValue(start, "A group of a lookup cannot be nil.");
        }

        return CreateAt(start, groups, options);
    }

    /// <inheritdoc/>
    protected override ILookup<TKey, TElement> Create(IGrouping<TKey, TElement>[] items, MessagePackSerializerOptions options) => items
        .SelectMany(group => group.Select(item => KeyValuePair.Create(group.Key, item)))
        .ToLookup(pair => pair.Key, pair => pair.Value, options.Security.GetEqualityComparer<TKey>());
}

/// <summary>
/// Serializes the value of a <see cref="Lazy{T}"/>, or nil for null. Writing creates the value if needed. It counts as a
/// level for the depth limit, as in MessagePack-CSharp: it might contain itself.
/// </summary>
/// <typeparam name="T">The value's type.</typeparam>
public sealed class LazyFormatter<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] T> : IMessagePackFormatter<Lazy<T>?>, IErrorSource
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Lazy<T>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
        }
        else
        {
            writer.EnterDepth(options);
            options.GetFormatter<T>().Serialize(ref writer, value.Value, options);
            writer.LeaveDepth();
        }
    }

    /// <inheritdoc/>
    public Lazy<T>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        T value = options.GetFormatter<T>().Deserialize(ref reader, options);
        reader.LeaveDepth();
        return new Lazy<T>(() => value);
    }

    /// <inheritdoc/>
    void IErrorSource.FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors)
    {
        if (!reader.TryReadNil())
        {
            reader.EnterDepth(options);
            errors.Read<T>(ref reader, options);
            reader.LeaveDepth();
        }
    }
}
