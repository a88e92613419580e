using System.Buffers;
using System.Text.Json.Nodes;
using Cases;
using Hayapack.Generator.Tests.Models.Tagged;
using Hayapack.Generator.Tests.Support;
using Hayapack.Resolvers;

namespace Hayapack.Generator.Tests;

/// <summary>Unions with names as tags, and with the tag in the map, in generated code, by reflection and at run time.</summary>
public class TaggedUnionTests
{
    private static readonly MessagePackSerializerOptions Reflection = MessagePackSerializerOptions.Standard
        .WithResolver(new ByReflection(type => type.Namespace == typeof(INames).Namespace, StandardResolver.Instance));

    private static readonly MessagePackSerializerOptions AtRunTime = MessagePackSerializerOptions.Standard
        .WithUnion<INames>(u => u.Add<Circle>("circle").Add<Square>("square"))
        .WithUnion<IMixed>(u => u.Add<Circle>(0).Add<Square>("square"))
        .WithUnion<IKey>(u => u.WithKey("type").Add<Circle>("circle").Add<Square>("square"))
        .WithUnion<INumbers>(u => u.WithKey("kind").Add<Circle>(1).Add<Square>(200))
        .WithUnion<IOld>(u => u.Add<Circle>(0).Add<Square>(1))
        .WithUnion<Node>(u => u.WithKey("kind").Add<Node>("node").Add<Leaf>("leaf").Add<Group>("group"))
        .WithUnion<Group>(u => u.WithKey("sub").Add<SmallGroup>("small"))
        .WithUnion<ILong>(u => u.WithKey("t").Add<Fifteen>(7))
        .WithUnion<IMaybe<int>>(u => u.WithKey("is").Add<Some<int>>("some").Add<None>("none"))
        .WithUnion<IMaybe<string>>(u => u.WithKey("is").Add<Some<string>>("some"));

    // A union at run time writes an object of a class that lists itself with the formatter of the resolver before it, so the
    // attributes must not make that a union.
    private static readonly MessagePackSerializerOptions[] Paths = [MessagePackSerializerOptions.Standard, Reflection];

