using Hayapack.Compression;
using Xunit;

namespace Hayapack.Tests;

/// <summary>Messages that are compressed by several threads.</summary>
public class ParallelCompressionTests
{
    private const int Threads = 4;

    public static TheoryData<MessagePackCompression> Forms => [MessagePackCompression.Lz4Block, MessagePackCompression.Lz4BlockArray];

    /// <summary>The bytes do not depend on the number of threads; liblz4 reads the joined block.</summary>
    [Fact]
    [Trait("Tier", "long")]
    public void BytesDoNotDependOnTheThreads()
    {
        foreach (string kind in Lz4Samples.Kinds)
        {
            foreach (int length in new[] { Lz4FrameWriter.LeastParallel, Lz4FrameWriter.LeastParallel + 1, 1_400_003, 1_114_112 + 16 })
            {
                byte[] message = Lz4Samples.Make(kind, length, length);
                foreach (MessagePackCompression form in new[] { MessagePackCompression.Lz4Block, MessagePackCompression.Lz4BlockArray })
                {
                    Assert.Equal(Packed(message, form, 1), Packed(message, form, Threads));
                }

                byte[] block = Lz4Samples.Encode(message, Threads);
                Assert.True(block.Length <= Lz4BlockEncoder.MaximumLength(length));
                Assert.True(Lz4Samples.Compare(block, length));
            }
        }
    }

