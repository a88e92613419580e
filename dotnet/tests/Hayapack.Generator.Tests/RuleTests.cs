using System.Reflection;
using Cases;
using Hayapack.Generator.Tests.Support;
using Hayapack.Resolvers;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Hayapack.Generator.Tests;

/// <summary>The rules for the shapes of types, in generated code and by reflection.</summary>
public class RuleTests
{
    /// <summary>Models with a value, its bytes, and what is read from them: parameters of constructors in every order.</summary>
    public static TheoryData<string, string, string, string> Constructors { get; } = new()
    {
        // MessagePack-CSharp 1648: no name fits, and a constructor without parameters is there.
        { "[MessagePackObject] public class C { [Key(0)] public ushort K { get; set; } = 7; [Key(1)] public ushort A { get; set; } [Key(2)] public ushort B { get; set; } public C() { } public C(ushort theA, ushort theB) { A = theA; B = theB; } }", "new C(1, 2)", "93070102", "A=1 B=2 K=7" },

        // Names in another order than the keys, of one type.
        { "[MessagePackObject] public class C { public C(int h, int w) { H = h; W = w; } [Key(0)] public int W { get; } [Key(1)] public int H { get; } }", "new C(5, 6)", "920605", "H=5 W=6" },

        // No name fits: by position, as MessagePack-CSharp.
        { "[MessagePackObject] public class C { public C(int x, string y) { A = x; B = y; } [Key(0)] public int A { get; } [Key(1)] public string B { get; } }", "new C(5, \"b\")", "9205a162", "A=5 B=b" },
        { "[MessagePackObject] public readonly struct C { public C(int x, string y) { A = x; B = y; } [Key(0)] public int A { get; } [Key(1)] public string B { get; } }", "new C(5, \"b\")", "9205a162", "A=5 B=b" },
        { "[MessagePackObject] public class C { public C() { A = 1; } public C(int x) { A = x; } [Key(0)] public int A { get; } }", "new C(5)", "9105", "A=5" },

        // One without parameters is enough where nothing is lost: a computed property has no state.
        { "[MessagePackObject] public class C { public C() { } public C(int x, int y) { A = y; } [Key(0)] public int A { get; set; } [Key(1)] public int Twice => A * 2; }", "new C(0, 5)", "92050a", "A=5 Twice=10" },

        // The marked one, by name, or else by position.
        { "[MessagePackObject] public class C { public C() { } [SerializationConstructor] public C(int b, int a) { A = a; B = b; } [Key(0)] public int A { get; } [Key(1)] public int B { get; } }", "new C(5, 6)", "920605", "A=6 B=5" },
        { "[MessagePackObject] public class C { public C() { } [SerializationConstructor] public C(int x, int y) { A = x; B = y; } [Key(0)] public int A { get; } [Key(1)] public int B { get; } }", "new C(5, 6)", "920506", "A=5 B=6" },

        // Constructors that are not public, a wider type, an `in` parameter, a default, a record's copy constructor.
        { "[MessagePackObject] public class C { private C(int a) { A = a; } public static C Of(int a) => new(a); [Key(0)] public int A { get; } }", "C.Of(5)", "9105", "A=5" },
        { "[MessagePackObject] public readonly struct C { private C(int a) { A = a; } public static C Of(int a) => new(a); [Key(0)] public int A { get; } }", "C.Of(5)", "9105", "A=5" },
        { "[MessagePackObject] public class C { public C(long a, double? b) { A = (int)a; B = (float)(b ?? 0); } [Key(0)] public int A { get; } [Key(1)] public float B { get; } }", "new C(5, 1.5)", "9205ca3fc00000", "A=5 B=1.5" },
        { "[MessagePackObject] public readonly struct C { public C(in int a, int b = 9) { A = a; B = b; } [Key(0)] public int A { get; } [Key(1)] public int B { get; } }", "new C(5)", "920509", "A=5 B=9" },
        { "[MessagePackObject] public record C([property: Key(0)] C? Next, [property: Key(1)] int A);", "new C(null, 5)", "92c005", "A=5 Next=" },
        { "[MessagePackObject] public record C([property: Key(1)] int A, [property: Key(0)] int B);", "new C(5, 6)", "920605", "A=5 B=6" },

        // Names before keys: [Key] that swaps the names.
        { "[MessagePackObject] public class C { public C(int a, int b) { A = a; B = b; } [Key(\"b\")] public int A { get; } [Key(\"a\")] public int B { get; } }", "new C(5, 6)", "82a16205a16106", "A=5 B=6" },
        { "[MessagePackObject] public class C { public C(int alpha) { A = alpha; } [Key(\"alpha\")] public int A { get; } }", "new C(5)", "81a5616c70686105", "A=5" },

        // MessagePack-CSharp 2112 and 2209: members of base types.
        { "public abstract record P([property: Key(0)] string A, [property: Key(1)] string B); [MessagePackObject] public sealed record C(string A, [property: Key(2)] int D) : P(A, \"b\");", "new C(\"a\", 4)", "93a161a16204", "A=a B=b D=4" },
        { "[MessagePackObject] public class P { [Key(0)] public long A { get; set; } [Key(1)] public int N { get; set; } } [MessagePackObject] public class C : P { public C() { } public C(long a, long b, long? d) { A = a; B = b; D = d; } [Key(2)] public long B { get; set; } [Key(3)] public long? D { get; set; } }", "new C(1, 2, 3) { N = 5 }", "9401050203", "A=1 B=2 D=3 N=5" },

        // The order of [DataMember] decides by position there, too.
        { "[System.Runtime.Serialization.DataContract] public class C { public C(int h, int w) { H = h; W = w; } [System.Runtime.Serialization.DataMember(Order = 0)] public int W { get; set; } [System.Runtime.Serialization.DataMember(Order = 1)] public int H { get; set; } }", "new C(5, 6)", "920605", "H=5 W=6" },

        // Indexers, covariant overrides, properties that hide others.
        { "[MessagePackObject] public class C { [Key(0)] public int A { get; set; } [IgnoreMember] public int this[int i] => i; [IgnoreMember] public string this[string s] => s; }", "new C { A = 5 }", "9105", "A=5" },
        { "public class P { public virtual int this[int i] => i; public virtual string this[string s] => s; } [MessagePackObject] public class C : P { [Key(0)] public int A { get; set; } public override int this[int i] => 1; public override string this[string s] => s; }", "new C { A = 5 }", "9105", "A=5" },
        { "public class V { } [MessagePackObject] public class W : V { [Key(0)] public int X { get; set; } public override string ToString() => \"W\" + X; } [MessagePackObject] public abstract class P { [Key(0)] public abstract object? A { get; } } [MessagePackObject] public class C : P { public C(object? a) { A = (W)a!; } public override W A { get; } }", "new C(new W { X = 5 })", "919105", null! },
        { "using System.Runtime.Serialization; [DataContract] public class P { [DataMember] public virtual int A { get; set; } } [DataContract] public class C : P { public override int A { get; set; } }", "new C { A = 5 }", "81a14105", "A=5" },
        { "using System.Runtime.Serialization; [DataContract] public class P { [DataMember(Order = 1)] public virtual int A { get; set; } } public class Q : P { public override int A { get; set; } } [DataContract] public class C : Q { public override int A { get; set; } [DataMember(Order = 0)] public int B { get; set; } }", "new C { A = 5, B = 6 }", "920605", "A=5 B=6" },
        { "public class P { [Key(1)] public virtual int A { get; set; } } public class Q : P { public override int A { get; set; } } [MessagePackObject] public class C : Q { public override int A { get; set; } [Key(0)] public int B { get; set; } }", "new C { A = 5, B = 6 }", "920605", "A=5 B=6" },
        { "public class P { public virtual int A { get; set; } } public class Q : P { [Key(1)] public override int A { get; set; } } [MessagePackObject] public class C : Q { public override int A { get; set; } }", "new C { A = 5 }", "92c005", "A=5" },
    };

