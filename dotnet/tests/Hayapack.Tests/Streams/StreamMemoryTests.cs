using System.IO.Pipelines;
using Xunit;

namespace Hayapack.Tests.Streams;

/// <summary>Runs after the tests that run beside each other, since it measures the memory of the whole process.</summary>
[CollectionDefinition("Memory of the process", DisableParallelization = true)]
public class MemoryOfTheProcess;

/// <summary>Memory that streams take; their continuations run on any thread.</summary>
[Collection("Memory of the process")]
public class StreamMemoryTests
{
    [Fact]
    public async Task AStreamHoldsAtMostTwiceWhatArrived()
    {
        // The message declares 100 MiB; only 3 MiB arrive.
        byte[] bytes = [0xc6, 0x06, 0x3f, 0xff, 0xff, .. new byte[3 << 20]];
        long before = GC.GetTotalAllocatedBytes();
        var fault = await Assert.ThrowsAsync<MessagePackSerializationException>(
            async () => await MessagePackSerializer.DeserializeAsync<byte[]>(new MemoryStream(bytes)));
        Assert.Equal("truncated", fault.ErrorName);
        Assert.InRange(GC.GetTotalAllocatedBytes() - before, 0, 64 << 20);
    }

    [Fact]
    [Trait("Tier", "long")]
    public async Task ALongStreamTakesConstantMemory()
    {
        byte[] message = MessagePackSerializer.Serialize(new string('a', 1_000_000));
        const int count = 600;
        var input = new PieceStream(Enumerable.Repeat(message, count));
        var between = new Pipe();
        long most = 0;
        using Stream pipe = between.Writer.AsStream();
        int checks = 0;
        long before = GC.GetTotalMemory(forceFullCollection: true);
        Task first = Convert(input, pipe);
        var counted = new CountingStream(written =>
        {
            if (written / (message.Length * 150L) > checks)
            {
                checks++;
                most = Math.Max(most, GC.GetTotalMemory(forceFullCollection: true));
            }
        });
        await MessagePackSerializer.ConvertFromJsonAsync(between.Reader, PipeWriter.Create(counted));
        await first;
        Assert.Equal(message.Length * (long)count, counted.Written);
        Assert.InRange(checks, 3, 4);
        Assert.InRange(most - before, -before, counted.Written / 10);

        async Task Convert(Stream from, Stream to)
        {
            await MessagePackSerializer.ConvertToJsonAsync(from, to);
            await between.Writer.CompleteAsync();
        }
    }

    /// <summary>Counts the bytes written, and calls back at each write.</summary>
    private sealed class CountingStream(Action<long> wrote) : MemoryStream
    {
        internal long Written { get; private set; }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Written += buffer.Length;
            wrote(Written);
            return default;
        }
    }
}
