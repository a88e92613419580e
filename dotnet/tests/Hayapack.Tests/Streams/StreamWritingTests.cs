using System.Collections;
using System.Diagnostics;
using System.Globalization;
using System.IO.Pipelines;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.Tests.Streams;

/// <summary>Messages longer than the threshold are passed on in parts, and no part is lost, repeated or passed on early.</summary>
public class StreamWritingTests(ITestOutputHelper output)
{
    private const int Block = 64 * 1024;

    private static readonly long[] Thresholds = [0, 1, Block, 1024 * 1024, long.MaxValue];

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1000)]
    [InlineData(200_000)]
    [InlineData(1_500_000)]
    public async Task EachWayWritesTheBytesOfSerialize(int count)
    {
        object[] values = [.. Enumerable.Range(0, count / 1000).Select(i => (object)new string('x', i * 7 % 2000)), new byte[count], Enumerable.Range(0, count / 5).ToArray()];
        byte[] expected = MessagePackSerializer.Serialize(values);
        foreach (long threshold in Thresholds)
        {
            MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithStreamFlushThreshold(threshold);
            var sync = new MemoryStream();
            MessagePackSerializer.Serialize(sync, values, options);
            MessagePackSerializer.Serialize(typeof(object[]), sync, values, options);
            Assert.True(sync.ToArray().AsSpan().SequenceEqual([.. expected, .. expected]));

            var async = new AsynchronousOnly();
            await MessagePackSerializer.SerializeAsync(async, values, options);
            await MessagePackSerializer.SerializeAsync(typeof(object[]), async, values, options);
            Assert.True(async.Written.ToArray().AsSpan().SequenceEqual([.. expected, .. expected]));

            var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 10_000, resumeWriterThreshold: 5_000));
            Task<byte[]> reading = ReadAll(pipe.Reader);
            await MessagePackSerializer.SerializeAsync(pipe.Writer, values, options);
            await pipe.Writer.CompleteAsync();
            byte[] read = await reading;
            Assert.True(expected.AsSpan().SequenceEqual(read));
        }
    }

    [Fact]
    public async Task AnErrorLeavesNothingBelowTheThresholdAndAPartAbove()
    {
        object[] values = [new byte[2_000_000], new int[200_000], "\ud800"];
        long offset = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(values)).Offset;
        byte[] whole = MessagePackSerializer.Serialize(values[..2]);
        foreach (long threshold in Thresholds)
        {
            MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithStreamFlushThreshold(threshold);
            var sync = new MemoryStream();
            Assert.Equal(offset, Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(sync, values, options)).Offset);
            var async = new AsynchronousOnly();
            Assert.Equal(offset, (await Assert.ThrowsAsync<MessagePackSerializationException>(
                async () => await MessagePackSerializer.SerializeAsync(async, values, options))).Offset);
            foreach (byte[] part in new[] { sync.ToArray(), async.Written.ToArray() })
            {
                Assert.Equal(threshold == long.MaxValue, part.Length == 0);
                Assert.True(part.AsSpan(Math.Min(1, part.Length)).SequenceEqual(whole.AsSpan(1, Math.Max(0, part.Length - 1))));
            }
        }
    }

    [Fact]
    public async Task AFailingStreamEndsTheCallWithItsError()
    {
        var items = new Items(10_000_000);
        foreach (long limit in new long[] { 0, 100_000, 5_000_000 })
        {
            await Assert.ThrowsAsync<IOException>(async () => await MessagePackSerializer.SerializeAsync<IReadOnlyCollection<Record>>(new AsynchronousOnly { Limit = limit }, items));
            Assert.True(items.Made < 10_000_000);
        }

        Assert.Throws<IOException>(() => MessagePackSerializer.Serialize<IReadOnlyCollection<Record>>(new AsynchronousOnly(), items));
        using var source = new CancellationTokenSource();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await MessagePackSerializer.SerializeAsync<IReadOnlyCollection<Record>>(
            new AsynchronousOnly { OnWrite = source.Cancel }, items, cancellationToken: source.Token));
    }

    /// <summary>A caller with a synchronization context of one thread, as in a window's program, is not blocked for ever.</summary>
    [Fact]
    public void ASynchronizationContextIsNotWaitedFor()
    {
        SynchronizationContext? before = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(new NeverRuns());
        try
        {
            var stream = new AsynchronousOnly();
            WaitFor(MessagePackSerializer.SerializeAsync<IReadOnlyCollection<Record>>(stream, new Items(50_000)));
            Assert.Equal(MessagePackSerializer.Serialize<IReadOnlyCollection<Record>>(new Items(50_000)).Length, stream.Written.Length);
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(before);
        }
    }

    /// <summary>
    /// What is not yet in the stream is at most the threshold and three blocks, also while a write takes long and if the first
    /// block is as long as the threshold, since an earlier message on the thread was.
    /// </summary>
    [Fact]
    public async Task MemoryIsBoundedAfterALongMessage()
    {
        bool isFirst = true;
        var stream = new AsynchronousOnly { Keeps = false, OnWrite = () => Thread.Sleep(Interlocked.Exchange(ref isFirst, false) ? 100 : 0) };
        var items = new Items(50_000);
        long most = 0;
        items.OnEach = number => most = Math.Max(most, ((long)number * Record.Length) - stream.Total);
        int longMessage = (int)MessagePackSerializerOptions.Standard.StreamFlushThreshold / Record.Length;
        MessagePackSerializer.Serialize<IReadOnlyCollection<Record>>(new Items(longMessage));
        await MessagePackSerializer.SerializeAsync<IReadOnlyCollection<Record>>(stream, items);
        Assert.InRange(most, 0, MessagePackSerializerOptions.Standard.StreamFlushThreshold + (3 * Block));
    }

    /// <summary>What is not yet in the stream is at most the threshold and three blocks. HAYAPACK_STREAM_GB=10 writes 10 GB.</summary>
    [Theory]
    [Trait("Tier", "long")]
    [InlineData(false)]
    [InlineData(true)]
    public async Task MemoryDoesNotGrowWithTheMessage(bool isAsync)
    {
        double gigabytes = double.Parse(Environment.GetEnvironmentVariable("HAYAPACK_STREAM_GB") ?? "0.05", CultureInfo.InvariantCulture);
        var stream = new AsynchronousOnly { Keeps = false, AllowsSynchronous = true };
        var items = new Items((int)(gigabytes * 1e9 / Record.Length));
        long most = 0, heap = 0;
        MessagePackSerializer.Serialize<IReadOnlyCollection<Record>>(Stream.Null, new Items(1000)); // what the first call allocates
        GC.Collect();
        long before = GC.GetTotalMemory(forceFullCollection: true), set = Process.GetCurrentProcess().WorkingSet64, largest = 0;
        items.OnEach = number =>
        {
            most = Math.Max(most, ((long)number * Record.Length) - stream.Total);
            if (number % 100_000 == 0)
            {
                heap = Math.Max(heap, GC.GetTotalMemory(forceFullCollection: false));
                largest = Math.Max(largest, Process.GetCurrentProcess().WorkingSet64);
            }
        };
        if (isAsync)
        {
            await MessagePackSerializer.SerializeAsync<IReadOnlyCollection<Record>>(stream, items);
        }
        else
        {
            MessagePackSerializer.Serialize<IReadOnlyCollection<Record>>(stream, items);
        }

        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{stream.Total / 1e9:f2} GB, at most {most} bytes pending, heap +{(heap - before) / 1048576.0:f1} MiB, process +{(largest - set) / 1048576.0:f1} MiB"));
        Assert.Equal(5 + (items.Count * (long)Record.Length), stream.Total);
        Assert.InRange(most, 0, MessagePackSerializerOptions.Standard.StreamFlushThreshold + (3 * Block));
    }

    /// <summary>Blocks the thread, as a caller without await does.</summary>
    private static void WaitFor(Task task) => task.GetAwaiter().GetResult();

    private static async Task<byte[]> ReadAll(PipeReader reader)
    {
        var all = new MemoryStream();
        await reader.CopyToAsync(all);
        return all.ToArray();
    }

    /// <summary>An object of 204 bytes.</summary>
    [MessagePackObject]
    public sealed class Record
    {
        internal const int Length = 204;

        [Key(0)]
        public byte Kind { get; set; }

        [Key(1)]
        public byte[] Payload { get; set; } = new byte[200];
    }

    /// <summary>Elements that are made while they are written.</summary>
    private sealed class Items(int count) : IReadOnlyCollection<Record>
    {
        private readonly Record record = new();

        public int Count => count;

        internal int Made { get; private set; }

        internal Action<int>? OnEach { get; set; }

        public IEnumerator<Record> GetEnumerator()
        {
            for (Made = 0; Made < count; Made++)
            {
                OnEach?.Invoke(Made);
                yield return record;
            }
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    /// <summary>Refuses synchronous calls, as ASP.NET Core's response body.</summary>
    private sealed class AsynchronousOnly : MemoryStream
    {
        internal MemoryStream Written { get; } = new();

        internal bool Keeps { get; init; } = true;

        internal bool AllowsSynchronous { get; init; }

        internal long Limit { get; init; } = long.MaxValue;

        internal Action? OnWrite { get; init; }

        internal long Total { get; private set; }

        public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            if (!AllowsSynchronous)
            {
                throw new IOException("synchronous");
            }

            Add(buffer);
        }

        public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            await Task.Run(static () => { }, CancellationToken.None).ConfigureAwait(false);
            OnWrite?.Invoke();
            cancellationToken.ThrowIfCancellationRequested();
            Add(buffer.Span);
        }

        private void Add(ReadOnlySpan<byte> buffer)
        {
            Total += buffer.Length;
            if (Total > Limit)
            {
                throw new IOException("full");
            }

            if (Keeps)
            {
                Written.Write(buffer);
            }
        }
    }

    private sealed class NeverRuns : SynchronizationContext
    {
        public override void Post(SendOrPostCallback d, object? state)
        {
        }
    }
}