    [Theory]
    [MemberData(nameof(Constructors))]
    public void Values_are_the_same_on_both_paths(string source, string value, string bytes, string state)
    {
        Assembly assembly = Loader.Load("#pragma warning disable\n" + source + " public static class Value { public static object Make() => " + value + "; }");
        object made = assembly.GetType("Value")!.GetMethod("Make")!.Invoke(null, null)!;
        foreach (MessagePackSerializerOptions options in Paths(assembly))
        {
            Assert.Equal(bytes, Convert.ToHexStringLower(MessagePackSerializer.Serialize(made.GetType(), made, options)));
            if (state is not null)
            {
                Assert.Equal(state, State(MessagePackSerializer.Deserialize(made.GetType(), Convert.FromHexString(bytes), options)));
            }
        }
    }

    public static TheoryData<string, string, bool> Stateless { get; } = new()
    {
        { "public readonly struct S { private readonly string? text; public S() { text = null; } private S(string value) { text = value; } public static S Of(string value) => new(value); public string Value => text!; public bool IsSet => text is not null; }", "S.Of(\"a\")", false },
        { "public readonly struct S { private readonly int value; private S(int value) { this.value = value; } public static S Of(int value) => new(value); public override string ToString() => value.ToString(); }", "S.Of(1)", false },
        { "public struct S { internal int Value; }", "new S { Value = 1 }", false },
        { "public class S { private string text; public S() { text = \"\"; } public static S Of(string value) => new() { text = value }; public override string ToString() => text; }", "S.Of(\"a\")", false },
        { "public class B { private int a = 1; public override string ToString() => a.ToString(); } public class S : B { }", "new S()", false },
        { "[System.Runtime.CompilerServices.InlineArray(4)] public struct S { private int first; }", "new S()", false },

        // MessagePack-CSharp 588: collections that nothing can set when they are read.
        { "public class S { public List<string> Items { get; } = []; public Dictionary<string, int> Prices { get; } = []; }", "new S()", false },
        { "public struct S { }", "new S()", true },
        { "public class S { public int Twice => 2; public void Run() { } }", "new S()", true },
        { "public class S { public static int Count; public int Value { get; set; } private int other = 1; public int Sum() => other + Value; }", "new S()", true },
    };

