using Hayapack.Generator.Tests.Support;
using Hayapack.Resolvers;

namespace Hayapack.Generator.Tests;

/// <summary>Programs of public reports about other libraries, where no test of a whole kind covers them.</summary>
public class ReportTests
{
    /// <summary>MessagePack-CSharp 2199: the constructor's argument by its name as a property.</summary>
    [Fact]
    public void Keys_as_property_names_can_be_set_by_name() =>
        Assert.Equal("""{"Id":1}""", MessagePackSerializer.SerializeToJson(new NamedRow { Id = 1 }));

    /// <summary>MessagePack-CSharp 2182: a private member of a generic class.</summary>
    [Fact]
    public void A_private_member_of_a_generic_class_is_kept()
    {
        var value = new Box<PrivateBox<float>>(new PrivateBox<float>(5));
        Assert.Equal("919105", Wire.Hex(value));
        Assert.Equal("919105", Wire.Hex(Wire.Read<Box<PrivateBox<float>>>("919105")));
    }

    /// <summary>MessagePack-CSharp 1820: an object whose type is a value in its own map is read in two steps.</summary>
    [Fact]
    public void A_type_that_is_named_in_the_map_is_read_in_two_steps()
    {
        byte[] message = MessagePackSerializer.ConvertFromJson("""{"op":1,"Text":"hi","World":3}""");
        Assert.Equal(1, new MessagePackValue(message)["op"].AsInt64());
        Assert.Equal(new Greeting("hi", 3), MessagePackSerializer.Deserialize<Greeting>(message));
    }

    /// <summary>MessagePack-CSharp 282, 965, 970: the class of an interface's value, from a table.</summary>
    [Fact]
    public void A_member_that_is_an_interface_is_typeless_where_the_resolver_is()
    {
        MessagePackSerializerOptions options = MessagePackSerializer.Typeless.DefaultOptions
            .WithTypeTable(new TypeTable().Add<Plan>("Plan").Add<NightlyPlan>("NightlyPlan"));
        byte[] bytes = MessagePackSerializer.Typeless.Serialize(new Plan { Next = new NightlyPlan { Hour = 3 } }, options);
        Assert.Equal("""{"$type":"Plan","Next":{"$type":"NightlyPlan","Hour":3}}""", MessagePackSerializer.ConvertToJson(bytes));
        var read = (Plan)MessagePackSerializer.Typeless.Deserialize(bytes, options)!;
        Assert.Equal(3, Assert.IsType<NightlyPlan>(read.Next).Hour);
    }

    /// <summary>MessagePack-CSharp 588: collections that have no setter.</summary>
    [Fact]
    public void Members_that_nothing_could_set_are_named()
    {
        var error = Assert.ThrowsAny<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(new Basket(), ContractlessStandardResolver.Options));
        Assert.Contains("nothing could set Items, Prices", error.Message, StringComparison.Ordinal);
    }

    /// <summary>MessagePack-CSharp 206, 873, 1414, 1702: JSON without the type that reads it has text where MessagePack has other types.</summary>
    [Fact]
    public void Json_knows_bytes_times_and_numeric_keys_only_by_the_type_that_reads_it()
    {
        string bytes = MessagePackSerializer.SerializeToJson(new byte[] { 1 });
        string keys = MessagePackSerializer.SerializeToJson(new Dictionary<int, string> { [1] = "one" });
        Assert.Equal("AQ=="u8.ToArray(), MessagePackSerializer.Deserialize<byte[]>(MessagePackSerializer.ConvertFromJson(bytes)));
        Assert.Equal([1], MessagePackSerializer.DeserializeFromJson<byte[]>(bytes));
        Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<Dictionary<int, string>>(MessagePackSerializer.ConvertFromJson(keys)));
        Assert.Equal("one", MessagePackSerializer.DeserializeFromJson<Dictionary<int, string>>(keys)![1]);
    }

    /// <summary>Interface of <see cref="Plan.Next"/>.</summary>
    public interface IPlan
    {
        int Hour { get; set; }
    }

    [MessagePackObject(KeyAsPropertyName = true)]
    public class NamedRow
    {
        public int Id { get; set; }
    }

    [MessagePackObject]
    public record Box<T>([property: Key(0)] T Value);

    [MessagePackObject(AllowPrivate = true)]
    public partial class PrivateBox<T>
    {
        [Key(0)]
        private int start;

        public PrivateBox()
        {
        }

        public PrivateBox(int value) => start = value;

        public int Start() => start;
    }

    [MessagePackObject(true)]
    public record Greeting(string Text, int World);

    public class Basket
    {
        public List<string> Items { get; } = [];

        public Dictionary<string, int> Prices { get; } = [];
    }

    public class Plan
    {
        public IPlan? Next { get; set; }
    }

    public class NightlyPlan : IPlan
    {
        public int Hour { get; set; }
    }
}
