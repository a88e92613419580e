using Hayapack.Generator.Tests.Models;
using Hayapack.Generator.Tests.Support;

namespace Hayapack.Generator.Tests;

/// <summary>Objects with integer and string keys: bytes, round trips, missing and unknown members.</summary>
public class ObjectTests
{
    private static readonly DateTime Time = new(2026, 11, 22, 8, 0, 0, DateTimeKind.Utc);

    [Fact]
    public void Numbered_members_form_an_array_with_nil_in_holes()
    {
        Numbers numbers = new() { Int = -70000, Long = 1L << 40, Bool = true, Double = 1.5, Char = 'é', Byte = 200, UShort = 65535, SByte = -100, ULong = ulong.MaxValue, Float = 0.5f, Time = Time, Color = Color.Green, MaybeColor = Color.Red, Short = -2, UInt = 70000 };
        Assert.Equal(
            "dc0011" + "d2fffeee90" + "cf0000010000000000" + "c3" + "c0" + "cb3ff8000000000000" + "cce9" + "ccc8" + "cdffff" + "d09c"
            + "cfffffffffffffffff" + "ca3f000000" + "d6ff6a0f9d80".Replace("6a0f9d80", ((uint)new DateTimeOffset(Time).ToUnixTimeSeconds()).ToString("x8"), StringComparison.Ordinal)
            + "c0" + "ccc8" + "00" + "fe" + "ce00011170",
            Wire.Hex(numbers));
        Numbers read = Wire.RoundTrip(numbers);
        Assert.Equal(Wire.Hex(numbers), Wire.Hex(read));
        Assert.Equal('é', read.Char);
        Assert.Equal(DateTimeKind.Utc, read.Time.Kind);
        Assert.Null(read.MaybeTime);
    }

    [Fact]
    public void Members_that_a_shorter_array_lacks_stay_untouched_and_longer_ones_are_skipped()
    {
        Numbers read = Wire.Read<Numbers>("92 07 c0");
        Assert.Equal((7, null, false), (read.Int, read.Long, read.Bool));
        Assert.Equal(5, Wire.Read<ByConstructor>("92 01 02").C);
        Assert.Equal((1, 2, 3), Deconstruct(Wire.Read<ByConstructor>("95 01 02 03 93 01 02 03 a1 61")));
        Assert.Equal((1, 0, 5), Deconstruct(Wire.Read<ByConstructor>("91 01")));
        Assert.Equal((0, null), (Wire.Read<Plain>("90").A, Wire.Read<Plain>("90").B));
        Assert.Equal((42, 43), (Wire.Read<Initialized>("90").A, Wire.Read<Initialized>("90").B));

        static (int, int, int) Deconstruct(ByConstructor value) => (value.A, value.B, value.C);
    }

    [Fact]
    public void Named_members_form_a_map_in_the_order_of_declaration()
    {
        Person person = new() { Name = "Ada", Age = 36, Children = [new() { Name = "B" }], Tags = ["x", "y"], Data = [1, 2] };
        Assert.Equal(
            "86" + Wire.Str("Name") + "a3416461" + Wire.Str("Age") + "24" + Wire.Str("Partner") + "c0" + Wire.Str("Children") + "91"
            + "86" + Wire.Str("Name") + "a142" + Wire.Str("Age") + "00" + Wire.Str("Partner") + "c0" + Wire.Str("Children") + "c0" + Wire.Str("Tags") + "c0" + Wire.Str("Data") + "c0"
            + Wire.Str("Tags") + "92a178a179" + Wire.Str("Data") + "c4020102",
            Wire.Hex(person));
        Assert.Equal(Wire.Hex(person), Wire.Hex(Wire.RoundTrip(person)));
        Assert.Equal(7, Wire.RoundTrip(person).Secret);
    }

    [Fact]
    public void A_naming_policy_makes_the_keys()
    {
        Snake snake = new() { UserId = 1, HTTPServer2Name = "h" };
        Assert.Equal("82" + Wire.Str("user_id") + "01" + Wire.Str("http_server2_name") + "a168", Wire.Hex(snake));
        Assert.Equal("h", Wire.RoundTrip(snake).HTTPServer2Name);
    }

    [Fact]
    public void Every_length_of_key_is_found_again()
    {
        StringKeys keys = new() { A = 1, Bb = 2, Ccc = 3, Dddd = 4, Eeeee = 5, Eeeef = 6, Long = 7, Unicode = 8, Str8 = 9, Empty = 10 };
        StringKeys read = Wire.RoundTrip(keys);
        Assert.Equal(Wire.Hex(keys), Wire.Hex(read));
        Assert.Equal((1, 2, 3, 4, 5, 6, 7, 8, 9, 10), (read.A, read.Bb, read.Ccc, read.Dddd, read.Eeeee, read.Eeeef, read.Long, read.Unicode, read.Str8, read.Empty));
    }

    [Fact]
    public void Unknown_keys_are_skipped_and_missing_members_stay_untouched()
    {
        StringKeys read = Wire.Read<StringKeys>("83" + Wire.Str("zz") + "93010203" + Wire.Str("a") + "09" + Wire.Str("eeeeg") + "81a16101");
        Assert.Equal((9, 6, 0), (read.A, read.Bb, read.Ccc));
        Assert.Equal(3, Wire.Read<Named>("81" + Wire.Str("First") + "a161").Extra);
    }

