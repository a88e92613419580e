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
        if (writer.TryWriteNil(value))
        {
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
