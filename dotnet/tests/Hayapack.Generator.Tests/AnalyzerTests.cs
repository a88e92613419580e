using System.Collections.Immutable;
using Hayapack.Generator.Tests.Support;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Hayapack.Generator.Tests;

/// <summary>Checks the location of each diagnostic, and that corrected code has none.</summary>
public class AnalyzerTests
{
    [Theory]
    [InlineData("HAYA001 at B", "[MessagePackObject] public class C { [Key(0)] public int A { get; set; } public int B { get; set; } }")]
    [InlineData("HAYA001 at D", "public class C { public int B; } [MessagePackObject] public class D : C { [Key(0)] public int A { get; set; } }")]
    [InlineData("HAYA002 at B", "[MessagePackObject] public class C { [Key(0)] public int A { get; set; } [Key(0)] public int B { get; set; } }")]
    [InlineData("HAYA002 at B", "[MessagePackObject(true)] public class C { public int A { get; set; } [Key(\"A\")] public int B { get; set; } }")]
    [InlineData("HAYA003 at B", "[MessagePackObject] public class C { [Key(0)] public int A { get; set; } [Key(\"b\")] public int B { get; set; } }")]
    [InlineData("HAYA004 at A", "[MessagePackObject] public class C { [Key(-1)] public int A { get; set; } }")]
    [InlineData("HAYA004 at A", "[MessagePackObject] public class C { [Key(null!)] public int A { get; set; } }")]
    [InlineData("HAYA005 at C", "[MessagePackObject] public class C { public C(string other) { } [Key(0)] public int A { get; set; } }")]
    [InlineData("HAYA006 at other", "[MessagePackObject(true)] public class C { public C() { } [SerializationConstructor] public C(string other) { } public int A { get; set; } }")]
    [InlineData("HAYA007 at O", "public class O { [MessagePackObject] private class C { [Key(0)] public int A { get; set; } } }")]
    [InlineData("HAYA007 at C", "[MessagePackObject] public class C { [Key(0)] private Kind A { get; set; } private enum Kind { X } }")]
    [InlineData("HAYA008 at A", "[MessagePackObject] public class C { [Key(0)] public static int A { get; set; } }")]
    [InlineData("HAYA009 at A", "[MessagePackObject] public class C { [Key(0)] public I? A { get; set; } } public interface I { }")]
    [InlineData("HAYA009 at A", "[MessagePackObject] public class C { [Key(0)] public List<B>? A { get; set; } } [MessagePackObject] public abstract class B { }")]
    [InlineData("HAYA010 at Union(0, typeof(B))", "[Union(0, typeof(A)), Union(0, typeof(B))] public interface I { } [MessagePackObject] public class A : I { } [MessagePackObject] public class B : I { }")]
    [InlineData("HAYA010 at Union(1, typeof(A))", "[Union(0, typeof(A)), Union(1, typeof(A))] public interface I { } [MessagePackObject] public class A : I { }")]
    [InlineData("HAYA011 at Union(0, typeof(A))", "[Union(0, typeof(A))] public interface I { } [MessagePackObject] public class A { }")]
    [InlineData("HAYA012 at A", "[MessagePackObject] public class C { [Key(0)] public Other[]? A { get; set; } } public class Other { }")]
    [InlineData("HAYA013 at A", "[MessagePackObject] public class C { [Key(0), MessagePackFormatter(typeof(string))] public int A { get; set; } }")]
    [InlineData("HAYA013 at C", "[MessagePackFormatter(typeof(string))] public class C { }")]
    [InlineData("HAYA014 at A", "[MessagePackObject] public class C { [Key(0)] public int A => 1; }")]
    [InlineData("HAYA015 at C", "[MessagePackObject] file class C { [Key(0)] public int A { get; set; } }")]
    [InlineData("HAYA015 at C", "[MessagePackObject(true)] public class C { [ExtensionData] public int A { get; set; } }")]
    [InlineData("HAYA015 at C", "[MessagePackObject(true)] public class C { [ExtensionData] public UnknownMembers? A { get; } }")]
    [InlineData("HAYA015 at C", "[MessagePackObject(true)] public class C { [ExtensionData] public System.Collections.Generic.Dictionary<string, int>? A { get; set; } }")]
    [InlineData("HAYA015 at C", "[MessagePackObject(true)] public class C { [ExtensionData] public System.Collections.Generic.Dictionary<string, object?> A { get; } = new(); }")]
    [InlineData("HAYA015 at C", "[MessagePackObject] public class C { [Key(0)] public int B { get; set; } [ExtensionData] public System.Collections.Generic.Dictionary<string, object?>? A { get; set; } }")]
    [InlineData("HAYA014 at A", "[MessagePackObject] public class C { [Key(0)] public List<int> A { get; } = []; }")]
    [InlineData("HAYA016 at A", "[MessagePackObject(true)] public class C { [Key(0)] public int A { get; set; } }")]
    [InlineData("HAYA017 at C", "[MessagePackObject, Union(0, typeof(D))] public class C { [Key(0)] public int A { get; set; } } [MessagePackObject] public class D : C { }")]
    [InlineData("HAYA019 at A", "public class B { public int A { get; set; } } [MessagePackObject(true)] public class C : B { public new int A { get; set; } }")]
    [InlineData("HAYA005 at C", "[MessagePackObject] public struct C { public C(string other) { } [Key(0)] public int A { get; } }")]
    [InlineData("HAYA021 at B", "[Union(0, typeof(A))] public interface I { } [MessagePackObject] public class A : I { } public class B : I { }")]
    [InlineData("HAYA021 at L", "[Union(0, typeof(K))] public interface J { } [Union(0, typeof(A))] public abstract class K : J { } [MessagePackObject] public class A : K { } [MessagePackObject] public class L : J { }")]
    [InlineData("HAYA021 at B", "[Union(0, typeof(A))] public abstract class I { } [MessagePackObject] public class A : I { } [MessagePackObject] public class B : A { }")]
    [InlineData("HAYA022 at Union(0, \"Missing, Other\")", "[Union(0, \"Missing, Other\")] public interface I { }")]
    [InlineData("HAYA012 at A", "[MessagePackObject] public class C { [Key(0)] public System.Net.Cookie? A { get; set; } }")]
    [InlineData("HAYA012 at A", "[MessagePackObject] public class C { [Key(0)] public Dictionary<string, System.Threading.CancellationToken?>? A { get; set; } }")]
    [InlineData("HAYA025 at C", "#pragma warning disable HAYA014\n[MessagePackObject(true)] public class C : System.Collections.ObjectModel.Collection<int> { }")]
    [InlineData("HAYA030 at Union(\"a\", typeof(A))", "[UnionKey(\"t\"), Union(\"a\", typeof(A))] public interface I { } [MessagePackObject] public class A : I { [Key(0)] public int T { get; set; } }")]
    [InlineData("HAYA026 at A", UnionTypeTests.Markers + "[System.Runtime.CompilerServices.Union] public struct U { public U(int a) { Value = a; } public U(long a) { Value = a; } public object? Value { get; } } [MessagePackObject] public class C { [Key(0)] public List<U>? A { get; set; } }")]
    [InlineData("HAYA027 at A", "[MessagePackObject] public class C { [Key(0)] public L<int>? A { get; set; } } public class L<T> : List<L<List<T>>> { }")]
    [InlineData("HAYA027 at A", "[MessagePackObject] public class C<T> { [Key(0)] public List<D<T[]>>? A { get; set; } } public class D<T> : Dictionary<int, E<T>> { } public class E<T> : List<D<(T, T)>> { }")]
    [InlineData("HAYA027 at A", UnionTypeTests.Markers + "[System.Runtime.CompilerServices.Union] public struct U<T> { public U(int a) { Value = a; } public U(List<U<T[]>> a) { Value = a; } public object? Value { get; } } [MessagePackObject] public class C { [Key(0)] public U<int>[]? A { get; set; } }")]
    [InlineData("HAYA018 at C", "[MessagePackObject] public class C { [Key(5000)] public int A { get; set; } }")]
    public void A_mistake_is_reported_where_it_is(string expected, string source)
    {
        Assert.Equal([expected], Compiler.Diagnose(source));
        Compiler.Generate(source + "[MessagePackObject] public class Fine { [Key(0)] public int X { get; set; } }");
    }

