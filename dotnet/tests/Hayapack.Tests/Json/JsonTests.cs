using System.Buffers;
using System.Text;
using System.Text.Json;
using Hayapack.Tests.Vectors;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.Tests;

/// <summary>Converting MessagePack to JSON and JSON to MessagePack.</summary>
public class JsonTests(ITestOutputHelper output)
{
    private static readonly MessagePackSerializerOptions Deep = MessagePackSerializerOptions.Standard.WithSecurity(
        MessagePackSecurity.UntrustedData.WithMaximumObjectGraphDepth(MessagePackLimits.Default.MaximumDepth));

    [Fact]
    public void LosslessRows()
    {
        int rows = 0;
        foreach (VectorFile.Row row in VectorFile.RowsOf("json/lossless.tsv"))
        {
            string json = MessagePackSerializer.ConvertToJson(row.Bytes, MessagePackJsonForm.Lossless);
            Assert.True(row.Fields[2] == json, $"{row}: {json}, not {row.Fields[2]}");
            byte[] again = MessagePackSerializer.ConvertFromJson(json, MessagePackJsonForm.Lossless);
            Assert.True(row.Fields[2] == MessagePackSerializer.ConvertToJson(again, MessagePackJsonForm.Lossless), row.ToString());
            var split = new ArrayBufferWriter<byte>();
            MessagePackSerializer.ConvertToJson(Segments.Split(row.Bytes, row.Bytes.Length / 2), split, MessagePackJsonForm.Lossless);
            Assert.Equal(json, Encoding.UTF8.GetString(split.WrittenSpan));
            rows++;
        }

        output.WriteLine($"vectors: dotnet: json: {rows} of {rows} rows");
    }

    [Fact]
    public void ValidRowsComeBack()
    {
        int rows = 0;
        foreach (VectorFile.Row row in VectorFile.Rows("valid").Where(row => row.Bytes.Length < 10_000))
        {
            byte[] canonical = row.Fields[2] == "=" ? row.Bytes : ByteTerms.Parse(row.Fields[2]);
            string json = MessagePackSerializer.ConvertToJson(row.Bytes, MessagePackJsonForm.Lossless, Deep);
            using (JsonDocument.Parse(json, new JsonDocumentOptions { MaxDepth = 10_000 }))
            {
            }

            byte[] again = MessagePackSerializer.ConvertFromJson(json, MessagePackJsonForm.Lossless, Deep);
            Assert.True(canonical.AsSpan().SequenceEqual(again), $"{row}: {Convert.ToHexString(again)} of {json}");
            using (JsonDocument.Parse(MessagePackSerializer.ConvertToJson(row.Bytes, Deep), new JsonDocumentOptions { MaxDepth = 10_000 }))
            {
            }

            rows++;
        }

        Assert.True(rows > 300);
    }

