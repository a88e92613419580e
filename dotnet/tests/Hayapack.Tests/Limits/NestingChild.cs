using System.Collections;
using System.Collections.ObjectModel;
using System.Reflection;
using Hayapack.Formatters;
using Hayapack.Reflection;
using Hayapack.Registry;
using Hayapack.Resolvers;

namespace Hayapack.Tests;

/// <summary>
/// Nests every formatter of the library in itself, without a depth limit, on a thread with a stack of 256 KiB: it must fail
/// with <c>too_deep</c>. Runs in a process of its own (see <see cref="NestingTests"/>), which a stack overflow would end.
/// </summary>
internal static class NestingChild
{
    internal const string Argument = "nest";

    private const int Stack = 256 * 1024;
    private const int Levels = 20_000;

    /// <summary>The byte of a <see cref="Knot"/> without content.</summary>
    private const byte Leaf = 0x07;

    /// <summary>
    /// The formatters whose values contain no other values, so that they cannot be nested. That of Nullable contains a struct,
    /// whose own formatter counts a level if it contains other values.
    /// </summary>
    private static readonly HashSet<string> Leaves =
    [
        "BigIntegerFormatter", "BitArrayFormatter", "ByteArrayFormatter", "ByteListFormatter", "ByteMemoryFormatter",
        "ByteReadOnlyMemoryFormatter", "ByteArraySegmentFormatter", "ByteReadOnlySequenceFormatter", "ComplexFormatter", "DateOnlyFormatter",
        "DateTimeFormatter", "DateTimeOffsetFormatter", "DecimalFormatter", "ExtensionResultFormatter", "GuidFormatter",
        "HalfFormatter", "IgnoreFormatter`1", "Int128Formatter", "MessagePackValueFormatter", "NilFormatter", "NullableNilFormatter", "RuneFormatter", "NullableStringFormatter",
        "StringInterningFormatter", "TimeOnlyFormatter", "TimeSpanFormatter", "TypedValueFormatter", "UInt128Formatter", "UnixMillisecondsFormatter",
        "AsTextFormatter`1", "ElementFormatter`1", "EnumAsStringFormatter`1", "FloatsFormatter`1", "Formatter`1", "GenericEnumFormatter`1",
        "NullableFormatter`1", "CodecArrayFormatter`2", "CodecFormatter`2", "CodecListFormatter`2", "TypeFormatter`1",
        "NativeIntegerFormatter", "NativeUnsignedFormatter", "IndexFormatter", "RangeFormatter", "JsonElementFormatter", "JsonDocumentFormatter", "JsonNodeFormatter`1",
        "FSharpUnitFormatter`1",
    ];

    /// <summary>Encodings of one value that contains knots, K each.</summary>
    private static readonly string[] Templates =
    [
        "K", "91K", "92KK", "93KKK", "94KKKK", "95KKKKK", "96KKKKKK", "97KKKKKKK", "98KKKKKKK91K", "81KK", "81a161K", "81a14bK",
        "92K91K", "9192KK", "9192K91K", "930101" + "91K", "94010101" + "91K", "9501010101" + "91K", "920091K", "9200K", "920081a14bK",
    ];

    [Union(0, typeof(Branch))]
    public interface ITree;

    /// <summary>Contains what the formatter under test writes.</summary>
    public sealed class Knot : IComparable<Knot>, IComparable
    {
        public int CompareTo(Knot? other) => 0;

        public int CompareTo(object? obj) => 0;
    }

    [MessagePackObject]
    public class ByIndex
    {
        [Key(0)]
        public Knot? K { get; set; }
    }

    [MessagePackObject(true)]
    public class ByName
    {
        public Knot? K { get; set; }
    }

    [MessagePackObject]
    public class ByConstructor(Knot? k)
    {
        [Key(0)]
        public Knot? K { get; } = k;
    }

    [MessagePackObject]
    public class Branch : ITree
    {
        [Key(0)]
        public Knot? K { get; set; }
    }

