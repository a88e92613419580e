using Hayapack.Generator.Tests.Support;

namespace Hayapack.Generator.Tests;

/// <summary>Unusual type declarations: the generated code compiles without warnings, and the analyzer reports nothing.</summary>
public class ShapeTests
{
    public static TheoryData<string> Shapes { get; } =
    [
        "[MessagePackObject(true)] public class @class { public int @int { get; set; } public string? @value { get; init; } public int writer, reader, options, key, k, i, at, seen0, count; }",
        "namespace A.B { [MessagePackObject] public class C { [Key(0)] public A_B.C? X { get; set; } } } namespace A_B { [MessagePackObject] public class C { [Key(0)] public A.B.C? X { get; set; } } }",
        "namespace Unsafe { public class Hayapack { [MessagePackObject] public class System { [Key(0)] public int Int32 { get; set; } [Key(1)] public string? String { get; set; } } } }",
        "public class Outer<T> where T : notnull { [MessagePackObject] public class Inner<U> where U : struct { [Key(0)] public T? A { get; set; } [Key(1)] public U? B { get; init; } [Key(2)] internal Dictionary<T, List<U>>? C { get; private set; } } }",
        "public partial class Outer<T> { [MessagePackObject] private partial class Inner { [Key(0)] public T? A { get; init; } [Key(1)] private int B { get; set; } } }",
        "[MessagePackObject] public class B<T> { [Key(0)] public T? A { get; private set; } [Key(1)] protected T[]? X; } [MessagePackObject] public class D : B<int> { [Key(2)] public required string C { get; init; } }",
        "[MessagePackObject(true)] public abstract record Shape(int Id); [MessagePackObject(true)] public record Circle(int Id, double R) : Shape(Id) { public int Extra { get; init; } = 4; }",
        "[MessagePackObject] public readonly struct S { [Key(0)] public readonly int A; [Key(1)] public string? B { get; } public S(in int a, string? b) { A = a; B = b; } }",
        "[MessagePackObject] public struct S(int a) { [Key(0)] public int A { get; } = a; [Key(1)] public required int B { get; init; } }",
        "[MessagePackObject] public class B { [Key(0)] public int X { get; set; } } [MessagePackObject] public class D : B { [Key(1)] public new string? X { get; set; } }",
        "public interface I { int X { get; set; } } [MessagePackObject] public class C : I { int I.X { get; set; } [Key(0)] public int Y { get; set; } }",
        "[MessagePackObject] public class C { [Key(0)] public int?[]? A { get; set; } [Key(1)] public string?[][]? B { get; set; } [Key(2)] public List<C[]?>? D { get; set; } [Key(3)] public C[][]? E { get; set; } [Key(4)] public C?[,]? F { get; set; } }",
        "[MessagePackObject] public class C { [Key(0)] public dynamic? A { get; set; } [Key(1)] public object? B { get; set; } [Key(2)] public nint D { get; set; } [Key(3)] public decimal? E { get; set; } [Key(4)] public Half F { get; set; } [Key(5)] public IReadOnlyDictionary<DayOfWeek, (int a, string? b)>? G { get; set; } }",
        "[MessagePackObject(true)] public class C<T> where T : struct { public T? A { get; set; } public T B { get; set; } public KeyValuePair<string, T>? D { get; set; } }",
        "[MessagePackObject] public class C { [Key(0)] public int A { get; set; } public event Action? E; [IgnoreMember] public Action? D; public void F() => E?.Invoke(); }",
        "[MessagePackObject] public class C { [Key(0)] private int a; [Key(1)] public ref int A => ref a; [Key(2)] public virtual int V { get; protected set; } [Key(3)] protected internal int P { get; set; } }",
        "[Union(0, typeof(Left<int>)), Union(1, typeof(Right))] public interface IEither { } [MessagePackObject] public class Left<T> : IEither { [Key(0)] public T? V { get; set; } } [Union(0, typeof(Deep))] public abstract class Right : IEither { } [MessagePackObject] public class Deep : Right { }",
        "public partial class O { [Union(0, typeof(A))] private interface I { } [MessagePackObject] private struct A : I { [Key(0)] public int X { get; set; } } [MessagePackObject] private sealed class H { [Key(0)] public List<I>? All { get; set; } [Key(1)] public A? One { get; set; } } }",
        "[MessagePackObject] public partial class C { [Key(0)] private Kind Value { get; set; } [Key(1)] private List<Part>? Parts { get; set; } private enum Kind { X } [MessagePackObject] private class Part { [Key(0)] public Kind K { get; set; } } }",
        "[MessagePackObject(true, AllowPrivate = true)] public class C { private int a; public int B { get; private set; } internal string? D { get; init; } public int Sum() => a + B; public C() { a = 1; } private C(int a, int b) { this.a = a; B = b; } }",
        "[MessagePackObject(true)] public class C : IMessagePackSerializationCallbackReceiver { public string? A { get; set; } void IMessagePackSerializationCallbackReceiver.OnBeforeSerialize() { } void IMessagePackSerializationCallbackReceiver.OnAfterDeserialize() { } }",
        "[MessagePackObject] public class C { [Key(\"\")] public int A { get; set; } [Key(\"\\\"quoted\\\\ {0}\\u0000\")] public int B { get; set; } [Key(\"0123456789012345678901234567890123456789012345678901234567890123456789\")] public int D { get; set; } }",
        "[MessagePackObject] public class C { [Key(40)] public int A { get; set; } [Key(3)] public string? B { get; init; } [Key(17)] public DateTime? D { get; set; } }",
        "[assembly: GenerateFormatter(typeof(P<string>)), GenerateFormatter(typeof(E)), GenerateFormatter(typeof(int[]))] public class P<T> { public T? A { get; set; } public P<List<T>>? Next { get; set; } } public enum E { A }",
        "[System.Runtime.Serialization.DataContract] public class C { [System.Runtime.Serialization.DataMember(Order = 1)] public int A { get; set; } [System.Runtime.Serialization.DataMember(Order = 0)] public string? B { get; set; } public int Other { get; set; } }",
        Many(100, "[MessagePackObject(true)]", ""),
        Many(200, "[MessagePackObject]", "[Key({0})]"),
    ];

    [Theory]
    [MemberData(nameof(Shapes))]
    public void An_unusual_shape_compiles(string source)
    {
        // Expected: HAYA012 (nint), HAYA014 (a read-only member that is not deserialized), and warnings about the models'
        // unused members.
        Assert.DoesNotContain(Compiler.Diagnose(source), d => d[..7] is not ("HAYA012" or "HAYA014"));
        Compiler.Generate("#pragma warning disable CS0169, CS0649, CS0414, CS0067, CS8618\n" + source);
    }

    private static string Many(int count, string attribute, string key) =>
        attribute + " public class C { " + string.Concat(Enumerable.Range(0, count).Select(i =>
            string.Format(System.Globalization.CultureInfo.InvariantCulture, key, i) + " public " + (i % 3 == 0 ? "int?" : i % 3 == 1 ? "string?" : "C?") + " M" + i + " { get; set; }")) + " }";
}