    [Theory]
    [MemberData(nameof(Stateless))]
    public void A_type_whose_state_is_not_public_is_refused_without_attributes(string source, string value, bool isWritten)
    {
        foreach (bool generated in new[] { true, false })
        {
            Assembly assembly = Loader.Load((generated ? "[assembly: GenerateFormatter(typeof(S))]\n" : "") + "#pragma warning disable\n" + source
                + " public static class Value { public static object Make() => " + value + "; }");
            object made = assembly.GetType("Value")!.GetMethod("Make")!.Invoke(null, null)!;
            MessagePackSerializerOptions options = generated ? MessagePackSerializerOptions.Standard : ContractlessStandardResolver.Options;
            byte[] Write() => MessagePackSerializer.Serialize(made.GetType(), made, options);
            if (isWritten)
            {
                Assert.Equal(0x80, Write()[0] & 0xf0);
            }
            else
            {
                Assert.Equal(MessagePackErrorNames.UnsupportedType, Assert.ThrowsAny<MessagePackSerializationException>(Write).ErrorName);
            }
        }
    }

    private const string Concrete = "[MessagePackObject, Union(0, typeof(P)), Union(1, typeof(D)), Union(2, typeof(E))] public class P { [Key(0)] public int A { get; set; } } "
        + "[MessagePackObject] public class D : P { [Key(1)] public int B { get; set; } } [MessagePackObject(true)] public sealed class E : P { public new int A { get; set; } } public class Un : P { } "
        + "[MessagePackObject] public class H { [Key(0)] public P? In { get; set; } [Key(1)] public List<P?>? Items { get; set; } [Key(2)] public D? Own { get; set; } }";

