using Microsoft.Extensions.Caching.Distributed;
using Xunit;

namespace Hayapack.Caching.Tests;

public class DistributedCacheTests
{
    private readonly DictionaryCache cache;

    public DistributedCacheTests()
        : this(new DictionaryCache())
    {
    }

    private protected DistributedCacheTests(DictionaryCache cache) => this.cache = cache;

    [Fact]
    public async Task EntriesAreOneMessage()
    {
        cache.SetMessagePack("a", new Circle(2));
        await cache.SetMessagePackAsync<IShape>("b", new Circle(2));
        Assert.Equal(MessagePackSerializer.Serialize(new Circle(2)), cache.Entries["a"]);
        Assert.Equal(MessagePackSerializer.Serialize<IShape>(new Circle(2)), cache.Entries["b"]);
        Assert.Equal(new Circle(2), cache.GetMessagePack<Circle>("a"));
        Assert.Equal(new Circle(2), await cache.GetMessagePackAsync<IShape>("b"));
    }

    [Fact]
    public async Task MissingEntriesAreNotNil()
    {
        cache.SetMessagePack<Circle?>("nil", null);
        Assert.True(cache.TryGetMessagePack("nil", out Circle? nil));
        Assert.Null(nil);
        Assert.False(cache.TryGetMessagePack("missing", out int _));
        Assert.Equal((true, null), await cache.TryGetMessagePackAsync<Circle>("nil"));
        Assert.Equal((false, 0), await cache.TryGetMessagePackAsync<int>("missing"));
        Assert.Null(cache.GetMessagePack<Circle>("missing"));
        Assert.Equal(0, await cache.GetMessagePackAsync<int>("missing"));
    }

    [Fact]
    public async Task InvalidEntriesHaveAnOffsetAndAPath()
    {
        cache.Entries["long"] = [1, 2];
        cache.Entries["wrong"] = [0x93, 0xa1, 0x78, 0xa0, 0x90];
        cache.Entries["empty"] = [];
        Assert.Equal(("extra_data", 1L), Error(() => cache.GetMessagePack<int>("long")));
        Assert.Equal(("unexpected_type", 1L), Error(() => cache.GetMessagePack<Order>("wrong")));
        Assert.Equal(("truncated", 0L), Error(() => cache.GetMessagePack<int>("empty")));
        var error = await Assert.ThrowsAsync<MessagePackSerializationException>(() => cache.GetMessagePackAsync<Order>("wrong"));
        Assert.Equal("$[0]", error.Path);
    }

    [Fact]
    public async Task OptionsApply()
    {
        MessagePackSerializerOptions compressed = MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4Block);
        await cache.SetMessagePackAsync("text", new string('x', 5000), options: compressed);
        Assert.InRange(cache.Entries["text"].Length, 20, 100);
        Assert.Equal(5000, (await cache.GetMessagePackAsync<string>("text", compressed))!.Length);
    }

    [Fact]
    public void AValueThatCannotBeWrittenIsAnErrorBeforeTheCacheIsCalled()
    {
        Holder holder = new() { Value = new Plain(1) };
        Assert.Throws<FormatterNotRegisteredException>(() => cache.SetMessagePack("holder", holder));
        Assert.Throws<FormatterNotRegisteredException>(() => { _ = cache.SetMessagePackAsync("holder", holder); });
        Assert.Empty(cache.Entries);
    }

    [Fact]
    public void EntryOptionsReachTheCache()
    {
        DistributedCacheEntryOptions expiry = new() { SlidingExpiration = TimeSpan.FromHours(1) };
        cache.SetMessagePack("a", 1, expiry);
        Assert.Same(expiry, cache.LastOptions);
        cache.SetMessagePack("a", 1);
        Assert.Null(cache.LastOptions!.SlidingExpiration);
    }

    private static (string? Name, long? Offset) Error(Action read)
    {
        var error = Assert.Throws<MessagePackSerializationException>(read);
        return (error.ErrorName, error.Offset);
    }
}

/// <summary>The same tests with a cache that implements <see cref="IBufferDistributedCache"/>.</summary>
public class PoolingDistributedCacheTests() : DistributedCacheTests(new PoolingCache());
