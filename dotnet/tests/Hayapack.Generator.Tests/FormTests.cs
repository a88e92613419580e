using System.Buffers;
using System.Collections;
using System.Reflection;
using Cases;
using Hayapack.Generator.Tests.Support;
using Hayapack.Resolvers;

namespace Hayapack.Generator.Tests;

/// <summary>
/// Each form of a value that docs/dotnet.md says is read, and others, is read the same wherever the value is: alone, as a member,
/// an element, a key or an argument of a constructor, in generated code and by reflection.
/// </summary>
public class FormTests
{
    // Names of types, and whether they are value types and keys of dictionaries.
    private static readonly (string Type, bool IsValue, bool IsKey)[] Types =
    [
        ("DateTime", true, true), ("DateTimeOffset", true, true), ("TimeSpan", true, true), ("DateOnly", true, true), ("Guid", true, true),
        ("decimal", true, true), ("Color", true, true), ("Small", true, true), ("Huge", true, true), ("Options", true, true), ("int", true, true),
        ("ulong", true, true), ("char", true, true), ("bool", true, true), ("float", true, true), ("double", true, true), ("Half", true, true),
        ("string", false, true), ("byte[]", false, false), ("System.Collections.BitArray", false, false),
    ];

    // A template with the type T, and what is before and after the value in a message.
    private static readonly (string Name, string Template, string Before, string After)[] Positions =
    [
        ("Member", "[MessagePackObject] public class Member { [Key(0)] public T V { get; set; } = default!; }", "91", ""),
        ("Named", "[MessagePackObject(true)] public class Named { public T V { get; set; } = default!; public int A; }", "82a156", "a14101"),
        ("Maybe", "[MessagePackObject] public class Maybe { [Key(0)] public T? V { get; set; } }", "91", ""),
        ("InRun", "[MessagePackObject] public class InRun { [Key(0)] public int A; [Key(1)] public T V = default!; [Key(2)] public int B; [Key(3)] public bool C; }", "9405", "07c3"),
        ("LateInRun", "[MessagePackObject] public class LateInRun { [Key(0)] public long A; [Key(1)] public bool B; [Key(2)] public T? V = default!; [Key(3)] public double C; }", "9405c3", "07"),
        ("InList", "[MessagePackObject] public class InList { [Key(0)] public List<T>? V; }", "9191", ""),
        ("InArray", "[MessagePackObject] public class InArray { [Key(0)] public T[]? V; }", "9191", ""),
        ("AsValue", "[MessagePackObject] public class AsValue { [Key(0)] public Dictionary<string, T>? V; }", "9181a161", ""),
        ("AsKey", "[MessagePackObject] public class AsKey { [Key(0)] public Dictionary<T, int>? V; }", "9181", "00"),
        ("Made", "[MessagePackObject] public record Made([property: Key(0)] T V);", "91", ""),
        ("MadeOfTwo", "[MessagePackObject(true)] public record MadeOfTwo(int A, T V);", "82a14101a156", ""),
        ("Original", "[MessagePackSurrogate(typeof(Stand))] public class Original { public T V = default!; } [MessagePackObject] public struct Stand : IMessagePackSurrogate<Stand, Original> { [Key(0)] public T V { get; set; } public static Stand FromValue(Original value) => new() { V = value.V }; public Original ToValue() => new() { V = V }; }", "91", ""),
    ];

    private static readonly string[] Inputs =
    [
        "00", "05", "7f", "ff", "ccff", "cd0190", "ce80000000", "cf0000000000000003", "cf8000000000000000", "d3ffffffffffffffff", "d300000194b5d8a400",
        "c2", "c3", "ca3f800000", "cb3ff8000000000000", "a0", "a141", "a4426c7565", "a9426c75652c20526564", "a3312e35", "d9" + "24" + "30303030303030302d303030302d303030302d303030302d303030303030303030303030",
        "c400", "c40101", "c41000112233445566778899aabbccddeeff", "d6ff00000001", "d7ff0000000000000001", "c70cff00000000ffffffffffffffff", "d60100000001",
        "92d6ff0000000100", "9200d10000", "92d3000000000000000100", "90", "9101", "80", "c1",
    ];

    private const string Enums = """
        public enum Color { Red, Blue = 5, Green = 400 }
        public enum Small : byte { Red, Blue = 5 }
        public enum Huge : ulong { Red, Blue = 1UL << 63 }
        [Flags] public enum Options { None, Red = 1, Blue = 2 }

        """;

