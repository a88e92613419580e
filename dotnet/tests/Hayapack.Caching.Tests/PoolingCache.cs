using System.Buffers;
using Microsoft.Extensions.Caching.Distributed;

namespace Hayapack.Caching.Tests;

/// <summary>A cache in memory that writes to its caller's buffer. Calls with arrays fail.</summary>
internal sealed class PoolingCache : DictionaryCache, IBufferDistributedCache
{
    /// <summary>Gets or sets what is thrown after the buffer was written or read.</summary>
    public Exception? Failure { get; set; }

    /// <summary>Gets or sets a value indicating whether the cache writes to the buffer and then says that it has no entry.</summary>
    public bool TakesBack { get; set; }

    /// <summary>Gets or sets a value indicating whether the asynchronous methods go on later.</summary>
    public bool IsSlow { get; set; }

    public override byte[]? Get(string key) => throw new InvalidOperationException("an array was asked for");

    public override void Set(string key, byte[] value, DistributedCacheEntryOptions options) => throw new InvalidOperationException("an array was given");

    public bool TryGet(string key, IBufferWriter<byte> destination)
    {
        if (!Entries.TryGetValue(key, out byte[]? entry))
        {
            return false;
        }

        destination.Write(entry);
        return Failure is not null ? throw Failure : !TakesBack;
    }

    public async ValueTask<bool> TryGetAsync(string key, IBufferWriter<byte> destination, CancellationToken token = default)
    {
        await Pause();
        bool found = TryGet(key, destination);
        token.ThrowIfCancellationRequested();
        return found;
    }

    /// <summary>Sets an entry; it allocates nothing if the entry had the same length before.</summary>
    public void Set(string key, ReadOnlySequence<byte> value, DistributedCacheEntryOptions options)
    {
        if (Entries.TryGetValue(key, out byte[]? last) && last.Length == value.Length)
        {
            value.CopyTo(last);
        }
        else
        {
            Entries[key] = value.ToArray();
        }

        LastOptions = options;
        if (Failure is not null)
        {
            throw Failure;
        }
    }

    public async ValueTask SetAsync(
        string key, ReadOnlySequence<byte> value, DistributedCacheEntryOptions options, CancellationToken token = default)
    {
        await Pause();
        Set(key, value, options);
        token.ThrowIfCancellationRequested();
    }

    private async ValueTask Pause()
    {
        if (IsSlow)
        {
            await Task.Yield();
        }
    }
}
