using Cases;
using Hayapack.Generator.Tests.Support;
using Hayapack.Resolvers;
using Unions;

namespace Hayapack.Generator.Tests;

/// <summary>Union types and closed classes of C# 15, in generated code and by reflection.</summary>
public class UnionTypeTests
{
    internal const string Markers = "namespace System.Runtime.CompilerServices { public sealed class UnionAttribute : Attribute { } public interface IUnion { object? Value { get; } } }";

    private static readonly MessagePackSerializerOptions[] Paths =
    [
        MessagePackSerializerOptions.Standard,
        MessagePackSerializerOptions.Standard.WithResolver(new ByReflection(type => type.Namespace == "Unions", StandardResolver.Instance)),
    ];

    [Fact]
    public void A_union_is_its_value_alone()
    {
        Same(new IntOrText(7), "07");
        Same(new IntOrText("a"), "a161");
        Same<IntOrText>(default, "c0");
        Same<IntOrText?>(null, "c0");
        Same(new Either<double>(1.5), "cb3ff8000000000000");
        Same(new Either<double>(new List<double> { 1.5 }), "91cb3ff8000000000000");
        Same(new Either<double>(new Point(1, 2)), "82a15801a15902");
        Same(new Either<int>(5), "05");
        Same(new Deep(true), "c3");
        Same(new Deep(new[] { new IntOrText(1), new IntOrText("a"), default }), "9301a161c0");
        Same(new Deep(new Dictionary<string, IntOrText> { ["a"] = new(1) }), "81a16101");
    }

    [Fact]
    public void A_union_with_keys_is_a_key_and_a_value()
    {
        Same(new Length(new Meters(5)), "92019105");
        Same(new Length(new Feet(5)), "92029105");
        Same(new Row { First = new(1), Lengths = [new(new Feet(5)), default], Last = new Deep(false), Shape = new Square { Side = 3 } }, "94019292029105c0c292019103");
    }

    [Fact]
    public void A_closed_class_is_a_union_like_others()
    {
        Same<Shape>(new Circle { Radius = 3 }, "92009103");
        Same<Shape>(new Square { Side = 3 }, "92019103");
    }

    [Fact]
    public void Whole_floats_are_read_and_other_values_are_unexpected()
    {
        foreach (MessagePackSerializerOptions options in Paths)
        {
            Assert.Equal(7.0, Read<Either<double>>("07", options).Value);
            Assert.Null(Read<Length>("920305", options).Value);
            Assert.Equal((MessagePackErrorNames.UnexpectedType, 0L), Fails<IntOrText>("c3", options));
            Assert.Equal((MessagePackErrorNames.UnexpectedType, 1L), Fails<IntOrText[]>("9190", options));
            Assert.Equal(MessagePackErrorNames.Truncated, Fails<IntOrText>("a2", options).Name);
            Assert.Equal(MessagePackErrorNames.InvalidValue, Fails<Length>("9101", options).Name);
        }
    }

    [Theory]
    [InlineData("public U(int a) { Value = a; } public U(long a) { Value = a; }")]
    [InlineData("public U(int[] a) { Value = a; } public U(List<string> a) { Value = a; }")]
    [InlineData("public U(Guid a) { Value = a; } public U(string a) { Value = a; }")]
    [InlineData("public U(object a) { Value = a; }")]
    public void Cases_that_are_alike_on_the_wire_need_keys(string constructors)
    {
        var assembly = Loader.Load("#pragma warning disable\n[assembly: GenerateFormatter(typeof(U))]\n"
            + "[System.Runtime.CompilerServices.Union] public struct U { " + constructors + " public object? Value { get; } public static object Make() => new U(default); }".Replace("new U(default)", "default(U)", StringComparison.Ordinal), Markers);
        Assert.Equal(["HAYA026 at A"], Compiler.Diagnose(Markers + " [System.Runtime.CompilerServices.Union] public struct U { " + constructors
            + " public object? Value { get; } } [MessagePackObject] public class C { [Key(0)] public U A { get; set; } }"));
        object value = assembly.GetType("U")!.GetMethod("Make")!.Invoke(null, null)!;
        MessagePackSerializerOptions reflection = MessagePackSerializerOptions.Standard
            .WithResolver(new ByReflection(type => type.Assembly == assembly, StandardResolver.Instance));
        foreach (MessagePackSerializerOptions options in new[] { MessagePackSerializerOptions.Standard, reflection })
        {
            Assert.Equal(MessagePackErrorNames.UnsupportedType,
                Assert.ThrowsAny<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(value.GetType(), value, options)).ErrorName);
        }
    }

    [Fact]
    public void A_member_with_a_union_type_is_no_mistake_but_a_case_without_formatter_is()
    {
        const string Union = Markers + " [System.Runtime.CompilerServices.Union] public struct U { public U(int a) { Value = a; } public U(Other a) { Value = a; } public object? Value { get; } } ";
        const string Model = "[MessagePackObject] public class C { [Key(0)] public U A { get; set; } }";
        Assert.Equal(["HAYA012 at A"], Compiler.Diagnose(Union + "public class Other { }" + Model));
        Assert.Equal([], Compiler.Diagnose(Union + "[MessagePackObject] public class Other { }" + Model));
    }

    [Theory]
    [InlineData("", "public U(int a) { Value = a; } public U(double? a) { Value = a; } public U(string a) { Value = a; } public U(int[] a) { Value = a; } public U(Map a) { Value = a; }")]
    [InlineData("[Hayapack.Union(0, typeof(int)), Hayapack.Union(1, typeof(long))] ", "public U(int a) { Value = a; } public U(long a) { Value = a; }")]
    public void Cases_that_can_be_told_apart_are_no_mistake(string keys, string constructors) => Assert.Equal(
        [],
        Compiler.Diagnose(Markers + " " + keys + "[System.Runtime.CompilerServices.Union] public struct U { " + constructors
            + " public object? Value { get; } } [MessagePackObject(true)] public class Map { public int A { get; set; } } [MessagePackObject] public class C { [Key(0)] public U A { get; set; } }"));

    private static void Same<T>(T value, string bytes)
    {
        foreach (MessagePackSerializerOptions options in Paths)
        {
            Assert.Equal(bytes, Wire.Hex(value, options));
            Assert.Equal(bytes, Wire.Hex(Read<T>(bytes, options), options));
        }
    }

    private static T Read<T>(string hex, MessagePackSerializerOptions options) => Wire.Read<T>(hex, options);

    private static (string Name, long Offset) Fails<T>(string hex, MessagePackSerializerOptions options)
    {
        var error = Assert.Throws<MessagePackSerializationException>(() => Read<T>(hex, options));
        return (error.ErrorName, error.Offset);
    }
}
