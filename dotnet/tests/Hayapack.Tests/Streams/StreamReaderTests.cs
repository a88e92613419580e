using System.Buffers;
using System.IO.Pipelines;
using Xunit;

namespace Hayapack.Tests.Streams;

/// <summary>MessagePackStreamReader and ReadManyAsync.</summary>
public class StreamReaderTests
{
    private static readonly byte[] Three = Convert.FromHexString("93010203" + "A3616263" + "C0");

    [Fact]
    public async Task AReservedByteAfterInvalidTextHasAPath()
    {
        using var reader = new MessagePackStreamReader(new PieceStream([[0x92, 0xa1, 0xff], [0xc1]]));
        MessagePackSerializationException fault = await Assert.ThrowsAsync<MessagePackSerializationException>(async () => await reader.ReadAsync());
        Assert.Equal(("reserved_byte", 3L, "$[1]"), (fault.ErrorName, fault.Offset, fault.Path));
    }

    [Fact]
    public async Task MessagesOneByteAtATime()
    {
        byte[] message = MessagePackSerializer.Serialize(Enumerable.Range(0, 50_000).ToArray());
        byte[] all = [.. message, .. message];
        var stream = new PieceStream(all.Select(one => new[] { one }));
        using var reader = new MessagePackStreamReader(stream);
        Assert.Equal(message, (await reader.ReadAsync())!.Value.ToArray());
        Assert.Equal(0, reader.MessageOffset);
        Assert.Equal(message, (await reader.ReadAsync())!.Value.ToArray());
        Assert.Equal(message.Length, reader.MessageOffset);
        Assert.Null(await reader.ReadAsync());
    }

    /// <summary>The scan continues where it stopped. Scanning from the beginning for each byte would take hours.</summary>
    [Fact]
    [Trait("Tier", "long")]
    public void TheScanIsLinear()
    {
        const int Length = 20_000_000;
        byte[] message = new byte[5 + Length];
        message[0] = 0xdd;
        System.Buffers.Binary.BinaryPrimitives.WriteInt32BigEndian(message.AsSpan(1), Length);
        var scan = new MessageScan(MessagePackLimits.Stream);
        for (int length = 0; length < message.Length; length++)
        {
            Assert.False(scan.Continue(message.AsSpan(0, length)));
        }

        Assert.True(scan.Continue(message));
        Assert.Equal(message.Length, scan.Cursor);
    }

    [Fact]
    public async Task RemainingBytesFollowTheMessage()
    {
        using var reader = new MessagePackStreamReader(new PieceStream([Three]));
        Assert.Equal(4, (await reader.ReadAsync())!.Value.Length);
        Assert.Equal("A3616263C0", Convert.ToHexString(reader.RemainingBytes.ToArray()));
        reader.DiscardBufferedData();
        Assert.True(reader.RemainingBytes.IsEmpty);
        Assert.Null(await reader.ReadAsync());
    }

    [Fact]
    public async Task ElementsOfAnArray()
    {
        foreach (int size in new[] { 1, 2, 100 })
        {
            byte[] all = [0xdc, 0, 3, .. Three, 0x07];
            using var reader = new MessagePackStreamReader(new PieceStream(all.Chunk(size)));
            var elements = new List<string>();
            await foreach (ReadOnlySequence<byte> element in reader.ReadArrayAsync())
            {
                elements.Add(Convert.ToHexString(element.ToArray()));
            }

            Assert.Equal(["93010203", "A3616263", "C0"], elements);
            Assert.Equal("07", Convert.ToHexString((await reader.ReadAsync())!.Value.ToArray()));

            using var piped = new MessagePackStreamReader(new PiecePipe([.. all.Chunk(size)]));
            Assert.Equal(3, await piped.ReadArrayHeaderAsync());
            Assert.Equal(4, (await piped.ReadAsync())!.Value.Length);
            Assert.Equal(3, piped.MessageOffset);
        }
    }

    [Fact]
    public async Task HeadersOfMapsAndOfOtherTypes()
    {
        using var reader = new MessagePackStreamReader(new PieceStream([Convert.FromHexString("82A1610193")]));
        Assert.Equal(2, await reader.ReadMapHeaderAsync());
        await reader.ReadAsync();
        await reader.ReadAsync();
        MessagePackSerializationException fault = await Assert.ThrowsAsync<MessagePackSerializationException>(
            async () => await reader.ReadMapHeaderAsync());
        Assert.Equal(("unexpected_type", 4L), (fault.ErrorName, fault.Offset));
    }

    [Fact]
    public async Task TheEndInsideOfAMessageIsTruncatedWithItsOffset()
    {
        foreach (bool isPipe in new[] { false, true })
        {
            byte[][] pieces = [[0xc0, 0x92, 0x01], [0xa3, 0x61]];
            using MessagePackStreamReader reader = isPipe
                ? new MessagePackStreamReader(new PiecePipe(pieces))
                : new MessagePackStreamReader(new PieceStream(pieces));
            Assert.NotNull(await reader.ReadAsync());
            for (int i = 0; i < 2; i++)
            {
                MessagePackSerializationException fault = await Assert.ThrowsAsync<MessagePackSerializationException>(
                    async () => await reader.ReadAsync());
                Assert.Equal(("truncated", 3L, "$[1]"), (fault.ErrorName, fault.Offset, fault.Path));
            }
        }
    }

