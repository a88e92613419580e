using Hayapack;
using Xunit;

namespace Cases.Members;

/// <summary>Keys and elements that no member has, by generated code and by reflection.</summary>
public sealed class UnknownTests
{
    public static IEnumerable<object[]> Resolvers => Both.Resolvers();

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void TheyAreErrors(Hidden resolver)
    {
        MessagePackSerializerOptions options = Both.Options(resolver);
        Check<Strict>("""{"Known":1,"Other":2}""", 8, "${key #1}", options);
        Check<Strict>("""{"Known":1,"Nested":[1,"b",null],"Later":{}}""", 20, "${key #2}", options);
        Check<StrictArray>("[1,2,3,4]", 4, "$[3]", options);
        Check<StrictEmpty>("""{"a":1}""", 1, "${key #0}", options);
        Assert.Equal(1, MessagePackSerializer.Deserialize<StrictArray>(Bytes("[1,2]"), options).First);
        MessagePackSerializerOptions strict = options.WithUnmappedMemberHandling(UnmappedMemberHandling.Disallow);
        Check<Plain>("""{"Number":1,"Next":{"x":2}}""", 15, "$.Next{key #0}", strict);
        Check<Strict>("""{"Nested":[1,"b",null,4]}""", 13, "$.Nested[3]", strict);
        Check<PlainArray>("[1,2,null,3,4,5,null,8]", 8, "$[7]", strict);
        Assert.Equal(1, MessagePackSerializer.Deserialize<Plain>(Bytes("""{"Number":1,"x":2}"""), options).Number);
        Assert.Equal(1, MessagePackSerializer.Deserialize<Keeping>(Bytes("""{"Known":1,"x":2}"""), strict).Extra!.Count);
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void TheyAreKeptAndWrittenAgain(Hidden resolver)
    {
        MessagePackSerializerOptions options = Both.Options(resolver);
        byte[] later = MessagePackSerializer.Serialize(new Later { Known = 1, Text = "t", Added = 2.5, More = new() { B = "m", C = [1, 2] } });
        foreach (int cut in (int[])[0, 3, 9, 20, 26])
        {
            Keeping read = MessagePackSerializer.Deserialize<Keeping>(Pieces.Of(later, [cut]), options);
            Assert.Equal(2, read.Extra!.Count);
            Assert.Equal(later, MessagePackSerializer.Serialize(read, options));
            Assert.Equal(["Added", "More"], MessagePackSerializer.Deserialize<Dictionary<string, object>>(read.Extra.ToMessage()).Keys);
        }

        KeepingArray array = MessagePackSerializer.Deserialize<KeepingArray>(Bytes("""[1,"two",[3]]"""), options);
        Assert.Equal(Bytes("""["two",[3]]"""), array.Extra!.ToMessage());
        Assert.Equal(Bytes("""[1,"two",[3]]"""), MessagePackSerializer.Serialize(array, options));
        KeepingRecord record = MessagePackSerializer.Deserialize<KeepingRecord>(Bytes("""{"x":[],"Known":4}"""), options);
        Assert.Equal(Bytes("""{"Known":4,"x":[]}"""), MessagePackSerializer.Serialize(record, options));
        Assert.Null(MessagePackSerializer.Deserialize<Keeping>(Bytes("{}"), options).Extra);
        Assert.Equal(
            MessagePackErrorNames.UnsupportedType,
            PopulateTests.Fault(() => MessagePackSerializer.Serialize(new Keeping { Extra = array.Extra }, options)).ErrorName);
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void PopulatingReplacesWhatIsKept(Hidden resolver)
    {
        MessagePackSerializerOptions options = Both.Options(resolver);
        Keeping target = MessagePackSerializer.Deserialize<Keeping>(Bytes("""{"x":1}"""), options);
        MessagePackSerializer.Populate(Bytes("""{"Known":5}"""), target, options);
        Assert.Equal(Bytes("""{"x":1}"""), target.Extra!.ToMessage());
        MessagePackSerializer.Populate(Bytes("""{"y":1}"""), target, options);
        Assert.Equal(Bytes("""{"y":1}"""), target.Extra!.ToMessage());
        KeepingRecord record = MessagePackSerializer.Deserialize<KeepingRecord>(Bytes("""{"x":1,"Known":2}"""), options);
        MessagePackSerializer.Deserialize(Bytes("""{"Known":3}"""), ref record, options);
        Assert.Equal(Bytes("""{"Known":3,"x":1}"""), MessagePackSerializer.Serialize(record, options));
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void TheyAreKeptAsValuesAndWrittenAgain(Hidden resolver)
    {
        MessagePackSerializerOptions options = Both.Options(resolver);
        byte[] later = MessagePackSerializer.Serialize(new Later { Known = 1, Text = "t", Added = 2.5, More = new() { B = "m", C = [1, 2] } });
        foreach (int cut in (int[])[0, 3, 9, 20, 26])
        {
            KeepingValues read = MessagePackSerializer.Deserialize<KeepingValues>(Pieces.Of(later, [cut]), options);
            Assert.Equal(["Added", "More"], read.Extra!.Keys);
            Assert.Equal(2.5, read.Extra["Added"]);
            Assert.Equal(MessagePackSerializer.ConvertToJson(later), MessagePackSerializer.SerializeToJson(read, options));
        }

        Assert.Null(MessagePackSerializer.Deserialize<KeepingValues>(Bytes("{}"), options).Extra);
        KeepingInterface record = MessagePackSerializer.Deserialize<KeepingInterface>(Bytes("""{"x":[],"Known":0,"y":null}"""), options);
        Assert.Equal(["x", "y"], Assert.IsType<Dictionary<string, object?>>(record.Kept()).Keys);
        Assert.Equal(Bytes("""{"x":[],"y":null}"""), MessagePackSerializer.Serialize(record, options));
        record.Keep(new SortedDictionary<string, object?> { ["b"] = 2, ["a"] = new Plain { Number = 1 } });
        Assert.StartsWith("""{"a":{"Number":1,""", MessagePackSerializer.SerializeToJson(record, options), StringComparison.Ordinal);
        KeepingEmpty empty = MessagePackSerializer.Deserialize<KeepingEmpty>(Bytes("""{"a":true}"""), options);
        Assert.Equal(true, empty.Extra["a"]);
        Assert.Equal(Bytes("""{"a":true}"""), MessagePackSerializer.Serialize(empty, options));
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void ValuesAreReplacedByPopulating(Hidden resolver)
    {
        MessagePackSerializerOptions options = Both.Options(resolver);
        var target = new KeepingValues { Extra = new() { ["x"] = 1 } };
        Dictionary<string, object?> before = target.Extra;
        MessagePackSerializer.Populate(Bytes("""{"Known":5}"""), target, options);
        Assert.Same(before, target.Extra);
        MessagePackSerializer.Populate(Bytes("""{"y":1}"""), target, options);
        Assert.Equal(["y"], target.Extra.Keys);
        Assert.Equal(["x"], before.Keys);
        KeepingInterface record = MessagePackSerializer.Deserialize<KeepingInterface>(Bytes("""{"x":1,"Known":2}"""), options);
        MessagePackSerializer.Deserialize(Bytes("""{"Known":3}"""), ref record, options);

        // A number that was read as object is written in the width of its type, byte.
        Assert.Equal("82A54B6E6F776E03A178CC01", Convert.ToHexString(MessagePackSerializer.Serialize(record, options)));
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void ValuesAreChecked(Hidden resolver)
    {
        MessagePackSerializerOptions options = Both.Options(resolver);
        Fails("82a17801a17802", MessagePackErrorNames.DuplicateKey, 4);
        Fails("81a1ff01", MessagePackErrorNames.InvalidUtf8, 1);
        Fails("81a178a1ff", MessagePackErrorNames.InvalidUtf8, 3);
        Fails("81a178c1", MessagePackErrorNames.ReservedByte, 3);
        Fails("81a17891", MessagePackErrorNames.Truncated, 3);
        Fails("81a178" + string.Concat(Enumerable.Repeat("91", 64)) + "c0", MessagePackErrorNames.TooDeep, 66);
        Fails("8101c0", MessagePackErrorNames.InvalidKey, 1);

        // Counts of containers are bounded by the bytes that are left, as of any value.
        Fails("81a178dd7fffffff", MessagePackErrorNames.Truncated, 3);
        var wrong = new KeepingValues { Extra = new() { ["Known"] = 1 } };
        byte[] twice = MessagePackSerializer.Serialize(wrong, options);
        Assert.Equal(MessagePackErrorNames.DuplicateKey, PopulateTests.Fault(() => MessagePackSerializer.Deserialize<KeepingValues>(twice, options)).ErrorName);

        void Fails(string hex, string name, long offset)
        {
            MessagePackSerializationException error = PopulateTests.Fault(() =>
                MessagePackSerializer.Deserialize<KeepingValues>(Convert.FromHexString(hex), options.WithErrorLimit(10)));
            Assert.Equal((name, offset, 1), (error.ErrorName, error.Offset, error.Errors.Count));
        }
    }

    [Fact]
    public void ReflectionRefusesOtherTypes()
    {
        MessagePackSerializerOptions options = Hayapack.Resolvers.ContractlessStandardResolver.Options;
        foreach (Action write in (Action[])[() => MessagePackSerializer.Serialize(new KeepingNumbers(), options), () => MessagePackSerializer.Serialize(new KeepingInArray(), options)])
        {
            Assert.Contains("cannot keep unknown members in Extra", Assert.ThrowsAny<MessagePackSerializationException>(write).ToString(), StringComparison.Ordinal);
        }
    }

    private static byte[] Bytes(string json) => MessagePackSerializer.ConvertFromJson(json);

    private static void Check<T>(string json, long offset, string path, MessagePackSerializerOptions options)
    {
        MessagePackSerializationException error = PopulateTests.Fault(() => MessagePackSerializer.Deserialize<T>(Bytes(json), options));
        Assert.Equal((MessagePackErrorNames.UnknownField, offset, path), (error.ErrorName, error.Offset, error.Path));
    }
}