    [Fact]
    [Trait("Tier", "long")]
    public void A_form_is_read_the_same_in_every_position()
    {
        string source = Enums + string.Join('\n', Types.Select((type, i) =>
            $"namespace N{i} {{ {string.Join(' ', Positions.Where(p => Has(type, p.Name)).Select(p => p.Template.Replace("T ", type.Type + " ", StringComparison.Ordinal).Replace("T?", type.Type + "?", StringComparison.Ordinal).Replace("T>", type.Type + ">", StringComparison.Ordinal).Replace("T,", type.Type + ",", StringComparison.Ordinal).Replace("T[]", type.Type + "[]", StringComparison.Ordinal)))} }}"));
        Assembly models = Loader.Load(source);
        var failures = new List<string>();
        int compared = 0;
        foreach ((int i, (string Type, bool IsValue, bool IsKey) type) in Types.Index())
        {
            Type declared = models.GetType($"N{i}.Member")!.GetProperty("V")!.PropertyType;
            foreach ((string path, MessagePackSerializerOptions options) in Paths(models))
            {
                foreach (string input in Inputs)
                {
                    string expected = Outcome(declared, "", input, "", "", options, inSegments: false);
                    foreach ((string name, _, string before, string after) in Positions.Where(p => Has(type, p.Name)))
                    {
                        Type model = models.GetType($"N{i}.{name}")!;
                        string found = Outcome(model, before, input, after, name, options, inSegments: path == "standard, generator");
                        compared++;
                        if (found != expected)
                        {
                            failures.Add($"{type.Type} as {name}, {path}: {input} is {found}, alone {expected}");
                        }
                    }
                }
            }
        }

        Assert.True(failures.Count == 0, $"{failures.Count} of {compared} differ\n" + string.Join('\n', failures.Take(60)));
        Assert.True(compared > 30_000, "too few");
    }

    private static bool Has((string Type, bool IsValue, bool IsKey) type, string position) => position != "AsKey" || type.IsKey;

    private static IEnumerable<(string Name, MessagePackSerializerOptions Options)> Paths(Assembly models)
    {
        (string Name, IFormatterResolver[] First)[] forms =
        [
            ("standard", []),
            ("enums by name", [DynamicEnumAsStringResolver.Instance]),
            ("native", [NativeDateTimeResolver.Instance, NativeGuidResolver.Instance, NativeDecimalResolver.Instance]),
            ("optimized", [DotNetOptimizedResolver.Instance]),
        ];
        foreach ((string name, IFormatterResolver[] first) in forms)
        {
            IFormatterResolver resolver = first.Length == 0 ? StandardResolver.Instance : CompositeResolver.Create([.. first, StandardResolver.Instance]);
            MessagePackSerializerOptions options = first.Length == 0 ? MessagePackSerializerOptions.Standard : MessagePackSerializerOptions.Standard.WithResolver(resolver);
            yield return (name + ", generator", options);
            yield return (name + ", reflection", options.WithResolver(new ByReflection(type => type.Assembly == models, resolver)));
        }
    }

    private static string Outcome(Type type, string before, string input, string after, string position, MessagePackSerializerOptions options, bool inSegments)
    {
        byte[] message = Convert.FromHexString(before + input + after);
        string whole = Read(type, message, before.Length / 2, position, options);
        string pieces = inSegments ? Read(type, Segments(message), before.Length / 2, position, options) : whole;
        return whole == pieces ? whole : $"{whole}, in segments {pieces}";
    }

    private static string Read(Type type, object message, int before, string position, MessagePackSerializerOptions options)
    {
        try
        {
            object? read = message is byte[] bytes
                ? MessagePackSerializer.Deserialize(type, bytes, options)
                : MessagePackSerializer.Deserialize(type, (ReadOnlySequence<byte>)message, options);
            return Text(position == "" ? read : ValueOf(read!));
        }
        catch (MessagePackSerializationException error)
        {
            return $"{error.ErrorName} at {error.Offset - before}";
        }
    }

    private static object? ValueOf(object model)
    {
        object? value = model.GetType().GetProperty("V")?.GetValue(model) ?? model.GetType().GetField("V")?.GetValue(model);
        return model.GetType().Name switch
        {
            "InList" or "InArray" => ((IList)value!)[0],
            "AsValue" => ((IDictionary)value!).Values.Cast<object?>().Single(),
            "AsKey" => ((IDictionary)value!).Keys.Cast<object?>().Single(),
            _ => value,
        };
    }

    private static string Text(object? value) => value switch
    {
        null => "null",
        DateTime time => $"{time.Ticks} {time.Kind}",
        byte[] bytes => Convert.ToHexString(bytes),
        BitArray bits => string.Concat(bits.Cast<bool>()),
        _ => Convert.ToString(value, System.Globalization.CultureInfo.InvariantCulture)!,
    };

    private static ReadOnlySequence<byte> Segments(byte[] message)
    {
        if (message.Length == 0)
        {
            return default;
        }

        var first = new Segment(message.AsMemory(0, 1), 0);
        Segment last = first;
        for (int i = 1; i < message.Length; i++)
        {
            last = last.Append(message.AsMemory(i, 1));
        }

        return new ReadOnlySequence<byte>(first, 0, last, 1);
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory, long index) => (Memory, RunningIndex) = (memory, index);

        public Segment Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Segment(memory, RunningIndex + Memory.Length);
            Next = next;
            return next;
        }
    }
}
