using System.Collections;
using System.Diagnostics.CodeAnalysis;
using Hayapack.Hashing;

namespace Hayapack.Formatters;

/// <summary>Serializes an application's dictionary type as a map.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
/// <typeparam name="TDictionary">The dictionary type.</typeparam>
public abstract class CustomDictionaryFormatter<TKey, TValue, TDictionary> : MapFormatter<TDictionary, TDictionary, TKey, TValue>
    where TKey : notnull
    where TDictionary : IDictionary<TKey, TValue>
{
    private static readonly IMessagePackFormatter<TKey>? UntypedKeys = UntypedElements.Writer<TDictionary, IDictionary, TKey>();
    private static readonly IMessagePackFormatter<TValue>? UntypedValues = UntypedElements.Writer<TDictionary, IDictionary, TValue>();

    /// <inheritdoc/>
    protected override TDictionary End(TDictionary builder, MessagePackSerializerOptions options) => builder;

    private protected override IMessagePackFormatter<TKey> KeyWriter(MessagePackSerializerOptions options) =>
        UntypedKeys ?? base.KeyWriter(options);

    private protected override IMessagePackFormatter<TValue> ValueWriter(MessagePackSerializerOptions options) =>
        UntypedValues ?? base.ValueWriter(options);
}

/// <summary>
/// Serializes an application's dictionary type that has a parameterless constructor as a map. Reading untrusted data fails
/// with <c>invalid_key</c>, unless the keys are strings or the type derives from <see cref="SortedDictionary{TKey, TValue}"/>.
/// </summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
/// <typeparam name="TDictionary">The dictionary type.</typeparam>
public sealed class GenericDictionaryFormatter<
    TKey, TValue, [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.Interfaces)] TDictionary> : CustomDictionaryFormatter<TKey, TValue, TDictionary>
    where TKey : notnull
    where TDictionary : IDictionary<TKey, TValue>, new()
{
    /// <inheritdoc/>
    protected override TDictionary Begin(int capacity, MessagePackSerializerOptions options)
    {
        CustomCollectionSafety.Check<TDictionary>(options);
        return new();
    }
}

/// <summary>Serializes an application's dictionary type with a constructor that takes a comparer as a map.</summary>
/// <typeparam name="TKey">The key's type.</typeparam>
/// <typeparam name="TValue">The value's type.</typeparam>
/// <typeparam name="TDictionary">The dictionary type.</typeparam>
/// <param name="create">Creates an empty dictionary with the comparer, or with its usual one for null (trusted data).</param>
public sealed class ComparerDictionaryFormatter<TKey, TValue, TDictionary>(Func<IEqualityComparer<TKey>?, TDictionary> create)
    : CustomDictionaryFormatter<TKey, TValue, TDictionary>
    where TKey : notnull
    where TDictionary : IDictionary<TKey, TValue>
{
    /// <inheritdoc/>
    protected override TDictionary Begin(int capacity, MessagePackSerializerOptions options) =>
        create(options.Security.HashCollisionResistant ? options.Security.GetEqualityComparer<TKey>() : null);
}
