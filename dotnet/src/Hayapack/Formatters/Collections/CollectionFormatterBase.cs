namespace Hayapack.Formatters;

/// <summary>
/// Base class for an application's formatter of a collection, written as an array. Named as in MessagePack-CSharp;
/// <see cref="SequenceFormatter{TCollection, T}"/> takes one method.
/// </summary>
/// <typeparam name="TElement">The element's type.</typeparam>
/// <typeparam name="TIntermediate">The type in which elements are collected.</typeparam>
/// <typeparam name="TEnumerator">The enumerator's type.</typeparam>
/// <typeparam name="TCollection">The collection type.</typeparam>
public abstract class CollectionFormatterBase<TElement, TIntermediate, TEnumerator, TCollection>
    : IMessagePackFormatter<TCollection?>, ICollectionFormatter<TCollection?>, IArrayErrors<TElement>
    where TCollection : IEnumerable<TElement>
    where TEnumerator : IEnumerator<TElement>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, TCollection? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
            return;
        }

        if (GetCount(value) is not { } count)
        {
            GrowingArray.Write<TElement>(ref writer, value.ToArray(), options);
            return;
        }

        writer.EnterDepth(options);
        writer.WriteArrayHeader(count);
        IMessagePackFormatter<TElement> formatter = options.GetFormatter<TElement>();
        int written = 0;
        using (TEnumerator items = GetSourceEnumerator(value))
        {
            while (items.MoveNext())
            {
                formatter.Serialize(ref writer, items.Current, options);
                written++;
            }
        }

        CollectionGuard.Same(written, count, writer.Written);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public TCollection? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return default;
        }

        reader.EnterDepth(options);
        int count = reader.ReadArrayHeader();
        IMessagePackFormatter<TElement> formatter = options.GetFormatter<TElement>();
        TIntermediate items = Create(count, options);
        for (int i = 0; i < count; i++)
        {
            Add(items, i, formatter.Deserialize(ref reader, options), options);
        }

        reader.LeaveDepth();
        return Complete(items);
    }

    bool ICollectionFormatter<TCollection?>.TryFill(TCollection? target, TCollection? source, MessagePackSecurity security) =>
        Populating.TryFill(target, source!, security);

    /// <summary>Returns the number of elements.</summary>
    /// <param name="sequence">The collection.</param>
    /// <returns>The number, or null if it is not known without enumerating.</returns>
    protected virtual int? GetCount(TCollection sequence) => sequence.TryGetNonEnumeratedCount(out int count) ? count : null;

    /// <summary>Returns the enumerator.</summary>
    /// <param name="source">The collection.</param>
    /// <returns>The enumerator.</returns>
    protected abstract TEnumerator GetSourceEnumerator(TCollection source);

    /// <summary>Creates the object in which elements are collected.</summary>
    /// <param name="count">The number of elements, at most the number of bytes left in the input.</param>
    /// <param name="options">The options.</param>
    /// <returns>The object.</returns>
    protected abstract TIntermediate Create(int count, MessagePackSerializerOptions options);

    /// <summary>Adds an element.</summary>
    /// <param name="collection">The object in which elements are collected.</param>
    /// <param name="index">The position of the element.</param>
    /// <param name="value">The element.</param>
    /// <param name="options">The options.</param>
    protected abstract void Add(TIntermediate collection, int index, TElement value, MessagePackSerializerOptions options);

    /// <summary>Creates the collection.</summary>
    /// <param name="intermediateCollection">The object with all elements.</param>
    /// <returns>The collection.</returns>
    protected abstract TCollection Complete(TIntermediate intermediateCollection);
}

/// <summary>Base class for an application's formatter of a collection, enumerated by its interface.</summary>
/// <typeparam name="TElement">The element's type.</typeparam>
/// <typeparam name="TIntermediate">The type in which elements are collected.</typeparam>
/// <typeparam name="TCollection">The collection type.</typeparam>
public abstract class CollectionFormatterBase<TElement, TIntermediate, TCollection>
    : CollectionFormatterBase<TElement, TIntermediate, IEnumerator<TElement>, TCollection>
    where TCollection : IEnumerable<TElement>
{
    /// <inheritdoc/>
    protected override IEnumerator<TElement> GetSourceEnumerator(TCollection source) => source.GetEnumerator();
}

/// <summary>Base class for an application's formatter of a collection to which elements can be added.</summary>
/// <typeparam name="TElement">The element's type.</typeparam>
/// <typeparam name="TCollection">The collection type.</typeparam>
public abstract class CollectionFormatterBase<TElement, TCollection> : CollectionFormatterBase<TElement, TCollection, TCollection>
    where TCollection : IEnumerable<TElement>
{
    /// <inheritdoc/>
    protected sealed override TCollection Complete(TCollection intermediateCollection) => intermediateCollection;
}
