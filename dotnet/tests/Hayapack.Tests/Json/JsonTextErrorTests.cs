using System.Buffers;
using System.Text;
using Hayapack.Tests.Streams;
using Xunit;

namespace Hayapack.Tests;

/// <summary>Errors of JSON texts: which error it is, and its offset.</summary>
public class JsonTextErrorTests
{
    /// <summary>The test runner encodes the arguments of tests in UTF-8, so these stand for a high and a low surrogate.</summary>
    private const string High = "HIGH";
    private const string Low = "LOW";

    public static TheoryData<string, long> LoneSurrogates() => new()
    {
        { $"\"{High}\"", 0 },
        { $"\"{Low}\"", 0 },
        { $"[1,\"a{High}b\"]", 3 },
        { $"[\"é\" , \"{Low}{High}\"]", 8 },
        { $"{{\"{High}\":1}}", 1 },
        { $"{{\"a\":\"é\", \"{High}\":1}}", 11 },
        { $"{{\"a\": \"{High}", 6 },
        { "\"\\ud800\"", 0 },
        { "[1,\"\\udc00x\"]", 3 },
        { "[\"\\ud800\\ud800\"]", 1 },
        { "{\"\\ud800\":1}", 1 },
        { "{\"a\":\"\\ud800\"}", 5 },
    };

    [Theory]
    [MemberData(nameof(LoneSurrogates))]
    public void ALoneSurrogateIsAnError(string json, long offset)
    {
        string text = Text(json);
        foreach (MessagePackJsonForm form in Enum.GetValues<MessagePackJsonForm>())
        {
            Expect("lone_surrogate", offset, () => MessagePackSerializer.ConvertFromJson(text, form));
        }
    }

    [Theory]
    [InlineData("{\"$ext\":1,\"data\":\"\\ud800\"}", 17)]
    [InlineData("{\"$bytes\":\"\\ud800\"}", 10)]
    [InlineData("{\"$timestamp\":\"\\ud800\"}", 14)]
    [InlineData("{\"$float\":\"\\ud800\"}", 10)]
    [InlineData("{\"$type\":\"\\ud800\",\"$value\":1}", 9)]
    public void ALoneSurrogateIsAnErrorInATag(string json, long offset) =>
        Expect("lone_surrogate", offset, () => MessagePackSerializer.ConvertFromJson(json, MessagePackJsonForm.Lossless));

    [Theory]
    [InlineData($"{High}", 0)]
    [InlineData($"[{High}]", 1)]
    [InlineData($"[1 {High}]", 3)]
    [InlineData($"[}}\"{High}\"", 1)]
    [InlineData("tmaximum", 0)]
    [InlineData("\"maximum depth", 0)]
    [InlineData("[\"maximum\" maximum]", 11)]
    [InlineData("{[", 1)]
    public void OtherErrorsAreInvalidJson(string json, long offset) =>
        Expect("invalid_json", offset, () => MessagePackSerializer.ConvertFromJson(Text(json)));

    [Fact]
    public void SurrogatePairsAreText()
    {
        Assert.Equal("a4f09f9880", Convert.ToHexStringLower(MessagePackSerializer.ConvertFromJson("\"\ud83d\ude00\"")));
        Assert.Equal("a4f09f9880", Convert.ToHexStringLower(MessagePackSerializer.ConvertFromJson("\"\\ud83d\\ude00\"")));
    }

    /// <summary>Bytes that encode a surrogate are not UTF-8, so they are not a lone surrogate.</summary>
    [Theory]
    [InlineData("22eda08022", 0)]
    [InlineData("5b22ff22", 1)]
    [InlineData("225c6eff22", 0)]
    [InlineData("225c7564383030ff22", 0)]
    [InlineData("7b22ff223a317d", 1)]
    public void BytesThatAreNotUtf8AreInvalidJson(string hex, long offset) =>
        Expect("invalid_json", offset, () => MessagePackSerializer.ConvertFromJson(Convert.FromHexString(hex), MessagePackJsonForm.Lossless));

