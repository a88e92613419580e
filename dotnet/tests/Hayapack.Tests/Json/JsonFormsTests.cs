using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Hayapack.Tests.Json;

/// <summary>What ConvertToJson makes of bytes, times and keys is read back where the type says what it was.</summary>
public class JsonFormsTests
{
    private static readonly MessagePackSerializerOptions Reflection = Resolvers.StandardResolverAllowPrivate.Options;

    [Fact]
    public void AnObjectIsTheSameAfterJson()
    {
        var value = new Model
        {
            Id = 7,
            At = new DateTime(2026, 1, 2, 3, 4, 5, 678, DateTimeKind.Utc),
            Flag = true,
            Raw = [0xfb, 0xff, 1],
            Maybe = DateTime.UnixEpoch,
            ByNumber = new() { [1] = "a", [-300] = "b" },
            ByDay = new() { [DayOfWeek.Monday] = 1 },
            ByFlag = new() { [true] = 1 },
            ByTime = new() { [DateTime.UnixEpoch] = 5 },
            Times = [DateTime.UnixEpoch],
            Last = 9,
            ByDouble = new() { [1.5] = 2, [3] = 4 },
            ByUnsigned = new() { [ulong.MaxValue] = 1 },
            ByText = new() { ["5"] = 6 },
            Memory = new byte[] { 1, 2 },
            Loose = "AQ==",
        };
        foreach (MessagePackSerializerOptions options in new[] { MessagePackSerializerOptions.Standard, Reflection })
        {
            byte[] bytes = MessagePackSerializer.Serialize(value, options);
            string json = MessagePackSerializer.ConvertToJson(bytes);
            Assert.Equal(bytes, MessagePackSerializer.Serialize(MessagePackSerializer.DeserializeFromJson<Model>(json, options), options));
            Assert.Equal(bytes, MessagePackSerializer.Serialize(
                MessagePackSerializer.DeserializeFromJson<Model>(System.Text.Encoding.UTF8.GetBytes(json), options.WithCompression(MessagePackCompression.Lz4Block)), options));
        }
    }

