using System.Buffers;
using System.Text;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Hayapack.Caching.Tests;

public class HybridCacheTests
{
    private static readonly Order Sample = new(7, "Zoë", [1.5, 2]);

    [Fact]
    public async Task ValuesAreWrittenAsMessagePackAndReadByAnotherProcess()
    {
        DictionaryCache second = new();
        await Caches.Hybrid(second).SetAsync("order", Sample);
        await Caches.Hybrid(second).SetAsync("shapes", new IShape[] { new Circle(1), new Square(2) });
        await Caches.Hybrid(second).SetAsync<IShape>("shape", new Square(3));

        Contains(MessagePackSerializer.Serialize(Sample), second.Entries["order"]);
        Contains(MessagePackSerializer.Serialize<IShape>(new Square(3)), second.Entries["shape"]);
        HybridCache other = Caches.Hybrid(second);
        Order read = await Caches.Existing<Order>(other, "order");
        Assert.Equal((Sample.Id, Sample.Customer), (read.Id, read.Customer));
        Assert.Equal(Sample.Prices, read.Prices);
        Assert.Equal([new Circle(1), new Square(2)], await Caches.Existing<IShape[]>(other, "shapes"));
        Assert.Equal(new Square(3), await Caches.Existing<IShape>(other, "shape"));
    }

    [Fact]
    public async Task TypesWithoutFormatterStringsAndBytesAreLeftToHybridCache()
    {
        DictionaryCache second = new();
        HybridCache cache = Caches.Hybrid(second);
        await cache.SetAsync("plain", new Plain(5));
        await cache.SetAsync("text", "abc");
        await cache.SetAsync("bytes", new byte[] { 1, 2, 3 });

        Contains("{\"Number\":5}"u8.ToArray(), second.Entries["plain"]);
        HybridCache other = Caches.Hybrid(second);
        Assert.Equal(new Plain(5), await Caches.Existing<Plain>(other, "plain"));
        Assert.Equal("abc", await Caches.Existing<string>(other, "text"));
        Assert.Equal([1, 2, 3], await Caches.Existing<byte[]>(other, "bytes"));
    }

    /// <summary>A type with a formatter whose elements or members have none is JSON too, not an error at its first use.</summary>
    [Fact]
    public async Task ElementsAndMembersNeedFormattersToo()
    {
        DictionaryCache second = new();
        HybridCache cache = Caches.Hybrid(second);
        await cache.SetAsync("list", new List<Plain> { new(5) });
        await cache.SetAsync("array", new[] { new Plain(5) });
        await cache.SetAsync("nested", new List<Plain[]> { new[] { new Plain(5) } });
        await cache.SetAsync("map", new Dictionary<string, Plain> { ["a"] = new(5) });
        await cache.SetAsync("member", new Outer { Inner = new Plain(5) });
        await cache.SetAsync("members", new List<Outer> { new() { Inner = new Plain(5) } });
        await cache.SetAsync("orders", new List<Order> { Sample });
        await cache.SetAsync("tree", new Tree { Children = [new Tree()] });

        foreach (string key in new[] { "list", "array", "nested", "map", "member", "members" })
        {
            Contains("{\"Number\":5}"u8.ToArray(), second.Entries[key]);
        }

        Contains(MessagePackSerializer.Serialize(new List<Order> { Sample }), second.Entries["orders"]);
        Contains(MessagePackSerializer.Serialize(new Tree { Children = [new Tree()] }), second.Entries["tree"]);
        HybridCache other = Caches.Hybrid(second);
        Assert.Equal([new Plain(5)], await Caches.Existing<List<Plain>>(other, "list"));
        Assert.Equal(new Plain(5), (await Caches.Existing<Dictionary<string, Plain>>(other, "map"))["a"]);
        Assert.Equal(new Plain(5), (await Caches.Existing<Outer>(other, "member")).Inner);
    }