    /// <summary>A union type.</summary>
    public readonly struct OneOf(Knot? value)
    {
        public object? Value => value;
    }

    public sealed class Replaced
    {
        public Knot? K { get; set; }
    }

    [MessagePackObject]
    public struct Surrogate : IMessagePackSurrogate<Surrogate, Replaced>
    {
        [Key(0)]
        public Knot? K { get; set; }

        public static Surrogate FromValue(Replaced value) => new() { K = value.K };

        public readonly Replaced ToValue() => new() { K = K };
    }

    /// <summary>Such a formatter only calls another one, which is nested itself or is a leaf.</summary>
    private static bool IsNamed(Type type) => type == typeof(FSharpCaseFormatter<,>) || type == typeof(ReferenceFormatter<>) ||
        type.Name is "MemberRulesFormatter`1" or "Target`1" ||
        type.BaseType is { IsGenericType: true } parent && parent.GetGenericTypeDefinition() == typeof(NamedFormatter<>);

    /// <summary>Returns the formatters to be nested, one for each way to make them, and the names of those that no case covers.</summary>
    private static IEnumerable<object> Formatters(List<string> missing)
    {
        foreach (Type type in typeof(MessagePackSerializer).Assembly.GetTypes().OrderBy(type => type.FullName, StringComparer.Ordinal))
        {
            if (type.IsAbstract || type.IsInterface || Leaves.Contains(type.Name) || Interface(type) is null || IsNamed(type))
            {
                continue;
            }

            object[] made = Made(type);
            if (made.Length == 0)
            {
                missing.Add(type.Name);
            }

            foreach (object one in made)
            {
                yield return one;
            }
        }
    }

    private static Type? Interface(Type type) =>
        type.GetInterfaces().FirstOrDefault(one => one.IsGenericType && one.GetGenericTypeDefinition() == typeof(IMessagePackFormatter<>));

    private static object[] Made(Type type)
    {
        switch (type.Name)
        {
            case "ArrayObjectFormatter`1":
                return [Standard<ByIndex>(), Standard<ByConstructor>()];
            case "MapObjectFormatter`1":
                return [Standard<ByName>()];
            case "ElementArrayFormatter`1":
                return [new ElementArrayFormatter<Knot>(new KnotByOptions())];
            case "UnionFormatter`1":
                return [Standard<ITree>()];
            case "UnionTypeFormatter`1":
                return [new UnionTypeFormatter<OneOf>(one => one.Value, new UnionTypeCase<OneOf, Knot>(knot => new OneOf(knot), key: 0))];
            case "UntypedDictionaryFormatter`1":
                return [Standard<Hashtable>(), Standard<IDictionary>()];
            case "UntypedCollectionFormatter`1":
                return [Standard<ArrayList>(), Standard<IEnumerable>()];
            case "ComparerCollectionFormatter`3":
                return [new ComparerCollectionFormatter<Knot, Knot, HashSet<Knot>>(comparer => new(comparer))];
            case "ComparerDictionaryFormatter`3":
                return [new ComparerDictionaryFormatter<Knot, Knot, Dictionary<Knot, Knot>>(comparer => new(comparer))];
            case "FSharpOptionFormatter`2":
                return [new FSharpOptionFormatter<Tuple<Knot>?, Knot>(option => option is not null, option => option!.Item1, Tuple.Create)];
            case "FSharpListFormatter`2":
                return [new FSharpListFormatter<Knot[], Knot>(items => items)];
            case "FSharpMapFormatter`3":
                return [new FSharpMapFormatter<Dictionary<Knot, Knot>, Knot, Knot>(entries => entries.ToDictionary(entry => entry.Item1, entry => entry.Item2))];
            case "FSharpUnionFormatter`1":
                var only = new FSharpCase<OneOf>(["K"], [TypeAccess.Find(typeof(Knot))!], one => [one.Value], values => new OneOf((Knot?)values[0]));
                return [new FSharpUnionFormatter<OneOf>(true, _ => 0, [only]), new FSharpUnionFormatter<OneOf>(false, _ => 0, [only])];
        }

