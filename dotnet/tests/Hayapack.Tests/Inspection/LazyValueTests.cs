using Hayapack.Tests.Vectors;
using Xunit;

namespace Hayapack.Tests;

/// <summary>MessagePackValue: values that are decoded on access.</summary>
public class LazyValueTests
{
    private static readonly byte[] Message = MessagePackSerializer.Serialize(new Dictionary<object, object?>
    {
        ["items"] = new object[] { new Dictionary<object, object> { ["name"] = "x", ["a b\"\u0001é"] = 1 }, 2.5, true },
        [-7] = "minus seven",
        [new byte[] { 1 }] = null,
        ["time"] = DateTime.UnixEpoch,
    });

    [Fact]
    public void ByKeyIndexAndPath()
    {
        var value = new MessagePackValue(Message);
        Assert.Equal((MessagePackType.Map, 4), (value.Type, value.Count));
        Assert.Equal("x", value["items"][0]["name"].AsString());
        Assert.Equal(2.5, value["items"][1].AsDouble());
        Assert.True(value["items"][2].AsBoolean());
        Assert.Equal("minus seven", value[-7].AsString());
        Assert.Equal("x", value.Get("$.items[0].name").AsString());
        Assert.Equal(1, value.Get("$.items[0][\"a b\\\"\\x01é\"]").AsInt64());
        Assert.Equal("minus seven", value.Get("${-7}").AsString());
        Assert.True(value.Get("${#2}").IsNil);
        Assert.Equal([1], value.Get("${key #2}").AsBytes().ToArray());
        Assert.Equal(DateTime.UnixEpoch, value["time"].AsDateTime());
        Assert.Equal(["x"], value.Get("$.items[0]").As<Dictionary<string, object>>().Values.OfType<string>());
        Assert.Equal("$.items[0].name", value.Get("$.items[0].name").Path);
        Assert.Equal(Message, value.Raw.ToArray());
    }

    [Fact]
    public void WhatIsNotThere()
    {
        var value = new MessagePackValue(Message);
        Assert.Throws<KeyNotFoundException>(() => value["none"]);
        Assert.Throws<KeyNotFoundException>(() => value[8]);
        Assert.Throws<ArgumentOutOfRangeException>(() => value["items"][3]);
        Assert.Throws<KeyNotFoundException>(() => value.Get("$.items[9]"));
        Assert.False(value.TryGetPath("$.items.name", out _));
        foreach (string path in new[] { "", "items", "$.", "$[", "$[x]", "$[\"a]", "${", "$.1", "$[\"\\y\"]" })
        {
            Assert.Throws<ArgumentException>(() => value.Get(path));
        }
    }

    [Fact]
    public void ErrorsAreLocatedInTheMessage()
    {
        byte[] broken = Convert.FromHexString("82A16192A1FFC1A16205");
        var value = new MessagePackValue(broken);
        var text = Assert.Throws<MessagePackSerializationException>(() => value["a"][0].AsString());
        Assert.Equal(("invalid_utf8", 4L, "$.a[0]"), (text.ErrorName, text.Offset, text.Path));
        var integer = Assert.Throws<MessagePackSerializationException>(() => new MessagePackValue(Message)["items"][1].AsInt64());
        Assert.Equal(("unexpected_type", "$.items[1]"), (integer.ErrorName, integer.Path));
        Assert.Throws<MessagePackSerializationException>(() => default(MessagePackValue).Type);
    }

    [Fact]
    public void VectorsAreReadAsTheyAreWhole()
    {
        int rows = 0;
        foreach (VectorFile.Row row in VectorFile.Rows("valid").Where(row => row.Bytes.Length < 1000))
        {
            Value expected = ValueNotation.Parse(row.Fields[3]);
            var value = new MessagePackValue(Segments.Split(row.Bytes, row.Bytes.Length / 2));
            Assert.Equal(row.Bytes.Length, value.Raw.Length);
            if (expected is Value.Array array)
            {
                int i = 0;
                foreach (MessagePackValue item in value)
                {
                    if (!ValueCheck.HasContainerKey(array.Items[i]) && !ValueCheck.HasTimeOutOfRange(array.Items[i]))
                    {
                        ValueCheck.Same(array.Items[i], item.ToObject());
                        Assert.Equal($"$[{i}]", item.Path);
                    }

                    i++;
                }

                Assert.Equal(array.Items.Count, i);
            }

            rows++;
        }

        Assert.True(rows > 300);
    }

    [Fact]
    public void IsAMemberLikeAnyOther()
    {
        var list = MessagePackSerializer.Deserialize<List<MessagePackValue>>(Convert.FromHexString("92A161920102"));
        Assert.Equal(2, list[1][1].AsInt64());
        Assert.Equal("92A161920102", Convert.ToHexString(MessagePackSerializer.Serialize(list)));
    }
}
