using Hayapack;
using Xunit;

namespace Cases.Members;

/// <summary>The bounds of docs/security.md for objects that are made of few bytes.</summary>
public sealed class MemoryTests
{
    private const int Count = 20_000;

    public static IEnumerable<object[]> Resolvers => Both.Resolvers();

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void EmptyMapsMakeWhatTheConstructorMakes(Hidden resolver)
    {
        byte[] bytes = Message([0x80]);
        long one = Allocated(() => new Plain());
        foreach (ObjectCreationHandling handling in Enum.GetValues<ObjectCreationHandling>())
        {
            MessagePackSerializerOptions options = Both.Options(resolver).WithObjectCreationHandling(handling);
            long all = Allocated(() => MessagePackSerializer.Deserialize<List<Plain>>(bytes, options));

            // The list takes 8 bytes for each and grows by doubling; by reflection each object has an array of what was seen.
            Assert.InRange(all, Count * one, Count * (one + 24 + 40) + 4096);
        }
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void KeptMembersTakeAtMost72BytesMore(Hidden resolver)
    {
        byte[] bytes = Message([0x81, 0xa0, 0xc0]);
        long one = Allocated(() => new Keeping());
        long all = Allocated(() => MessagePackSerializer.Deserialize<List<Keeping>>(bytes, Both.Options(resolver)));
        Assert.InRange(all, Count * (one + 72), Count * (one + 72 + 24 + 72) + 4096);

        // Of one object with many, the bytes are kept in an array that doubles.
        var large = new Dictionary<string, int>(Enumerable.Range(0, Count).Select(i => KeyValuePair.Create("k" + i, i)));
        byte[] single = MessagePackSerializer.Serialize(large);
        Assert.InRange(Allocated(() => MessagePackSerializer.Deserialize<Keeping>(single, Both.Options(resolver))), single.Length, (4 * single.Length) + 4096);
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void KeptValuesTakeAtMost216BytesMore(Hidden resolver)
    {
        byte[] bytes = Message([0x81, 0xa0, 0xc0]);
        long one = Allocated(() => new KeepingValues());
        long all = Allocated(() => MessagePackSerializer.Deserialize<List<KeepingValues>>(bytes, Both.Options(resolver)));
        Assert.InRange(all, Count * (one + 216), Count * (one + 216 + 24 + 72) + 4096);
    }

    private static byte[] Message(byte[] element)
    {
        var writer = new System.Buffers.ArrayBufferWriter<byte>();
        var header = new MessagePackWriter(writer);
        header.WriteArrayHeader(Count);
        for (int i = 0; i < Count; i++)
        {
            header.WriteRaw(element);
        }

        header.Flush();
        return writer.WrittenSpan.ToArray();
    }

    private static long Allocated(Func<object> make)
    {
        GC.KeepAlive(make());
        long before = GC.GetAllocatedBytesForCurrentThread();
        GC.KeepAlive(make());
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