    [Theory]
    [InlineData("\"2026-01-02T03:04:05Z\"", 0)]
    [InlineData("\"2026-01-02T03:04:05\"", 0)]
    [InlineData("\"2026-01-02T05:04:05+02:00\"", 0)]
    [InlineData("\"2026-01-02T03:04:05.0000001Z\"", 1)]
    public void TimesOfOtherPrograms(string json, long ticks) =>
        Assert.Equal(new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc).AddTicks(ticks), MessagePackSerializer.DeserializeFromJson<DateTime>(json));

    /// <summary>The text that System.Text.Json writes of these types.</summary>
    [Fact]
    public void TimesOfSystemTextJson()
    {
        Same(new DateTimeOffset(2026, 1, 2, 3, 4, 5, 678, TimeSpan.FromMinutes(-90)), new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero));
        Same(new DateOnly(2026, 1, 2), DateOnly.MaxValue);
        Same(new TimeOnly(3, 4, 5), TimeOnly.MaxValue, TimeOnly.MinValue);
        Same(TimeSpan.FromTicks(-123456789012345), TimeSpan.Zero, TimeSpan.MaxValue);
        Same(new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc));
        Fails<DateTimeOffset[]>("[\"2026-01-02\"]", "invalid_value", "$[0]");
        Fails<DateOnly[]>("[\"2026-02-30\"]", "invalid_value", "$[0]");
        Fails<TimeOnly[]>("[\"24:00:00\"]", "invalid_value", "$[0]");
        Fails<TimeSpan[]>("[\"1 h\"]", "invalid_value", "$[0]");
    }

    [Fact]
    public void TextIsANumberWithTheOption()
    {
        MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithNumberHandling(JsonNumberHandling.AllowReadingFromString);
        MessagePackSerializerOptions named = options.WithNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals);
        Assert.Equal(named.NumberHandling, named.WithCompressionMinLength(9).NumberHandling);
        var serializer = new JsonSerializerOptions { NumberHandling = options.NumberHandling };
        Assert.Equal([sbyte.MinValue, 5], Both<sbyte[]>("[\"-128\",5]"));
        Assert.Equal([ulong.MaxValue, 5], Both<ulong[]>("[\"18446744073709551615\",\"5\"]"));
        Assert.Equal([long.MinValue, 0], Both<List<long>>("[\"-9223372036854775808\",\"0\"]"));
        Assert.Equal([1.5, -1e300, 7], Both<double[]>("[\"1.5\",\"-1E300\",\"7\"]"));
        Assert.Equal([0.1f, 7], Both<float[]>("[\"0.1\",\"7\"]"));
        Assert.Equal(7, Both<int?>("\"7\""));
        Assert.Equal(1.5m, Both<decimal>("\"1.5\""));
        Assert.Equal("7", MessagePackSerializer.DeserializeFromJson<object>("\"7\"", options));

        // Members of bounded size are read as a run, which text makes longer than that.
        string many = "{\"A\":\"000000000000000000000000000000000000000000000000000000000007\",\"B\":\"1\",\"C\":\"-3.25\",\"D\":\"4\"}";
        foreach (MessagePackSerializerOptions how in new[] { options, Reflection.WithNumberHandling(options.NumberHandling) })
        {
            Numbers read = MessagePackSerializer.DeserializeFromJson<Numbers>(many, how);
            Assert.Equal((7, 1L, -3.25, (ushort)4), (read.A, read.B, read.C, read.D));
        }

        (string Json, string Name)[] bad =
        [
            ("[\"\"]", "invalid_value"), ("[\" 5\"]", "invalid_value"), ("[\"5 \"]", "invalid_value"), ("[\"+5\"]", "invalid_value"), ("[\"0x5\"]", "invalid_value"),
            ("[\"1.0\"]", "invalid_value"), ("[\"256\"]", "int_range"), ("[\"-1\"]", "int_range"), ("[\"99999999999999999999999999999999999999999\"]", "invalid_value"), ("[true]", "unexpected_type"),
        ];
        foreach ((string json, string name) in bad)
        {
            // The array of bytes has a formatter of its own.
            var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.DeserializeFromJson<HashSet<byte>>(json, options));
            Assert.Equal((json, name, "$[0]"), (json, fault.ErrorName, fault.Path));
            Assert.ThrowsAny<JsonException>(() => JsonSerializer.Deserialize<HashSet<byte>>(json, serializer));
        }

        Assert.Equal("int_range", Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.DeserializeFromJson<ulong>("\"18446744073709551616\"", options)).ErrorName);
        Assert.Equal([double.NaN, double.PositiveInfinity, double.NegativeInfinity], MessagePackSerializer.DeserializeFromJson<double[]>("[\"NaN\",\"Infinity\",\"-Infinity\"]", named));
        foreach ((string text, MessagePackSerializerOptions how) in new[] { ("NaN", options), ("Infinity", options), ("5", named), ("nan", named) })
        {
            Assert.Equal("invalid_value", Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.DeserializeFromJson<double>($"\"{text}\"", how)).ErrorName);
        }

        Assert.Throws<ArgumentOutOfRangeException>(() => options.WithNumberHandling(JsonNumberHandling.WriteAsString));
        Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<int>(MessagePackSerializer.Serialize("5"), options));

        T Both<T>(string json)
        {
            Assert.Throws<MessagePackSerializationException>(() => typeof(T) == typeof(decimal) ? throw new MessagePackSerializationException() : MessagePackSerializer.DeserializeFromJson<T>(json));
            T read = MessagePackSerializer.DeserializeFromJson<T>(json, options);
            Assert.Equal(JsonSerializer.Deserialize<T>(json, serializer), read);
            return read;
        }
    }

    [Fact]
    public void OtherTextIsAnErrorWithAPath()
    {
        Fails<byte[][]>("[\"AQ==\",\"a\"]", "invalid_value", "$[1]");
        Fails<DateTime[]>("[\"yesterday\"]", "invalid_value", "$[0]");
        Fails<DateTime[]>("[\"2026-13-02T03:04:05Z\"]", "invalid_value", "$[0]");
        Fails<Dictionary<int, int>>("{\"x\":1}", "unexpected_type", null);
        Fails<Dictionary<byte, int>>("{\"256\":1}", "int_range", null);
        Fails<Dictionary<int, int>>("{\"1.5\":1}", "unexpected_type", null);
        Fails<Dictionary<int, int>>("{\"1\":1,\"01\":1}", "duplicate_key", null);
        Fails<int[]>("[\"1\"]", "unexpected_type", "$[0]");
    }

    [Fact]
    public void MessagesThatAreNoJsonAreReadAsBefore()
    {
        Assert.Equal("AQ=="u8.ToArray(), MessagePackSerializer.Deserialize<byte[]>(MessagePackSerializer.Serialize("AQ=="))!);
        Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<DateTime>(MessagePackSerializer.Serialize("2026-01-02T03:04:05Z")));
        Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<Dictionary<int, int>>(new byte[] { 0x81, 0xa1, (byte)'1', 1 }));
    }

    private static void Same<T>(params T[] values) =>
        Assert.Equal(values, MessagePackSerializer.DeserializeFromJson<T[]>(JsonSerializer.Serialize(values)));

    private static void Fails<T>(string json, string name, string? path)
    {
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.DeserializeFromJson<T>(json));
        Assert.Equal(name, fault.ErrorName);
        Assert.Equal(path ?? fault.Path, fault.Path);
        Assert.True(fault.Offset > 0);
    }

    [MessagePackObject(true)]
    public class Numbers
    {
        public int A { get; set; }

        public long B { get; set; }

        public double C { get; set; }

        public ushort D { get; set; }
    }

    [MessagePackObject(true)]
    public class Model
    {
        public int Id { get; set; }

        public DateTime At { get; set; }

        public bool Flag { get; set; }

        public DateTime? Maybe { get; set; }

        public DateTime? None { get; set; }

        public int Last { get; set; }

        public byte[]? Raw { get; set; }

        public Dictionary<int, string>? ByNumber { get; set; }

        public SortedDictionary<DayOfWeek, int>? ByDay { get; set; }

        public Dictionary<bool, int>? ByFlag { get; set; }

        public Dictionary<DateTime, int>? ByTime { get; set; }

        public Dictionary<double, int>? ByDouble { get; set; }

        public Dictionary<ulong, int>? ByUnsigned { get; set; }

        public Dictionary<string, int>? ByText { get; set; }

        public List<DateTime>? Times { get; set; }

        public Memory<byte> Memory { get; set; }

        public object? Loose { get; set; }
    }
}
