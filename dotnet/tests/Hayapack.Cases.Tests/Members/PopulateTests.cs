using Hayapack;
using Hayapack.Formatters;
using Xunit;

namespace Cases.Members;

/// <summary>Reading into existing objects, by generated code and by reflection.</summary>
public sealed class PopulateTests
{
    public static IEnumerable<object[]> Resolvers => Both.Resolvers();

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void MembersThatTheMessageHasAreSet(Hidden resolver)
    {
        var target = new Plain { Number = 1, Text = "kept", Next = new Plain { Number = 2, Text = "next" }, Real = 2.5 };
        Plain next = target.Next!;
        MessagePackSerializer.Populate(Json("""{"Number":5,"Next":{"Number":6},"Other":1}"""), target, Both.Options(resolver));
        Assert.Equal((5, "kept", 2.5), (target.Number, target.Text, target.Real));
        Assert.NotSame(next, target.Next);
        Assert.Equal((6, "initial"), (target.Next!.Number, target.Next.Text));
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void NestedObjectsAndCollectionsArePopulatedByTheOptions(Hidden resolver)
    {
        MessagePackSerializerOptions options = Both.Options(resolver).WithObjectCreationHandling(ObjectCreationHandling.Populate);
        var target = new Plain { Next = new Plain { Number = 2, Text = "next" } };
        (Plain? next, List<Inner>? list, Dictionary<int, string?> map) = (target.Next, target.List, target.Map);
        MessagePackSerializer.Populate(
            MessagePackSerializer.Serialize(new Dictionary<string, object?>
            {
                ["Next"] = new Dictionary<string, object?> { ["Number"] = 6 },
                ["List"] = new object[] { new object[] { 1, "b" } },
                ["Map"] = new Dictionary<int, string> { [2] = "two" },
                ["Place"] = new object[] { 1 },
            }),
            target,
            options);
        Assert.Same(next, target.Next);
        Assert.Same(list, target.List);
        Assert.Same(map, target.Map);
        Assert.Equal((6, "next"), (target.Next!.Number, target.Next.Text));
        Assert.Equal("b", Assert.Single(target.List!).B);
        Assert.Equal([2], target.Map.Keys);

        // Deserializing populates what the constructor has made.
        Assert.Equal([2], MessagePackSerializer.Deserialize<Plain>(Message("Map", new Dictionary<int, string> { [2] = "two" }), options).Map.Keys);
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void AttributesSayWhatIsPopulated(Hidden resolver)
    {
        MessagePackSerializerOptions options = Both.Options(resolver);
        var value = new Populated { Number = 3, Nested = new() { B = "n" }, Replaced = null, Place = new() { Y = 8 } };
        value.Map["Key"] = 2;
        value.Set.Add("Item");
        value.Children.Add(new() { A = 4 });
        value.Fixed.B = "fixed";
        byte[] bytes = MessagePackSerializer.Serialize(value, options);
        Populated read = MessagePackSerializer.Deserialize<Populated>(bytes, options);
        Assert.Equal(bytes, MessagePackSerializer.Serialize(read, options));
        Assert.Equal([9, 9], read.Numbers);
        Assert.Equal(2, read.Map["KEY"]);
        Assert.Contains("ITEM", read.Set);
        Assert.Equal("fixed", read.Fixed.B);
        Assert.Null(read.Replaced);

        // Shorter forms of the nested objects leave their other members.
        read = MessagePackSerializer.Deserialize<Populated>(MessagePackSerializer.Serialize(new object?[] { 1, null, new object[] { 7 }, new[] { 1, 2 }, null, null, null, new[] { 6 } }.AsSpan(0, 4).ToArray()), options);
        Assert.Equal((7, "b"), (read.Nested!.A, read.Nested.B));
        Assert.Equal([1, 2], read.Numbers);
        read = MessagePackSerializer.Deserialize<Populated>(
            MessagePackSerializer.Serialize(new object?[] { 1, null, null, new[] { 1 }, new Dictionary<string, int>(), new string[0], null, new[] { 6 }, new[] { 6 } }), options);
        Assert.Equal((6, 4), (read.Place.X, read.Place.Y));
        Assert.Equal((6, null), (read.Replaced!.A, read.Replaced.B));
        Assert.Null(read.Nested);
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void NamesAreTheSame(Hidden resolver)
    {
        MessagePackSerializerOptions options = Both.Options(resolver);
        var value = new PopulatedNames { Nested = new() { A = 3 }, Other = null };
        value.Sorted["k"] = new() { B = "s" };
        byte[] bytes = MessagePackSerializer.Serialize(value, options);
        PopulatedNames read = MessagePackSerializer.Deserialize<PopulatedNames>(bytes, options);
        Assert.Equal("s", read.Sorted["k"].B);
        Assert.Equal(["old"], read.Observed);
        Assert.Null(read.Nested.B);
        read = MessagePackSerializer.Deserialize<PopulatedNames>(Message("Nested", new object[] { 4 }), options);
        Assert.Equal((7, 4, "b", 2), (read.Number, read.Nested.A, read.Nested.B, read.Other!.A));
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void ObjectsWithConstructorsAreMadeAgain(Hidden resolver)
    {
        MessagePackSerializerOptions options = Both.Options(resolver);
        Order read = MessagePackSerializer.Deserialize<Order>(MessagePackSerializer.Serialize(new object?[] { 1, "n", new[] { "new" } }), options);
        Assert.Equal((1, "n", 1.5), (read.Id, read.Name, read.Price));
        Assert.Equal(["new"], read.Lines);

        var order = new Order(5, "five") { Price = 9 };
        Order old = order;
        MessagePackSerializer.Deserialize(MessagePackSerializer.Serialize(new object?[] { 6 }), ref order, options);
        Assert.Equal((6, "five", 9.0), (order.Id, order.Name, order.Price));
        Assert.Equal(5, old.Id);
        var error = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Populate(MessagePackSerializer.Serialize(new object?[] { 6 }), old, options));
        Assert.Equal((MessagePackErrorNames.InvalidValue, 0, "$"), (error.ErrorName, error.Offset, error.Path));

        var point = new Point { X = 1, Y = 2 };
        MessagePackSerializer.Deserialize(MessagePackSerializer.Serialize(new[] { 8 }), ref point, options);
        Assert.Equal((8, 2), (point.X, point.Y));
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void RootsMayBeCollections(Hidden resolver)
    {
        MessagePackSerializerOptions options = Both.Options(resolver);
        List<Inner> list = [new()];
        MessagePackSerializer.Populate(MessagePackSerializer.Serialize(new[] { new Inner { A = 3 }, new Inner { A = 4 } }), list, options);
        Assert.Equal([3, 4], list.Select(item => item.A));
        int[] array = [1];
        Assert.Equal(MessagePackErrorNames.InvalidValue, Fault(() => MessagePackSerializer.Populate(MessagePackSerializer.Serialize(array), array, options)).ErrorName);
        Assert.Equal(MessagePackErrorNames.UnexpectedType, Fault(() => MessagePackSerializer.Populate(new byte[] { 0xc0 }, list, options)).ErrorName);
        MessagePackSerializer.Deserialize(MessagePackSerializer.Serialize(new[] { 2, 3 }), ref array, options);
        Assert.Equal([2, 3], array);
        MessagePackSerializer.Deserialize(new byte[] { 0xc0 }, ref array!, options);
        Assert.Null(array);
        Assert.Throws<ArgumentNullException>(() => MessagePackSerializer.Populate<List<int>>(new byte[] { 0x90 }, null!, options));
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void CompressedMessagesArePopulated(Hidden resolver)
    {
        MessagePackSerializerOptions options = Both.Options(resolver).WithCompression(MessagePackCompression.Lz4BlockArray);
        var target = new Plain { Number = 4 };
        MessagePackSerializer.Populate(MessagePackSerializer.Serialize(new Dictionary<string, string> { ["Text"] = new string('a', 900) }, options), target, options);
        Assert.Equal((4, 900), (target.Number, target.Text!.Length));
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void NothingIsSetThatCannotBe(Hidden resolver)
    {
        var error = Fault(() => MessagePackSerializer.Deserialize<Populated>(new byte[] { 0x94, 1, 0xc0, 0xc0, 0xc0 }, Both.Options(resolver)));
        Assert.Equal((MessagePackErrorNames.UnexpectedType, 4, "$[3]"), (error.ErrorName, error.Offset, error.Path));
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void CollidingKeysDoNotMakeACollectionSlow(Hidden resolver)
    {
        // The keys have one bucket in a dictionary of the program, whose comparer the populated one keeps.
        MessagePackSerializerOptions options = Both.Options(resolver);
        int buckets = new Dictionary<int, int>().EnsureCapacity(20_000);
        int[] bad = [.. Enumerable.Range(0, 20_000).Select(i => i * buckets)];
        int[] good = [.. Enumerable.Range(0, 20_000)];
        foreach ((int[] keys, bool fits) in new[] { (good, true), (bad, false) })
        {
            byte[] map = MessagePackSerializer.Serialize(new object[] { keys.Distinct().ToDictionary(key => key) });
            byte[] set = MessagePackSerializer.Serialize(new object[] { new Dictionary<int, int>(), keys.Select(key => (long)(uint)key).Distinct().ToArray() });
            if (fits)
            {
                Assert.Equal(20_000, MessagePackSerializer.Deserialize<Hashed>(map, options).Numbers.Count);
                Assert.Equal(20_000, MessagePackSerializer.Deserialize<Hashed>(set, options).Set.Count);
            }
            else
            {
                Assert.Equal(MessagePackErrorNames.InvalidValue, Fault(() => MessagePackSerializer.Deserialize<Hashed>(map, options)).ErrorName);
            }
        }

        // Of another collection nothing is known, so it is replaced if it can be, with a comparer that is keyed.
        byte[] other = MessagePackSerializer.Serialize(new object[] { new Dictionary<int, int>(), new int[0], good.ToDictionary(key => key) });
        Assert.Equal(20_000, MessagePackSerializer.Deserialize<Hashed>(other, options).Concurrent.Count);
    }

    [Fact]
    public void FormattersOfAnApplicationMayPopulate()
    {
        var options = MessagePackSerializerOptions.Standard.WithResolver(Hayapack.Resolvers.CompositeResolver.Create([new Adding()], [Hayapack.Resolvers.StandardResolver.Instance]));
        int sum = 3;
        MessagePackSerializer.Deserialize(new byte[] { 4 }, ref sum, options);
        Assert.Equal(7, sum);
    }

    internal static MessagePackSerializationException Fault(Action action) => Assert.Throws<MessagePackSerializationException>(action);

    private static byte[] Json(string json) => MessagePackSerializer.ConvertFromJson(json);

    private static byte[] Message(string key, object value) => MessagePackSerializer.Serialize(new Dictionary<string, object> { [key] = value });

    private sealed class Adding : IMessagePackPopulatingFormatter<int>
    {
        public void Serialize(ref MessagePackWriter writer, int value, MessagePackSerializerOptions options) => writer.Write(value);

        public int Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => reader.ReadInt32();

        public void Populate(ref MessagePackReader reader, ref int value, MessagePackSerializerOptions options) => value += reader.ReadInt32();
    }
}
