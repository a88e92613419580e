using System.Reflection;
using System.Runtime.Loader;
using Hayapack.Generator.Parsing;
using Hayapack.Generator.Tests.Support;
using Hayapack.Resolvers;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Tests;

/// <summary>
/// Members of each collection type that the generator knows, with a model as argument, are written and read with built-in and
/// generated formatters alone, as in a program without reflection.
/// </summary>
[Trait("Tier", "long")]
public class RegistrationTests
{
    private static readonly MessagePackSerializerOptions WithoutReflection = MessagePackSerializerOptions.Standard
        .WithResolver(CompositeResolver.Create(BuiltinResolver.Instance, SourceGeneratedFormatterResolver.Instance))
        .WithSecurity(MessagePackSecurity.TrustedData);

    /// <summary>The collections of the generator's table, tuples, arrays and nullable types, with their type arguments as {0} and {1}.</summary>
    private static readonly string[] Forms =
    [
        .. LibraryFormatters.Known.Select(name => name.Split('`') is var parts && parts[1] == "1" ? parts[0] + "<{0}>" : parts[0] + "<{1}, {0}>"),
        "{0}[]", "{0}[,]", "{0}[,,]", "{0}[,,,]", "({0}, {1})", "Tuple<{0}, {1}>", "Dictionary<{1}, List<{0}[]>>", "System.Linq.ILookup<{1}, System.Linq.IGrouping<{1}, {0}>>",
        "(int, int, int, int, int, int, int, {0}, {1})", "Lazy<{0}>",
    ];

    private static readonly Lazy<Assembly> Compiled = new(Compile);

    public static TheoryData<int, string> Members => Numbered(Forms);

    [Theory]
    [MemberData(nameof(Members))]
    public void NoMemberNeedsReflection(int number, string form)
    {
        Type type = Compiled.Value.GetType("Holder" + number)!;
        object holder = Activator.CreateInstance(type)!;
        byte[] nothing = MessagePackSerializer.Serialize(type, holder, WithoutReflection);
        object read = MessagePackSerializer.Deserialize(type, nothing, WithoutReflection)!;
        Assert.Equal(nothing, MessagePackSerializer.Serialize(type, read, WithoutReflection));

        // An element of each: with nil elements, each formatter is looked up; a collection that refuses null is skipped.
        byte[] some = [0x91, .. Sample(form)];
        read = MessagePackSerializer.Deserialize(type, some, WithoutReflection)!;
        Assert.Equal(some, MessagePackSerializer.Serialize(type, read, WithoutReflection));
    }

    [Fact]
    public void ClassesOfAUnionAreRegistered()
    {
        Type type = Compiled.Value.GetType("IUnion")!;
        byte[] message = [0x92, 0, 0x91, 0x91, 7];
        object read = MessagePackSerializer.Deserialize(type, message, WithoutReflection)!;
        Assert.Equal(message, MessagePackSerializer.Serialize(type, read, WithoutReflection));
    }

    private static TheoryData<int, string> Numbered(string[] forms)
    {
        var data = new TheoryData<int, string>();
        for (int i = 0; i < forms.Length; i++)
        {
            data.Add(i, forms[i]);
        }

        return data;
    }

    /// <summary>Returns the message of a value with one element, the model [7] or the enum 1.</summary>
    private static byte[] Sample(string form)
    {
        byte[] model = [0x91, 7];
        return form switch
        {
            "({0}, {1})" or "Tuple<{0}, {1}>" => [0x92, .. model, 1],
            "(int, int, int, int, int, int, int, {0}, {1})" => [0x98, 1, 1, 1, 1, 1, 1, 1, 0x92, .. model, 1],
            "{0}[,]" => [0x93, 1, 1, 0x91, .. model],
            "{0}[,,]" => [0x94, 1, 1, 1, 0x91, .. model],
            "{0}[,,,]" => [0x95, 1, 1, 1, 1, 0x91, .. model],
            "Dictionary<{1}, List<{0}[]>>" => [0x81, 1, 0x91, 0x91, .. model],
            "System.Linq.ILookup<{1}, System.Linq.IGrouping<{1}, {0}>>" => [0x91, 0x92, 1, 0x91, 0x92, 1, 0x91, .. model],
            _ when form.Contains("Nullable", StringComparison.Ordinal) || form.StartsWith("Lazy", StringComparison.Ordinal) || form.StartsWith("System.Lazy", StringComparison.Ordinal) => model,
            _ when form.Contains("ILookup", StringComparison.Ordinal) => [0x91, 0x92, 1, 0x91, .. model],
            _ when form.Contains("IGrouping", StringComparison.Ordinal) => [0x92, 1, 0x91, .. model],
            _ when form.Contains("KeyValuePair", StringComparison.Ordinal) => [0x92, 1, .. model],
            _ when form.Contains("PriorityQueue", StringComparison.Ordinal) => [0x91, 0x92, 1, .. model],
            _ when form.Contains("{1}", StringComparison.Ordinal) => [0x81, 1, .. model],
            _ => [0x91, .. model],
        };
    }

    /// <summary>A class for each form, each with a model and an enum of its own, so that no other member registers what it needs.</summary>
    private static Assembly Compile()
    {
        var source = new System.Text.StringBuilder("#nullable disable\n");
        for (int i = 0; i < Forms.Length; i++)
        {
            string type = string.Format(System.Globalization.CultureInfo.InvariantCulture, Forms[i], "Model" + i, "Key" + i);
            string kind = Forms[i].Contains("Nullable", StringComparison.Ordinal) ? "struct" : "class";
            string order = kind == "struct" ? "" : $" : IComparable<Model{i}>";
            string compare = kind == "struct" ? "" : $" public int CompareTo(Model{i} other) => other is null ? 1 : Number.CompareTo(other.Number);";
            source.AppendLine($"public enum Key{i} {{ A }}");
            source.AppendLine($"[MessagePackObject] public {kind} Model{i}{order} {{ [Key(0)] public int Number {{ get; set; }}{compare} }}");
            source.AppendLine($"[MessagePackObject] public class Holder{i} {{ [Key(0)] public {type} Value {{ get; set; }} }}");
        }

        source.AppendLine("[Union(0, typeof(Case<ModelOfUnion>))] public interface IUnion { }");
        source.AppendLine("[MessagePackObject] public class ModelOfUnion { [Key(0)] public int Number { get; set; } }");
        source.AppendLine("[MessagePackObject] public class Case<T> : IUnion { [Key(0)] public T Value { get; set; } }");
        var image = new MemoryStream();
        Compiler.Driver().RunGeneratorsAndUpdateCompilation(Compiler.Compile(source.ToString()), out Compilation output, out _);
        Microsoft.CodeAnalysis.Emit.EmitResult emitted = output.Emit(image);
        Assert.True(emitted.Success, string.Join("\n", emitted.Diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error).Take(5)));
        image.Position = 0;
        return new AssemblyLoadContext("registrations").LoadFromStream(image);
    }
}
