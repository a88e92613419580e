using System.Buffers;
using Hayapack.Resolvers;
using Xunit;

namespace Hayapack.Tests.Limits;

/// <summary>The paths of errors while writing.</summary>
public class WritePathTests
{
    private static readonly MessagePackSerializerOptions Contractless = ContractlessStandardResolver.Options;

    /// <summary>Gets values that cannot be written, with the error and its path.</summary>
    public static TheoryData<object, string, string> Values { get; } = new()
    {
        { "\ud800", MessagePackErrorNames.LoneSurrogate, "$" },
        { new List<object> { 1, new object[] { "a", "\ud800" } }, MessagePackErrorNames.LoneSurrogate, "$[1][1]" },
        { new Dictionary<string, object> { ["a"] = 1, ["b"] = new[] { "x", "\ud800" } }, MessagePackErrorNames.LoneSurrogate, "$.b[1]" },
        { new Dictionary<string, object> { ["a"] = new Action(() => { }) }, MessagePackErrorNames.UnsupportedType, "$.a" },
        { new Dictionary<string, int> { ["a"] = 1, ["\ud800"] = 2 }, MessagePackErrorNames.LoneSurrogate, "${key #1}" },
        { new Order { Items = [new Item { Name = "a" }, new Item { Name = "\ud800" }] }, MessagePackErrorNames.LoneSurrogate, "$.Items[1][0]" },
        { new Order { Items = [], Other = new Action(() => { }) }, MessagePackErrorNames.UnsupportedType, "$.Other" },
        { new { Items = new object[] { 1, new { Name = "\ud800" } } }, MessagePackErrorNames.LoneSurrogate, "$.Items[1].Name" },
        { Enumerable.Repeat("a long text that fills the first buffer", 5000).Append("\ud800").ToList(), MessagePackErrorNames.LoneSurrogate, "$[5000]" },
    };

    [Theory]
    [MemberData(nameof(Values))]
    public void TheValueThatCouldNotBeWrittenIsNamed(object value, string name, string path)
    {
        MessagePackSerializerOptions lz4 = Contractless.WithCompression(MessagePackCompression.Lz4BlockArray);
        foreach (MessagePackSerializerOptions options in new[] { Contractless, lz4 })
        {
            Type type = value.GetType();
            Assert.Equal((name, path), Fault(() => MessagePackSerializer.Serialize(type, value, options)));
            Assert.Equal((name, path), Fault(() => MessagePackSerializer.Serialize<object>(value, options)));
        }
    }

    [Fact]
    public void ItBeginsAtTheValueOfTheCall()
    {
        (string Name, string? Path) fault = Fault(() =>
        {
            var output = new ArrayBufferWriter<byte>();
            var writer = new MessagePackWriter(output);
            MessagePackSerializer.Serialize(ref writer, new[] { 1, 2 });
            MessagePackSerializer.Serialize(ref writer, new[] { "a", "\ud800" });
        });
        Assert.Equal((MessagePackErrorNames.LoneSurrogate, "$[1]"), fault);
    }

    [Fact]
    public void WhatIsInTheStreamAlreadyHasNone()
    {
        List<string> value = [.. Enumerable.Repeat(new string('a', 1000), 5000), "\ud800"];
        Assert.Equal((MessagePackErrorNames.LoneSurrogate, null), Fault(() => MessagePackSerializer.Serialize(Stream.Null, value)));
    }

    private static (string Name, string? Path) Fault(Action action)
    {
        var fault = Assert.ThrowsAny<MessagePackSerializationException>(action);
        return (fault.ErrorName, fault.Path);
    }

    [MessagePackObject(true)]
    public class Order
    {
        public List<Item>? Items { get; set; }

        public object? Other { get; set; }
    }

    [MessagePackObject]
    public class Item
    {
        [Key(0)]
        public string? Name { get; set; }
    }
}
