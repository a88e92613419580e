using Hayapack.Resolvers;
using Xunit;
using ZiggyCreatures.Caching.Fusion.Internals;
using ZiggyCreatures.Caching.Fusion.Internals.Distributed;
using TheirResolver = MessagePack.Resolvers.ContractlessStandardResolver;
using Theirs = MessagePack.MessagePackSerializer;

namespace Hayapack.FusionCache.Tests;

/// <summary>
/// The entries of the serializer, and that FusionCache's own serializer for MessagePack, which calls MessagePack-CSharp with
/// its ContractlessStandardResolver, writes and reads the same bytes.
/// </summary>
public class SerializerTests
{
    private static readonly MessagePackFusionCacheSerializer Serializer = new();
    private static readonly MessagePackFusionCacheSerializer Contractless = new(ContractlessStandardResolver.Options);
    private static readonly FusionCacheEntryMetadata All = new(true, 638000000000000001, "etag", 638000000000000002, 123, 1);
    private static readonly FusionCacheEntryMetadata Some = new(false, null, null, 5, null, 3);

    [Fact]
    public void EntriesAreThoseOfMessagePackCSharp()
    {
        Same("text");
        Same(7);
        Same<int?>(null);
        Same<string?>(null);
        Same(new byte[] { 1, 2, 3 });
        Same(new List<double> { 1.5, 2 });
        Same(new Dictionary<string, int> { ["a"] = 1 });
        Same(new Plain { Number = 1, Name = "a", Children = [new Plain { Name = "\U0001f600" }] });
        Same(new DateTime(2026, 11, 30, 1, 2, 3, DateTimeKind.Utc));
    }

    [Fact]
    public async Task ValuesWithoutAnEntryAreReadBack()
    {
        Assert.Equal("text", await ReadBack<string>("text"));
        Assert.Null(await ReadBack<string>(null));
        Assert.Equal(new Circle(2), await ReadBack<IShape>(new Circle(2)));
        Order order = (await ReadBack(new Order(7, "Zoë", [1.5, 2])))!;
        Assert.Equal((7, "Zoë", 2), (order.Id, order.Customer, order.Prices.Length));
        byte[] large = new byte[100_000];
        new Random(1).NextBytes(large);
        Assert.Equal(large, await ReadBack(large));
    }