        Type closed = type;
        if (type.IsGenericTypeDefinition)
        {
            try
            {
                closed = type.MakeGenericType([.. type.GetGenericArguments().Select(argument => ArgumentOf(type, argument))]);
            }
            catch (ArgumentException)
            {
                return [];
            }
        }

        const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
        if (closed.GetConstructor(Any, []) is { } constructor)
        {
            return [constructor.Invoke([])];
        }

        // Formatters of an application's collections take its constructor with a comparer, or null.
        return closed.GetConstructor(Any, [typeof(ConstructorInvoker)]) is { } withInvoker ? [withInvoker.Invoke([null])] : [];
    }

    /// <summary>Calls the formatter under test, which the options have.</summary>
    private sealed class KnotByOptions : IMessagePackFormatter<Knot>
    {
        public void Serialize(ref MessagePackWriter writer, Knot value, MessagePackSerializerOptions options) =>
            options.Resolver.GetFormatterWithVerify<Knot>().Serialize(ref writer, value, options);

        public Knot Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
            options.Resolver.GetFormatterWithVerify<Knot>().Deserialize(ref reader, options);
    }

    private static Type ArgumentOf(Type type, Type parameter) => (type.Name, parameter.Name) switch
    {
        ("SurrogateFormatter`2", "T") => typeof(Replaced),
        (_, "TSurrogate") => typeof(Surrogate),
        (_, "TRest") => type.Name.StartsWith("Value", StringComparison.Ordinal) ? typeof(ValueTuple<Knot>) : typeof(Tuple<Knot>),
        (_, "TCollection") => typeof(List<Knot>),
        (_, "TDictionary") => typeof(Dictionary<Knot, Knot>),
        (_, "TMap") => typeof(ReadOnlyDictionary<Knot, Knot>),
        ("CustomUntypedDictionaryFormatter`1", _) => typeof(Hashtable),
        ("ForceTypelessFormatter`1", _) => typeof(object),
        _ => typeof(Knot),
    };

    private static IMessagePackFormatter<T> Standard<T>() => StandardResolver.Instance.GetFormatter<T>()!;

    internal static int Run()
    {
        int failures = 0;
        var thread = new Thread(() => failures = RunAll(), Stack);
        thread.Start();
        thread.Join();
        return failures;
    }

    private static int RunAll()
    {
        var missing = new List<string>();
        int failures = 0;
        foreach (object formatter in Formatters(missing).Append(new WideFormatter()))
        {
            Type value = Interface(formatter.GetType())!.GenericTypeArguments[0];
            string name = $"{formatter.GetType().Name} of {value.Name}";
            Console.WriteLine(name);
            string? failure = (string?)typeof(NestingChild).GetMethod(nameof(Nest), BindingFlags.Static | BindingFlags.NonPublic)!
                .MakeGenericMethod(value).Invoke(null, [formatter]);
            if (failure is not null)
            {
                Console.WriteLine($"failed: {name}: {failure}");
                failures++;
            }
        }

        foreach (string name in missing)
        {
            Console.WriteLine($"failed: {name} cannot be made and is not in the list of formatters without other values");
            failures++;
        }

        return failures + Json();
    }

