using System.Buffers;
using Hayapack;
using Hayapack.Caching;

namespace Microsoft.Extensions.Caching.Distributed;

/// <summary>
/// Typed entries of <see cref="IDistributedCache"/>: each is one MessagePack message, which other languages read as it is.
/// The methods are as thread-safe as the cache.
/// </summary>
public static class MessagePackDistributedCacheExtensions
{
    private static readonly DistributedCacheEntryOptions DefaultEntryOptions = new();

    /// <summary>Sets an entry.</summary>
    /// <typeparam name="T">The type of the value. A union is written as one.</typeparam>
    /// <param name="cache">The cache.</param>
    /// <param name="key">The key of the entry.</param>
    /// <param name="value">The value; null is written as nil.</param>
    /// <param name="entryOptions">When the entry expires; null for the cache's defaults.</param>
    /// <param name="options">The serializer's options; null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
    public static void SetMessagePack<T>(
        this IDistributedCache cache,
        string key,
        T value,
        DistributedCacheEntryOptions? entryOptions = null,
        MessagePackSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(cache);
        cache.Set(key, MessagePackSerializer.Serialize(value, options), entryOptions ?? DefaultEntryOptions);
    }

    /// <summary>Sets an entry.</summary>
    /// <typeparam name="T">The type of the value. A union is written as one.</typeparam>
    /// <param name="cache">The cache.</param>
    /// <param name="key">The key of the entry.</param>
    /// <param name="value">The value; null is written as nil.</param>
    /// <param name="entryOptions">When the entry expires; null for the cache's defaults.</param>
    /// <param name="options">The serializer's options; null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>A task that completes when the entry is set.</returns>
    public static Task SetMessagePackAsync<T>(
        this IDistributedCache cache,
        string key,
        T value,
        DistributedCacheEntryOptions? entryOptions = null,
        MessagePackSerializerOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(cache);
        return cache.SetAsync(
            key, MessagePackSerializer.Serialize(value, options, cancellationToken), entryOptions ?? DefaultEntryOptions, cancellationToken);
    }

    /// <summary>Gets the value of an entry, or the type's default value if there is no entry.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="cache">The cache.</param>
    /// <param name="key">The key of the entry.</param>
    /// <param name="options">The serializer's options; null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The entry is not one valid message of the type.</exception>
    public static T? GetMessagePack<T>(this IDistributedCache cache, string key, MessagePackSerializerOptions? options = null) =>
        cache.TryGetMessagePack(key, out T? value, options) ? value : default;

    /// <summary>Gets the value of an entry, or the type's default value if there is no entry.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="cache">The cache.</param>
    /// <param name="key">The key of the entry.</param>
    /// <param name="options">The serializer's options; null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The entry is not one valid message of the type.</exception>
    public static async Task<T?> GetMessagePackAsync<T>(
        this IDistributedCache cache,
        string key,
        MessagePackSerializerOptions? options = null,
        CancellationToken cancellationToken = default) =>
        (await cache.TryGetMessagePackAsync<T>(key, options, cancellationToken).ConfigureAwait(false)).Value;

    /// <summary>Gets the value of an entry, if there is one: an entry of nil is found, and its value is null.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="cache">The cache.</param>
    /// <param name="key">The key of the entry.</param>
    /// <param name="value">The value, or the type's default value.</param>
    /// <param name="options">The serializer's options; null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
    /// <returns>Whether there is an entry.</returns>
    /// <exception cref="MessagePackSerializationException">The entry is not one valid message of the type.</exception>
    public static bool TryGetMessagePack<T>(
        this IDistributedCache cache, string key, out T? value, MessagePackSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(cache);
        byte[]? entry = cache.Get(key);
        value = entry is not null ? CacheEntry.Read<T>(new ReadOnlySequence<byte>(entry), options) : default;
        return entry is not null;
    }

    /// <summary>Gets the value of an entry, if there is one: an entry of nil is found, and its value is null.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="cache">The cache.</param>
    /// <param name="key">The key of the entry.</param>
    /// <param name="options">The serializer's options; null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>Whether there is an entry, and its value or the type's default value.</returns>
    /// <exception cref="MessagePackSerializationException">The entry is not one valid message of the type.</exception>
    public static async Task<(bool Found, T? Value)> TryGetMessagePackAsync<T>(
        this IDistributedCache cache,
        string key,
        MessagePackSerializerOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(cache);
        byte[]? entry = await cache.GetAsync(key, cancellationToken).ConfigureAwait(false);
        return entry is not null ? (true, CacheEntry.Read<T>(new ReadOnlySequence<byte>(entry), options)) : (false, default);
    }
}
