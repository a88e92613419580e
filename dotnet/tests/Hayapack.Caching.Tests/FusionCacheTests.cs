using Hayapack.FusionCache;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Xunit;
using ZiggyCreatures.Caching.Fusion;
using ZiggyCreatures.Caching.Fusion.Internals.Distributed;

[assembly: Hayapack.GenerateFormatter(typeof(FusionCacheDistributedEntry<Hayapack.Caching.Tests.Order>))]

namespace Hayapack.Caching.Tests;

/// <summary>FusionCache's distributed cache, through two caches that share it.</summary>
public class FusionCacheTests
{
    private static readonly Order Sample = new(7, "Zoë", [1.5, 2]);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task AnotherProcessReadsEntries(bool isSynchronous)
    {
        var second = new MemoryDistributedCache(Options.Create(new MemoryDistributedCacheOptions()));
        foreach (MessagePackSerializerOptions? options in new[] { null, MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray) })
        {
            using IFusionCache first = Cache(second, isSynchronous, options);
            using IFusionCache other = Cache(second, isSynchronous, options);
            if (isSynchronous)
            {
                first.Set("order", Sample);
                first.Set<IShape>("shape", new Square(3));
            }
            else
            {
                await first.SetAsync("order", Sample, tags: ["a", "b"]);
                await first.SetAsync<IShape>("shape", new Square(3));
            }

            Order read = (isSynchronous ? other.TryGet<Order>("order") : await other.TryGetAsync<Order>("order")).Value;
            Assert.Equal((Sample.Id, Sample.Customer), (read.Id, read.Customer));
            Assert.Equal(new Square(3), await other.GetOrDefaultAsync<IShape>("shape"));
        }
    }

    /// <summary>An entry is the map of FusionCache's own data contract, which other serializers write, too.</summary>
    [Fact]
    public void AnEntryIsAMap()
    {
        var serializer = new MessagePackFusionCacheSerializer();
        var entry = new FusionCacheDistributedEntry<Order>(Sample, 5, 6, ["tag"], null);
        byte[] bytes = serializer.Serialize(entry);
        var value = new MessagePackValue(bytes);
        Assert.Equal(MessagePackSerializer.Serialize(Sample), value.Get("$.v").Raw.ToArray());
        FusionCacheDistributedEntry<Order> read = serializer.Deserialize<FusionCacheDistributedEntry<Order>>(bytes)!;
        Assert.Equal((5L, 6L, "tag", Sample.Id), (read.Timestamp, read.LogicalExpirationTimestamp, read.Tags![0], read.Value.Id));
        Assert.Null(serializer.Deserialize<string>(serializer.Serialize<string>(null)));
    }

    [Fact]
    public async Task ADamagedEntryIsAMissingOne()
    {
        var second = new MemoryDistributedCache(Options.Create(new MemoryDistributedCacheOptions()));
        using IFusionCache first = Cache(second, isSynchronous: true, null);
        await first.SetAsync("order", Sample);
        string key = "v2:order";
        Assert.NotNull(await second.GetAsync(key));
        foreach (byte[] damaged in new[] { new byte[] { 0xc1 }, [], [0xdf, 0xff, 0xff, 0xff, 0xff], [0x81, 0xa1, (byte)'v', 0x05] })
        {
            await second.SetAsync(key, damaged);
            using IFusionCache other = Cache(second, isSynchronous: true, null);
            Order made = await other.GetOrSetAsync("order", _ => Task.FromResult(new Order(9, "made", [])));
            Assert.Equal(9, made.Id);
        }
    }

    private static IFusionCache Cache(IDistributedCache second, bool isSynchronous, MessagePackSerializerOptions? options)
    {
        ServiceProvider services = new ServiceCollection()
            .AddFusionCache().WithHayapackSerializer(options).WithDistributedCache(second)
            .WithOptions(settings => settings.PreferSyncSerialization = isSynchronous)
            .Services.BuildServiceProvider();
        return services.GetRequiredService<IFusionCache>();
    }
}
