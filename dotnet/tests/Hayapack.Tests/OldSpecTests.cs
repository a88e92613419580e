using System.Buffers;
using System.Dynamic;
using Hayapack.Resolvers;
using Xunit;

namespace Hayapack.Tests;

/// <summary>Writing the format before 2013, and reading maps as ExpandoObject.</summary>
public class OldSpecTests
{
    private static readonly MessagePackSerializerOptions Old = MessagePackSerializerOptions.Standard.WithOldSpec();

    [Theory]
    [InlineData(31, "bf")]
    [InlineData(32, "da0020")]
    [InlineData(255, "da00ff")]
    [InlineData(256, "da0100")]
    [InlineData(65536, "db00010000")]
    public void TextAndBytesHaveTheSameHeaders(int length, string header)
    {
        Assert.StartsWith(header, Hex(MessagePackSerializer.Serialize(new string('x', length), Old)));
        Assert.StartsWith(header, Hex(MessagePackSerializer.Serialize(new byte[length], Old)));
        Assert.Equal(new byte[length], MessagePackSerializer.Deserialize<byte[]>(MessagePackSerializer.Serialize(new byte[length], Old)));
    }

    [Fact]
    public void ATimestampIsRefused()
    {
        var error = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(DateTime.UnixEpoch, Old));
        Assert.Equal("unsupported_type", error.ErrorName);
        Assert.Equal("cf089f7ff5f7b58000", Hex(MessagePackSerializer.Serialize(
            DateTime.SpecifyKind(DateTime.UnixEpoch, DateTimeKind.Unspecified), Old.WithResolver(CompositeResolver.Create(NativeDateTimeResolver.Instance, StandardResolver.Instance)))));
    }

    [Fact]
    public void TheWritersSettingCounts_AndComesBack()
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output) { OldSpec = true };
        MessagePackSerializer.Serialize(ref writer, new byte[1]);
        MessagePackSerializer.Serialize(ref writer, new byte[1], Old.WithOldSpec(false));
        Assert.True(writer.OldSpec);
        writer.Flush();
        Assert.Equal("a100c40100", Hex(output.WrittenSpan));
    }

    [Fact]
    public void MapsAreReadAsExpandoObjects()
    {
        byte[] bytes = Convert.FromHexString("82a16101a16293c081a163c3a178");
        dynamic value = MessagePackSerializer.Deserialize<dynamic>(bytes, ExpandoObjectResolver.Options);
        Assert.Equal(1, value.a);
        Assert.Null(value.b[0]);
        Assert.True(value.b[1].c);
        Assert.Equal("x", value.b[2]);
        ExpandoObject same = MessagePackSerializer.Deserialize<ExpandoObject>(bytes, ExpandoObjectResolver.Options);
        Assert.True(((dynamic)same).b[1].c);
        Assert.Equal(Hex(bytes), Hex(MessagePackSerializer.Serialize<object>(new Dictionary<string, object?> { ["a"] = new MessagePackValue(new byte[] { 1 }), ["b"] = value.b })));
    }

    [Theory]
    [InlineData("81" + "01c0", "invalid_key", 1)]
    [InlineData("81" + "c0c0", "invalid_key", 1)]
    [InlineData("81" + "9101c0", "invalid_key", 1)]
    [InlineData("82" + "a161c0a161c0", "duplicate_key", 4)]
    [InlineData("82" + "a16191c0a161c0", "duplicate_key", 5)]
    [InlineData("82a161c0", "truncated", 0)]
    public void KeysOfAnExpandoObjectAreTextAndDiffer(string hex, string name, int offset)
    {
        var error = Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<object>(Convert.FromHexString(hex), ExpandoObjectResolver.Options));
        Assert.Equal((name, offset), (error.ErrorName, error.Offset));
    }

    [Fact]
    public void MembersOfAnExpandoObjectAreLimited()
    {
        var many = Enumerable.Range(0, 1025).ToDictionary(i => "k" + i);
        byte[] bytes = MessagePackSerializer.Serialize(many);
        Assert.Equal("map_limit", Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<object>(bytes, ExpandoObjectResolver.Options)).ErrorName);
        MessagePackSerializer.Deserialize<object>(bytes, ExpandoObjectResolver.Options.WithSecurity(MessagePackSecurity.TrustedData));
    }

    private static string Hex(ReadOnlySpan<byte> bytes) => Convert.ToHexStringLower(bytes);
}
