using Hayapack.Formatters;
using Hayapack.Resolvers;
using Xunit;

namespace Hayapack.Tests;

/// <summary>What a call allocates on its thread, apart from the first calls, which fill caches and pools.</summary>
public sealed class AllocationTests
{
    /// <summary>Objects beside the result: of the writer's and reader's own, none of which grows with the message.</summary>
    private const int Small = 1024;

    [Theory]
    [InlineData(50_000)]
    [InlineData(300_000)]
    [InlineData(3_000_000)]
    public void WritingALongMessageAllocatesItsResultAlone(int size)
    {
        byte[][] value = [.. Enumerable.Range(0, size / 100).Select(_ => new byte[98])];
        Assert.InRange(Least(() => MessagePackSerializer.Serialize(value)), size, size + Small);
    }

    [Theory]
    [InlineData(MessagePackCompression.Lz4Block)]
    [InlineData(MessagePackCompression.Lz4BlockArray)]
    public void CompressingALongMessageAllocatesItsResultAlone(MessagePackCompression compression)
    {
        MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithCompression(compression);
        byte[][] value = [.. Enumerable.Range(0, 30_000).Select(_ => new byte[98])];
        int size = MessagePackSerializer.Serialize(value, options).Length;
        Assert.InRange(Least(() => MessagePackSerializer.Serialize(value, options)), size, size + Small);
    }

    [Fact]
    public void WritingALongMessageToAStreamAllocatesNoCopyOfIt()
    {
        byte[][] value = [.. Enumerable.Range(0, 30_000).Select(_ => new byte[98])];
        Assert.InRange(Least(() => MessagePackSerializer.Serialize(Stream.Null, value)), 0, Small);
    }

    [Fact]
    public void ACallInsideACallAllocatesItsResultAlone()
    {
        MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithResolver(
            CompositeResolver.Create([new EnvelopeFormatter()], [StandardResolver.Instance]));
        Assert.InRange(Least(() => MessagePackSerializer.Serialize(new Envelope("a letter"), options)), 0, Small);
    }

    /// <summary>Gives the least of some calls, because a garbage collection may empty the pool of arrays between two.</summary>
    private static long Least(Action call)
    {
        long least = long.MaxValue;
        for (int i = 0; i < 8; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            call();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }

    private sealed record Envelope(string Letter);

    private sealed class EnvelopeFormatter : IMessagePackFormatter<Envelope>
    {
        public void Serialize(ref MessagePackWriter writer, Envelope value, MessagePackSerializerOptions options) =>
            writer.Write(MessagePackSerializer.Serialize(value.Letter));

        public Envelope Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => throw new NotSupportedException();
    }
}
