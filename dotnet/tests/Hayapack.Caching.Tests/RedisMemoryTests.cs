using System.Buffers;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.StackExchangeRedis;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.Caching.Tests;

/// <summary>Runs alone, since it counts what all threads allocate.</summary>
[CollectionDefinition("Counts allocations", DisableParallelization = true)]
public class CountsAllocations;

/// <summary>What StackExchange.Redis and we allocate for a large entry, in a real redis-server.</summary>
[Collection("Counts allocations")]
public class RedisMemoryTests(RedisServer server, ITestOutputHelper output) : IClassFixture<RedisServer>
{
    private const int Rounds = 10;

    private static readonly Picture Sample = new(7, new byte[1 << 20]);
    private static readonly byte[] Message = MessagePackSerializer.Serialize(Sample);
    private static readonly ArrayBufferWriter<byte> Target = new(Message.Length);

    [Fact]
    public async Task LargeEntriesMakeNoArrays()
    {
        if (server.Port == 0)
        {
            output.WriteLine("not run: redis (redis-server was not found)");
            return;
        }

        using RedisCache cache = server.Cache();
        double client = await Allocated(() => ClientAlone(cache));
        double pooled = await Allocated(() => Round(cache)) - client;
        double arrays = await Allocated(() => Round(new WithoutBuffers(cache))) - client;
        output.WriteLine(
            $"redis: writing and reading an entry of 1 MiB allocates {Math.Max(pooled, 0) / 1024:F0} KiB, "
            + $"without IBufferDistributedCache {arrays / 1024:F0} KiB, and in StackExchange.Redis {client / 1024:F0} KiB more in both cases");
        Assert.InRange(pooled, double.MinValue, Sample.Pixels.Length / 4);
        Assert.True(arrays > 1.8 * Sample.Pixels.Length, $"the measurement does not see arrays: {arrays}");
    }

    /// <summary>
    /// The bytes that all threads allocate for writing and reading the entry once: the least of three measurements, since
    /// the pool is emptied now and then.
    /// </summary>
    private static async Task<double> Allocated(Func<Task> round)
    {
        double least = double.MaxValue;
        for (int measurement = 0; measurement < 4; measurement++)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            for (int i = 0; i < Rounds; i++)
            {
                await round();
            }

            // The first fills the pool. A round writes and reads twice.
            double each = (GC.GetTotalAllocatedBytes(precise: true) - before) / (2.0 * Rounds);
            least = measurement > 0 ? Math.Min(least, each) : least;
        }

        return least;
    }

    private static async Task Round(IDistributedCache cache)
    {
        cache.SetMessagePack("picture", Sample);
        Assert.Equal(7, cache.GetMessagePack<PictureId>("picture")!.Id);
        await cache.SetMessagePackAsync("picture", Sample);
        Assert.Equal(7, (await cache.GetMessagePackAsync<PictureId>("picture"))!.Id);
    }

    /// <summary>The same requests from and into memory that is there already.</summary>
    private static async Task ClientAlone(IBufferDistributedCache cache)
    {
        DistributedCacheEntryOptions options = new();
        cache.Set("picture", new ReadOnlySequence<byte>(Message), options);
        Target.ResetWrittenCount();
        Assert.True(cache.TryGet("picture", Target));
        await cache.SetAsync("picture", new ReadOnlySequence<byte>(Message), options);
        Target.ResetWrittenCount();
        Assert.True(await cache.TryGetAsync("picture", Target));
        Assert.Equal(Message.Length, Target.WrittenCount);
    }

    /// <summary>Hides that a cache implements <see cref="IBufferDistributedCache"/>.</summary>
    private sealed class WithoutBuffers(IDistributedCache cache) : IDistributedCache
    {
        public byte[]? Get(string key) => cache.Get(key);

        public Task<byte[]?> GetAsync(string key, CancellationToken token = default) => cache.GetAsync(key, token);

        public void Refresh(string key) => cache.Refresh(key);

        public Task RefreshAsync(string key, CancellationToken token = default) => cache.RefreshAsync(key, token);

        public void Remove(string key) => cache.Remove(key);

        public Task RemoveAsync(string key, CancellationToken token = default) => cache.RemoveAsync(key, token);

        public void Set(string key, byte[] value, DistributedCacheEntryOptions options) => cache.Set(key, value, options);

        public Task SetAsync(string key, byte[] value, DistributedCacheEntryOptions options, CancellationToken token = default) =>
            cache.SetAsync(key, value, options, token);
    }
}