    /// <summary>
    /// Parts without a match, at all places of a block: their literals go to the next sequence, whose length grows to more
    /// bytes.
    /// </summary>
    [Fact]
    [Trait("Tier", "long")]
    public void PartsWithoutAMatchAreJoined()
    {
        for (int mask = 0; mask < 32; mask++)
        {
            foreach (int last in new[] { 1, 4, 12, 17, 18, 300, Lz4FrameWriter.BlockSize })
            {
                byte[] message = Lz4Samples.Make("random", (4 * Lz4FrameWriter.BlockSize) + last, mask);
                for (int part = 0; part < 5; part++)
                {
                    if ((mask >> part & 1) != 0)
                    {
                        int begin = part * Lz4FrameWriter.BlockSize;
                        int at = begin + (mask * 97 % 40);
                        message.AsSpan(Math.Min(at, message.Length)..Math.Min(begin + 400, message.Length)).Fill(7);
                    }
                }

                byte[] block = Lz4Samples.Encode(message);
                byte[] decoded = new byte[message.Length];
                Assert.True(Lz4BlockDecoder.TryDecode(block, decoded));
                Assert.True(message.AsSpan().SequenceEqual(decoded));
                Assert.True(Lz4Samples.Compare(block, message.Length));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void TheOptionLimitsTheThreads(MessagePackCompression form)
    {
        MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithCompression(form);
        Assert.Equal(-1, options.CompressionMaxDegreeOfParallelism);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.WithCompressionMaxDegreeOfParallelism(0));
        Assert.Throws<ArgumentOutOfRangeException>(() => options.WithCompressionMaxDegreeOfParallelism(-2));
        byte[] message = Lz4Samples.Make("mixed", 2_000_000, 1);
        MessagePackSerializerOptions one = options.WithCompressionMaxDegreeOfParallelism(1);
        Assert.Equal(1, one.WithCompressionMinLength(9).CompressionMaxDegreeOfParallelism);
        byte[] bytes = MessagePackSerializer.Serialize(message, one);
        Assert.Equal(bytes, MessagePackSerializer.Serialize(message, options.WithCompressionMaxDegreeOfParallelism(7)));
        Assert.Equal(message, MessagePackSerializer.Deserialize<byte[]>(bytes, one));
        Assert.Equal(message, MessagePackSerializer.Deserialize<byte[]>(bytes, options));
    }

    /// <summary>
    /// The pool is busy with items that were queued before and wait for the end of this test, so this thread does all pieces.
    /// </summary>
    [Fact]
    public void NeedsNoThreadOfThePool()
    {
        using var end = new ManualResetEventSlim();
        int items = ThreadPool.ThreadCount + Environment.ProcessorCount + 100;
        using var ended = new CountdownEvent(items);
        for (int i = 0; i < items; i++)
        {
            ThreadPool.UnsafeQueueUserWorkItem(
                _ =>
                {
                    end.Wait();
                    ended.Signal();
                },
                null);
        }

        var work = new Recorder(() => { });
        work.Run(50, Threads);
        end.Set();
        Assert.Equal(Enumerable.Repeat(1, 50), work.Calls);
        Assert.Equal([Environment.CurrentManagedThreadId], work.ThreadIds.Distinct());
        ended.Wait();
    }

    [Fact]
    public void EachPieceIsDoneOnceAndBeforeTheEnd()
    {
        Parallel.For(0, 300, _ =>
        {
            var work = new Recorder(() => Thread.SpinWait(20));
            work.Run(23, Threads);
            Assert.Equal(Enumerable.Repeat(1, 23), work.Calls);
        });
    }

    /// <summary>After an exception no thread works on a piece any more, so the memory can be reused.</summary>
    [Fact]
    public void AnExceptionIsThrownWhenNoThreadWorks()
    {
        for (int i = 0; i < 200; i++)
        {
            int active = 0;
            int done = 0;
            var work = new Recorder(() =>
            {
                Interlocked.Increment(ref active);
                Thread.SpinWait(50);
                int number = Interlocked.Increment(ref done);
                Interlocked.Decrement(ref active);
                if (number == 5)
                {
                    throw new InvalidOperationException("fifth");
                }
            });
            Assert.Equal("fifth", Assert.Throws<InvalidOperationException>(() => work.Run(100, Threads)).Message);
            Assert.Equal(0, Volatile.Read(ref active));
            int before = done;
            Thread.Yield();
            Assert.Equal(before, Volatile.Read(ref done));
        }
    }

    /// <summary>An interrupt while another thread works on a piece takes effect after that piece.</summary>
    [Fact]
    public void AnInterruptDoesNotEndTheCallEarly()
    {
        using var isHelping = new ManualResetEventSlim();
        using var end = new ManualResetEventSlim();
        bool isDone = false;
        bool wasInterrupted = false;
        int caller = 0;
        var work = new Recorder(() =>
        {
            if (Environment.CurrentManagedThreadId == Volatile.Read(ref caller))
            {
                // Not a wait that an interrupt would end.
                while (!isHelping.IsSet)
                {
                    Thread.Yield();
                }

                return;
            }

            isHelping.Set();
            end.Wait();
            Volatile.Write(ref isDone, true);
        });
        bool wasDone = false;
        var thread = new Thread(() =>
        {
            caller = Environment.CurrentManagedThreadId;
            work.Run(2, 2);
            wasDone = Volatile.Read(ref isDone);
            try
            {
                Thread.Sleep(1);
            }
            catch (ThreadInterruptedException)
            {
                wasInterrupted = true;
            }
        });
        thread.Start();
        isHelping.Wait();
        while ((thread.ThreadState & ThreadState.WaitSleepJoin) == 0)
        {
            Thread.Yield();
        }

        thread.Interrupt();
        for (int i = 0; i < 100; i++)
        {
            Thread.Yield();
        }

        Assert.True(thread.IsAlive);
        end.Set();
        thread.Join();
        Assert.True(wasDone);
        Assert.True(wasInterrupted);
    }

    /// <summary>A formatter that throws or is cancelled ends the call; the next calls are not affected.</summary>
    [Theory]
    [MemberData(nameof(Forms))]
    public void ManyCallersAndFaultsInFormatters(MessagePackCompression form)
    {
        MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithCompression(form).WithCompressionMaxDegreeOfParallelism(Threads);
        byte[][] messages = [.. Lz4Samples.Kinds.Select(kind => Lz4Samples.Make(kind, 1_100_000, 3))];
        byte[][] expected = [.. messages.Select(message => MessagePackSerializer.Serialize(message, options.WithCompressionMaxDegreeOfParallelism(1)))];
        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();
        Parallel.For(0, 120, new ParallelOptions { MaxDegreeOfParallelism = 8 }, i =>
        {
            int kind = i % messages.Length;
            byte[] bytes = MessagePackSerializer.Serialize(messages[kind], options);
            Assert.True(expected[kind].AsSpan().SequenceEqual(bytes));
            Assert.True(messages[kind].AsSpan().SequenceEqual(MessagePackSerializer.Deserialize<byte[]>(bytes, options)));
            object?[] midway = [messages[kind], new FaultyValue(i % 2 == 0 ? null : cancelled.Token), messages[kind]];
            MessagePackSerializerOptions faulty = options.WithResolver(FaultyResolver.Instance);
            if (i % 2 == 0)
            {
                Assert.IsType<InvalidOperationException>(Assert.Throws<MessagePackSerializationException>(
                    () => MessagePackSerializer.Serialize(midway, faulty)).GetBaseException());
            }
            else
            {
                Assert.ThrowsAny<OperationCanceledException>(() => MessagePackSerializer.Serialize(midway, faulty, cancelled.Token));
            }
        });
    }

    private static byte[] Packed(byte[] message, MessagePackCompression form, int threads)
    {
        var packed = new Lz4FrameWriter(message, form, threads, acceleration: 1);
        byte[] bytes = new byte[packed.Length];
        packed.CopyTo(bytes);
        packed.Dispose();
        return bytes;
    }

    private sealed class Recorder(Action action) : ParallelWork
    {
        private readonly int[] calls = new int[100];
        private readonly int[] threads = new int[100];
        private int begun;

        internal IEnumerable<int> Calls => calls.Take(begun);

        internal IEnumerable<int> ThreadIds => threads.Take(begun);

        protected override void Do(int index)
        {
            Interlocked.Increment(ref begun);
            Interlocked.Increment(ref calls[index]);
            threads[index] = Environment.CurrentManagedThreadId;
            action();
        }
    }

    private sealed record FaultyValue(CancellationToken? Token);

    private sealed class FaultyResolver : IFormatterResolver, Formatters.IMessagePackFormatter<object?[]>
    {
        internal static readonly FaultyResolver Instance = new();

        public Formatters.IMessagePackFormatter<T>? GetFormatter<T>() => this as Formatters.IMessagePackFormatter<T>;

        public void Serialize(ref MessagePackWriter writer, object?[] value, MessagePackSerializerOptions options)
        {
            writer.WriteArrayHeader(value.Length);
            foreach (object? item in value)
            {
                if (item is FaultyValue faulty)
                {
                    faulty.Token?.ThrowIfCancellationRequested();
                    throw new InvalidOperationException("midway");
                }

                writer.Write((byte[])item!);
            }
        }

        public object?[] Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => throw new NotSupportedException();
    }
}
