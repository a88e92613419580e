using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Xunit;

namespace Hayapack.Tests.Streams;

/// <summary>Values that come one by one are written one by one: whole messages, whatever happens.</summary>
public class ManyMessagesTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(70_000)]
    public async Task WhatIsWrittenIsReadAgain(int count)
    {
        foreach (MessagePackCompression compression in new[] { MessagePackCompression.None, MessagePackCompression.Lz4BlockArray })
        {
            MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithCompression(compression);
            string[] values = [.. Enumerable.Range(0, count).Select(i => i == 3 ? new string('x', 300_000) : "value " + i)];
            var stream = new MemoryStream();
            await MessagePackSerializer.SerializeManyAsync(stream, values.ToAsyncEnumerable(), options);
            Assert.True(values.SelectMany(value => MessagePackSerializer.Serialize(value, options)).SequenceEqual(stream.ToArray()));

            var pipe = new Pipe();
            Task writing = MessagePackSerializer.SerializeManyAsync(pipe.Writer, Slowly(values), options);
            var read = new List<string>();
            await foreach (string value in MessagePackSerializer.ReadManyAsync<string>(pipe.Reader, options).Take(count))
            {
                read.Add(value);
            }

            await writing;
            Assert.Equal(values, read);
        }
    }

    /// <summary>The receiver has each message before the next value is there.</summary>
    [Fact]
    public async Task NothingIsHeldBackWhileTheSourceWaits()
    {
        var pipe = new Pipe();
        var next = new SemaphoreSlim(1);
        Task writing = MessagePackSerializer.SerializeManyAsync(pipe.Writer, Values(), cancellationToken: default);
        IAsyncEnumerator<int> read = MessagePackSerializer.ReadManyAsync<int>(pipe.Reader).GetAsyncEnumerator();
        for (int i = 0; i < 5; i++)
        {
            Assert.True(await read.MoveNextAsync());
            Assert.Equal(i, read.Current);
            next.Release();
        }

        await writing;

        async IAsyncEnumerable<int> Values()
        {
            for (int i = 0; i < 5; i++)
            {
                await next.WaitAsync();
                yield return i;
            }
        }
    }

    [Fact]
    public async Task AnErrorLeavesWholeMessages()
    {
        object[] values = ["one", new byte[2_000_000], "\ud800", "four"];
        byte[] expected = [.. MessagePackSerializer.Serialize(values[0]), .. MessagePackSerializer.Serialize(values[1])];
        var stream = new MemoryStream();
        bool disposed = false;
        var fault = await Assert.ThrowsAsync<MessagePackSerializationException>(async () => await MessagePackSerializer.SerializeManyAsync(stream, Values(null)));
        Assert.Equal((MessagePackErrorNames.LoneSurrogate, 0L, true), (fault.ErrorName, fault.Offset, disposed));
        Assert.True(expected.AsSpan().SequenceEqual(stream.ToArray()));

        // A part of a long message would be passed on by SerializeAsync.
        stream = new MemoryStream();
        await Assert.ThrowsAsync<MessagePackSerializationException>(
            async () => await MessagePackSerializer.SerializeManyAsync(stream, new object[] { 1, new object[] { new byte[2_000_000], "\ud800" } }.ToAsyncEnumerable()));
        Assert.Equal(MessagePackSerializer.Serialize<object>(1), stream.ToArray());

        // An error of the source.
        foreach (bool isPipe in new[] { false, true })
        {
            stream = new MemoryStream();
            var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
            await Assert.ThrowsAsync<TimeZoneNotFoundException>(async () => await (isPipe
                ? MessagePackSerializer.SerializeManyAsync(pipe.Writer, Values(new TimeZoneNotFoundException()))
                : MessagePackSerializer.SerializeManyAsync(stream, Values(new TimeZoneNotFoundException()))));
            await pipe.Writer.CompleteAsync();
            if (isPipe)
            {
                await pipe.Reader.CopyToAsync(stream);
            }

            Assert.True(expected.AsSpan().SequenceEqual(stream.ToArray()));
        }

        async IAsyncEnumerable<object> Values(Exception? error)
        {
            try
            {
                foreach (object value in values)
                {
                    if (error is not null && value is "\ud800")
                    {
                        throw error;
                    }

                    yield return value;
                }
            }
            finally
            {
                disposed = true;
            }
        }
    }

    [Fact]
    public async Task AFailingOrCompletedOutputStopsTheSource()
    {
        var stopped = new TaskCompletionSource();
        await Assert.ThrowsAsync<IOException>(async () => await MessagePackSerializer.SerializeManyAsync(new Full(), Endless(stopped)));
        await stopped.Task;

        stopped = new TaskCompletionSource();
        var pipe = new Pipe();
        await pipe.Reader.CompleteAsync();
        await MessagePackSerializer.SerializeManyAsync(pipe.Writer, Endless(stopped));
        await stopped.Task;

        // More bytes than are collected, from a source that never waits.
        int made = 0;
        await Assert.ThrowsAsync<IOException>(async () => await MessagePackSerializer.SerializeManyAsync(
            new Full(), Enumerable.Range(0, 1_000_000).Select(i => made = i).ToAsyncEnumerable()));
        Assert.InRange(made, 1, 70_000);
    }

    [Fact]
    public async Task CancelingStopsWaiting()
    {
        using var source = new CancellationTokenSource();
        var stopped = new TaskCompletionSource();
        var stream = new MemoryStream();
        Task writing = MessagePackSerializer.SerializeManyAsync(stream, Endless(stopped), cancellationToken: source.Token);
        Assert.False(writing.IsCompleted);
        await source.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await writing);
        await stopped.Task;
        Assert.Equal([0], stream.ToArray());

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await MessagePackSerializer.SerializeManyAsync(stream, Slowly(["a"]), cancellationToken: source.Token));
        Assert.Equal([0], stream.ToArray());
    }

    [Fact]
    public async Task ArgumentsAreChecked()
    {
        await Assert.ThrowsAsync<ArgumentNullException>(async () => await MessagePackSerializer.SerializeManyAsync((Stream)null!, Slowly([])));
        await Assert.ThrowsAsync<ArgumentNullException>(async () => await MessagePackSerializer.SerializeManyAsync((PipeWriter)null!, Slowly([])));
        await Assert.ThrowsAsync<ArgumentNullException>(async () => await MessagePackSerializer.SerializeManyAsync<int>(new MemoryStream(), null!));
    }

    /// <summary>Returns some values at once and others later.</summary>
    private static async IAsyncEnumerable<string> Slowly(string[] values)
    {
        for (int i = 0; i < values.Length; i++)
        {
            if (i % 1000 == 7)
            {
                await Task.Yield();
            }

            yield return values[i];
        }
    }

    /// <summary>Returns 0, then waits until it is told to stop.</summary>
    private static async IAsyncEnumerable<int> Endless(TaskCompletionSource stopped, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        try
        {
            yield return 0;
            await Task.Delay(Timeout.Infinite, cancellationToken);
        }
        finally
        {
            stopped.SetResult();
        }
    }

    private sealed class Full : MemoryStream
    {
        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) => throw new IOException("full");
    }
}
