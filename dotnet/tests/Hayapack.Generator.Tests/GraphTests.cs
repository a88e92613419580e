using Hayapack.Generator.Tests.Models;
using Hayapack.Generator.Tests.Support;

namespace Hayapack.Generator.Tests;

/// <summary>Unions, generics, nested types, custom formatters, foreign attributes and types without attributes.</summary>
public class GraphTests
{
    [Fact]
    public void A_union_is_a_number_and_a_value()
    {
        Assert.Equal("92cd012c92" + "03" + "9200" + "91cb3ff0000000000000", Wire.Hex<IShape>(new Square { Side = 3, Inner = new Circle { Radius = 1 } }));
        Assert.Equal("92d0d89105", Wire.Hex<IShape>(new Dot { X = 5 }));
        Assert.Equal(5, Assert.IsType<Dot>(Wire.Read<IShape>("92d0d89105")).X);
        Square square = Assert.IsType<Square>(Wire.Read<IShape>("92cd012c9203c0"));
        Assert.Equal(3, square.Side);
    }

    [Fact]
    public void A_union_reads_its_number_in_any_width()
        => Assert.IsType<Circle>(Wire.Read<IShape>("92d20000000091cb3ff0000000000000"));

    [Fact]
    public void An_unlisted_type_is_an_error_or_nil_and_an_unknown_number_null()
    {
        var fault = Assert.Throws<MessagePackSerializationException>(() => Wire.Hex(new Drawing { Shapes = [new Dot(), new Unlisted()] }));
        Assert.Equal((MessagePackErrorNames.UnsupportedType, 7), (fault.ErrorName, fault.Offset));
        Assert.Contains("Unlisted", fault.Message, StringComparison.Ordinal);
        Assert.Equal("c0", Wire.Hex<IShape>(new Unlisted(), MessagePackSerializerOptions.Standard.WithUnlistedUnionTypes(UnlistedUnionType.Nil)));
        Assert.Null(Wire.Read<IShape?>("9207930102a161"));
        Assert.Null(Wire.Read<IShape?>("c0"));
        Assert.Equal((MessagePackErrorNames.InvalidValue, 0), (Wire.Fails<IShape>("93000000").ErrorName, Wire.Fails<IShape>("93000000").Offset));
    }

    [Fact]
    public void A_union_in_a_union_is_written_by_its_own_rules()
    {
        Assert.Equal("9201920591cb4000000000000000", Wire.Hex<IPart>(new Wheel { Size = 2 }));
        Assert.Equal(2, Assert.IsType<Wheel>(Wire.Read<IPart>("9201920591cb4000000000000000")).Size);
        Assert.Equal("92029103", Wire.Hex<IPart>(new Disc { Size = 3 }));
        Assert.Equal("9200c0"[..4] + "9107", Wire.Hex<IPart>(new Frame { Number = 7 }));
        Assert.Throws<MessagePackSerializationException>(() => Wire.Hex<IPart>(new Spare()));
        MessagePackSerializerOptions nil = MessagePackSerializerOptions.Standard.WithUnlistedUnionTypes(UnlistedUnionType.Nil);
        Assert.Equal("9201c0", Wire.Hex<IPart>(new Spare(), nil));
        MessagePackSerializerOptions reflection = Resolvers.StandardResolverAllowPrivate.Options;
        foreach (IPart part in new IPart[] { new Wheel { Size = 2 }, new Disc { Size = 3 }, new Frame { Number = 7 } })
        {
            Assert.Equal(Wire.Hex(part), Wire.Hex(part, reflection));
        }

        Assert.Equal("9201c0", Wire.Hex<IPart>(new Spare(), reflection.WithUnlistedUnionTypes(UnlistedUnionType.Nil)));
        Assert.Throws<MessagePackSerializationException>(() => Wire.Hex<IPart>(new Spare(), reflection));
    }

    [Fact]
    public void Lists_arrays_and_nullables_of_objects_are_read()
    {
        Drawing drawing = new() { Shapes = [new Circle { Radius = 2 }, null, new Dot { X = 1 }], Main = new Dot(), Dot = new Dot { X = 4 }, Dots = [new Dot { X = 7 }] };
        Drawing read = Wire.RoundTrip(drawing);
        Assert.Equal(Wire.Hex(drawing), Wire.Hex(read));
        Assert.Equal((3, 4, 7), (read.Shapes!.Count, read.Dot!.Value.X, read.Dots![0].X));
        Assert.Null(Wire.RoundTrip(new Drawing()).Dot);
    }

    [Fact]
    public void Generic_types_are_read_closed()
    {
        Box<int> box = new() { Content = 5, Next = new() { Content = 6 } };
        box.Hide(9);
        Boxes read = Wire.RoundTrip(new Boxes { Numbers = box, Texts = new() { Content = "t" } });
        Assert.Equal((5, 6, 9, "t"), (read.Numbers!.Content, read.Numbers.Next!.Content, read.Numbers.Reveal(), read.Texts!.Content));
        Assert.Equal(1.5, Wire.RoundTrip(new Box<double> { Content = 1.5 }).Content);
        Assert.Equal(8, Wire.RoundTrip(new Box<long> { Content = 8 }).Content);
    }

    [Fact]
    public void Private_nested_types_are_read()
    {
        byte[] bytes = Outer.Write(5);
        Assert.Equal("9305019103", Convert.ToHexStringLower(bytes));
        Assert.Equal("5 High 0", Outer.Read(bytes));
        Assert.Equal(6, Wire.RoundTrip(new Outer.Inner { Value = 6 }).Value);
    }