    /// <summary>Collections of themselves, or of others of their definition, whose types do not grow.</summary>
    [Theory]
    [InlineData("L<int>", "public class L<T> : List<L<T>> { }")]
    [InlineData("L<string>", "public class L<T> : List<L<List<int>>> { }")]
    [InlineData("L<string, byte, bool>", "public class L<A, B, C> : List<L<B, C, List<int>>> { }")]
    [InlineData("L<L<L<L<L<L<int>>>>>>", "public class L<T> : List<T> { }")]
    [InlineData("L<List<List<List<int>>>>", "public class L<T> : List<M<L<int>>> { } public class M<T> : List<M<List<T>[]>> { public M(int a) { } }")]
    public void A_type_that_ends_is_no_mistake(string type, string types) =>
        Assert.Empty(Compiler.Diagnose("[MessagePackObject] public class C { [Key(0)] public " + type + "? A { get; set; } }" + types));

    [Theory]
    [InlineData("Other?")]
    [InlineData("Other[][]?")]
    [InlineData("Dictionary<string, Other>?")]
    [InlineData("Dictionary<Other, int>?")]
    [InlineData("IReadOnlyDictionary<string, List<Other?>>?")]
    [InlineData("System.Collections.Concurrent.ConcurrentDictionary<int, Other[]>")]
    [InlineData("System.Collections.Immutable.ImmutableSortedDictionary<int, Other?>")]
    [InlineData("System.Linq.ILookup<string, Other>")]
    [InlineData("KeyValuePair<string, Value?>")]
    [InlineData("PriorityQueue<Other, int>")]
    [InlineData("(int, Other)")]
    [InlineData("Tuple<int, Other>")]
    [InlineData("(int, Dictionary<string, Value?>)?")]
    [InlineData("ReadOnlyMemory<Value>")]
    [InlineData("Own<int, Other>")]
    [InlineData("Bag")]
    public void A_type_without_formatter_is_found_in_every_collection(string type)
    {
        const string Types = """
            public class Other { }
            public struct Value { public int X; }
            public class Own<TKey, TValue> : Dictionary<TKey, TValue> where TKey : notnull { }
            public class Bag : List<Other> { }
            """;
        Assert.Equal(["HAYA012 at A"], Compiler.Diagnose($"[MessagePackObject] public class C {{ [Key(0)] public {type} A {{ get; set; }} = default!; }} {Types}"));
    }

