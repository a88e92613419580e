using System.Dynamic;
using System.Runtime.Serialization;
using Hayapack.Formatters;
using Hayapack.Resolvers;
using Xunit;

namespace Hayapack.Tests;

/// <summary>Types with and without attributes, by reflection instead of generated code.</summary>
public class ReflectionTests
{
    [MessagePackObject]
    public class Holes
    {
        [Key(0)]
        public int A { get; set; }

        [Key(2)]
        public string? C { get; set; } = "unset";

        [IgnoreMember]
        public int Ignored { get; set; }
    }

    [MessagePackObject(keyAsPropertyName: true)]
    public record Person(string Name, int Age = 7)
    {
        public string? Note { get; init; }
    }

    [MessagePackObject(true, NamingPolicy = KeyNamingPolicy.SnakeCaseLower)]
    public class Named
    {
        public int FirstValue { get; set; }
    }

    [MessagePackObject]
    public struct Point
    {
        [Key("x")]
        public int X;

        [Key("y")]
        public int Y;
    }

    [DataContract]
    public class Contract
    {
        [DataMember(Order = 1)]
        public int Second { get; set; }

        [DataMember(Order = 0)]
        public int First { get; set; }

        public int Skipped { get; set; }
    }

    [Union(0, typeof(Cat))]
    [Union(300, typeof(Dog))]
    public interface IAnimal;

    [MessagePackObject]
    public class Cat : IAnimal
    {
        [Key(0)]
        public int Lives { get; set; }
    }

    [MessagePackObject]
    public class Dog : IAnimal
    {
        [Key(0)]
        public string? Name { get; set; }
    }

    public class Stray : IAnimal;

    [MessagePackObject]
    public class Called : IMessagePackSerializationCallbackReceiver
    {
        [Key(0)]
        public int Value { get; set; }

        [IgnoreMember]
        public int Read { get; private set; }

        public void OnBeforeSerialize() => Value++;

        public void OnAfterDeserialize() => Read = Value;
    }

    [MessagePackObject(true)]
    public class Needed
    {
        public required int Value { get; set; }
    }

    [MessagePackSurrogate(typeof(MoneyData))]
    public class Money(decimal amount)
    {
        public decimal Amount => amount;
    }

    [MessagePackObject]
    public class MoneyData : IMessagePackSurrogate<MoneyData, Money>
    {
        [Key(0)]
        public decimal Amount { get; set; }

        public static MoneyData FromValue(Money value) => new() { Amount = value.Amount };

        public Money ToValue() => new(Amount);
    }

    public class Plain
    {
        public int Id { get; set; }

        public List<string>? Tags { get; set; }

        public int ReadOnly => 1;

        public Plain? Next { get; set; }
    }

    [MessagePackObject]
    public class WithFormatter
    {
        [Key(0)]
        [MessagePackFormatter(typeof(Twice))]
        public int Value { get; set; }
    }

    public class Twice : IMessagePackFormatter<int>
    {
        public void Serialize(ref MessagePackWriter writer, int value, MessagePackSerializerOptions options) => writer.Write(value * 2);

        public int Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => reader.ReadInt32() / 2;
    }

    [MessagePackObject]
    public class Secret
    {
        [Key(0)]
        private int value;

        public static Secret Of(int value) => new() { value = value };

        public int Peek() => value;
    }

    [Fact]
    public void ArraysHaveHolesAndMayBeShorterOrLonger()
    {
        Assert.Equal("9301C0A178", Hex(new Holes { A = 1, C = "x" }));
        Holes shorter = Read<Holes>("9105");
        Assert.Equal((5, "unset"), (shorter.A, shorter.C));
        Assert.Equal("x", Read<Holes>("95019101A1780203").C);
        Assert.Null(Read<Holes?>("C0"));
    }

    [Fact]
    public void RecordsAreBuiltByTheirConstructor()
    {
        var person = new Person("Ann", 3) { Note = "n" };
        Assert.Equal("83A44E616D65A3416E6EA341676503A44E6F7465A16E", Hex(person));
        Assert.Equal(person, Read<Person>(Hex(person)));
        Assert.Equal(new Person("Ann", 7), Read<Person>("81A44E616D65A3416E6E"));
        Assert.Equal(new Person("Ann", 7), Read<Person>("82A178C0A44E616D65A3416E6E"));
    }

    [Fact]
    public void OtherShapes()
    {
        Assert.Equal("81AB66697273745F76616C756501", Hex(new Named { FirstValue = 1 }));
        Assert.Equal("82A17801A17902", Hex(new Point { X = 1, Y = 2 }));
        Assert.Equal(2, Read<Point>("82A17801A17902").Y);
        Assert.Equal("920102", Hex(new Contract { First = 1, Second = 2 }));
        Assert.Equal("910A", Hex(new WithFormatter { Value = 5 }));
        Assert.Equal(5, Read<WithFormatter>("910A").Value);
        Assert.Equal(1.5m, Read<Money>(Hex(new Money(1.5m))).Amount);
        Called called = Read<Called>(Hex(new Called { Value = 1 }));
        Assert.Equal((2, 2), (called.Value, called.Read));
        string secret = Convert.ToHexString(MessagePackSerializer.Serialize(Secret.Of(4), StandardResolverAllowPrivate.Options));
        Assert.Equal("9104", secret);
        Assert.Equal(4, MessagePackSerializer.Deserialize<Secret>(Convert.FromHexString(secret), StandardResolverAllowPrivate.Options).Peek());
    }

