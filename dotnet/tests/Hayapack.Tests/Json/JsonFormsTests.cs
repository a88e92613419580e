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

    private static void Fails<T>(string json, string name, string? path)
    {
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.DeserializeFromJson<T>(json));
        Assert.Equal(name, fault.ErrorName);
        Assert.Equal(path ?? fault.Path, fault.Path);
        Assert.True(fault.Offset > 0);
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
