using Xunit;

namespace Hayapack.Tests.Vectors;

/// <summary>Repeated keys: each API shows the last value or raises <c>duplicate_key</c> (docs/errors.md).</summary>
public class RepeatedKeysTests
{
    private static IEnumerable<(VectorFile.Row Row, Value Value)> Rows() =>
        from row in VectorFile.Rows("valid")
        where row.File.Contains("duplicate", StringComparison.Ordinal)
        let value = ValueNotation.Parse(row.Fields[3])
        where !ValueCheck.HasContainerKey(value)
        select (row, value);

    [Fact]
    public void LookUpsShowTheLastValueAndEnumerationRefuses()
    {
        int rows = 0;
        foreach ((VectorFile.Row row, Value value) in Rows())
        {
            rows += LookUp(new MessagePackValue(row.Bytes), value) ? 1 : 0;
        }

        Assert.True(rows > 15);
    }

    [Fact]
    public void ObjectsHaveTheLastValue()
    {
        byte[] message = Convert.FromHexString("84A16101A16202A16103A16204");
        var map = Assert.IsType<Dictionary<object, object?>>(MessagePackSerializer.Deserialize<object>(message));
        Assert.Equal((2, (byte)3, (byte)4), (map.Count, (byte)map["a"]!, (byte)map["b"]!));
        Assert.Equal(3, new MessagePackValue(message)["a"].AsInt64());
        Assert.Equal(3, new MessagePackValue(message).Get("$.a").AsInt64());
    }

    [Fact]
    public void TypedTargetsRefuse()
    {
        byte[] message = Convert.FromHexString("82A16101A16102");
        Refused(() => MessagePackSerializer.Deserialize<Dictionary<string, int>>(message));
        Refused(() => MessagePackSerializer.Deserialize<SortedDictionary<string, int>>(message));
        Refused(() => MessagePackSerializer.Deserialize<Dictionary<object, object>>(message));
        Refused(() => MessagePackSerializer.Deserialize<System.Dynamic.ExpandoObject>(message));
        Refused(() => MessagePackSerializer.Deserialize<System.Collections.Hashtable>(message));
    }

    [Fact]
    [Trait("Tier", "long")]
    public void LosslessJsonKeepsAllEntries()
    {
        foreach ((VectorFile.Row row, Value _) in Rows())
        {
            string json = MessagePackSerializer.ConvertToJson(row.Bytes, MessagePackJsonForm.Lossless);
            Assert.Equal(MessagePackSerializer.ConvertToJson(MessagePackSerializer.ConvertFromJson(json, MessagePackJsonForm.Lossless), MessagePackJsonForm.Lossless), json);
        }

        Assert.Equal("82A16101A16102", Convert.ToHexString(MessagePackSerializer.ConvertFromJson("""{"a": 1, "a": 2}""")));
        var exact = Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.ConvertToJson(Convert.FromHexString("82A16101A16102"), MessagePackJsonForm.Exact));
        Assert.Equal("json_loss", exact.ErrorName);
    }

    private static void Refused(Func<object?> read) =>
        Assert.Equal("duplicate_key", Assert.Throws<MessagePackSerializationException>(read).ErrorName);

    /// <summary>Looks up each key of a map that can be looked up. Returns whether a key of the value is repeated.</summary>
    private static bool LookUp(MessagePackValue found, Value value)
    {
        if (value is Value.Array array)
        {
            return array.Items.Select((item, i) => LookUp(found[i], item)).ToList().Contains(true);
        }

        if (value is not Value.Map map)
        {
            return false;
        }

        var last = new Dictionary<object, Value>(Hayapack.Hashing.UntypedKeyComparer.Instance);
        for (int i = 0; i < map.Entries.Count; i += 2)
        {
            last[ValueCheck.AsKey(map.Entries[i])] = map.Entries[i + 1];
        }

        foreach ((object key, Value inner) in last.Take(20))
        {
            if (key is string or long)
            {
                MessagePackValue at = key is string text ? found[text] : found[(long)key];
                ValueCheck.Same(inner, at.ToObject());
            }
        }

        if (last.Count * 2 == map.Entries.Count)
        {
            foreach (MessagePackValue _ in found)
            {
            }

            return false;
        }

        var fault = Assert.Throws<MessagePackSerializationException>(() => found.GetEnumerator());
        Assert.Equal("duplicate_key", fault.ErrorName);
        Assert.NotNull(fault.Path);
        return true;
    }
}