    [Fact]
    public void OptionsApply()
    {
        var compressing = new MessagePackFusionCacheSerializer(
            MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray));
        byte[] bytes = compressing.Serialize(Entry(new string('x', 5000), All));
        Assert.InRange(bytes.Length, 30, 300);
        Assert.Equal(5000, compressing.Deserialize<FusionCacheDistributedEntry<string>>(bytes)!.Value.Length);
    }

    /// <summary>What a native program has: no reflection, and a generated formatter of the entry's type.</summary>
    [Fact]
    public void ReflectionIsNotNeeded()
    {
        var generated = new MessagePackFusionCacheSerializer(
            MessagePackSerializerOptions.Standard.WithResolver(
                CompositeResolver.Create(BuiltinResolver.Instance, SourceGeneratedFormatterResolver.Instance)));
        FusionCacheDistributedEntry<Order> entry = Entry(new Order(7, "Zoë", [1.5, 2]), All, "a");
        byte[] bytes = generated.Serialize(entry);
        Assert.Equal(Serializer.Serialize(entry), bytes);
        Assert.Equal(All.ETag, generated.Deserialize<FusionCacheDistributedEntry<Order>>(bytes)!.Metadata!.ETag);
        Assert.Equal(7, generated.Deserialize<FusionCacheDistributedEntry<long>>(generated.Serialize(Entry(7L, Some)))!.Value);
    }

    [Fact]
    public async Task BytesBehindTheValueAreAnError()
    {
        byte[] bytes = Serializer.Serialize(Entry(5, null));
        var error = Assert.Throws<MessagePackSerializationException>(
            () => Serializer.Deserialize<FusionCacheDistributedEntry<int>>([.. bytes, 0xc0]));
        Assert.Equal(("extra_data", (long)bytes.Length), (error.ErrorName, error.Offset));
        error = await Assert.ThrowsAsync<MessagePackSerializationException>(async () => await Serializer.DeserializeAsync<int>([1, 2]));
        Assert.Equal(("extra_data", 1L), (error.ErrorName, error.Offset));
    }

    [Fact]
    public void EveryPrefixIsTruncatedAndEveryOtherByteIsNoCrash()
    {
        byte[] bytes = Serializer.Serialize(Entry(new Order(7, "Zoë", [1.5, 2]), All));
        for (int length = 0; length < bytes.Length; length++)
        {
            var error = Assert.Throws<MessagePackSerializationException>(
                () => Serializer.Deserialize<FusionCacheDistributedEntry<Order>>(bytes[..length]));
            Assert.Equal("truncated", error.ErrorName);
            Assert.InRange(error.Offset, 0, length);
        }

        for (int at = 0; at < bytes.Length; at++)
        {
            for (int changed = 0; changed < 256; changed++)
            {
                byte[] damaged = [.. bytes];
                damaged[at] = (byte)changed;
                try
                {
                    Serializer.Deserialize<FusionCacheDistributedEntry<Order>>(damaged);
                }
                catch (MessagePackSerializationException error)
                {
                    Assert.NotNull(error.ErrorName);
                }
            }
        }
    }

    [Fact]
    public void TheErrorOfADamagedValueHasItsPath()
    {
        var error = Assert.Throws<MessagePackSerializationException>(() => Serializer.Deserialize<FusionCacheDistributedEntry<Order>>(
            Serializer.Serialize(Entry(new object[] { 7, 8, new[] { 1 } }, null))));
        Assert.Equal(("unexpected_type", "$.v[1]"), (error.ErrorName, error.Path));
    }

    [Fact]
    public void ATooDeepValueIsAnError()
    {
        byte[] deep = [0x81, 0xa1, (byte)'v', .. Enumerable.Repeat((byte)0x91, 100_000), 0xc0];
        var error = Assert.Throws<MessagePackSerializationException>(() => Serializer.Deserialize<FusionCacheDistributedEntry<object>>(deep));
        Assert.Equal("too_deep", error.ErrorName);
    }

    private static FusionCacheDistributedEntry<T> Entry<T>(T value, FusionCacheEntryMetadata? metadata, params string[]? tags) =>
        new(value, 638000000000000000, 638000000000000009, tags, metadata);

    private static void Same<T>(T value)
    {
        foreach (FusionCacheDistributedEntry<T> entry in new[] { Entry(value, null, null), Entry(value, All, "a", "b"), Entry(value, Some) })
        {
            byte[] expected = Theirs.Serialize(entry, TheirResolver.Options);
            Assert.Equal(Convert.ToHexString(expected), Convert.ToHexString(Contractless.Serialize(entry)));
            FusionCacheDistributedEntry<T> read = Contractless.Deserialize<FusionCacheDistributedEntry<T>>(expected)!;
            Assert.Equal(expected, Theirs.Serialize(read, TheirResolver.Options));
            if (typeof(T) != typeof(Plain))
            {
                Assert.Equal(expected, Serializer.Serialize(entry));
                Assert.Equal(expected, Serializer.Serialize(Serializer.Deserialize<FusionCacheDistributedEntry<T>>(expected)));
            }
        }
    }

    private static async Task<T?> ReadBack<T>(T? value)
    {
        byte[] bytes = Serializer.Serialize(value);
        Assert.Equal(bytes, await Serializer.SerializeAsync(value));
        Assert.Equal(bytes, Serializer.Serialize(Serializer.Deserialize<T>(bytes)));
        return await Serializer.DeserializeAsync<T>(bytes);
    }
}