    /// <summary>Unions of a class that is not abstract and lists itself: a model, a value, and its bytes.</summary>
    public static TheoryData<string, string, string> Classes { get; } = new()
    {
        { Concrete, "new P { A = 5 }", "92009105" },
        { Concrete, "new D { A = 5, B = 6 }", "920506" },
        { Concrete, "new H { In = new D { A = 5, B = 6 }, Items = [new P { A = 1 }, null, new E { A = 2 }], Own = new D { A = 7 } }", "93920192050693920091 01c0920281a14102920700".Replace(" ", "", StringComparison.Ordinal) },
        { "[MessagePackObject, Union(0, typeof(P<>)), Union(1, typeof(D))] public class P<T> { [Key(0)] public T? A { get; set; } } [MessagePackObject] public class D : P<int> { [Key(1)] public int B { get; set; } } [MessagePackObject] public class H { [Key(0)] public P<int>? In { get; set; } [Key(1)] public P<string>? Other { get; set; } }", "new H { In = new D { A = 5, B = 6 }, Other = new P<string> { A = \"a\" } }", "92920192050692 0091a161".Replace(" ", "", StringComparison.Ordinal) },
        { "public partial class O { [MessagePackObject(AllowPrivate = true), Union(3, typeof(P))] private sealed partial class P { [Key(0)] private int a = 5; } public static object Make() => new P(); }", "O.Make()", "92039105" },
        { "[System.Runtime.Serialization.DataContract, Union(0, \"P\")] public class P { [System.Runtime.Serialization.DataMember] public int A { get; set; } }", "new P { A = 5 }", "920081a14105" },
        { "[MessagePackObject, Union(0, typeof(P))] public class P(int a) : IMessagePackSerializationCallbackReceiver { [Key(0)] public int A { get; private set; } = a; void IMessagePackSerializationCallbackReceiver.OnBeforeSerialize() => A++; void IMessagePackSerializationCallbackReceiver.OnAfterDeserialize() => A--; }", "new P(5)", "92009106" },
    };

    [Theory]
    [MemberData(nameof(Classes))]
    public void A_class_that_lists_itself_is_a_union(string source, string value, string bytes)
    {
        Assembly assembly = Loader.Load("#pragma warning disable\n" + source + " public static class Value { public static object Make() => " + value + "; }");
        foreach (MessagePackSerializerOptions options in Paths(assembly))
        {
            object made = assembly.GetType("Value")!.GetMethod("Make")!.Invoke(null, null)!;
            byte[] written = MessagePackSerializer.Serialize(made.GetType(), made, options);
            Assert.Equal(bytes, Convert.ToHexStringLower(written));
            object read = MessagePackSerializer.Deserialize(made.GetType(), written, options)!;
            Assert.Equal(made.GetType(), read.GetType());
            Assert.Equal(bytes, Convert.ToHexStringLower(MessagePackSerializer.Serialize(read.GetType(), read, options)));
        }
    }

