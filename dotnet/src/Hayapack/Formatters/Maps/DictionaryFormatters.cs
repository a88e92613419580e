using System.Collections.Immutable;
using Hayapack.Hashing;

namespace Hayapack.Formatters;

/// <summary>Serializes <see cref="SortedDictionary{TKey, TValue}"/> as a map.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
public sealed class SortedDictionaryFormatter<TKey, TValue> : MapFormatter<SortedDictionary<TKey, TValue>, SortedDictionary<TKey, TValue>, TKey, TValue>
    where TKey : notnull
{
    /// <inheritdoc/>
    protected override SortedDictionary<TKey, TValue> Begin(int capacity, MessagePackSerializerOptions options) => [];

    /// <inheritdoc/>
    protected override SortedDictionary<TKey, TValue> End(SortedDictionary<TKey, TValue> builder, MessagePackSerializerOptions options) => builder;
}

/// <summary>Serializes <see cref="SortedList{TKey, TValue}"/> as a map.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
public sealed class SortedListFormatter<TKey, TValue> : MapFormatter<SortedList<TKey, TValue>, SortedDictionary<TKey, TValue>, TKey, TValue>
    where TKey : notnull
{
    /// <inheritdoc/>
    protected override SortedDictionary<TKey, TValue> Begin(int capacity, MessagePackSerializerOptions options) => [];

    /// <inheritdoc/>
    protected override SortedList<TKey, TValue> End(SortedDictionary<TKey, TValue> builder, MessagePackSerializerOptions options) => new(builder);
}

/// <summary>Serializes <see cref="OrderedDictionary{TKey, TValue}"/> as a map.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
public sealed class OrderedDictionaryFormatter<TKey, TValue> : MapFormatter<OrderedDictionary<TKey, TValue>, OrderedDictionary<TKey, TValue>, TKey, TValue>
    where TKey : notnull
{
    /// <inheritdoc/>
    protected override OrderedDictionary<TKey, TValue> Begin(int capacity, MessagePackSerializerOptions options) => new(capacity, options.Security.ComparerFor<TKey>(capacity));

    /// <inheritdoc/>
    protected override OrderedDictionary<TKey, TValue> End(OrderedDictionary<TKey, TValue> builder, MessagePackSerializerOptions options) => builder;
}

/// <summary>Serializes <see cref="ImmutableSortedDictionary{TKey, TValue}"/> as a map.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
public sealed class ImmutableSortedDictionaryFormatter<TKey, TValue> : MapFormatter<ImmutableSortedDictionary<TKey, TValue>, SortedDictionary<TKey, TValue>, TKey, TValue>
    where TKey : notnull
{
    /// <inheritdoc/>
    protected override SortedDictionary<TKey, TValue> Begin(int capacity, MessagePackSerializerOptions options) => [];

    /// <inheritdoc/>
    protected override ImmutableSortedDictionary<TKey, TValue> End(SortedDictionary<TKey, TValue> builder, MessagePackSerializerOptions options) => builder.ToImmutableSortedDictionary();
}
