using System.Text;
using System.Text.Json;
using Hayapack.Tests.Vectors;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.Tests;

/// <summary>
/// The largest JSON for a message of n bytes, the largest message for a JSON text of n bytes, and the memory for both. The
/// bounds are those of docs/security.md. Lengths and allocated bytes are counted; no test measures time.
/// </summary>
[Trait("Tier", "long")]
public class JsonBoundTests(ITestOutputHelper output)
{
    /// <summary>Bytes of JSON for each byte of a message, in every form.</summary>
    private const int JsonPerByte = 11;

    /// <summary>Bytes of a message for each byte of JSON: 1e1, with its comma becomes 9 bytes.</summary>
    private const double MessagePerByte = 2.25;

    /// <summary>
    /// Bytes allocated for each byte of a message, if the pool of arrays is empty: the text while it grows, the string, and in
    /// the lossless form the keys and the offsets of maps that are written as pairs.
    /// </summary>
    private const int MemoryPerByte = 200;

    /// <summary>Bytes allocated for each byte of JSON.</summary>
    private const int FromJsonPerByte = 50;

    private const int Fixed = 256 * 1024;

    private static readonly MessagePackJsonForm[] Forms = Enum.GetValues<MessagePackJsonForm>();

    private static readonly MessagePackSerializerOptions Unlimited = MessagePackSerializerOptions.Standard.WithSecurity(
        MessagePackSecurity.TrustedData.WithMaximumObjectGraphDepth(int.MaxValue));

    /// <summary>Keys inside keys: each level would escape the text of the one inside it again.</summary>
    [Theory]
    [InlineData(2)]
    [InlineData(16)]
    [InlineData(28)]
    [InlineData(60)]
    public void AContainerKeyInAContainerKeyHasNoPlainForm(int levels)
    {
        byte[] maps = [.. Enumerable.Repeat((byte)0x81, levels), 0xa1, 0x61, .. Enumerable.Repeat((byte)0xc0, levels)];
        if (levels == 2)
        {
            Assert.Equal("{\"{\\\"a\\\":null}\":null}", MessagePackSerializer.ConvertToJson(maps));
            return;
        }

        Refused(maps, 2, "${key #0}{key #0}", MessagePackSerializerOptions.Standard);
        Refused(maps, 2, "${key #0}{key #0}", Unlimited);
        byte[] arrays = [.. Enumerable.Repeat((byte[])[0x81, 0x91], levels / 2).SelectMany(part => part), 0xc0, .. Enumerable.Repeat((byte)0xc0, levels / 2)];
        Refused(arrays, 3, "${key #0}[0]{key #0}", MessagePackSerializerOptions.Standard);
    }

    [Fact]
    public void ATypedValueIsAContainerKeyToo()
    {
        // {typed value of {typed value: nil}: nil}
        byte[] inner = [0x81, 0xd6, 0x64, 0xa1, 0x4e, 0xa1, 0x61, 0xc0];
        byte[] bytes = [0x81, 0xc7, (byte)(inner.Length + 2), 0x64, 0xa1, 0x4e, .. inner, 0xc0];
        Refused(bytes, 7, "${key #0}{key #0}", MessagePackSerializerOptions.Standard);
        Assert.Equal("{\"{\\\"$type\\\":\\\"N\\\",\\\"$value\\\":\\\"a\\\"}\":null}", MessagePackSerializer.ConvertToJson(inner));
    }