    [Theory]
    [InlineData("c403616263", "\"YWJj\"")]
    [InlineData("d6ff00000001", "\"1970-01-01T00:00:01.0000000Z\"")]
    [InlineData("d4050a", "[5,\"Cg==\"]")]
    [InlineData("8201020304", "{\"1\":2,\"3\":4}")]
    [InlineData("cb7ff8000000000000", "\"NaN\"")]
    [InlineData("a1 01", "\"\\u0001\"")]
    [InlineData("ca3dcccccd", "0.1")]
    [InlineData("cb3ff0000000000000", "1")]
    [InlineData("d664a24e4e07", "{\"$type\":\"NN\",\"$value\":7}")]
    [InlineData("c70664a14e81a10102", "{\"$type\":\"N\",\"\\u0001\":2}")]
    [InlineData("81920102c3", "{\"[1,2]\":true}")]
    public void PlainIsAsMessagePackCSharpButValid(string hex, string json)
    {
        Assert.Equal(json, MessagePackSerializer.ConvertToJson(Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal))));
        JsonDocument.Parse(json).Dispose();
    }

    [Theory]
    [InlineData("93 01 d6ff00000001 02", 2, "$[1]")]
    [InlineData("82 a16101 a16102", 4, "${key #1}")]
    [InlineData("81 0102", 1, "${key #0}")]
    [InlineData("91 ca3dcccccd", 1, "$[0]")]
    public void ExactRefusesALoss(string hex, int offset, string path)
    {
        byte[] bytes = Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.ConvertToJson(bytes, MessagePackJsonForm.Exact));
        Assert.Equal("json_loss", fault.ErrorName);
        Assert.Equal(offset, fault.Offset);
        Assert.Equal(path, fault.Path);
    }

    /// <summary>A map whose key is not a str is written as pairs, also if the input ends in the header of this key.</summary>
    [Theory]
    [InlineData("81a16181c991c1c0")]
    [InlineData("81c5")]
    [InlineData("81c7c0")]
    [InlineData("82a161c0d1")]
    [InlineData("81d9")]
    [InlineData("81")]
    public void ATruncatedKeyIsAnError(string hex)
    {
        foreach (MessagePackJsonForm form in (MessagePackJsonForm[])[MessagePackJsonForm.Plain, MessagePackJsonForm.Lossless])
        {
            var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.ConvertToJson(Convert.FromHexString(hex), form));
            Assert.Equal("truncated", fault.ErrorName);
        }
    }

    [Fact]
    public void ErrorsHaveOffsetAndPath()
    {
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.ConvertToJson(Convert.FromHexString("81a16192c3a1ff")));
        Assert.Equal("invalid_utf8", fault.ErrorName);
        Assert.Equal(5, fault.Offset);
        Assert.Equal("$.a[1]", fault.Path);
        fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.ConvertFromJson("[1,2,,3]"));
        Assert.Equal("invalid_json", fault.ErrorName);
    }

    [Theory]
    [InlineData("")]
    [InlineData("[")]
    [InlineData("1 2")]
    [InlineData("[1e999]")]
    [InlineData("[18446744073709551616]")]
    [InlineData("{\"$bytes\":5}")]
    [InlineData("{\"$bytes\":\"YQ==\",\"a\":1}")]
    [InlineData("{\"a\":1,\"$bytes\":\"YQ==\"}")]
    [InlineData("{\"$ext\":128,\"data\":\"\"}")]
    [InlineData("{\"$ext\":1}")]
    [InlineData("{\"$map\":[[1]]}")]
    [InlineData("{\"$map\":[1]}")]
    [InlineData("{\"$timestamp\":\"2026-02-30T00:00:00Z\"}")]
    [InlineData("{\"$float\":\"0x00\"}")]
    [InlineData("{\"$float32\":1e300}")]
    [InlineData("{\"$type\":5}")]
    [InlineData("{\"$value\":5}")]
    public void JsonThatHasNoForm(string json)
    {
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.ConvertFromJson(json, MessagePackJsonForm.Lossless));
        Assert.Equal("invalid_json", fault.ErrorName);
    }

    [Fact]
    public void GHSA_cj9g_3mj2_g8vv_JsonDepth()
    {
        MessagePackSerializerOptions three = Deep.WithSecurity(Deep.Security.WithMaximumObjectGraphDepth(3));
        Assert.Equal("too_deep", Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.ConvertFromJson("[[[[1]]]]", three)).ErrorName);
        Assert.Equal("91919101", Convert.ToHexString(MessagePackSerializer.ConvertFromJson("[[[1]]]", three)));
        Assert.Equal("invalid_json", Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.ConvertFromJson("[" + new string(',', 200_000) + "]")).ErrorName);
        Assert.Equal("too_deep", Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.ConvertFromJson(new string('[', 100_000))).ErrorName);
        byte[] deep = [.. Enumerable.Repeat((byte)0x91, 100_000), 0xc0];
        Assert.Equal("too_deep", Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.ConvertToJson(deep)).ErrorName);
        byte[] typed = [0xc0];
        for (int i = 0; i < 3000; i++)
        {
            typed = [0xc9, .. BitConverter.GetBytes(typed.Length + 2).Reverse(), 0x64, 0xa1, 0x4e, .. typed];
        }

        // Typed values nested deeper than the limit are written as an ext.
        Assert.StartsWith("{\"$", MessagePackSerializer.ConvertToJson(typed, MessagePackJsonForm.Lossless), StringComparison.Ordinal);
    }

    [Fact]
    public void PlainJsonComesBack()
    {
        const string Json = "{\"a\":[1,-5,2.5,1e300,true,null,\"\\u00e9\\n\"],\"b\":{\"c\":{}},\"long\":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]}";
        byte[] bytes = MessagePackSerializer.ConvertFromJson(Json);
        MessagePackSerializer.Validate(bytes);
        Assert.Equal(Json.Replace("\\u00e9", "é", StringComparison.Ordinal).Replace("1e300", "1E+300", StringComparison.Ordinal), MessagePackSerializer.ConvertToJson(bytes));
        MessagePackSerializerOptions lz4 = MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray);
        byte[] packed = MessagePackSerializer.ConvertFromJson(Json, lz4);
        Assert.Equal(bytes, packed);
        byte[] longer = MessagePackSerializer.ConvertFromJson($"[{Json},{Json},{Json}]", lz4);
        Assert.Equal(0x92, longer[0]);
        Assert.Equal(MessagePackSerializer.ConvertToJson(MessagePackSerializer.ConvertFromJson($"[{Json},{Json},{Json}]")), MessagePackSerializer.ConvertToJson(longer, lz4));
        Assert.Equal(MessagePackSerializer.ConvertToJson(bytes), MessagePackSerializer.ConvertToJson(packed, lz4));
        Assert.Equal("[1,2]", MessagePackSerializer.SerializeToJson(new[] { 1, 2 }));
    }

    [Fact]
    public void ManyKeysAndLongTextsAreWrittenInPieces()
    {
        var map = new Dictionary<string, string>();
        for (int i = 0; i < 20_000; i++)
        {
            map[$"key {i}"] = new string('x', i % 50) + "\u0085";
        }

        byte[] bytes = MessagePackSerializer.Serialize(map);
        foreach (MessagePackJsonForm form in Enum.GetValues<MessagePackJsonForm>())
        {
            var pieces = new ArrayBufferWriter<byte>();
            MessagePackSerializer.ConvertToJson(new ReadOnlySequence<byte>(bytes), pieces, form);
            Assert.Equal(map, JsonSerializer.Deserialize<Dictionary<string, string>>(pieces.WrittenSpan));
        }

        byte[] twice = [0xde, 0x4e, 0x21, .. bytes.AsSpan(3), 0xa5, .. "key 0"u8, 0xc0];
        string json = MessagePackSerializer.ConvertToJson(twice, MessagePackJsonForm.Lossless);
        Assert.StartsWith("{\"$map\":[[\"key 0\",", json, StringComparison.Ordinal);
        Assert.Equal(twice, MessagePackSerializer.ConvertFromJson(json, MessagePackJsonForm.Lossless));
    }
}