    [Fact]
    public void Unions()
    {
        Assert.Equal("92009109", Hex<IAnimal>(new Cat { Lives = 9 }));
        Assert.Equal("92CD012C91A152", Hex<IAnimal>(new Dog { Name = "R" }));
        var stray = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(new IAnimal[] { new Cat(), new Stray() }));
        Assert.Equal(("unsupported_type", 5L), (stray.ErrorName, stray.Offset));
        MessagePackSerializerOptions nil = MessagePackSerializerOptions.Standard.WithUnlistedUnionTypes(UnlistedUnionType.Nil);
        Assert.Equal([0xc0], MessagePackSerializer.Serialize<IAnimal>(new Stray(), nil));
        Assert.Equal(9, Assert.IsType<Cat>(Read<IAnimal>("92D2000000009109")).Lives);
        Assert.Null(Read<IAnimal>("92079109"));
        Fault<IAnimal>("9107", "invalid_value", 0, "$");
    }

    [Fact]
    public void Contractless()
    {
        MessagePackSerializerOptions options = ContractlessStandardResolver.Options;
        var plain = new Plain { Id = 1, Tags = ["a"], Next = new Plain { Id = 2 } };
        byte[] bytes = MessagePackSerializer.Serialize(plain, options);
        Assert.Equal("83A2496401A45461677391A161A44E65787483A2496402A454616773C0A44E657874C0", Convert.ToHexString(bytes));
        Assert.Equal(2, MessagePackSerializer.Deserialize<Plain>(bytes, options).Next!.Id);
        var anonymous = new { A = 1, B = "x" };
        Assert.Equal("82A14101A142A178", Convert.ToHexString(MessagePackSerializer.Serialize(anonymous, options)));
        Fault(() => MessagePackSerializer.Serialize(plain), "unsupported_type");
    }

    [Fact]
    public void Faults()
    {
        Fault<Point>("C0", "unexpected_type", 0, "$");
        Fault<Point>("83A17801A178C0A17902", "duplicate_key", 4, "${key #1}");
        Fault<Point>("82A178A161A17902", "unexpected_type", 3, "$.x");
        Fault<Point>("8201A161A17902", "invalid_key", 1, "${key #0}");
        Fault<Point>("82A178CF8000000000000000A17902", "int_range", 3, "$.x");
        Fault<Needed>("80", "missing_member", 0, "$");
        Fault<List<Point>>("9280C0", "unexpected_type", 2, "$[1]");
        Fault<Dictionary<string, int>>("82A16101A16102", "duplicate_key", 4, "${key #1}");
        Fault<(int, int)>("9101", "invalid_value", 0, "$");
        Fault<Guid>("A3616263", "invalid_value", 0, "$");
        Fault<int[,]>("93CE000007D0CE000007D090", "invalid_value", 0, "$");
        Fault<int[,]>("93FFFF90", "invalid_value", 0, "$");
        Fault<ILookup<string, int>>("91C0", "invalid_value", 0, "$");
        Fault<string>("A1FF", "invalid_utf8", 0, "$");
    }

    [Fact]
    public void OptionsAreForms()
    {
        var time = new DateTime(638000000000000000, DateTimeKind.Local);
        MessagePackSerializerOptions native = With(NativeDateTimeResolver.Instance, NativeGuidResolver.Instance, NativeDecimalResolver.Instance);
        byte[] bytes = MessagePackSerializer.Serialize(new object[] { time, Guid.Empty, 1.5m, DayOfWeek.Friday }, native);
        Assert.Equal(0x94, bytes[0]);
        Assert.Equal(time, MessagePackSerializer.Deserialize<DateTime>(MessagePackSerializer.Serialize(time, native), native));
        Assert.Equal("unexpected_type", Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<DateTime>(MessagePackSerializer.Serialize(time, native))).ErrorName);
        Assert.Equal("C410" + new string('0', 32), Convert.ToHexString(MessagePackSerializer.Serialize(Guid.Empty, native)));
        Assert.Equal("C41000000100000000000F00000000000000", Convert.ToHexString(MessagePackSerializer.Serialize(1.5m, native)));
        Assert.Equal(1.5m, MessagePackSerializer.Deserialize<decimal>(MessagePackSerializer.Serialize(1.5m, native)));
        MessagePackSerializerOptions names = With(DynamicEnumAsStringResolver.Instance);
        Assert.Equal("A6467269646179", Convert.ToHexString(MessagePackSerializer.Serialize(DayOfWeek.Friday, names)));
        Assert.Equal(DayOfWeek.Friday, MessagePackSerializer.Deserialize<DayOfWeek>(Convert.FromHexString("A6467269646179")));
        Assert.Equal(DayOfWeek.Friday, MessagePackSerializer.Deserialize<DayOfWeek?>(Convert.FromHexString("05"), names));
        MessagePackSerializerOptions optimized = With(DotNetOptimizedResolver.Instance);
        var offset = new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromMinutes(-90));
        byte[] packed = MessagePackSerializer.Serialize(offset, optimized);
        Assert.Equal((0x92, 0xd3, 0xd1), (packed[0], packed[1], packed[10]));
        Assert.Equal(offset, MessagePackSerializer.Deserialize<DateTimeOffset>(packed));
        Assert.Equal("9203C40105", Convert.ToHexString(MessagePackSerializer.Serialize(new System.Collections.BitArray([true, false, true]), optimized)));
        Assert.Equal([true, false, true], MessagePackSerializer.Deserialize<System.Collections.BitArray>(Convert.FromHexString("9203C40105")).Cast<bool>());
    }

    [Fact]
    public void DynamicEnumAsStringIgnoreCaseResolverIgnoresCase()
    {
        MessagePackSerializerOptions names = With(DynamicEnumAsStringIgnoreCaseResolver.Instance);
        byte[] lower = MessagePackSerializer.Serialize("friday");
        Assert.Equal(DayOfWeek.Friday, MessagePackSerializer.Deserialize<DayOfWeek>(lower, names));
        Assert.Equal(DayOfWeek.Friday, MessagePackSerializer.Deserialize<DayOfWeek?>(lower, names));
        Assert.Equal("A6467269646179", Convert.ToHexString(MessagePackSerializer.Serialize(DayOfWeek.Friday, names)));
        Fault(() => MessagePackSerializer.Deserialize<DayOfWeek>(lower, With(DynamicEnumAsStringResolver.Instance)), "invalid_value");
    }

    [Fact]
    public void ListsOfTheApplicationReadIntegersOfAnyWidth()
    {
        // MessagePack-CSharp writes such a list as one of objects, with integers of a fixed width.
        byte[] wide = Convert.FromHexString("92D200000001D200012345");
        foreach (MessagePackSerializerOptions options in new[] { MessagePackSerializerOptions.Standard, ContractlessStandardResolver.Options, MessagePackSerializer.Typeless.DefaultOptions })
        {
            Assert.Equal([1, 0x12345], MessagePackSerializer.Deserialize<OwnList>(wide, options));
        }

        Assert.Equal("92D200000001D200012345", Hex(new OwnList { 1, 0x12345 }));
        Assert.Equal("81D200000001CD0002", Hex(new OwnMap { [1] = 2 }));
        Assert.Equal(2, Read<OwnMap>("810102")[1]);
        Assert.Equal("9101", Hex(new OwnSet { 1 }));
    }

    [Fact]
    public void AReaderOfDefaultHasNoInput() => Assert.True(new MessagePackReader(default).End); // it compiles: not ambiguous

    [Fact]
    public void ArgumentsOfFormattersCanBeEnums() => Assert.Equal("A6467269646179", Hex(new WithDay()));

    [Fact]
    public void ExpandoObjectsAreMaps()
    {
        dynamic made = new ExpandoObject();
        made.A = 1;
        Assert.Equal("81A141D200000001", Hex<ExpandoObject>(made));
        dynamic read = Read<ExpandoObject>("81A14101");
        Assert.Equal(1, read.A);
    }

    private static MessagePackSerializerOptions With(params IFormatterResolver[] resolvers) =>
        MessagePackSerializerOptions.Standard.WithResolver(CompositeResolver.Create([.. resolvers, StandardResolver.Instance]));

    private static string Hex<T>(T value) => Convert.ToHexString(MessagePackSerializer.Serialize(value));

    private static T Read<T>(string hex) => MessagePackSerializer.Deserialize<T>(Convert.FromHexString(hex));

    private static void Fault<T>(string hex, string name, long offset, string path)
    {
        var fault = Assert.Throws<MessagePackSerializationException>(() => Read<T>(hex));
        Assert.Equal((name, offset, path), (fault.ErrorName, fault.Offset, fault.Path));
    }

    private static void Fault(Action action, string name) =>
        Assert.Equal(name, Assert.ThrowsAny<MessagePackSerializationException>(action).ErrorName);

    private sealed class OwnList : List<int>;

    private sealed class OwnMap : Dictionary<int, ushort>
    {
        public OwnMap()
        {
        }

        public OwnMap(IEqualityComparer<int> comparer)
            : base(comparer)
        {
        }
    }

    private sealed class OwnSet : HashSet<int>;

    [MessagePackFormatter(typeof(DayFormatter), DayOfWeek.Friday)]
    private sealed class WithDay;

    private sealed class DayFormatter(DayOfWeek day) : IMessagePackFormatter<WithDay?>
    {
        public void Serialize(ref MessagePackWriter writer, WithDay? value, MessagePackSerializerOptions options) => writer.Write(day.ToString());

        public WithDay? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => throw new NotSupportedException();
    }
}
