using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using Hayapack.Hashing;

namespace Hayapack.Formatters;

/// <summary>Serializes <see cref="Dictionary{TKey, TValue}"/> as a map.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
public sealed class DictionaryFormatter<TKey, TValue> : HashMapFormatter<Dictionary<TKey, TValue>, TKey, TValue>
    where TKey : notnull
{
    /// <inheritdoc/>
    protected override Dictionary<TKey, TValue> End(Dictionary<TKey, TValue> builder, MessagePackSerializerOptions options) => builder;
}

/// <summary>Serializes <see cref="IDictionary{TKey, TValue}"/> as a map.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
public sealed class InterfaceDictionaryFormatter<TKey, TValue> : HashMapFormatter<IDictionary<TKey, TValue>, TKey, TValue>
    where TKey : notnull
{
    /// <inheritdoc/>
    protected override IDictionary<TKey, TValue> End(Dictionary<TKey, TValue> builder, MessagePackSerializerOptions options) => builder;
}

/// <summary>Serializes <see cref="IReadOnlyDictionary{TKey, TValue}"/> as a map.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
public sealed class InterfaceReadOnlyDictionaryFormatter<TKey, TValue> : HashMapFormatter<IReadOnlyDictionary<TKey, TValue>, TKey, TValue>
    where TKey : notnull
{
    /// <inheritdoc/>
    protected override IReadOnlyDictionary<TKey, TValue> End(Dictionary<TKey, TValue> builder, MessagePackSerializerOptions options) => builder;
}

/// <summary>Serializes <see cref="ReadOnlyDictionary{TKey, TValue}"/> as a map.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
public sealed class ReadOnlyDictionaryFormatter<TKey, TValue> : HashMapFormatter<ReadOnlyDictionary<TKey, TValue>, TKey, TValue>
    where TKey : notnull
{
    /// <inheritdoc/>
    protected override ReadOnlyDictionary<TKey, TValue> End(Dictionary<TKey, TValue> builder, MessagePackSerializerOptions options) => new(builder);
}

/// <summary>Serializes <see cref="ConcurrentDictionary{TKey, TValue}"/> as a map.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
public sealed class ConcurrentDictionaryFormatter<TKey, TValue> : HashMapFormatter<ConcurrentDictionary<TKey, TValue>, TKey, TValue>
    where TKey : notnull
{
    /// <inheritdoc/>
    protected override ConcurrentDictionary<TKey, TValue> End(Dictionary<TKey, TValue> builder, MessagePackSerializerOptions options) => new(builder, options.Security.ComparerFor<TKey>(builder.Count));
}

/// <summary>Serializes <see cref="FrozenDictionary{TKey, TValue}"/> as a map.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
public sealed class FrozenDictionaryFormatter<TKey, TValue> : HashMapFormatter<FrozenDictionary<TKey, TValue>, TKey, TValue>
    where TKey : notnull
{
    /// <inheritdoc/>
    protected override FrozenDictionary<TKey, TValue> End(Dictionary<TKey, TValue> builder, MessagePackSerializerOptions options) => builder.ToFrozenDictionary(KeyedComparers.ForFrozen<TKey>(options.Security));
}

/// <summary>Serializes <see cref="ImmutableDictionary{TKey, TValue}"/> as a map.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
public sealed class ImmutableDictionaryFormatter<TKey, TValue> : HashMapFormatter<ImmutableDictionary<TKey, TValue>, TKey, TValue>
    where TKey : notnull
{
    /// <inheritdoc/>
    protected override ImmutableDictionary<TKey, TValue> End(Dictionary<TKey, TValue> builder, MessagePackSerializerOptions options) => builder.ToImmutableDictionary(options.Security.ComparerFor<TKey>(builder.Count));
}

/// <summary>Serializes <see cref="IImmutableDictionary{TKey, TValue}"/> as a map.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
public sealed class InterfaceImmutableDictionaryFormatter<TKey, TValue> : HashMapFormatter<IImmutableDictionary<TKey, TValue>, TKey, TValue>
    where TKey : notnull
{
    /// <inheritdoc/>
    protected override IImmutableDictionary<TKey, TValue> End(Dictionary<TKey, TValue> builder, MessagePackSerializerOptions options) => builder.ToImmutableDictionary(options.Security.ComparerFor<TKey>(builder.Count));
}

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
