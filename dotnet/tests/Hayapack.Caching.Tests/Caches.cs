using System.Collections.Concurrent;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;

namespace Hayapack.Caching.Tests;

/// <summary>A cache of arrays in memory, whose entries tests can see and change.</summary>
internal class DictionaryCache : IDistributedCache
{
    public ConcurrentDictionary<string, byte[]> Entries { get; } = new();

    public DistributedCacheEntryOptions? LastOptions { get; protected set; }

    public virtual byte[]? Get(string key) => Entries.GetValueOrDefault(key);

    public Task<byte[]?> GetAsync(string key, CancellationToken token = default) => Task.FromResult(Get(key));

    public void Refresh(string key)
    {
    }

    public Task RefreshAsync(string key, CancellationToken token = default) => Task.CompletedTask;

    public void Remove(string key) => Entries.TryRemove(key, out _);

    public Task RemoveAsync(string key, CancellationToken token = default)
    {
        Remove(key);
        return Task.CompletedTask;
    }

    public virtual void Set(string key, byte[] value, DistributedCacheEntryOptions options)
    {
        Entries[key] = value;
        LastOptions = options;
    }

    public Task SetAsync(string key, byte[] value, DistributedCacheEntryOptions options, CancellationToken token = default)
    {
        Set(key, value, options);
        return Task.CompletedTask;
    }
}

internal static class Caches
{
    /// <summary>Makes a HybridCache with an empty memory above the given cache.</summary>
    public static HybridCache Hybrid(IDistributedCache second, Action<IHybridCacheBuilder>? configure = null)
    {
        ServiceCollection services = new();
        services.AddSingleton(second);
        IHybridCacheBuilder builder = services.AddHybridCache();
        (configure ?? (added => added.AddHayapackSerializer()))(builder);
        return services.BuildServiceProvider().GetRequiredService<HybridCache>();
    }

    /// <summary>Gets a value; fails if the cache has none.</summary>
    public static ValueTask<T> Existing<T>(HybridCache cache, string key) =>
        cache.GetOrCreateAsync<T>(key, _ => throw new InvalidOperationException($"{key} is not in the cache"));
}
