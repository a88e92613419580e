using Xunit;

namespace Hayapack.Tests.Streams;

/// <summary>Serialize and Deserialize with a Stream.</summary>
public class SerializerStreamTests
{
    private static readonly MessagePackSerializerOptions Lz4 =
        MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray);

    [Fact]
    public async Task WritesAndReadsThroughEachMethod()
    {
        string text = new('a', 200_000);
        foreach (MessagePackSerializerOptions options in new[] { MessagePackSerializerOptions.Standard, Lz4 })
        {
            byte[] expected = MessagePackSerializer.Serialize(text, options);
            var stream = new MemoryStream();
            MessagePackSerializer.Serialize(stream, text, options);
            await MessagePackSerializer.SerializeAsync(stream, text, options);
            MessagePackSerializer.Serialize(typeof(string), stream, text, options);
            await MessagePackSerializer.SerializeAsync(typeof(string), stream, text, options);
            Assert.Equal([.. expected, .. expected, .. expected, .. expected], stream.ToArray());
            foreach (Stream input in new[] { stream, new MemoryStream(stream.ToArray(), 0, (int)stream.Length, false, publiclyVisible: false) })
            {
                input.Position = 0;
                Assert.Equal(text, MessagePackSerializer.Deserialize<string>(input, options));
                Assert.Equal(expected.Length, input.Position);
                Assert.Equal(text, await MessagePackSerializer.DeserializeAsync<string>(input, options));
                Assert.Equal(expected.Length * 2, input.Position);
                Assert.Equal(text, MessagePackSerializer.Deserialize(typeof(string), input, options));
                Assert.Equal(expected.Length * 3, input.Position);
                Assert.Equal(text, await MessagePackSerializer.DeserializeAsync(typeof(string), input, options));
                Assert.Equal(expected.Length * 4, input.Position);
            }
        }
    }

    [Fact]
    public async Task OfAStreamThatCannotSeekOneMessageIsReadAndNoEndAwaited()
    {
        var stream = new PieceStream([[0x93, 0x01], [0x02, 0x03], [0xc0]]);
        Assert.Equal(new[] { 1, 2, 3 }, await MessagePackSerializer.DeserializeAsync<int[]>(stream));
        Assert.Equal(2, stream.Reads);
        var other = new PieceStream([[0x93, 0x01], [0x02, 0x03], [0xc0]]);
        Assert.Equal(new[] { 1, 2, 3 }, MessagePackSerializer.Deserialize<int[]>(other)!);
    }

    [Fact]
    public async Task FaultsOfStreams()
    {
        Assert.Equal("truncated", (await Assert.ThrowsAsync<MessagePackSerializationException>(
            async () => await MessagePackSerializer.DeserializeAsync<int[]>(new PieceStream([])))).ErrorName);
        Assert.Equal("truncated", Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<int[]>(new PieceStream([[0x92, 0x01]]))).ErrorName);
        MessagePackSerializationException fault = await Assert.ThrowsAsync<MessagePackSerializationException>(
            async () => await MessagePackSerializer.DeserializeAsync<string[]>(
                new PieceStream([MessagePackSerializer.Serialize("a text")]), null, new MessagePackLimits { MaximumMessageLength = 5 }));
        Assert.Equal(("size_limit", 0L, "$"), (fault.ErrorName, fault.Offset, fault.Path));
    }

    [Fact]
    public async Task AStreamGetsNothingOfAValueThatCannotBeWritten()
    {
        var stream = new MemoryStream();
        await Assert.ThrowsAsync<MessagePackSerializationException>(
            async () => await MessagePackSerializer.SerializeAsync(stream, new[] { "a", "\ud800" }));
        Assert.Equal(0, stream.Length);
    }

    [Fact]
    public async Task CancelledBeforeItBegins()
    {
        var token = new CancellationToken(canceled: true);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await MessagePackSerializer.DeserializeAsync<int>(new MemoryStream([1]), cancellationToken: token));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await MessagePackSerializer.SerializeAsync(new MemoryStream(), 1, cancellationToken: token));
    }
}
