using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using Xunit;

namespace Hayapack.Tests.Streams;

/// <summary>ConvertToJsonAsync and ConvertFromJsonAsync, and the conversions with buffer writers.</summary>
public class JsonStreamTests
{
    private const string Lines = "{\"a\":[1,-2.5,null]}\n\"text \\\"\\\\ \\u00e9\"\n12345678901\ntrue\n[]\n{\"$bytes\":\"AQ==\"}\n";

    private static readonly MessagePackSerializerOptions Lz4 =
        MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray);

    [Fact]
    public async Task ValuesOneByteAtATime()
    {
        byte[] json = Encoding.UTF8.GetBytes(Lines);
        var messages = new MemoryStream();
        await MessagePackSerializer.ConvertFromJsonAsync(OneByOne(json), messages, MessagePackJsonForm.Lossless);
        byte[] expected = [.. Lines.Split('\n', StringSplitOptions.RemoveEmptyEntries).SelectMany(line => MessagePackSerializer.ConvertFromJson(line, MessagePackJsonForm.Lossless))];
        Assert.Equal(expected, messages.ToArray());

        var text = new MemoryStream();
        await MessagePackSerializer.ConvertToJsonAsync(OneByOne(expected), text, MessagePackJsonForm.Lossless);
        Assert.Equal(Lines.Replace("\\u00e9", "é", StringComparison.Ordinal), Encoding.UTF8.GetString(text.ToArray()));
    }

    [Fact]
    public async Task EverySplitInTwo()
    {
        byte[] json = Encoding.UTF8.GetBytes(Lines.Replace("\n", " ", StringComparison.Ordinal) + "\r\n\t7 \"é\"8 {}[1]{\"b\":{}}\n");
        var whole = new MemoryStream();
        await MessagePackSerializer.ConvertFromJsonAsync(new MemoryStream(json), whole);
        for (int cut = 0; cut <= json.Length; cut++)
        {
            var output = new MemoryStream();
            await MessagePackSerializer.ConvertFromJsonAsync(new PieceStream([json[..cut], json[cut..]]), output);
            Assert.Equal(whole.ToArray(), output.ToArray());
            var pipe = new Pipe();
            Task conversion = MessagePackSerializer.ConvertFromJsonAsync(pipe.Reader, PipeWriter.Create(output = new MemoryStream()));
            await pipe.Writer.WriteAsync(json.AsMemory(0, cut));
            await pipe.Writer.WriteAsync(json.AsMemory(cut));
            await pipe.Writer.CompleteAsync();
            await conversion;
            Assert.Equal(whole.ToArray(), output.ToArray());
        }
    }

    [Fact]
    public async Task ALongTextOfEscapesTakesLinearTime()
    {
        // Each piece ends after a backslash, so the end of the text is unknown at each of a million reads.
        const int count = 1_000_000;
        IEnumerable<byte[]> pieces = Enumerable.Repeat("\"\\"u8.ToArray(), count).Prepend("\"\\"u8.ToArray()).Append("\"\""u8.ToArray());
        var output = new MemoryStream();
        await MessagePackSerializer.ConvertFromJsonAsync(new PieceStream(pieces), output);
        Assert.Equal(new string('"', count + 1), MessagePackSerializer.Deserialize<string>(output.ToArray()));
    }

    [Fact]
    public async Task MessagesAreConvertedAsTheyArrive()
    {
        var input = new Pipe();
        var output = new Pipe();
        Task conversion = MessagePackSerializer.ConvertToJsonAsync(input.Reader, output.Writer);
        for (int i = 0; i < 3; i++)
        {
            await input.Writer.WriteAsync(MessagePackSerializer.Serialize(i));
            Assert.Equal($"{i}\n", await Next(output.Reader));
            Assert.False(conversion.IsCompleted);
        }

        await input.Writer.CompleteAsync();
        await conversion;

        var back = new Pipe();
        input = new Pipe();
        conversion = MessagePackSerializer.ConvertFromJsonAsync(input.Reader, back.Writer);
        await input.Writer.WriteAsync("{\"a\":1}"u8.ToArray());
        Assert.Equal(Convert.FromHexString("81a16101"), await NextBytes(back.Reader));
        await input.Writer.WriteAsync("[2] 3"u8.ToArray());
        Assert.Equal(Convert.FromHexString("9102"), await NextBytes(back.Reader));
        await input.Writer.CompleteAsync();
        Assert.Equal([3], await NextBytes(back.Reader));
        await conversion;
    }

    [Fact]
    public async Task ErrorsHaveTheOffsetInTheStreamAndFollowWhatPrecedesThem()
    {
        var text = new MemoryStream();
        MessagePackSerializationException fault = await Assert.ThrowsAsync<MessagePackSerializationException>(
            () => MessagePackSerializer.ConvertToJsonAsync(OneByOne([0x01, 0x91, 0xa1, 0xff, 0x02]), text));
        Assert.Equal(("invalid_utf8", 2L, "$[0]", "1\n"), (fault.ErrorName, fault.Offset, fault.Path, Encoding.UTF8.GetString(text.ToArray())));
        fault = await Assert.ThrowsAsync<MessagePackSerializationException>(
            () => MessagePackSerializer.ConvertToJsonAsync(OneByOne([0x01, 0x92, 0x01]), text = new MemoryStream()));
        Assert.Equal(("truncated", "1\n"), (fault.ErrorName, Encoding.UTF8.GetString(text.ToArray())));

        foreach ((string json, string name, long offset) in new[]
        {
            ("1 [2,}", "invalid_json", 5L), ("1 [2", "invalid_json", 4L), ("1 \"a", "invalid_json", 2L), ("1 trux ", "invalid_json", 2L), ("1 , 2", "invalid_json", 2L), ("1 " + new string('[', 5000), "too_deep", 0L),
        })
        {
            var output = new MemoryStream();
            fault = await Assert.ThrowsAsync<MessagePackSerializationException>(
                () => MessagePackSerializer.ConvertFromJsonAsync(OneByOne(Encoding.UTF8.GetBytes(json)), output));
            Assert.Equal((json, name, 1), (json, fault.ErrorName, (int)output.Length));
            Assert.True(offset == 0 || fault.Offset == offset, $"{json}: {fault.Offset}");
        }
    }

    [Fact]
    public async Task LimitsAndCancellation()
    {
        var limits = new MessagePackLimits { MaximumMessageLength = 20 };
        MessagePackSerializationException fault = await Assert.ThrowsAsync<MessagePackSerializationException>(
            () => MessagePackSerializer.ConvertFromJsonAsync(OneByOne([.. "1 \""u8, .. new byte[50].Select(_ => (byte)'a')]), new MemoryStream(), limits: limits));
        Assert.Equal("size_limit", fault.ErrorName);
        fault = await Assert.ThrowsAsync<MessagePackSerializationException>(
            () => MessagePackSerializer.ConvertToJsonAsync(OneByOne([1, 0xd9, 50]), new MemoryStream(), limits: limits));
        Assert.Equal(("size_limit", 1L), (fault.ErrorName, fault.Offset));

        using var source = new CancellationTokenSource();
        var input = new Pipe();
        Task toJson = MessagePackSerializer.ConvertToJsonAsync(input.Reader.AsStream(), new MemoryStream(), cancellationToken: source.Token);
        Task fromJson = MessagePackSerializer.ConvertFromJsonAsync(new Pipe().Reader, new Pipe().Writer, cancellationToken: source.Token);
        Assert.False(toJson.IsCompleted || fromJson.IsCompleted);
        await source.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => toJson);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => fromJson);
    }

    [Fact]
    public async Task Lz4MessagesAreConverted()
    {
        byte[] bytes = MessagePackSerializer.Serialize(new string('a', 1000), Lz4);
        var json = new MemoryStream();
        await MessagePackSerializer.ConvertToJsonAsync(OneByOne(bytes), json, options: Lz4);
        var back = new MemoryStream();
        await MessagePackSerializer.ConvertFromJsonAsync(OneByOne(json.ToArray()), back, options: Lz4);
        Assert.Equal(bytes, back.ToArray());
    }

    [Fact]
    public void BufferWritersAndJsonWriters()
    {
        var messages = new ArrayBufferWriter<byte>();
        MessagePackSerializer.ConvertFromJson(Segments.Split("[1,{\"a\":\"é\"}]"u8.ToArray(), 5), messages);
        Assert.Equal(MessagePackSerializer.ConvertFromJson("[1,{\"a\":\"é\"}]"), messages.WrittenSpan.ToArray());
        Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.ConvertFromJson(new ReadOnlySequence<byte>("[1"u8.ToArray()), messages = new()));
        Assert.Equal(0, messages.WrittenCount);

        var json = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(json);
        writer.WriteStartObject();
        writer.WritePropertyName("value");
        MessagePackSerializer.ConvertToJson(new ReadOnlySequence<byte>([0x92, 0x01, 0xc4, 0x01, 0xff]), writer, MessagePackJsonForm.Lossless);
        writer.WriteEndObject();
        writer.Flush();
        Assert.Equal("{\"value\":[1,{\"$bytes\":\"/w==\"}]}", Encoding.UTF8.GetString(json.WrittenSpan));
        Assert.ThrowsAny<OperationCanceledException>(() => MessagePackSerializer.ConvertFromJson("1", cancellationToken: new CancellationToken(true)));
    }

    private static PieceStream OneByOne(byte[] bytes) => new(bytes.Select(one => new[] { one }));

    private static async Task<string> Next(PipeReader reader) => Encoding.UTF8.GetString(await NextBytes(reader));

    private static async Task<byte[]> NextBytes(PipeReader reader)
    {
        ReadResult result = await reader.ReadAsync();
        byte[] bytes = result.Buffer.ToArray();
        reader.AdvanceTo(result.Buffer.End);
        return bytes;
    }
}
