using System.Reflection;
using Hayapack.Formatters;
using Hayapack.Generator.Tests.Support;
using Hayapack.Resolvers;

namespace Hayapack.Generator.Tests;

/// <summary>A type without attributes, whose formatter is written by hand.</summary>
public sealed record Celsius(double Degrees);

/// <summary>A type whose formatter is kept out of StandardResolver.</summary>
public sealed record Fahrenheit(double Degrees);

/// <summary>Names a formatter that only the type itself can name in code.</summary>
[MessagePackFormatter(typeof(Formatter))]
public readonly record struct Kelvin(int Degrees)
{
    private sealed class Formatter : IMessagePackFormatter<Kelvin>
    {
        public void Serialize(ref MessagePackWriter writer, Kelvin value, MessagePackSerializerOptions options) => writer.Write(value.Degrees);

        public Kelvin Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => new(reader.ReadInt32());
    }
}

[MessagePackObject]
public sealed class Reading
{
    [Key(0)]
    public Celsius? Temperature { get; set; }
}

/// <summary>Has a private constructor and an Instance of the interface's type, as many formatters for MessagePack-CSharp.</summary>
internal sealed class CelsiusFormatter : IMessagePackFormatter<Celsius?>
{
    public static readonly IMessagePackFormatter<Celsius?> Instance = new CelsiusFormatter();

    private CelsiusFormatter()
    {
    }

    public void Serialize(ref MessagePackWriter writer, Celsius? value, MessagePackSerializerOptions options) => writer.Write(value!.Degrees);

    public Celsius? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => new(reader.ReadDouble());
}

[ExcludeFormatterFromSourceGeneratedResolver]
internal sealed class FahrenheitFormatter : IMessagePackFormatter<Fahrenheit?>
{
    public void Serialize(ref MessagePackWriter writer, Fahrenheit? value, MessagePackSerializerOptions options) => writer.Write(value!.Degrees);

    public Fahrenheit? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => new(reader.ReadDouble());
}

[GeneratedMessagePackResolver]
internal sealed partial class ReadingResolver;

internal static partial class Weather
{
    [CompositeResolver(typeof(FahrenheitFormatter), typeof(NativeGuidResolver), typeof(StandardResolver))]
    internal sealed partial class Temperatures;
}

[CompositeResolver(IncludeLocalFormatters = true)]
internal sealed partial class EverythingHere;

/// <summary>The resolvers and registrations that the generator makes from attributes and from the formatters of an assembly.</summary>
public sealed class ResolverTests
{
    [Fact]
    public void A_formatter_of_the_assembly_is_used_by_the_standard_resolver()
    {
        var reading = new Reading { Temperature = new Celsius(21.5) };
        byte[] bytes = MessagePackSerializer.Serialize(reading);
        Assert.Equal("91cb4035800000000000", Convert.ToHexStringLower(bytes));
        Assert.Equal(reading.Temperature, MessagePackSerializer.Deserialize<Reading>(bytes).Temperature);
        Assert.Equal(9, MessagePackSerializer.Serialize(reading.Temperature).Length);
    }

    [Fact]
    public void A_private_formatter_named_by_its_type_is_used()
    {
        byte[] bytes = MessagePackSerializer.Serialize(new Kelvin(4));
        Assert.Equal("04", Convert.ToHexStringLower(bytes));
        Assert.Equal(new Kelvin(4), MessagePackSerializer.Deserialize<Kelvin>(bytes));
    }

    [Fact]
    public void An_excluded_formatter_is_not() => Assert.Throws<FormatterNotRegisteredException>(
        () => MessagePackSerializer.Serialize(new Fahrenheit(70)));

    [Fact]
    public void A_generated_resolver_has_generated_formatters_only()
    {
        Assert.NotNull(ReadingResolver.Instance.GetFormatter<Reading>());
        Assert.NotNull(ReadingResolver.Instance.GetFormatter<Celsius?>());
        Assert.Null(ReadingResolver.Instance.GetFormatter<Fahrenheit>());
        Assert.Null(ReadingResolver.Instance.GetFormatter<Guid>());
    }

    [Fact]
    public void A_composite_resolver_has_its_parts_in_order()
    {
        MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithResolver(Weather.Temperatures.Instance);
        Assert.Equal(new Fahrenheit(70), MessagePackSerializer.Deserialize<Fahrenheit>(MessagePackSerializer.Serialize(new Fahrenheit(70), options), options));
        Assert.Equal(18, MessagePackSerializer.Serialize(Guid.Empty, options).Length);
        Assert.Equal([7], MessagePackSerializer.Serialize(7, options));
    }

    [Fact]
    public void A_composite_resolver_can_include_the_formatters_of_the_assembly()
    {
        Assert.IsType<CelsiusFormatter>(EverythingHere.Instance.GetFormatter<Celsius?>());
        Assert.NotNull(EverythingHere.Instance.GetFormatter<Reading>());
        Assert.Null(EverythingHere.Instance.GetFormatter<Fahrenheit?>());
    }

    [Fact]
    public void Of_two_formatters_for_a_type_none_is_registered()
    {
        const string Class = """
             : Hayapack.Formatters.IMessagePackFormatter<T>
            {
                public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options) { }
                public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => default;
            }
            """;
        string made = Compiler.Generate($"public struct T; public class A{Class} public class B{Class} [MessagePackObject] public class C;")
            .SyntaxTrees.Single(tree => tree.FilePath.EndsWith("HayapackRegistration.g.cs", StringComparison.Ordinal)).ToString();
        Assert.DoesNotContain("Register<global::T>", made, StringComparison.Ordinal);
        Assert.Contains("Register<global::C>", made, StringComparison.Ordinal);
    }

    [Fact]
    public void A_formatter_of_another_assembly_is_registered_by_its_name() => Assert.Contains(
        ".Register<global::System.Uri>(new global::F());",
        Compiler.Generate(
            """
            using Hayapack.Formatters;
            [assembly: MessagePackKnownFormatter(typeof(F))]
            [ExcludeFormatterFromSourceGeneratedResolver, Obsolete] class Unused;
            public class F : IMessagePackFormatter<Uri?>
            {
                public void Serialize(ref MessagePackWriter writer, Uri? value, MessagePackSerializerOptions options) { }
                public Uri? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => null;
            }
            """).SyntaxTrees.Last().ToString(),
        StringComparison.Ordinal);
}
