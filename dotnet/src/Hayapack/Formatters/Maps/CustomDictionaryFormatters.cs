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
    private static readonly bool HasUntypedKeys = UntypedElements.AreIn<TDictionary, IDictionary, TKey>();
    private static readonly bool HasUntypedValues = UntypedElements.AreIn<TDictionary, IDictionary, TValue>();

    /// <inheritdoc/>
    public override void Serialize(ref MessagePackWriter writer, TDictionary? value, MessagePackSerializerOptions options)
    {
        if (value is null || !(HasUntypedKeys || HasUntypedValues))
        {
            base.Serialize(ref writer, value, options);
            return;
        }

        int count = value.Count;
        writer.EnterDepth(options);
        writer.WriteMapHeader(count);
        int written = 0;
        foreach ((TKey key, TValue item) in value)
        {
            Write(ref writer, key, HasUntypedKeys, options);
            Write(ref writer, item, HasUntypedValues, options);
            written++;
        }

        CollectionGuard.Same(written, count, writer.Written);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    protected override TDictionary End(TDictionary builder, MessagePackSerializerOptions options) => builder;

    private static void Write<T>(ref MessagePackWriter writer, T item, bool isUntyped, MessagePackSerializerOptions options)
    {
        if (isUntyped)
        {
            UntypedElements.Write(ref writer, item, options);
        }
        else
        {
            options.GetFormatter<T>().Serialize(ref writer, item, options);
        }
    }
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
        CustomKeys.Check<TDictionary>(options);
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