    [Theory]
    [InlineData("81 81 01 02 c0", """{"{\"1\":2}":null}""")]
    [InlineData("81 81 d40500 02 c0", """{"{\"[5,\\\"AA==\\\"]\":2}":null}""")]
    [InlineData("81 82 c40161 02 ca7f800000 c2 c0", """{"{\"YQ==\":2,\"Infinity\":false}":null}""")]
    [InlineData("81 92 81 0102 90 c0", """{"[{\"1\":2},[]]":null}""")]
    public void OtherKeysInAContainerKeyHaveOne(string hex, string json)
    {
        byte[] bytes = Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));
        Assert.Equal(json, MessagePackSerializer.ConvertToJson(bytes));
        JsonDocument.Parse(json).Dispose();
    }

    [Fact]
    public void JsonIsAtMostElevenTimesTheMessage()
    {
        double worst = 0;
        string which = "";
        int messages = 0;
        foreach ((string name, byte[] bytes) in Messages(Values(), 100))
        {
            foreach (MessagePackJsonForm form in Forms)
            {
                string json;
                try
                {
                    json = MessagePackSerializer.ConvertToJson(bytes, form, Unlimited);
                }
                catch (MessagePackSerializationException fault) when (fault.ErrorName == "json_loss")
                {
                    continue;
                }

                messages++;
                double ratio = (Encoding.UTF8.GetByteCount(json) - 2.0) / bytes.Length;
                if (ratio > worst)
                {
                    (worst, which) = (ratio, $"{name}, {form}");
                }
            }
        }

        output.WriteLine($"{messages} conversions, at most {worst:f3} bytes of JSON for a byte: {which}");
        Assert.InRange(worst, JsonPerByte - 1.0, JsonPerByte);
    }

    [Fact]
    public void MemoryIsAtMostTwoHundredTimesTheMessage()
    {
        double worst = 0;
        string which = "";
        foreach ((string name, byte[] bytes) in Messages(Values().Where((_, i) => i % 24 == 0).Concat(Extremes.Select(Convert.FromHexString)), 4000))
        {
            foreach (MessagePackJsonForm form in Forms)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                try
                {
                    MessagePackSerializer.ConvertToJson(bytes, form, Unlimited);
                }
                catch (MessagePackSerializationException)
                {
                }

                double ratio = (GC.GetAllocatedBytesForCurrentThread() - before - Fixed) / (double)bytes.Length;
                if (ratio > worst)
                {
                    (worst, which) = (ratio, $"{name}, {form}");
                }
            }
        }

        output.WriteLine($"at most {worst:f1} bytes allocated for a byte: {which}");
        Assert.InRange(worst, 0, MemoryPerByte);
    }

    [Fact]
    public void AMessageIsAtMostTwoAndAQuarterTimesTheJson()
    {
        string[] values =
        [
            "1e1", "0.1", "1", "-1", "128", "-129", "99999", "null", "[]", "{}", "\"\"", "\"a\"", "\"\\n\"", "\"\\ud83d\\ude00\"", "true", "{\"\":1}",
            "{\"$bytes\":\"\"}", "{\"$ext\":1,\"data\":\"\"}", "{\"$map\":[]}", "{\"$map\":[[1,2]]}", "{\"$float\":\"inf\"}", "{\"$float32\":1}",
            "{\"a\":1}", "{\"$\":1}", "{\"$$map\":[]}", "\"é\"", "\"\\u0000\"", "1e-5", "1.5e300", "18446744073709551615",
            "{\"$timestamp\":\"0001-01-01T00:00:00Z\"}", "{\"$type\":\"\"}", "{\"$type\":\"\",\"$value\":1}", "{\"$type\":\"System.Object\"}",
        ];
        double worst = 0;
        double most = 0;
        string which = "";
        MessagePackSerializer.ConvertFromJson("[{\"$map\":[[1,2]]},{\"$bytes\":\"\"},1.5]", MessagePackJsonForm.Lossless, Unlimited);
        foreach (string text in values.SelectMany(value => (string[])[.. Repeated(value), .. Deep(value)]).Concat(Long()))
        {
            foreach (MessagePackJsonForm form in Forms)
            {
                byte[] message = [];
                long allocated = ReaderBoundTests.OnNewThread(() => message = MessagePackSerializer.ConvertFromJson(text, form, Unlimited));
                int length = Encoding.UTF8.GetByteCount(text);
                double ratio = (allocated - Fixed) / (double)length;
                (most, which) = ratio > most ? (ratio, $"{text[..40]}, {form}") : (most, which);
                worst = Math.Max(worst, (message.Length - 5.0) / length);
            }
        }

        output.WriteLine($"at most {worst:f3} bytes of a message for a byte of JSON, {most:f1} allocated: {which}");
        Assert.InRange(worst, MessagePerByte - 0.01, MessagePerByte);
        Assert.InRange(most, FromJsonPerByte / 2.0, FromJsonPerByte);

        static IEnumerable<string> Long() =>
        [
            $"\"{string.Concat(Enumerable.Repeat("\\n", 500_000))}\"",
            $"\"{new string('é', 500_000)}\"",
            $"{{\"{new string('é', 500_000)}\":1}}",
            $"{{\"$bytes\":\"{new string('A', 1_000_000)}\"}}",
            $"{{\"$type\":\"{new string('A', 1_000_000)}\"}}",
            $"0.{new string('1', 1_000_000)}",
        ];

        static IEnumerable<string> Repeated(string value) =>
        [
            $"[{string.Join(',', Enumerable.Repeat(value, 20_000))}]",
            $"{{\"$map\":[{string.Join(',', Enumerable.Repeat($"[{value},{value}]", 10_000))}]}}",
        ];

        static IEnumerable<string> Deep(string value) =>
        [
            string.Concat(Enumerable.Repeat("[", 300)) + value + new string(']', 300),
            string.Concat(Enumerable.Repeat("{\"$type\":\"\",\"$value\":", 300)) + value + new string('}', 300),
            string.Concat(Enumerable.Repeat("{\"$map\":[[1,", 300)) + value + string.Concat(Enumerable.Repeat("]]}", 300)),
        ];
    }

    private static void Refused(byte[] bytes, long offset, string path, MessagePackSerializerOptions options)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.ConvertToJson(bytes, options));
        Assert.Equal(("json_loss", offset, path), (fault.ErrorName, fault.Offset, fault.Path));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, Fixed);
    }

    /// <summary>
    /// Builds messages of one value, many times: of every format with the content that gives the most text, and of the shared
    /// vectors; in an array, as values and as keys, inside of one key, and as the leaves of a tree of maps with one entry.
    /// </summary>
    private static IEnumerable<(string Name, byte[] Bytes)> Messages(IEnumerable<byte[]> values, int count)
    {
        byte[] array = [0xdc, (byte)(count >> 8), (byte)count];
        byte[] half = [(byte)(count >> 9), (byte)(count >> 1)];
        foreach (byte[] value in values)
        {
            string hex = Convert.ToHexStringLower(value);
            byte[] many = Many(value, count);
            yield return ("an array of " + hex, [.. array, .. many]);
            yield return ("a map of " + hex, [0xde, .. half, .. many]);
            yield return ("a key with an array of " + hex, [0x81, .. array, .. many, 0xc0]);
            yield return ("a key with a map of " + hex, [0x81, 0xde, .. half, .. many, 0xc0]);
            yield return ("maps with the entry of " + hex, [0xdc, .. half, .. Many([0x81, .. value, .. value], count / 2)]);
            yield return ("maps in keys around " + hex, [0xdc, 0x00, (byte)(count / 100), .. Many([.. Enumerable.Repeat((byte)0x81, 50), .. value, .. Many(value, 50)], count / 100)]);
            yield return ("typed values of " + hex, [.. array, .. Many([0xc7, (byte)(value.Length + 1), 0x64, 0xa0, .. value], count)]);
        }
    }

    /// <summary>Repeats a value.</summary>
    internal static byte[] Many(byte[] value, int count)
    {
        var many = new byte[value.Length * count];
        for (int i = 0; i < count; i++)
        {
            value.CopyTo(many, i * value.Length);
        }

        return many;
    }

    private static IEnumerable<byte[]> Values()
    {
        foreach (int code in Enumerable.Range(0, 256).Where(code => code != 0xc1))
        {
            Head head;
            try
            {
                head = new MessagePackReader(new byte[] { (byte)code, 0, 0, 0, 0, 0 }).ReadHead();
            }
            catch (MessagePackSerializationException)
            {
                continue;
            }

            if (!head.IsContainer)
            {
                foreach (byte fill in (byte[])[0x00, 0x01, 0x22, 0x5c, 0x7f, 0x80, 0x81, 0xc3, 0xff])
                {
                    int header = MessagePackCode.HeaderLength((byte)code);
                    byte[] value = [(byte)code, .. new byte[header - 1], .. Enumerable.Repeat(fill, (int)head.Payload)];
                    if (IsValid(value))
                    {
                        yield return value;
                    }
                }
            }
        }

        foreach (string hex in Extremes)
        {
            byte[] value = Convert.FromHexString(hex);
            if (IsValid(value))
            {
                yield return value;
            }
        }

        foreach (VectorFile.Row row in VectorFile.Rows("valid").Where(row => row.Bytes.Length is > 0 and <= 20))
        {
            yield return row.Bytes;
        }
    }

    private static readonly string[] Extremes =
    [
        "80", "90", "a122", "a2c285", "a3e280ae", "ca80800001", "cb8010000000000001", "d48161", "d50080ff", "c70180ff", "d564a0c0", "d564a0c2",
        "8101c0", "81c2c2",
    ];

    private static bool IsValid(byte[] value)
    {
        try
        {
            MessagePackSerializer.Validate(value);
            return true;
        }
        catch (MessagePackSerializationException)
        {
            return false;
        }
    }
}