    [Fact]
    public void A_subclass_that_such_a_union_does_not_list_is_an_error()
    {
        Assembly assembly = Loader.Load("#pragma warning disable\n" + Concrete);
        foreach (MessagePackSerializerOptions options in Paths(assembly))
        {
            object value = Activator.CreateInstance(assembly.GetType("Un")!)!;
            var error = Assert.ThrowsAny<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(assembly.GetType("P")!, value, options));
            Assert.Equal(MessagePackErrorNames.UnsupportedType, error.ErrorName);
        }
    }

    public static TheoryData<string, string, string> Generics { get; } = new()
    {
        { "public class Page<T> { [MessagePackObject] public class Meta { [Key(0)] public T? A { get; set; } } }", "new Page<int>.Meta { A = 5 }", "9105" },
        { "public class Page<T> { [MessagePackObject] public class Meta<U> { [Key(0)] public T? A { get; set; } [Key(1)] public U? B { get; set; } } }", "new Page<int>.Meta<string> { A = 5, B = \"b\" }", "9205a162" },
        { "public struct Page<T> { public class Inner { [MessagePackObject] public struct Meta { [Key(0)] public T? A { get; set; } } } }", "new Page<List<int>>.Inner.Meta { A = [5] }", "919105" },
        { "public partial class Page<T> { [MessagePackObject] private partial class Meta { [Key(0)] public T? A { get; set; } } public static object Of(T a) => new Meta { A = a }; }", "Page<int>.Of(5)", "9105" },
        { "public partial class Page<T> { [MessagePackObject] public partial class Meta { [Key(0)] private Kind K { get; set; } = (Kind)5; private enum Kind { X } } }", "new Page<List<int>>.Meta()", "9105" },
        { "public class T { } public class Page<U> { [MessagePackObject] public class Meta { [Key(0)] public U? A { get; set; } } }", "new Page<int>.Meta { A = 5 }", "9105" },
        { "public static class Ev<T> { [Union(0, typeof(Ev<>.Added))] public interface IEv { } [MessagePackObject] public class Added : IEv { [Key(0)] public T? A { get; set; } } } [MessagePackObject] public class H { [Key(0)] public Ev<int>.IEv? E { get; set; } }", "new H { E = new Ev<int>.Added { A = 5 } }", "9192009105" },
        { "[Union(0, typeof(Done)), Union(1, typeof(Failed<>))] public interface IReply<T> { } [MessagePackObject] public class Done : IReply<int> { [Key(0)] public int A { get; set; } } [MessagePackObject] public class Failed<T> : IReply<T> { [Key(0)] public T? B { get; set; } } [MessagePackObject] public class H { [Key(0)] public IReply<int>? E { get; set; } [Key(1)] public IReply<string>? F { get; set; } }", "new H { E = new Done { A = 5 }, F = new Failed<string> { B = \"b\" } }", "9292009105920191a162" },
        { "[Union(0, \"A\"), Union(1, \"Compiled2.Unknown, NotThere\")] public interface I { } [MessagePackObject] public class A : I { [Key(0)] public int X { get; set; } }  [MessagePackObject] public class H { [Key(0)] public A? E { get; set; } }", "new H { E = new A { X = 5 } }", "919105" },
    };

    [Theory]
    [MemberData(nameof(Generics))]
    public void Types_in_generic_types_and_generic_unions_compile_and_come_back(string source, string value, string bytes)
    {
        Assembly assembly = Loader.Load("#pragma warning disable\n" + source + " public static class Value { public static object Make() => " + value + "; }");
        object made = assembly.GetType("Value")!.GetMethod("Make")!.Invoke(null, null)!;
        foreach (MessagePackSerializerOptions options in Paths(assembly))
        {
            byte[] written = MessagePackSerializer.Serialize(made.GetType(), made, options);
            Assert.Equal(bytes, Convert.ToHexStringLower(written));
            object read = MessagePackSerializer.Deserialize(made.GetType(), written, options)!;
            Assert.Equal(written, MessagePackSerializer.Serialize(read.GetType(), read, options));
        }
    }

    [Fact]
    public void A_case_of_another_closed_union_is_an_unexpected_type()
    {
        Assembly assembly = Loader.Load("[Union(0, typeof(Done))] public interface IReply<T> { } [MessagePackObject] public class Done : IReply<int> { [Key(0)] public int A { get; set; } } public class Text : IReply<string> { }");
        Type union = assembly.GetType("IReply`1")!.MakeGenericType(typeof(string));
        foreach (MessagePackSerializerOptions options in Paths(assembly))
        {
            var error = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize(union, Convert.FromHexString("92009105"), options));
            Assert.Equal((MessagePackErrorNames.UnexpectedType, 2L), (error.ErrorName, error.Offset));
        }
    }

    public static TheoryData<string, string, string, string> Bases { get; } = new()
    {
        { "[MessagePackObject(AllowPrivate = true)] public abstract partial class B { [Key(0)] private int stored; [Key(1)] public int Id { get; private set; } public void Fill() { stored = 7; Id = 8; } public int Stored() => stored; }", "[MessagePackObject(AllowPrivate = true)] public partial class C : B { [Key(2)] public int Own { get; set; } public static object Make() { var c = new C { Own = 9 }; c.Fill(); return c; } }", "93070809", "Id=8 Own=9 stored=7" },
        { "[MessagePackObject(true)] public class B { public int Id { get; private set; } public void Fill() => Id = 8; }", "[MessagePackObject(true)] public class C : B { public int Own { get; set; } public static object Make() { var c = new C { Own = 9 }; c.Fill(); return c; } }", null!, "Id=8 Own=9" },
        { "[MessagePackObject] public class B<T> { [Key(0)] internal T? Stored { get; private set; } [Key(1)] private List<int>? list; public void Fill(T t) { Stored = t; list = [1]; } public int Count() => list!.Count; }", "[MessagePackObject] public class C : B<string> { [Key(2)] public int Own { get; set; } public static object Make() { var c = new C { Own = 9 }; c.Fill(\"s\"); return c; } }", "93a173910109", null! },
        { "[MessagePackObject] public class B { [Key(0)] private Kind kind; private enum Kind { X, Y } public void Fill() => kind = Kind.Y; public string Text() => kind.ToString(); }", "[MessagePackObject] public class C : B { [Key(1)] public int Own { get; set; } public static object Make() { var c = new C { Own = 9 }; c.Fill(); return c; } } [MessagePackObject] public class H { [Key(0)] public C? In { get; set; } }", "920109", null! },
    };

    [Theory]
    [MemberData(nameof(Bases))]
    public void What_is_private_in_a_base_class_of_another_assembly_is_kept(string first, string second, string bytes, string state)
    {
        Assembly assembly = Loader.LoadBoth("#pragma warning disable\n" + first, "#pragma warning disable\n" + second);
        object made = assembly.GetType("C")!.GetMethod("Make")!.Invoke(null, null)!;
        string generated = Convert.ToHexStringLower(MessagePackSerializer.Serialize(made.GetType(), made));
        if (bytes is not null)
        {
            Assert.All(Paths(assembly), options => Assert.Equal(bytes, Convert.ToHexStringLower(MessagePackSerializer.Serialize(made.GetType(), made, options))));
        }

        object read = MessagePackSerializer.Deserialize(made.GetType(), Convert.FromHexString(generated))!;
        Assert.Equal(generated, Convert.ToHexStringLower(MessagePackSerializer.Serialize(read.GetType(), read)));
        if (state is not null)
        {
            Assert.Equal(state, State(read));
        }
    }

    [Fact]
    public void Models_of_one_name_in_two_assemblies_are_told_apart_by_their_aliases()
    {
        const string Model = "namespace Shop { [MessagePackObject] public class Item { [Key(0)] public int A { get; set; } } [MessagePackObject] public class Bag<T> { [Key(0)] public T? In { get; set; } } }";
        const string Second = """
            extern alias old;
            [MessagePackObject] public class Both
            {
                [Key(0)] public Shop.Item? New { get; set; }
                [Key(1)] public old::Shop.Item? Old { get; set; }
                [Key(2)] public List<old::Shop.Item>? Items { get; set; }
                [Key(3)] public Shop.Bag<old::Shop.Item?[]>? Bag { get; set; }
            }
            """;
        MetadataReference Named(string name) => Loader.Reference(Compiler.Compile(Model).WithAssemblyName(name));
        Compilation compilation = Compiler.Compile(Second).AddReferences(Named("New"), Named("Old").WithAliases(["old"]));
        Compiler.Driver().RunGeneratorsAndUpdateCompilation(compilation, out Compilation output, out _);
        Assert.Empty(output.GetDiagnostics().Where(d => d.Severity == DiagnosticSeverity.Error));
    }

    [Theory]
    [InlineData("[MessagePackObject] public class B<T> { [Key(0)] private T? a; public T? Get() => a; }", true, "HAYA023")]
    [InlineData("[MessagePackObject] public class B<T> { [Key(0)] private int a; public int Get() => a; }", false, "HAYA024")]
    [InlineData("[MessagePackObject] public class B<T> { [Key(0)] private int a; [Key(1)] protected int C { get; private set; } public int Get() => a; }", true, null)]
    public void What_is_not_visible_in_a_base_class_is_reported(string first, bool isGenerated, string? expected)
    {
        CSharpCompilation plain = Compiler.Compile("#pragma warning disable\n" + first).WithAssemblyName("First");
        Compilation compiled = plain;
        if (isGenerated)
        {
            Compiler.Driver().RunGeneratorsAndUpdateCompilation(plain, out compiled, out _);
        }

        const string Derived = "[MessagePackObject] public class D : B<int> { [Key(2)] public int Own { get; set; } }";
        string[] found = [.. Compiler.Analyze(Compiler.Compile(Derived).AddReferences(Loader.Reference(compiled))).Select(d => d.Id)];
        Assert.Equal(expected is null ? [] : [expected], found);
    }

    [Fact]
    public void A_member_of_another_librarys_type_is_information()
    {
        CSharpCompilation other = Compiler.Compile("namespace Other { public class Plain { public int Id { get; set; } } }").WithAssemblyName("First");
        Diagnostic found = Assert.Single(Compiler.Analyze(
            Compiler.Compile("[MessagePackObject] public class C { [Key(0)] public List<Other.Plain>? A { get; set; } }").AddReferences(Loader.Reference(other))));
        Assert.Equal(("HAYA012", DiagnosticSeverity.Info), (found.Id, found.Severity));
    }

    [Fact]
    public void The_generator_knows_the_types_of_the_framework_that_have_formatters()
    {
        MessagePackSerializer.Serialize(1);
        IEnumerable<string> library = ((IEnumerable<Type>)typeof(MessagePackSerializer).Assembly.GetType("Hayapack.Registry.TypeRegistry")!
            .GetProperty("Types", BindingFlags.Static | BindingFlags.NonPublic)!.GetValue(null)!)
            .Where(type => type is { IsArray: false, IsGenericType: false, IsEnum: false } && type.Namespace?.StartsWith("System", StringComparison.Ordinal) == true)
            .Select(type => type.FullName!);
        Assert.Equal(library.Distinct().Order(StringComparer.Ordinal), Parsing.LibraryFormatters.NotGeneric.Order(StringComparer.Ordinal));
    }

    private static MessagePackSerializerOptions[] Paths(Assembly assembly) =>
    [
        MessagePackSerializerOptions.Standard,
        MessagePackSerializerOptions.Standard.WithResolver(new ByReflection(type => type.Assembly == assembly, StandardResolver.Instance)),
    ];

    private static string State(object? value)
    {
        const BindingFlags All = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        var parts = new SortedDictionary<string, string>(StringComparer.Ordinal);
        for (Type? type = value!.GetType(); type is not null; type = type.BaseType)
        {
            foreach (PropertyInfo property in type.GetProperties(All).Where(p => p.GetIndexParameters().Length == 0 && p.Name != "EqualityContract"))
            {
                parts[property.Name] = $"{property.Name}={FormattableString.Invariant($"{property.GetValue(value)}")}";
            }

            foreach (FieldInfo field in type.GetFields(All).Where(f => !f.Name.StartsWith('<')))
            {
                parts[field.Name] = $"{field.Name}={field.GetValue(value)}";
            }
        }

        return string.Join(' ', parts.Values);
    }
}