    [Fact]
    public void A_member_or_a_type_can_name_its_formatter()
    {
        WithFormatters value = new() { Hex = 255, Prefixed = "x", Temperature = new(21.5) };
        Assert.Equal("93" + Wire.Str("ff") + Wire.Str("p:p:x") + "cb4035800000000000", Wire.Hex(value));
        WithFormatters read = Wire.RoundTrip(value);
        Assert.Equal((255, "x", new Temperature(21.5)), (read.Hex, read.Prefixed, read.Temperature));
    }

    [Fact]
    public void MessagePack_CSharp_attributes_work_unchanged()
    {
        ForeignArray inner = new() { A = 1, B = "b" };
        Assert.Equal("9301c0a162", Wire.Hex(inner));
        Assert.Equal(1, inner.Calls);
        ForeignMap read = Wire.RoundTrip(new ForeignMap { A = 2, Inner = inner });
        Assert.Equal((2, 1, "b", 10), (read.A, read.Inner!.A, read.Inner.B, read.Inner.Calls));
        Assert.Equal(3, Assert.IsType<ForeignCase>(Wire.RoundTrip<ForeignUnion>(new ForeignCase { Value = 3 })).Value);
    }

    [Fact]
    public void Data_contracts_work()
    {
        Assert.Equal("82" + Wire.Str("id") + "01" + Wire.Str("Name") + "a16e", Wire.Hex(new Contract { Id = 1, Name = "n", NotAMember = 5 }));
        Assert.Equal("92a16602", Wire.Hex(new OrderedContract { First = "f", Second = 2 }));
        Assert.Equal(2, Wire.RoundTrip(new OrderedContract { First = "f", Second = 2 }).Second);
    }

    [Fact]
    public void Types_without_attributes_are_generated_where_the_assembly_names_them()
    {
        Unattributed value = new(4) { InBase = 1, Set = "s", PublicField = 2 };
        Assert.Equal("84" + Wire.Str("InBase") + "01" + Wire.Str("Given") + "04" + Wire.Str("Set") + "a173" + Wire.Str("PublicField") + "02", Wire.Hex(value));
        Unattributed read = Wire.RoundTrip(value);
        Assert.Equal((1, 4, "s", 2), (read.InBase, read.Given, read.Set, read.PublicField));
        Assert.Equal(3, Wire.RoundTrip(new Holder<int> { Item = 3 }).Item);
    }

    [Fact]
    public void A_declared_count_allocates_little_before_its_items_are_seen()
    {
        byte[] bytes = [0x94, 0xc0, 0xc0, 0xc0, 0xdd, 0x00, 0x10, 0x00, 0x00, 0xc1, .. new byte[1 << 20]];
        long before = GC.GetAllocatedBytesForCurrentThread();
        MessagePackSerializationException error = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<Drawing>(bytes));
        Assert.Equal((MessagePackErrorNames.ReservedByte, 9), (error.ErrorName, error.Offset));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
        Dot[] many = new Dot[100_000];
        many[^1].X = 5;
        Assert.Equal(5, Wire.RoundTrip(new Drawing { Dots = many }).Dots![^1].X);
    }

    [Fact]
    public void A_list_that_a_getter_changes_while_it_is_written_is_refused()
    {
        Growing growing = new();
        growing.Items.Add(new Grower { Owner = growing });
        MessagePackSerializationException error = Assert.Throws<MessagePackSerializationException>(() => Wire.Hex(growing));
        Assert.Equal(MessagePackErrorNames.Mutated, error.ErrorName);
    }

    [Fact]
    public void Other_resolvers_are_asked_for_every_member_that_they_may_replace()
    {
        var options = MessagePackSerializerOptions.Standard.WithResolver(new Upper());
        Person person = new() { Name = "ada", Age = 3, Children = [new() { Name = "b" }], Tags = ["t"] };
        Person read = Wire.Read<Person>(Wire.Hex(person, options));
        Assert.Equal(("ADA", 3, "B", "T"), (read.Name, read.Age, read.Children![0].Name, read.Tags![0]));
        Assert.Equal("ADA", Wire.Read<Person>(Wire.Hex(person, options), options).Name);
    }

    private sealed class Upper : IFormatterResolver, Formatters.IMessagePackFormatter<string?>
    {
        public Formatters.IMessagePackFormatter<T>? GetFormatter<T>() =>
            typeof(T) == typeof(string) ? (Formatters.IMessagePackFormatter<T>)(object)this : Resolvers.StandardResolver.Instance.GetFormatter<T>();

        public void Serialize(ref MessagePackWriter writer, string? value, MessagePackSerializerOptions options) => writer.Write(value?.ToUpperInvariant());

        public string? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => reader.ReadString();
    }

    [Fact]
    public void Depth_is_limited_both_ways()
    {
        Box<int> deep = new();
        for (int i = 0; i < 100; i++)
        {
            deep = new() { Next = deep };
        }

        Assert.Equal(MessagePackErrorNames.TooDeep, Assert.Throws<MessagePackSerializationException>(() => Wire.Hex(deep)).ErrorName);
        string hex = string.Concat(Enumerable.Repeat("9200", 100)) + "c0";
        Assert.Equal(MessagePackErrorNames.TooDeep, Wire.Fails<Box<int>>(hex).ErrorName);
        Assert.Equal(128, Wire.Fails<Box<int>>(hex).Offset);
    }
}
