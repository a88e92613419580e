using System.Buffers;
using Microsoft.Extensions.Caching.Distributed;
using Xunit;

namespace Hayapack.Caching.Tests;

/// <summary>Where the memory of entries comes from and where it goes, with a cache that implements <see cref="IBufferDistributedCache"/>.</summary>
public class PooledMemoryTests
{
    /// <summary>The initial size of a buffer.</summary>
    private const int Small = 4096;

    private readonly PoolingCache cache = new();

    [Fact]
    public void LargeEntriesMakeNoArrays()
    {
        Picture picture = new(7, new byte[4 << 20]);
        Assert.InRange(Allocated(cache), 0, 100_000);
        Assert.True(Allocated(new DictionaryCache()) > 20L * picture.Pixels.Length, "the measurement does not see arrays");

        // The bytes of 10 entries written and read both ways: the least of three, since the pool is emptied now and then.
        long Allocated(IDistributedCache measured) => Enumerable.Range(0, 4).Select(_ =>
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 10; i++)
            {
                measured.SetMessagePack("a", picture);
                Assert.True(measured.SetMessagePackAsync("a", picture).IsCompletedSuccessfully);
                Assert.Equal(7, measured.GetMessagePack<PictureId>("a")!.Id);
                Assert.True(measured.GetMessagePackAsync<PictureId>("a").IsCompletedSuccessfully);
            }

            return GC.GetAllocatedBytesForCurrentThread() - before;
        }).Skip(1).Min();
    }

    [Fact]
    public async Task EntriesOfEachLengthAreKeptWhole()
    {
        cache.IsSlow = true;
        foreach (int length in new[] { 0, 1, 4090, 4093, 4094, 4095, 4096, 8192, 100_000, 3_000_000 })
        {
            byte[] bytes = new byte[length];
            new Random(length).NextBytes(bytes);
            await cache.SetMessagePackAsync("a", bytes);
            Assert.Equal(MessagePackSerializer.Serialize(bytes), cache.Entries["a"]);
            Assert.Equal(bytes, await cache.GetMessagePackAsync<byte[]>("a"));
        }
    }

    [Fact]
    public async Task ValuesKeepNoPooledMemory()
    {
        cache.SetMessagePack("a", new byte[] { 1, 2, 3 });
        var read = cache.GetMessagePack<ReadOnlyMemory<byte>>("a");
        var sequence = await cache.GetMessagePackAsync<ReadOnlySequence<byte>>("a");
        var value = await cache.GetMessagePackAsync<MessagePackValue>("a");
        cache.SetMessagePack("b", new byte[] { 9, 9, 9 });
        cache.GetMessagePack<byte[]>("b");
        Assert.Equal([1, 2, 3], read.ToArray());
        Assert.Equal([1, 2, 3], sequence.ToArray());
        Assert.Equal([1, 2, 3], value.AsBytes().ToArray());
    }

    [Fact]
    public async Task ManyCallsAtOnceDoNotShareMemory()
    {
        cache.IsSlow = true;
        await Task.WhenAll(Enumerable.Range(0, 200).Select(i => Task.Run(async () =>
        {
            int[] numbers = [.. Enumerable.Repeat(i, 5000)];
            for (int round = 0; round < 5; round++)
            {
                await cache.SetMessagePackAsync($"{i}", numbers);
                Assert.Equal(numbers, await cache.GetMessagePackAsync<int[]>($"{i}"));
            }
        })));
    }

    [Fact]
    public void MemoryIsReturnedWhenTheCacheIsDoneWithIt()
    {
        cache.Entries["bad"] = [0xc1];
        cache.Entries["good"] = [5];
        Holder unwritable = new() { Value = new Plain(1) };
        Assert.True(IsReturned(() => cache.SetMessagePack("a", 5)));
        Assert.True(IsReturned(() => cache.SetMessagePackAsync("a", 5).GetAwaiter().GetResult()));
        Assert.True(IsReturned(() => cache.GetMessagePack<int>("good")));
        Assert.True(IsReturned(() => cache.GetMessagePackAsync<int>("good").GetAwaiter().GetResult()));
        Assert.True(IsReturned(() => cache.GetMessagePack<int>("missing")));
        Assert.True(IsReturned(() => Assert.Throws<MessagePackSerializationException>(() => cache.GetMessagePack<int>("bad"))));
        Assert.True(IsReturned(() => Assert.Throws<MessagePackSerializationException>(() => cache.GetMessagePackAsync<int>("bad").GetAwaiter().GetResult())));
        Assert.True(IsReturned(() => Assert.Throws<FormatterNotRegisteredException>(() => cache.SetMessagePack("a", unwritable))));
        Assert.True(IsReturned(() => Assert.Throws<FormatterNotRegisteredException>(() => { _ = cache.SetMessagePackAsync("a", unwritable); })));
        cache.TakesBack = true;
        Assert.True(IsReturned(() => Assert.False(cache.TryGetMessagePack("good", out int _))));
    }

    /// <summary>A cache that failed may still use the memory, so nobody else may get it.</summary>
    [Fact]
    public void MemoryIsNotReturnedWhenTheCacheFailed()
    {
        cache.Entries["good"] = [5];
        CancellationToken cancelled = new(canceled: true);
        Assert.False(IsReturned(() => Assert.Throws<OperationCanceledException>(
            () => cache.GetMessagePackAsync<int>("good", cancellationToken: cancelled).GetAwaiter().GetResult())));
        Assert.False(IsReturned(() => Assert.Throws<OperationCanceledException>(
            () => cache.SetMessagePackAsync("a", 5, cancellationToken: cancelled).GetAwaiter().GetResult())));
        cache.Failure = new TimeoutException();
        Assert.False(IsReturned(() => Assert.Throws<TimeoutException>(() => cache.GetMessagePack<int>("good"))));
        Assert.False(IsReturned(() => Assert.Throws<TimeoutException>(() => cache.SetMessagePack("a", 5))));
    }

    /// <summary>
    /// Whether the array that a buffer would get is in the pool after a call. The pool keeps the last array that a thread
    /// returned for the next call on that thread, and all calls here end on the thread they begin on.
    /// </summary>
    private static bool IsReturned(Action call)
    {
        byte[] next = ArrayPool<byte>.Shared.Rent(Small);
        ArrayPool<byte>.Shared.Return(next);
        call();
        byte[] then = ArrayPool<byte>.Shared.Rent(Small);
        ArrayPool<byte>.Shared.Return(then);
        return ReferenceEquals(next, then);
    }
}
