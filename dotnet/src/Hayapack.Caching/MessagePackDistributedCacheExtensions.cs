using System.Buffers;
using Hayapack;
using Hayapack.Caching;

namespace Microsoft.Extensions.Caching.Distributed;

/// <summary>
/// Typed entries of <see cref="IDistributedCache"/>: each is one MessagePack message, which other languages read as it is.
/// With a cache that implements <see cref="IBufferDistributedCache"/>, as that for redis does, entries are written and read
/// in pooled memory instead of a new array each. The methods are as thread-safe as the cache.
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
        entryOptions ??= DefaultEntryOptions;
        if (cache is not IBufferDistributedCache pooling)
        {
            cache.Set(key, MessagePackSerializer.Serialize(value, options), entryOptions);
            return;
        }

        PooledBuffer entry = PooledBuffer.Write(value, options, CancellationToken.None);
        pooling.Set(key, entry.Content, entryOptions);
        entry.Dispose(); // Not after an exception: see PooledBuffer.
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
        entryOptions ??= DefaultEntryOptions;
        return cache is IBufferDistributedCache pooling
            ? SetAsync(pooling, key, PooledBuffer.Write(value, options, cancellationToken), entryOptions, cancellationToken)
            : cache.SetAsync(key, MessagePackSerializer.Serialize(value, options, cancellationToken), entryOptions, cancellationToken);
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
        if (cache is IBufferDistributedCache pooling)
        {
            PooledBuffer buffer = new();
            return Read(buffer, pooling.TryGet(key, buffer), out value, options);
        }

        byte[]? entry = cache.Get(key);
        value = entry is not null ? CacheEntry.Read<T>(new ReadOnlySequence<byte>(entry), options) : default;
        return entry is not null;
    }

    /// <inheritdoc cref="GetMessagePackAsync{T}(IDistributedCache, string, MessagePackSerializerOptions?, CancellationToken)"/>
    /// <summary>Gets the value of an entry, if there is one: an entry of nil is found, and its value is null.</summary>
    /// <returns>Whether there is an entry, and its value or the type's default value.</returns>
    public static async Task<(bool Found, T? Value)> TryGetMessagePackAsync<T>(
        this IDistributedCache cache,
        string key,
        MessagePackSerializerOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(cache);
        if (cache is IBufferDistributedCache pooling)
        {
            PooledBuffer buffer = new();
            bool found = await pooling.TryGetAsync(key, buffer, cancellationToken).ConfigureAwait(false);
            return (Read(buffer, found, out T? value, options), value);
        }

        byte[]? entry = await cache.GetAsync(key, cancellationToken).ConfigureAwait(false);
        return entry is not null ? (true, CacheEntry.Read<T>(new ReadOnlySequence<byte>(entry), options)) : (false, default);
    }

    private static async Task SetAsync(
        IBufferDistributedCache cache, string key, PooledBuffer entry, DistributedCacheEntryOptions entryOptions, CancellationToken cancellationToken)
    {
        await cache.SetAsync(key, entry.Content, entryOptions, cancellationToken).ConfigureAwait(false);
        entry.Dispose(); // Not after an exception: see PooledBuffer.
    }

    /// <summary>Reads an entry that a cache has written to a buffer, and returns the buffer's memory to the pool.</summary>
    private static bool Read<T>(PooledBuffer buffer, bool found, out T? value, MessagePackSerializerOptions? options)
    {
        using (buffer)
        {
            value = found ? CacheEntry.Read<T>(buffer.Content, options) : default;
            return found;
        }
    }
}