    /// <summary>Nests a formatter when writing and when reading. Returns what went wrong, or null.</summary>
    private static string? Nest<T>(IMessagePackFormatter<T> formatter)
    {
        if (typeof(T) == typeof(object))
        {
            return Objects((IMessagePackFormatter<object?>)(object)formatter);
        }

        foreach (string template in Templates)
        {
            byte[] bytes = Bytes(template);
            var resolver = new Resolver<T>(formatter);
            MessagePackSerializerOptions options = Options(resolver);
            T value;
            try
            {
                value = MessagePackSerializer.Deserialize<T>(bytes, options);
            }
            catch (MessagePackSerializationException)
            {
                continue;
            }

            if (resolver.Read == 0)
            {
                continue;
            }

            resolver.Value = value;
            if (Outcome(() => MessagePackSerializer.Serialize(value, options)) is var written && written != "too_deep")
            {
                return $"writing {template}: {written}";
            }

            for (int at = template.IndexOf('K', StringComparison.Ordinal); at >= 0; at = template.IndexOf('K', at + 1))
            {
                byte[] level = Bytes(template[..at]);
                byte[] deep = [.. Enumerable.Repeat(level, Levels).SelectMany(one => one), .. Enumerable.Repeat(Leaf, 10 * Levels)];

                // The value of a Lazy begins with no byte of its own: it is nested only when it is written.
                if (level.Length > 0 && Outcome(() => MessagePackSerializer.Deserialize<T>(deep, options)) is var read && read != "too_deep")
                {
                    return $"reading {template} at {at}: {read}";
                }
            }

            return null;
        }

        return "no template has its encoding";
    }

    /// <summary>Nests a formatter of <see cref="object"/>, which creates no values of other types.</summary>
    private static string? Objects(IMessagePackFormatter<object?> formatter)
    {
        MessagePackSerializerOptions options = Options(new Resolver<object?>(formatter));
        foreach (Func<object?, object> around in (Func<object?, object>[])[inner => new object?[] { inner }, inner => new Dictionary<string, object?> { ["a"] = inner }])
        {
            object? value = null;
            for (int i = 0; i < Levels; i++)
            {
                value = around(value);
            }

            if (Outcome(() => MessagePackSerializer.Serialize(value, options)) is var written && written != "too_deep")
            {
                return "writing: " + written;
            }
        }

        foreach (string hex in (string[])["91", "81a161"])
        {
            // Containers are read without recursion.
            byte[] level = Convert.FromHexString(hex);
            byte[] deep = [.. Enumerable.Repeat(level, Levels).SelectMany(one => one), 0xc0];
            if (Outcome(() => MessagePackSerializer.Deserialize<object?>(deep, options)) is var read && read != "nothing thrown")
            {
                return "reading: " + read;
            }
        }

        // Typed values that each reach to the end of the message.
        byte[] name = [0x64, 0xaf, .. "System.Object[]"u8, 0x91];
        int size = 5 + name.Length;
        byte[] typed =
        [
            .. Enumerable.Range(1, Levels).SelectMany(i => (byte[])[0xc9, .. BitConverter.GetBytes(((Levels - i) * size) + name.Length).Reverse(), .. name]),
            0xc0,
        ];
        bool isTyped = formatter is TypelessFormatter or ForceTypelessFormatter<object?>;
        return Outcome(() => MessagePackSerializer.Deserialize<object?>(typed, options)) is var outcome && outcome != (isTyped ? "too_deep" : "nothing thrown")
            ? "reading typed values: " + outcome
            : null;
    }

    /// <summary>Converts deep messages to JSON and back.</summary>
    private static int Json()
    {
        int failures = 0;
        MessagePackSerializerOptions options = Options(StandardResolver.Instance);
        foreach ((string name, byte[] level, string plain, string lossless) in ((string, byte[], string, string)[])
        [
            ("arrays", [0x91], "nothing thrown", "nothing thrown"),
            ("maps", [0x81, 0xa0], "nothing thrown", "nothing thrown"),
            ("keys", [0x81], "json_loss", "truncated"),
            ("arrays in keys", [0x81, 0x91], "json_loss", "truncated"),
        ])
        {
            byte[] deep = [.. Enumerable.Repeat(level, Levels).SelectMany(one => one), 0xc0];
            Expect("plain JSON of " + name, plain, () => MessagePackSerializer.ConvertToJson(deep, options));
            Expect("lossless JSON of " + name, lossless, () => MessagePackSerializer.ConvertToJson(deep, MessagePackJsonForm.Lossless, options));
        }

        foreach (string level in (string[])["[", "{\"a\":", "{\"$map\":[[1,", "{\"$map\":[[", "{\"$type\":\"\",\"$value\":", "{\"$type\":\"\",\"a\":"])
        {
            string deep = string.Concat(Enumerable.Repeat(level, Levels));
            Expect("JSON of " + level, "too_deep", () => MessagePackSerializer.ConvertFromJson(deep, MessagePackJsonForm.Lossless, options));
        }

        return failures;

        void Expect(string what, string expected, Action action)
        {
            Console.WriteLine(what);
            if (Outcome(action) is var outcome && outcome != expected)
            {
                Console.WriteLine($"failed: {what}: {outcome}, not {expected}");
                failures++;
            }
        }
    }