    [Fact]
    public async Task OptionsApply()
    {
        MessagePackSerializerOptions compressed = MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray);
        Order large = new(1, new string('x', 5000), []);
        foreach (Action<IHybridCacheBuilder> add in new Action<IHybridCacheBuilder>[]
        {
            builder => builder.AddHayapackSerializer(compressed),
            builder => builder.AddHayapackSerializer<Order>(compressed),
        })
        {
            DictionaryCache second = new();
            await Caches.Hybrid(second, add).SetAsync("order", large);
            Assert.InRange(second.Entries["order"].Length, 30, 300);
            Assert.Equal(large.Customer, (await Caches.Existing<Order>(Caches.Hybrid(second, add), "order")).Customer);
        }
    }

    /// <summary>HybridCache gives the serializer's error to its caller, and makes the value again once the entry is removed.</summary>
    [Theory]
    [InlineData("93c1", "reserved_byte", 1)]
    [InlineData("9307a4ff", "invalid_utf8", 2)]
    [InlineData("94", "truncated", 26)]
    public async Task DamagedEntriesAreErrorsUntilTheyAreRemoved(string damage, string name, long offset)
    {
        DictionaryCache second = new();
        await Caches.Hybrid(second).SetAsync("order", Sample);
        byte[] entry = second.Entries["order"];
        int at = entry.AsSpan().IndexOf(MessagePackSerializer.Serialize(Sample));
        Convert.FromHexString(damage).CopyTo(entry, at);
        HybridCache cache = Caches.Hybrid(second);
        var error = await Assert.ThrowsAsync<MessagePackSerializationException>(async () => await Caches.Existing<Order>(cache, "order"));
        Assert.Equal((name, offset), (error.ErrorName, error.Offset));
        await cache.RemoveAsync("order");
        Order made = await cache.GetOrCreateAsync("order", _ => ValueTask.FromResult(new Order(8, "", [])));
        Assert.Equal(8, made.Id);
    }

    [Fact]
    public async Task ValuesThatCannotBeWrittenAreErrors()
    {
        DictionaryCache second = new();
        await Assert.ThrowsAsync<FormatterNotRegisteredException>(async () =>
            await Caches.Hybrid(second).GetOrCreateAsync("holder", _ => ValueTask.FromResult(new Holder { Value = new Plain(1) })));
        Assert.Empty(second.Entries);
    }

    [Fact]
    public async Task ManyCallersMakeOneValue()
    {
        DictionaryCache second = new();
        HybridCache cache = Caches.Hybrid(second);
        int made = 0;
        async ValueTask<Order> Make(CancellationToken cancellation)
        {
            Interlocked.Increment(ref made);
            await Task.Delay(50, cancellation);
            return Sample;
        }

        Order[] all = await Task.WhenAll(Enumerable.Range(0, 1000).Select(_ => Task.Run(async () => await cache.GetOrCreateAsync("order", Make))));
        Assert.Equal(1, made);
        Assert.All(all, order => Assert.Equal(Sample.Prices, order.Prices));
    }

    [Fact]
    public void EntriesInSeveralSegmentsAreRead()
    {
        byte[] bytes = MessagePackSerializer.Serialize(Sample);
        for (int at = 0; at <= bytes.Length; at++)
        {
            Segment first = new(bytes.AsMemory(0, at), 0);
            Segment last = first.Append(bytes.AsMemory(at));
            Order read = new MessagePackHybridCacheSerializer<Order>().Deserialize(new(first, 0, last, last.Memory.Length));
            Assert.Equal((Sample.Id, Sample.Customer), (read.Id, read.Customer));
        }
    }

    [Fact]
    public void BytesBehindTheValueAreAnError()
    {
        var serializer = new MessagePackHybridCacheSerializer<int>();
        Assert.Equal(300, serializer.Deserialize(new([0xcd, 1, 0x2c])));
        var error = Assert.Throws<MessagePackSerializationException>(() => serializer.Deserialize(new([0xcd, 1, 0x2c, 0])));
        Assert.Equal(("extra_data", 3L), (error.ErrorName, error.Offset));
    }

    private static void Contains(byte[] part, byte[] entry) => Assert.True(
        entry.AsSpan().IndexOf(part) >= 0, Convert.ToHexStringLower(entry) + " " + Encoding.Latin1.GetString(entry));

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory, long index) => (Memory, RunningIndex) = (memory, index);

        public Segment Append(ReadOnlyMemory<byte> memory)
        {
            Segment next = new(memory, RunningIndex + Memory.Length);
            Next = next;
            return next;
        }
    }
}