    public static TheoryData<string, string, string, string, string> Rows()
    {
        var rows = new TheoryData<string, string, string, string, string>();
        foreach (string line in File.ReadLines(Path.Combine(Repository.Root, "vectors", "schemas", "tags.tsv")).Skip(1))
        {
            string[] row = line.Split('\t');
            rows.Add(row[0], row[1], row[2], row[3], row[4]);
        }

        return rows;
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void Rows_are_written_and_read(string union, string bytes, string value, string errors, string what)
    {
        foreach (MessagePackSerializerOptions options in Paths.Append(AtRunTime))
        {
            switch (union)
            {
                case "names":
                    Row<INames>(bytes, value, errors, what, options);
                    break;
                case "mixed":
                    Row<IMixed>(bytes, value, errors, what, options);
                    break;
                case "key":
                    Row<IKey>(bytes, value, errors, what, options);
                    break;
                case "numbers":
                    Row<INumbers>(bytes, value, errors, what, options);
                    break;
                default:
                    Assert.Fail(union);
                    break;
            }
        }
    }

    /// <summary>described.tsv has what Python's describe() says of the same unions.</summary>
    [Fact]
    public void Unions_are_described_as_in_Python()
    {
        var rows = File.ReadLines(Path.Combine(Repository.Root, "vectors", "schemas", "described.tsv"))
            .Select(line => line.Split('\t')).Where(row => row[1] == "tags").ToDictionary(row => row[0], row => JsonNode.Parse(row[2]));
        foreach (MessagePackSerializerOptions options in Paths.Append(AtRunTime))
        {
            Assert.Null(Missing(rows["names"], MessagePackSchema.Describe<INames>(options)));
            Assert.Null(Missing(rows["mixed"], MessagePackSchema.Describe<IMixed>(options)));
            Assert.Null(Missing(rows["key"], MessagePackSchema.Describe<IKey>(options)));
            Assert.Null(Missing(rows["numbers"], MessagePackSchema.Describe<INumbers>(options)));
        }

        Assert.Equal(4, rows.Count);
        Assert.NotNull(Missing(rows["key"], MessagePackSchema.Describe<INumbers>()));
    }

    [Fact]
    public void A_union_at_run_time_is_described_instead_of_the_attributes()
    {
        MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard
            .WithUnion<Node>(u => u.WithKey("is").Add<Node>("n").Add<Leaf>(7)).WithUnion<object>(u => u.Add<Plugin>("plugin"));
        JsonObject node = MessagePackSchema.Describe<Node>(options);
        Assert.Equal("""["n",7]""", node["tags"]!.ToJsonString());
        Assert.Equal("is", (string)node["tag"]!);
        Assert.Equal("""["is","n"]""", node["types"]![0]!["tag"]!.ToJsonString());
        Assert.Equal("object", (string)node["types"]![0]!["kind"]!);
        JsonObject any = MessagePackSchema.Describe<object>(options);
        Assert.Equal(("union", "Plugin", null), ((string)any["kind"]!, (string)any["types"]![0]!["name"]!, any["tag"]));
        Assert.Equal(
            """{"anyOf":[{"$ref":"#/$defs/Node"},{"$ref":"#/$defs/Leaf"}]}""",
            new JsonObject { ["anyOf"] = MessagePackSchema.GetJsonSchemaAsNode<Node>(options)["anyOf"]!.DeepClone() }.ToJsonString());
    }

    /// <summary>Returns what a description lacks of what is expected: a description also has names.</summary>
    private static string? Missing(JsonNode? expected, JsonNode? found) => (expected, found) switch
    {
        (JsonObject one, JsonObject other) => one.Select(pair => Missing(pair.Value, other[pair.Key])).FirstOrDefault(missing => missing is not null),
        (JsonArray one, JsonArray other) when one.Count == other.Count => one.Zip(other, Missing).FirstOrDefault(missing => missing is not null),
        _ => JsonNode.DeepEquals(expected, found) ? null : $"{expected?.ToJsonString()}, not {found?.ToJsonString()}",
    };

    private static void Row<T>(string hex, string value, string errors, string what, MessagePackSerializerOptions options)
    {
        byte[] bytes = Convert.FromHexString(hex);
        options = options.WithErrorLimit(100);
        foreach (ReadOnlySequence<byte> input in new[] { new ReadOnlySequence<byte>(bytes), Split(bytes) })
        {
            if (errors == "-")
            {
                List<T> read = MessagePackSerializer.Deserialize<List<T>>(input, options)!;
                Assert.Equal(value, "[" + string.Join(',', read.Select(Text)) + "]");
                if (what.StartsWith("written", StringComparison.Ordinal))
                {
                    Assert.Equal(hex, Wire.Hex(read, options));
                    var small = new SmallWriter();
                    MessagePackSerializer.Serialize(small, read, options);
                    Assert.Equal(hex, Convert.ToHexStringLower(small.Written.ToArray()));
                }
            }
            else
            {
                var error = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<List<T>>(input, options));
                Assert.Equal(errors, string.Join(", ", error.Errors.Select(one => $"{one.ErrorName} {one.Offset} {one.Path}")));
                Assert.Same(error, error.Errors[0]);
            }
        }
    }

    private static string Text<T>(T value) => value switch
    {
        Circle circle => $$$"""{"circle":{"radius":{{{circle.Radius}}}}}""",
        Square square => $$$"""{"square":{"side":{{{square.Side}}},"name":{{{(square.Name is null ? "null" : $"\"{square.Name}\"")}}}}}""",
        _ => "null",
    };

