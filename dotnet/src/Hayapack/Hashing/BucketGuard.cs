using System.Buffers;

namespace Hayapack.Hashing;

/// <summary>
/// Decides whether untrusted keys may be added to a collection with a comparer of the program. They may if the comparer hashes
/// with a key, or if the keys turn out to be spread over the collection's buckets.
/// </summary>
internal static class BucketGuard
{
    /// <summary>
    /// The most keys in one bucket, as for strings in .NET. A million keys that nobody chose have at most about ten there. n keys
    /// then need at most 50 n comparisons.
    /// </summary>
    internal const int MostInBucket = 100;

    /// <summary>Returns whether as many keys cannot make a collection slow.</summary>
    internal static bool IsSmall(int count, MessagePackSecurity security) => !security.HashCollisionResistant || count <= KeyedComparers.Few;

    /// <summary>Returns whether chosen keys cannot make a collection with a comparer slow.</summary>
    /// <param name="comparer">The comparer, or null if it is not known.</param>
    /// <param name="count">The number of keys.</param>
    /// <param name="security">Whether the data is trusted.</param>
    internal static bool Resists<T>(IEqualityComparer<T>? comparer, int count, MessagePackSecurity security) =>
        IsSmall(count, security) || comparer is IKeyedDefault
        || (typeof(T) == typeof(string) && (comparer is null or StringComparer || ReferenceEquals(comparer, EqualityComparer<T>.Default)));

    /// <summary>Returns whether no bucket of a hash table gets more than <see cref="MostInBucket"/> keys.</summary>
    /// <param name="comparer">The comparer of the table.</param>
    /// <param name="keys">The keys.</param>
    /// <param name="buckets">The number of buckets, which is the capacity of .NET's dictionaries and sets.</param>
    internal static bool AreSpread<T>(IEqualityComparer<T> comparer, IEnumerable<T> keys, int buckets)
    {
        byte[] counts = ArrayPool<byte>.Shared.Rent(buckets);
        counts.AsSpan(0, buckets).Clear();
        try
        {
            foreach (T key in keys)
            {
                ref byte count = ref counts[key is null ? 0 : (int)((uint)comparer.GetHashCode(key) % (uint)buckets)];
                if (count++ == MostInBucket)
                {
                    return false;
                }
            }

            return true;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(counts);
        }
    }
}
