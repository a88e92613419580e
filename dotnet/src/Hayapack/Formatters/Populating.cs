using System.Collections.ObjectModel;
using Hayapack.Hashing;

namespace Hayapack.Formatters;

/// <summary>Reads into existing values.</summary>
internal static class Populating
{
    /// <summary>Reads one value into an existing one; replaces it if it is null or cannot be populated.</summary>
    internal static void Read<T>(IMessagePackFormatter<T> formatter, ref MessagePackReader reader, ref T value, MessagePackSerializerOptions options)
    {
        switch (formatter)
        {
            case IMessagePackPopulatingFormatter<T> populating:
                populating.Populate(ref reader, ref value, options);
                break;
            case ICollectionFormatter<T> collection when value is not null:
                T read = formatter.Deserialize(ref reader, options);
                if (read is null || !collection.TryFill(value, read, options.Security))
                {
                    value = read;
                }

                break;
            default:
                value = formatter.Deserialize(ref reader, options);
                break;
        }
    }

    /// <summary>Reads one value into an existing one that must not be replaced.</summary>
    /// <param name="formatter">The formatter of the type.</param>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The existing value.</param>
    /// <param name="options">The options.</param>
    /// <param name="owner">What has the value, for the error.</param>
    /// <exception cref="MessagePackSerializationException">
    /// <c>unexpected_type</c>: nil for a value that is not null. <c>invalid_value</c>: the value cannot be changed.
    /// </exception>
    internal static void ReadInto<T>(IMessagePackFormatter<T> formatter, ref MessagePackReader reader, T value, MessagePackSerializerOptions options, string owner)
    {
        long start = reader.Consumed;
        if (reader.IsNil && value is not null)
        {
            reader.ThrowUnexpected($"a value for {owner}, which cannot be set");
        }

        T populated = value;
        Read(formatter, ref reader, ref populated, options);
        CheckSame(value, populated, start, owner);
    }

    /// <summary>Fills the collection of a member with a value that was read before the object was created.</summary>
    /// <param name="formatter">The formatter of the type.</param>
    /// <param name="value">The member's value.</param>
    /// <param name="read">The value that was read.</param>
    /// <param name="options">The options.</param>
    /// <param name="isFixed">Whether nothing can set the member.</param>
    /// <param name="owner">What has the value, for the error.</param>
    /// <returns>The member's value, or the value that was read, which is to be set.</returns>
    internal static T Fill<T>(IMessagePackFormatter<T> formatter, T value, T read, MessagePackSerializerOptions options, bool isFixed, string owner)
    {
        if (value is not null && read is not null && formatter is ICollectionFormatter<T> collection && collection.TryFill(value, read, options.Security))
        {
            return value;
        }

        if (isFixed)
        {
            CheckSame(value, read, -1, owner);
        }

        return read;
    }

    /// <summary>Throws <c>invalid_value</c> if a value was replaced that nothing can set.</summary>
    internal static void CheckSame<T>(T value, T populated, long start, string owner)
    {
        if (typeof(T).IsValueType || !ReferenceEquals(value, populated))
        {
            string why = value is null ? "it is null" : "it cannot be populated, or its comparer does not resist colliding keys";
            throw MessagePackReader.Fault(MessagePackErrorNames.InvalidValue, start, $"Nothing can set {owner}, and {why}.");
        }
    }

    /// <summary>Clears a collection and adds items.</summary>
    /// <returns>False if it cannot be changed, or colliding keys could make it slow.</returns>
    internal static bool TryFill<T>(IEnumerable<T>? target, IEnumerable<T> source, MessagePackSecurity security)
    {
        if (target is T[] or not ICollection<T> { IsReadOnly: false })
        {
            return false;
        }

        var collection = (ICollection<T>)target;
        if (collection is List<T> list)
        {
            list.Clear();
            list.AddRange(source);
            return true;
        }

        int count = source.TryGetNonEnumeratedCount(out int known) ? known : source.Count();
        bool isSafe = collection switch
        {
            HashSet<T> set => BucketGuard.Resists(set.Comparer, count, security) || BucketGuard.AreSpread(set.Comparer, source, set.EnsureCapacity(count)),
            SortedSet<T> => true,
            ISet<T> => BucketGuard.Resists<T>(null, count, security),
            _ => CustomCollectionSafety.Derives(target.GetType(), typeof(KeyedCollection<,>)) is null || BucketGuard.IsSmall(count, security),
        };
        return isSafe && Replace(collection, source);
    }

    /// <summary>Clears a dictionary and adds entries.</summary>
    /// <returns>False if it cannot be changed, or colliding keys could make it slow.</returns>
    internal static bool TryFillMap<TKey, TValue>(
        IEnumerable<KeyValuePair<TKey, TValue>>? target, IEnumerable<KeyValuePair<TKey, TValue>> source, MessagePackSecurity security)
        where TKey : notnull
    {
        if (target is not ICollection<KeyValuePair<TKey, TValue>> { IsReadOnly: false } map)
        {
            return false;
        }

        int count = source.TryGetNonEnumeratedCount(out int known) ? known : source.Count();
        IEnumerable<TKey> keys = source.Select(static entry => entry.Key);
        bool isSafe = map switch
        {
            Dictionary<TKey, TValue> hashed => BucketGuard.Resists(hashed.Comparer, count, security)
                || BucketGuard.AreSpread(hashed.Comparer, keys, hashed.EnsureCapacity(count)),
            SortedDictionary<TKey, TValue> => true,

            // It moves its keys for each one that is added.
            SortedList<TKey, TValue> => BucketGuard.IsSmall(count, security),
            _ => BucketGuard.Resists<TKey>(null, count, security),
        };
        try
        {
            return isSafe && Replace(map, source);
        }
        catch (ArgumentException)
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.DuplicateKey, -1, "Two keys of the map are equal for the comparer of the dictionary that is filled.");
        }
    }

    private static bool Replace<T>(ICollection<T> target, IEnumerable<T> source)
    {
        target.Clear();
        foreach (T item in source)
        {
            target.Add(item);
        }

        return true;
    }
}
