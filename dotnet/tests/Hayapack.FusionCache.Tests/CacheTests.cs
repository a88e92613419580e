using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Xunit;
using ZiggyCreatures.Caching.Fusion;

namespace Hayapack.FusionCache.Tests;

/// <summary>Two instances of FusionCache, each with an empty memory of its own, above one distributed cache.</summary>
public class CacheTests
{
    private static readonly Order Sample = new(7, "Zoë", [1.5, 2]);
    private readonly MemoryDistributedCache second = new(Options.Create(new MemoryDistributedCacheOptions()));

    [Fact]
    public async Task AnotherInstanceReadsTheValues()
    {
        IFusionCache writing = Cache();
        await writing.SetAsync("order", Sample);
        writing.Set<IShape>("shape", new Circle(1));
        writing.Set("text", "abc");
        writing.Set("bytes", new byte[] { 1, 2, 3 });
        writing.Set<string?>("nothing", null);
        writing.Set("orders", new List<Order> { Sample, Sample with { Id = 8 } });

        IFusionCache other = Cache();
        Order read = (await other.GetOrDefaultAsync<Order>("order"))!;
        Assert.Equal((Sample.Id, Sample.Customer), (read.Id, read.Customer));
        Assert.Equal(Sample.Prices, read.Prices);
        Assert.Equal(new Circle(1), other.GetOrDefault<IShape>("shape"));
        Assert.Equal("abc", other.GetOrDefault<string>("text"));
        Assert.Equal([1, 2, 3], other.GetOrDefault<byte[]>("bytes"));
        MaybeValue<string?> nothing = other.TryGet<string?>("nothing");
        Assert.True(nothing.HasValue);
        Assert.Null(nothing.Value);
        Assert.Equal([7, 8], other.GetOrDefault<List<Order>>("orders")!.Select(order => order.Id));
        Assert.False(other.TryGet<Order>("absent").HasValue);
    }

    [Fact]
    public async Task TagsAndMetadataReachAnotherInstance()
    {
        IFusionCache writing = Cache();
        await writing.SetAsync("order", Sample, tags: ["orders"]);
        await writing.GetOrSetAsync<Order>(
            "tagged",
            (context, _) => Task.FromResult(context.Modified(Sample, "etag-1")),
            options => options.SetFailSafe(true));
        IFusionCache other = Cache();
        Assert.NotNull(await other.GetOrDefaultAsync<Order>("order"));
        await writing.RemoveByTagAsync("orders");
        Assert.Null(await Cache().GetOrDefaultAsync<Order>("order"));

        string? seen = null;
        await Cache().GetOrSetAsync<Order>(
            "tagged",
            (context, _) =>
            {
                seen = context.ETag;
                return Task.FromResult(context.NotModified());
            },
            options => options.SetFailSafe(true).SetSkipMemoryCacheRead().SetDuration(TimeSpan.Zero));
        Assert.NotNull(await Cache().GetOrDefaultAsync<Order>("tagged"));
        Assert.Null(seen); // The entry was found: no factory ran.
    }

    [Theory]
    [InlineData("c1", "reserved_byte", 0, "$")]
    [InlineData("81a176a5", "truncated", 3, "$.v")]
    [InlineData("81a17693a131a16190", "unexpected_type", 4, "$.v[0]")]
    public async Task ADamagedEntryIsAnErrorOrAMiss(string damage, string name, long offset, string path)
    {
        await Cache().SetAsync("order", Sample);
        await Overwrite("order", Convert.FromHexString(damage));
        var wrapped = await Assert.ThrowsAsync<FusionCacheSerializationException>(
            async () => await Cache().GetOrDefaultAsync<Order>("order"));
        var error = Assert.IsType<MessagePackSerializationException>(wrapped.InnerException);
        Assert.Equal((name, offset, path), (error.ErrorName, error.Offset, error.Path));

        IFusionCache forgiving = Cache(options => options.DefaultEntryOptions.ReThrowSerializationExceptions = false);
        Assert.False((await forgiving.TryGetAsync<Order>("order")).HasValue);
        Order made = await forgiving.GetOrSetAsync<Order>("order", (_, _) => Task.FromResult(Sample with { Id = 8 }));
        Assert.Equal(8, made.Id);
        Assert.Equal(8, (await Cache().GetOrDefaultAsync<Order>("order"))!.Id);
    }

    [Fact]
    public async Task ATypeWithoutFormatterIsAnError()
    {
        var error = await Assert.ThrowsAsync<FusionCacheSerializationException>(async () => await Cache().SetAsync("plain", new Plain()));
        Assert.IsAssignableFrom<MessagePackSerializationException>(error.InnerException);
    }

    [Fact]
    public void ClonesAreOtherObjects()
    {
        IFusionCache cache = Cache(options => options.DefaultEntryOptions.EnableAutoClone = true);
        cache.Set("order", Sample);
        Order clone = cache.GetOrDefault<Order>("order")!;
        clone.Prices[0] = 9;
        Assert.Equal(1.5, cache.GetOrDefault<Order>("order")!.Prices[0]);
    }

    /// <summary>Makes a cache as a program does, with an empty memory.</summary>
    private IFusionCache Cache(Action<FusionCacheOptions>? configure = null)
    {
        ServiceCollection services = new();
        services.AddFusionCache().WithOptions(configure ?? (_ => { })).WithHayapackSerializer().WithDistributedCache(second);
        return services.BuildServiceProvider().GetRequiredService<IFusionCache>();
    }

    /// <summary>Replaces the bytes of an entry. FusionCache puts the version of its entries before a key.</summary>
    private async Task Overwrite(string key, byte[] bytes)
    {
        string full = "v2:" + key;
        Assert.NotNull(await second.GetAsync(full));
        await second.SetAsync(full, bytes);
    }
}
