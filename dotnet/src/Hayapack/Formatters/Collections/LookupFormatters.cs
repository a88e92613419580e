using System.Collections;

namespace Hayapack.Formatters;

/// <summary>Serializes <see cref="IGrouping{TKey, TElement}"/> as <c>[key, [elements…]]</c>.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TElement">The element's type.</typeparam>
public sealed class InterfaceGroupingFormatter<TKey, TElement> : IMessagePackFormatter<IGrouping<TKey, TElement>?>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, IGrouping<TKey, TElement>? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
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