    [Fact]
    public async Task ALoneSurrogateIsAnErrorInSegmentsAndStreams()
    {
        byte[] json = "1 [2,\"a\\ud800\"] 3"u8.ToArray();
        foreach (ReadOnlySequence<byte> split in Segments.Splits(json[2..^2]))
        {
            Expect("lone_surrogate", 3, () =>
            {
                MessagePackSerializer.ConvertFromJson(split, new ArrayBufferWriter<byte>());
                return [];
            });
        }

        for (int size = 1; size <= json.Length; size++)
        {
            var output = new MemoryStream();
            MessagePackSerializationException fault = await Assert.ThrowsAsync<MessagePackSerializationException>(
                () => MessagePackSerializer.ConvertFromJsonAsync(new PieceStream(json.Chunk(size)), output));
            Assert.Equal(("lone_surrogate", 5L, 1L), (fault.ErrorName, fault.Offset, output.Length));
        }
    }

    /// <summary>The depth decides, not the words of the JSON reader's exception, which quotes the input.</summary>
    [Fact]
    public async Task TheDepthLimitIsCountedInContainers()
    {
        MessagePackSerializerOptions two = MessagePackSerializerOptions.Standard.WithSecurity(MessagePackSecurity.UntrustedData.WithMaximumObjectGraphDepth(2));
        Expect("too_deep", 2, () => MessagePackSerializer.ConvertFromJson("[[[", two));
        Expect("too_deep", 5, () => MessagePackSerializer.ConvertFromJson("[ [ \n{", two));
        Expect("invalid_json", 2, () => MessagePackSerializer.ConvertFromJson("[[maximum", two));
        Expect("too_deep", 27, () => MessagePackSerializer.ConvertFromJson("{\"$map\":[[1,{\"$map\":[[2,   [3]]]}]]}", MessagePackJsonForm.Lossless, two));
        Assert.Equal("8101810203", Convert.ToHexStringLower(MessagePackSerializer.ConvertFromJson(
            "{\"$map\":[[1,{\"$map\":[[2,3]]}]]}", MessagePackJsonForm.Lossless, two)));
        foreach (int size in new[] { 1, 3, 100 })
        {
            MessagePackSerializationException fault = await Assert.ThrowsAsync<MessagePackSerializationException>(
                () => MessagePackSerializer.ConvertFromJsonAsync(
                    new PieceStream(Encoding.UTF8.GetBytes("1 " + new string('[', 5000)).Chunk(size)), new MemoryStream(), options: two));
            Assert.Equal("too_deep", fault.ErrorName);
            fault = await Assert.ThrowsAsync<MessagePackSerializationException>(
                () => MessagePackSerializer.ConvertFromJsonAsync(new PieceStream("1 tmaximum "u8.ToArray().Chunk(size)), new MemoryStream()));
            Assert.Equal(("invalid_json", 2L), (fault.ErrorName, fault.Offset));
        }
    }

    /// <summary>The JSON reader's exceptions quote the input: the text of an error must not grow with it.</summary>
    [Theory]
    [InlineData("t", "")]
    [InlineData("1", "x")]
    [InlineData("\"", "")]
    [InlineData("[", "]")]
    [InlineData("{\"", "\":}")]
    [InlineData("{\"$type\":", "}")]
    [InlineData("{\"$bytes\":\"_", "\"}")]
    public void TheTextOfAnErrorIsShort(string before, string after)
    {
        string json = before + new string('1', 100_000) + after;
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.ConvertFromJson(json, MessagePackJsonForm.Lossless));
        Assert.InRange(fault.Message.Length, 1, 500);
    }

    private static string Text(string json) =>
        json.Replace(High, "\ud800", StringComparison.Ordinal).Replace(Low, "\udc00", StringComparison.Ordinal);

    private static void Expect(string name, long offset, Func<byte[]> convert)
    {
        var fault = Assert.Throws<MessagePackSerializationException>(convert);
        Assert.Equal((name, offset), (fault.ErrorName, fault.Offset));
    }
}