    private static ReadOnlySequence<byte> Split(byte[] bytes)
    {
        Piece first = new(bytes.AsMemory(0, 1), 0), last = first;
        for (int i = 1; i < bytes.Length; i++)
        {
            last = last.Append(bytes.AsMemory(i, 1));
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    [Fact]
    public void A_class_that_lists_itself_has_the_key_too()
    {
        Node value = new() { Id = 1, Next = new Leaf { Id = 2, Text = "a", Next = new Node() } };
        foreach (MessagePackSerializerOptions options in Paths)
        {
            string bytes = Wire.Hex(value, options);
            Assert.StartsWith("""{"kind":"node","Id":1,"Next":{"kind":"leaf",""", Json(bytes), StringComparison.Ordinal);
            Assert.Contains("""{"kind":"node","Id":0,"Next":null}""", Json(bytes), StringComparison.Ordinal);
            Node read = Wire.Read<Node>(bytes, options);
            Assert.Equal("a", Assert.IsType<Leaf>(read.Next).Text);
            Assert.Equal(typeof(Node), read.Next!.Next!.GetType());
        }
    }

    [Fact]
    public void A_union_in_a_union_has_both_keys()
    {
        Node value = new SmallGroup { Id = 1, Nodes = [new Leaf { Id = 2 }] };
        foreach (MessagePackSerializerOptions options in Paths)
        {
            string bytes = Wire.Hex(value, options);
            Assert.StartsWith("""{"kind":"group","sub":"small",""", Json(bytes), StringComparison.Ordinal);
            Assert.Equal(2, Assert.IsType<Leaf>(Assert.IsType<SmallGroup>(Wire.Read<Node>(bytes, options)).Nodes![0]).Id);
            Assert.StartsWith("""{"sub":"small",""", Json(Wire.Hex((Group)value, options)), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_longer_header_moves_the_entries()
    {
        ILong value = new Fifteen { A0 = 1, B4 = new string('x', 300) };
        foreach (MessagePackSerializerOptions options in Paths.Append(AtRunTime))
        {
            string bytes = Wire.Hex(value, options);
            Assert.StartsWith("de0010a17407a2413001a2413100", bytes, StringComparison.Ordinal);
            Assert.Equal(300, Assert.IsType<Fifteen>(Wire.Read<ILong>(bytes, options)).B4!.Length);
            var small = new SmallWriter();
            MessagePackSerializer.Serialize(small, new[] { value, value }, options);
            Assert.Equal("92" + bytes + bytes, Convert.ToHexStringLower(small.Written.ToArray()));
        }
    }

    [Fact]
    public void A_generic_union_has_names()
    {
        foreach (MessagePackSerializerOptions options in Paths.Append(AtRunTime))
        {
            Assert.Equal("""{"is":"some","Value":"a"}""", Json(Wire.Hex<IMaybe<string>>(new Some<string>("a"), options)));
            Assert.Equal("""{"is":"none"}""", Json(Wire.Hex<IMaybe<int>>(default(None), options)));
            Assert.Equal(default(None), Wire.Read<IMaybe<int>>("81a26973a46e6f6e65", options));
            var error = Assert.Throws<MessagePackSerializationException>(() => Wire.Read<IMaybe<string>>("81a26973a46e6f6e65", options));
            Assert.Equal(options == AtRunTime ? "unknown_tag" : "unexpected_type", error.ErrorName);
        }
    }

    [Fact]
    public void Keys_of_the_old_format_have_no_str8()
    {
        var options = MessagePackSerializerOptions.Standard.WithUnion<IKey>(u => u.WithKey(new string('k', 40)).Add<Circle>("circle"));
        IKey value = new Circle { Radius = 1 };
        Assert.StartsWith("82d928", Wire.Hex(value, options), StringComparison.Ordinal);
        Assert.StartsWith("82da0028", Wire.Hex(value, options.WithOldSpec()), StringComparison.Ordinal);
        Assert.Equal(1, Assert.IsType<Circle>(Wire.Read<IKey>(Wire.Hex(value, options.WithOldSpec()), options)).Radius);
    }

    [Theory]
    [InlineData("9205c0", "unknown_tag", 1L)]
    [InlineData("92ccc880", "unknown_tag", 1L)]
    public void An_unknown_integer_is_null_unless_the_options_are_strict(string bytes, string name, long offset)
    {
        foreach (MessagePackSerializerOptions options in Paths.Append(AtRunTime))
        {
            Assert.Null(Wire.Read<IOld>(bytes, options));
            var strict = options.WithUnlistedUnionTypes(UnlistedUnionType.Strict);
            var error = Assert.Throws<MessagePackSerializationException>(() => Wire.Read<IOld>(bytes, strict));
            Assert.Equal((name, offset, "$[0]"), (error.ErrorName, error.Offset, error.Path));
        }
    }

    [Fact]
    public void What_is_not_listed_is_an_error_or_nil()
    {
        foreach (MessagePackSerializerOptions options in Paths.Append(AtRunTime))
        {
            foreach (Action write in new Action[] { () => Wire.Hex<IKey>(new Plugin(1), options), () => Wire.Hex<INames>(new Plugin(1), options) })
            {
                Assert.Equal("unsupported_type", Assert.Throws<MessagePackSerializationException>(write).ErrorName);
            }

            var nil = options.WithUnlistedUnionTypes(UnlistedUnionType.Nil);
            Assert.Equal("c0", Wire.Hex<IKey>(new Plugin(1), nil));
            Assert.Null(Wire.Read<IKey>("81a474797065a16f", nil));
            Assert.Null(Wire.Read<INames>("92a16f80", nil));
            var error = Assert.Throws<MessagePackSerializationException>(() => Wire.Read<INames>("92a16f80", options));
            Assert.Contains("the tag \"o\"", error.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Classes_are_added_at_run_time()
    {
        var options = AtRunTime.WithUnion<IKey>(u => u.WithKey("type").Add<Circle>("circle").Add<Plugin>("plugin"));
        IKey[] value = [new Circle { Radius = 1 }, new Plugin(2)];
        Assert.Equal("""[{"type":"circle","radius":1},{"type":"plugin","Size":2}]""", Json(Wire.Hex(value, options)));
        Assert.Equal(new Plugin(2), Wire.Read<IKey[]>(Wire.Hex(value, options), options)[1]);
        Assert.Equal("92a6636972636c6581a672616469757301", Wire.Hex<INames>(new Circle { Radius = 1 }, options));
        var any = MessagePackSerializerOptions.Standard.WithUnion<object>(u => u.Add<Plugin>("plugin").Add<int>("int"));
        Assert.Equal("""[["plugin",{"Size":2}],["int",5]]""", Json(Wire.Hex<object[]>([new Plugin(2), 5], any)));
        Assert.Equal(5, Wire.Read<object[]>("9192a3696e7405", any)[0]);
        Assert.Throws<ArgumentException>(() => options.WithUnion<IKey>(u => u.Add<Circle>(0).Add<Circle>(1)));
        Assert.Throws<ArgumentException>(() => options.WithUnion<IKey>(u => u.Add<Circle>(0).Add<Square>(0)));
    }

    [Fact]
    public void A_class_without_a_free_key_is_an_error()
    {
        const string Start = "[UnionKey(\"t\"), Union(\"a\", typeof(A))] public interface I { } ";
        const string Keyed = Start + "[MessagePackObject(true)] public class A : I { [Key(\"t\")] public int T { get; set; } }";
        const string Array = Start + "[MessagePackObject] public class A : I { [Key(0)] public int T { get; set; } }";
        foreach (string source in new[] { Keyed, Array, Start + "[Union(0, typeof(B))] public abstract class A : I { } [MessagePackObject(true)] public class B : A { }" })
        {
            Assert.Contains(Compiler.Diagnose(source), found => found == "HAYA030 at Union(\"a\", typeof(A))");
        }

        Assert.Equal([], Compiler.Diagnose(Start + "[MessagePackObject(true)] public class A : I { public int T { get; set; } }"));
        var options = MessagePackSerializerOptions.Standard.WithUnion<object>(u => u.WithKey("radius").Add<Circle>("c").Add<Everything>("e"));
        foreach (object value in new object[] { new Circle { Radius = 1 }, new Everything() })
        {
            var error = Assert.Throws<MessagePackSerializationException>(() => Wire.Hex(value, options));
            Assert.Equal(("unsupported_type", 0L), (error.ErrorName, error.Offset));
        }
    }

    [Fact]
    public void A_repeated_name_is_an_error()
    {
        Assert.Equal(["HAYA010 at Union(\"a\", typeof(B))"], Compiler.Diagnose(
            "[Union(\"a\", typeof(A)), Union(\"a\", typeof(B))] public interface I { } [MessagePackObject(true)] public class A : I { } [MessagePackObject(true)] public class B : I { }"));
    }

    // Each level passes all inner ones in search of its tag.
    [Fact]
    public void Tags_behind_many_bytes_are_late()
    {
        foreach (MessagePackSerializerOptions options in Paths)
        {
            byte[] bytes = Late(10);
            Assert.Equal(10, Depth(MessagePackSerializer.Deserialize<Node>(bytes, options)));
            bytes = Late(60);
            var error = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<Node>(bytes, options));
            Assert.Equal("late_tag", error.ErrorName);
        }

        static int Depth(Node? node) => node is null ? 0 : 1 + Depth(node.Next);

        static byte[] Late(int depth)
        {
            string inner = "c0", kind = Wire.Str("kind") + Wire.Str("node");
            for (int i = 0; i < depth; i++)
            {
                inner = "82" + Wire.Str("Next") + inner + kind;
            }

            return Convert.FromHexString(inner);
        }
    }

    private static string Json(string hex) => MessagePackSerializer.ConvertToJson(Convert.FromHexString(hex));

    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory, long index)
        {
            Memory = memory;
            RunningIndex = index;
        }

        public Piece Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Piece(memory, RunningIndex + Memory.Length);
            Next = next;
            return next;
        }
    }

    /// <summary>An output with buffers of the requested size, which the writer cannot return to.</summary>
    private sealed class SmallWriter : IBufferWriter<byte>
    {
        private byte[] buffer = [];

        public List<byte> Written { get; } = [];

        public void Advance(int count)
        {
            Written.AddRange(buffer.AsSpan(0, count));
            buffer = [];
        }

        public Memory<byte> GetMemory(int sizeHint = 0) => buffer = new byte[Math.Max(sizeHint, 1)];

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }
}