    [Fact]
    public void A_key_that_comes_twice_is_refused_at_its_second_place()
    {
        MessagePackSerializationException error = Wire.Fails<StringKeys>("83" + Wire.Str("a") + "09" + Wire.Str("bb") + "01" + Wire.Str("a") + "09");
        Assert.Equal((MessagePackErrorNames.DuplicateKey, 8), (error.ErrorName, error.Offset));
    }

    [Fact]
    public void A_key_that_is_no_string_is_refused()
        => Assert.Equal((MessagePackErrorNames.InvalidKey, 1), (Wire.Fails<StringKeys>("810101").ErrorName, Wire.Fails<StringKeys>("810101").Offset));

    [Fact]
    public void Records_structs_and_constructors_are_read()
    {
        Assert.Equal(new Point(1, 2), Wire.RoundTrip(new Point(1, 2)));
        Assert.Equal(new Named("a", "b") { Extra = 5 }, Wire.RoundTrip(new Named("a", "b") { Extra = 5 }));
        Assert.Equal(new Pair(3, "x"), Wire.RoundTrip(new Pair(3, "x")));
        Assert.Equal((1, "q"), (Wire.RoundTrip(new Plain { A = 1, B = "q" }).A, Wire.RoundTrip(new Plain { A = 1, B = "q" }).B));
        Assert.Equal((1, 2), (Wire.RoundTrip(new Initialized { A = 1, B = 2 }).A, Wire.RoundTrip(new Initialized { A = 1, B = 2 }).B));
        Assert.Equal((8, 9), (Wire.RoundTrip(PrivateConstructor.Create(8, 9)).Reveal(), Wire.RoundTrip(PrivateConstructor.Create(8, 9)).Visible));
    }

    [Fact]
    public void Nil_is_null_for_a_class_and_an_error_for_a_struct()
    {
        Assert.Null(Wire.Read<Point?>("c0"));
        Assert.Null(Wire.Read<Person?>("c0"));
        Assert.Equal((MessagePackErrorNames.UnexpectedType, 0), (Wire.Fails<Pair>("c0").ErrorName, Wire.Fails<Pair>("c0").Offset));
        Assert.Equal("c0", Wire.Hex<Person?>(null));
    }

    [Fact]
    public void Required_members_must_be_there()
    {
        WithRequired read = Wire.RoundTrip(new WithRequired { Id = 1, Name = "n" });
        Assert.Equal((1, "n", 9), (read.Id, read.Name, read.Default));
        MessagePackSerializationException error = Wire.Fails<WithRequired>("81" + Wire.Str("Id") + "01");
        Assert.Equal((MessagePackErrorNames.MissingMember, 0, "$"), (error.ErrorName, error.Offset, error.Path));
        error = Wire.Fails<WithRequired[]>("92" + "82" + Wire.Str("Id") + "01" + Wire.Str("Name") + "a0" + "80");
        Assert.Equal((MessagePackErrorNames.MissingMember, 12, "$[1]"), (error.ErrorName, error.Offset, error.Path));
        Assert.Contains("Id", error.Message, StringComparison.Ordinal);
        Assert.Equal(11, Wire.Read<RequiredByConstructor>("80").Id);
    }

    [Fact]
    public void Inherited_and_overridden_members_take_part()
    {
        Derived derived = new() { Id = 1, Text = "t", More = 2 };
        derived.Keep(3);
        Assert.Equal("9501a27421" + "02c003", Wire.Hex(derived));
        Derived read = Wire.RoundTrip(derived);
        Assert.Equal((1, "t!!", 2, 3), (read.Id, read.Text, read.More, read.Get()));
    }

    [Fact]
    public void A_type_without_members_is_an_empty_map_and_reads_any_map()
    {
        Assert.Equal("80", Wire.Hex(new Empty()));
        Assert.NotNull(Wire.Read<Empty>("82a161930102c0a16280"));
        Assert.Equal(MessagePackErrorNames.UnexpectedType, Assert.Throws<MessagePackSerializationException>(() => Wire.Read<Empty>("93010203")).ErrorName);
        Assert.Equal(MessagePackErrorNames.InvalidKey, Assert.Throws<MessagePackSerializationException>(() => Wire.Read<Empty>("8101c0")).ErrorName);
    }

    [Fact]
    public void A_missing_member_has_the_default_of_its_optional_parameter()
    {
        Assert.Equal(new OptionalParameters(3), Wire.Read<OptionalParameters>("9103"));
        Assert.Equal(new OptionalParameters(3, "x"), Wire.Read<OptionalParameters>("9203a178"));
        Assert.Equal(new OptionalNames(3), Wire.Read<OptionalNames>("81a2496403"));
        Assert.Equal(new OptionalNames(0, Flag: false), Wire.Read<OptionalNames>("81a4466c6167c2"));
    }

    [Fact]
    public void Callbacks_run_before_writing_and_after_reading()
    {
        Callbacks value = new() { Value = 4 };
        Assert.Equal("9104", Wire.Hex(value));
        Assert.Equal("before", value.Log);
        Assert.Equal("after4", Wire.Read<Callbacks>("9104").Log);
        Assert.Equal("9105", Wire.Hex(new StructCallbacks { Value = 4 }));
        Assert.Equal(10, Wire.Read<StructCallbacks>("9105").Twice);
    }
}