    [Fact]
    public async Task ReadManyGivesEachValueAndItsFault()
    {
        byte[] good = MessagePackSerializer.Serialize("text");
        byte[] bad = [0x92, 0x01, 0xa1, 0xff];
        var found = new List<string>();
        MessagePackSerializationException fault = await Assert.ThrowsAsync<MessagePackSerializationException>(async () =>
        {
            await foreach (object value in MessagePackSerializer.ReadManyAsync<object>(new PieceStream([good, [.. good, .. bad]])))
            {
                found.Add((string)value);
            }
        });
        Assert.Equal(["text", "text"], found);
        Assert.Equal(("invalid_utf8", 12L, "$[1]"), (fault.ErrorName, fault.Offset, fault.Path));
    }

    [Fact]
    public async Task ReadManyReadsCompressedMessages()
    {
        MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray);
        byte[] text = MessagePackSerializer.Serialize(new string('a', 500), options);
        byte[] inner = MessagePackSerializer.Serialize(new object[] { new string('a', 500), 1 }, options);
        var found = new List<int>();
        MessagePackSerializationException fault = await Assert.ThrowsAsync<MessagePackSerializationException>(async () =>
        {
            byte[][] pieces = [.. text.Concat(text).Concat(inner).Chunk(7)];
            await foreach (string value in MessagePackSerializer.ReadManyAsync<string>(new PieceStream(pieces), options))
            {
                found.Add(value.Length);
            }
        });
        Assert.Equal([500, 500], found);
        Assert.Equal(("unexpected_type", 0L, (long?)(text.Length * 2)), (fault.ErrorName, fault.Offset, fault.Lz4Offset));
    }

    [Fact]
    public async Task ACancelledReadLosesNothing()
    {
        var pipe = new Pipe();
        using var reader = new MessagePackStreamReader(pipe.Reader.AsStream(), leaveOpen: true);
        await pipe.Writer.WriteAsync(Three.AsMemory(0, 2));
        using var cancel = new CancellationTokenSource();
        ValueTask<ReadOnlySequence<byte>?> read = reader.ReadAsync(cancel.Token);
        Assert.False(read.IsCompleted);
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await read);
        await pipe.Writer.WriteAsync(Three.AsMemory(2));
        await pipe.Writer.CompleteAsync();
        Assert.Equal("93010203", Convert.ToHexString((await reader.ReadAsync())!.Value.ToArray()));
    }

    [Fact]
    public async Task APipeKeepsWhatFollows()
    {
        var pipe = new Pipe();
        await pipe.Writer.WriteAsync(Three);
        using (var reader = new MessagePackStreamReader(pipe.Reader))
        {
            Assert.Equal(4, (await reader.ReadAsync())!.Value.Length);
        }

        ReadResult rest = await pipe.Reader.ReadAsync();
        Assert.Equal("A3616263C0", Convert.ToHexString(rest.Buffer.ToArray()));
    }

    /// <summary>A pipe blocks its writer at 64 KiB, so a longer message must be removed from it in parts.</summary>
    [Fact]
    public async Task MessagesLongerThanAPipe()
    {
        byte[] message = MessagePackSerializer.Serialize(Enumerable.Range(0, 300_000).ToArray());
        var pipe = new Pipe();
        Task writing = Task.Run(async () =>
        {
            for (int i = 0; i < 3; i++)
            {
                await pipe.Writer.WriteAsync(message);
            }

            await pipe.Writer.CompleteAsync();
        });
        int count = 0;
        await foreach (int[] value in MessagePackSerializer.ReadManyAsync<int[]>(pipe.Reader))
        {
            Assert.Equal(300_000, value.Length);
            count++;
        }

        await writing;
        Assert.Equal(3, count);
    }

    [Fact]
    public async Task ADeclaredLengthTakesNoMemory()
    {
        using var reader = new MessagePackStreamReader(new PieceStream([[0xc6, 0x06, 0, 0, 0, 1]]));
        long before = GC.GetAllocatedBytesForCurrentThread();
        MessagePackSerializationException fault = await Assert.ThrowsAsync<MessagePackSerializationException>(async () => await reader.ReadAsync());
        Assert.Equal("truncated", fault.ErrorName);
        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < 1_000_000);
        using var limited = new MessagePackStreamReader(new PieceStream([[0xc6, 0x06, 0x40, 0, 0]]));
        Assert.Equal("size_limit", (await Assert.ThrowsAsync<MessagePackSerializationException>(async () => await limited.ReadAsync())).ErrorName);
    }

    /// <summary>Reading 1 GiB takes only the memory of the longest message.</summary>
    [Fact]
    [Trait("Tier", "long")]
    public async Task AGigabyteInConstantMemory()
    {
        byte[] message = MessagePackSerializer.Serialize(Enumerable.Repeat("a text of some length", 3000).ToArray());
        byte[] piece = [.. Enumerable.Repeat(message, 8).SelectMany(bytes => bytes)];
        int pieces = (1 << 30) / piece.Length;
        using var reader = new MessagePackStreamReader(new PieceStream(Enumerable.Repeat(piece, pieces)));
        long messages = 0, bytes = 0;
        int thread = Environment.CurrentManagedThreadId;
        long before = GC.GetAllocatedBytesForCurrentThread();
        while (await reader.ReadAsync() is { } read)
        {
            messages++;
            bytes += read.Length;
        }

        Assert.Equal(pieces * 8L, messages);
        Assert.True(bytes > 1_000_000_000);
        Assert.True(reader.RemainingBytes.IsEmpty);

        // Counted by thread, because other tests run at the same time: the stream never waits, so the thread is the same.
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.Equal(thread, Environment.CurrentManagedThreadId);
        Assert.True(allocated < 10_000_000, $"{allocated} bytes were allocated");
    }
}