    private static MessagePackSerializerOptions Options(IFormatterResolver resolver) => new MessagePackSerializerOptions(resolver)
        .WithSecurity(MessagePackSecurity.TrustedData.WithMaximumObjectGraphDepth(int.MaxValue));

    private static byte[] Bytes(string template) => Convert.FromHexString(template.Replace("K", "07", StringComparison.Ordinal));

    private static string Outcome(Action action)
    {
        try
        {
            action();
            return "nothing thrown";
        }
        catch (MessagePackSerializationException fault)
        {
            return fault.ErrorName;
        }
    }

    /// <summary>Finds the formatter under test for its type; a knot, also as an object, is written and read with it again.</summary>
    private sealed class Resolver<T>(IMessagePackFormatter<T> formatter) : IFormatterResolver, IMessagePackFormatter<Knot?>, IMessagePackFormatter<object?>
    {
        internal T? Value { get; set; }

        internal int Read { get; private set; }

        public IMessagePackFormatter<TAny>? GetFormatter<TAny>() => typeof(TAny) == typeof(T) ? (IMessagePackFormatter<TAny>)(object)formatter
            : typeof(TAny) == typeof(Knot) || typeof(TAny) == typeof(object) ? (IMessagePackFormatter<TAny>)(object)this
            : StandardResolver.Instance.GetFormatter<TAny>();

        public void Serialize(ref MessagePackWriter writer, Knot? value, MessagePackSerializerOptions options) =>
            formatter.Serialize(ref writer, Value!, options);

        public void Serialize(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options) =>
            formatter.Serialize(ref writer, Value!, options);

        object? IMessagePackFormatter<object?>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
            Deserialize(ref reader, options);

        public Knot? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
        {
            if (reader.NextCode == Leaf)
            {
                reader.Skip();
                Read++;
            }
            else
            {
                formatter.Deserialize(ref reader, options);
            }

            return new Knot();
        }
    }

    /// <summary>A formatter with frames of more than 10 KiB, as those of a class with 40 constructor parameters of 256 bytes.</summary>
    private sealed class WideFormatter : IMessagePackFormatter<Wide>
    {
        public void Serialize(ref MessagePackWriter writer, Wide value, MessagePackSerializerOptions options)
        {
            writer.EnterDepth(options);
            writer.WriteArrayHeader(1);
            Wide copy = value;
            options.GetFormatter<Knot?>().Serialize(ref writer, null, options);
            Use(copy, value);
            writer.LeaveDepth();
        }

        public Wide Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
        {
            options.Security.DepthStep(ref reader);
            reader.ReadArrayHeader();
            Wide value = default;
            value[0] = 1;
            options.GetFormatter<Knot?>().Deserialize(ref reader, options);
            Use(value, value);
            reader.Depth--;
            return value;
        }

        [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
        private static void Use(Wide one, Wide other) => GC.KeepAlive(one[1] + other[2]);
    }

    [System.Runtime.CompilerServices.InlineArray(10 * 1024)]
    private struct Wide
    {
        private byte first;
    }
}