    [Theory]
    [InlineData("public abstract class B : I { } public interface J : I { }")]
    [InlineData("[Union(0, typeof(G<>))] public interface J<T> { } [MessagePackObject] public class G<T> : J<T> { }")]
    [InlineData("[Union(0, \"S\")] public interface J { } [MessagePackObject] public struct S : J { }")]
    [InlineData("[Union(0, typeof(K))] public interface J { } [Union(1, typeof(L))] public abstract class K : J { } [MessagePackObject] public class L : K { }")]
    [InlineData("[Union(0, typeof(K))] public interface J { } [Union(1, typeof(M))] public abstract class K : J { } [Union(0, typeof(L))] public abstract class M : K { } [MessagePackObject] public class L : M { }")]
    public void A_type_that_a_union_lists_or_that_has_no_instances_is_not_reported(string types)
        => Assert.Empty(Compiler.Diagnose("[Union(0, typeof(A))] public interface I { } [MessagePackObject] public class A : I { }" + types));

    [Fact]
    public void Each_type_without_formatter_of_a_member_is_named()
    {
        ImmutableArray<Diagnostic> found = Compiler.Analyze(Compiler.Compile(
            "[MessagePackObject] public class C { [Key(0)] public Dictionary<K, V>? A { get; set; } [Key(1)] public Dictionary<int, I>? B { get; set; } } public class K { } public class V { } public interface I { }"));
        Assert.Equal(
            [
                "A has the type K, which has no formatter: mark K with [MessagePackObject]",
                "A has the type V, which has no formatter: mark V with [MessagePackObject]",
                "B has the type I, which cannot be constructed: mark I with [Union] for each class that implements or derives from it",
            ],
            found.Select(d => d.GetMessage(System.Globalization.CultureInfo.InvariantCulture)).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Every_diagnostic_has_a_case_above_and_a_section_in_the_help_page()
    {
        string[] tested = [.. typeof(AnalyzerTests).GetMethod(nameof(A_mistake_is_reported_where_it_is))!
            .GetCustomAttributesData()
            .Where(a => a.AttributeType == typeof(InlineDataAttribute))
            .Select(a => ((string)((IReadOnlyList<System.Reflection.CustomAttributeTypedArgument>)a.ConstructorArguments[0].Value!)[0].Value!)[..7])
            .Append("HAYA020") // in An_old_version_of_the_language_is_one_error
            .Append("HAYA023").Append("HAYA024") // in RuleTests
            .Distinct().Order(StringComparer.Ordinal)];
        Assert.Equal(Analyzers.Descriptors.All.Select(d => d.Id), tested);
        Assert.Contains(
            $"({tested[0]} to {tested[^1]})", File.ReadAllText(Path.Combine(Repository.Root, "dotnet", "src", "Hayapack", "README.md")), StringComparison.Ordinal);
        string page = File.ReadAllText(Path.Combine(Repository.Root, "docs", "dotnet-analyzers.md"));
        Assert.All(Analyzers.Descriptors.All, d => Assert.Contains("## " + d.Id + "\n", page, StringComparison.Ordinal));
        Assert.All(Analyzers.Descriptors.All, d => Assert.EndsWith("docs/dotnet-analyzers.md#" + d.Id.ToLowerInvariant(), d.HelpLinkUri, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("[MessagePackObject] public class C { [Key(0)] public int A { get; set; } [IgnoreMember] public int B { get; set; } internal int D { get; set; } public static int E; public const int F = 1; public int this[int i] => i; }")]
    [InlineData("[MessagePackObject] public record R([property: Key(0)] int A) { [Key(1)] public required string B { get; init; } }")]
    [InlineData("[MessagePackObject] public abstract class B { [Key(0)] public int A { get; set; } } [MessagePackObject] public class C : B { [Key(1)] public int D { get; set; } }")]
    [InlineData("public partial class O { [MessagePackObject] private class C { [Key(0)] public int A { get; set; } } }")]
    [InlineData("[MessagePackObject(true)] public class C<T> where T : class, new() { public T? A { get; set; } public Dictionary<string, T>? B { get; init; } }")]
    [InlineData("[MessagePackObject] public class C { [Key(0)] public Tree? A { get; set; } [Key(1)] public Dictionary<string, E>? B { get; set; } } public class Tree : List<Tree> { } public enum E { X }")]
    [InlineData("[MessagePackObject] public class C { [Key(0)] public Dictionary<string, Other>? A { get; set; } } public class Other { } public class F : Hayapack.Formatters.IMessagePackFormatter<Dictionary<string, Other>?> { public void Serialize(ref MessagePackWriter writer, Dictionary<string, Other>? value, MessagePackSerializerOptions options) { } public Dictionary<string, Other>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => null; }")]
    [InlineData("[MessagePackObject] public class C { [Key(0)] public Dictionary<string, List<C?>>? A { get; set; } [Key(1)] public (int, string) B { get; set; } [Key(2)] public object? D { get; set; } }")]
    public void Good_code_has_no_diagnostics_and_compiles(string source)
    {
        Assert.Empty(Compiler.Diagnose(source));
        Compiler.Generate(source);
    }

    [Fact]
    public void An_old_version_of_the_language_is_one_error()
    {
        CSharpParseOptions old = new(LanguageVersion.CSharp9);
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Old",
            [CSharpSyntaxTree.ParseText("[Hayapack.MessagePackObject(true)] public class C { public int A { get; set; } }", old)],
            Compiler.References,
            Compiler.Options);
        Assert.Equal("HAYA020", Assert.Single(Compiler.Analyze(compilation)).Id);
        GeneratorDriver driver = CSharpGeneratorDriver.Create([new HayapackGenerator().AsSourceGenerator()], parseOptions: old);
        driver.RunGeneratorsAndUpdateCompilation(compilation, out Compilation output, out _);
        Assert.Empty(output.GetDiagnostics().Where(d => d.Severity == DiagnosticSeverity.Error));
    }

    [Fact]
    public void Obsolete_members_are_serialized() => Compiler.Generate(
        """
        [MessagePackObject(true)] public class C { [Obsolete("", true)] public int Old { get; set; } public int New { get; set; } public E? Other { get; set; } }
        #pragma warning disable CS0619
        [Obsolete("", true), MessagePackObject] public class D { [Key(0)] public int A { get; set; } }
        [MessagePackObject] public class E { [Key(0), Obsolete("", true)] public List<C>? Cs { get; set; } }
        """);

    [Fact]
    public void A_DataContract_never_breaks_the_build()
    {
        const string Source = """
            using System.Runtime.Serialization;
            public class Outer
            {
                [DataContract] private class Hidden { [DataMember] public int A { get; set; } }
                [DataContract] public class Mixed { [DataMember(Order = 1)] public int A; [DataMember] public int B; }
                [MessagePackObject, DataContract] public class Ours { [Key(0)] public int A; [Key("b")] public int B; }
            }
            """;
        ImmutableArray<Diagnostic> found = Compiler.Analyze(Compiler.Compile(Source));
        Assert.Contains(found, d => d.Id == "HAYA003" && d.Severity == DiagnosticSeverity.Info);
        Assert.Equal(["HAYA003"], found.Where(d => d.Severity >= DiagnosticSeverity.Warning).Select(d => d.Id));
        Compiler.Generate(Source);
    }
}
