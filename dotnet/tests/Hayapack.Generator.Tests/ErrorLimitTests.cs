using Cases;
using Hayapack.Formatters;
using Hayapack.Generator.Tests.Models.Tagged;
using Hayapack.Generator.Tests.Support;
using Hayapack.Resolvers;

namespace Hayapack.Generator.Tests;

/// <summary>All errors of a message at once, in generated code and by reflection.</summary>
public class ErrorLimitTests
{
    private static readonly MessagePackSerializerOptions[] Paths =
    [
        MessagePackSerializerOptions.Standard.WithErrorLimit(100),
        MessagePackSerializerOptions.Standard.WithErrorLimit(100)
            .WithResolver(new ByReflection(type => type.Namespace == typeof(INames).Namespace, StandardResolver.Instance)),
    ];

    [Fact]
    public void All_members_of_all_kinds_are_looked_at()
    {
        string json = """
            ["a", 1, "x", "y", [1, "b", null, 4], {"a": {"radius": "c"}, "b": {}, "c": 5}, ["d", 2, 3], 1.5, {"e": 1},
             [[{"radius": []}, null], 6, [7]], [0, {"radius": true}], {"any": 1}, {"Name": 8, "Age": "f"}]
            """;
        Same<Everything>(json,
            "unexpected_type $[0]", "unexpected_type $[1]", "unexpected_type $[2]", "invalid_value $[3]",
            "unexpected_type $[4][1]", "unexpected_type $[4][2]",
            "unexpected_type $[5].a.radius", "missing_member $[5].b", "unexpected_type $[5].c", "invalid_value $[6]",
            "unexpected_type $[7]", "unexpected_type $[8]", "unexpected_type $[9][0][0].radius", "unexpected_type $[9][1]", "unexpected_type $[9][2][0]",
            "unexpected_type $[10][1].radius", "unexpected_type $[12].Name", "unexpected_type $[12].Age");
    }

    [Fact]
    public void Errors_around_a_value_do_not_stop_at_it()
    {
        Same<Circle[]>("""[{"radius":"a"},{"radius":1},{}, 5]""", "unexpected_type $[0].radius", "missing_member $[2]", "unexpected_type $[3]");
        Same<(int, string)[]>("""[[1,2],["a","b"],[3,"c"]]""", "unexpected_type $[0][1]", "unexpected_type $[1][0]");
        Same<Tuple<int, string>?[]>("""[[1,2],null,[1],[3,"c"]]""", "unexpected_type $[0][1]", "invalid_value $[2]");
        Same<KeyValuePair<int, int?>[]>("""[[1,"a"],[null,null]]""", "unexpected_type $[0][1]", "unexpected_type $[1][0]");
        Same<Lazy<int>[]>("""["a",1,[]]""", "unexpected_type $[0]", "unexpected_type $[2]");
        Same<Dictionary<int, int>>("""{"a":"b"}""", "unexpected_type ${key #0}", "unexpected_type $.a");
        Same<int>("\"a\"", "unexpected_type $");
    }

    [Fact]
    public void Repeated_keys_are_errors_beside_others()
    {
        Fails<Circle>("83a67261646975730aa6726164697573c2a672616469757301", Paths, "duplicate_key 9 ${key #1}", "unexpected_type 16 $.radius", "duplicate_key 17 ${key #2}");
        Fails<Dictionary<string, int>>("83a16101a161c2a162c0", Paths, "unexpected_type 6 $.a", "duplicate_key 4 ${key #1}", "unexpected_type 9 $.b");
        Fails<Circle>("8201c2a6726164697573c2", Paths, "invalid_key 1 ${key #0}", "unexpected_type 10 $.radius");
    }

    [Fact]
    public void An_error_of_the_format_ends_them()
    {
        Fails<int[]>("93a161c101", Paths, "unexpected_type 1 $[0]", "reserved_byte 3 $[1]");
        Fails<int[]>("94a16101a2", Paths, "unexpected_type 1 $[0]", "truncated 4 $[2]");
        Fails<int[]>("93a161a1ff01", Paths, "unexpected_type 1 $[0]", "invalid_utf8 3 $[1]");
        Fails<int[]>("92a16191c1", Paths, "unexpected_type 1 $[0]", "unexpected_type 3 $[1]", "reserved_byte 4 $[1][0]");
        Fails<string[]>("9301a1ffc2", Paths, "unexpected_type 1 $[0]", "invalid_utf8 2 $[1]");
        Fails<object[][]>("9201" + string.Concat(Enumerable.Repeat("91", 70)) + "c0", Paths, "unexpected_type 1 $[0]", "too_deep 65 $[1]" + string.Concat(Enumerable.Repeat("[0]", 63)));
        Fails<int[]>("93a161c101", [Paths[0].WithErrorLimit(1)], "unexpected_type 1 $[0]");
        Fails<string[]>("93a161a1ff01", Paths, "invalid_utf8 3 $[1]");
    }

    [Fact]
    public void A_constructor_is_not_called_once_there_is_an_error()
    {
        Same<Checked[]>("""[{"Name":"a","Age":1},{"Name":null,"Age":1},{"Name":5},{"Name":null},{"Age":"b"}]""",
            "user_code $[1].Age", "unexpected_type $[2].Name", "unexpected_type $[4].Age");
        Same<Checked[]>("""[{"Name":1,"Age":1},{"Name":null,"Age":1}]""", "unexpected_type $[0].Name");
    }

    [Fact]
    public void A_formatter_of_a_program_is_called_for_each_value()
    {
        var options = MessagePackSerializerOptions.Standard.WithErrorLimit(3)
            .WithResolver(CompositeResolver.Create([new EvenFormatter()], [StandardResolver.Instance]));
        Fails<HashSet<int>>("9503c202c005", [options], "user_code 1 $[0]", "unexpected_type 2 $[1]", "unexpected_type 4 $[3]");

        // What is read without the resolver's formatter, as always.
        Fails<int[]>("9503c202c005", [options], "unexpected_type 2 $[1]", "unexpected_type 4 $[3]");
        Fails<Circle[]>("9281a672616469757303" + "81a6726164697573c2", [options], "unexpected_type 18 $[1].radius");
    }

    [Fact]
    public void The_limit_is_the_number_of_errors()
    {
        byte[] bytes = MessagePackSerializer.Serialize(Enumerable.Repeat("x", 1000).ToArray());
        foreach (int limit in new[] { 1, 2, 99, 1000, 2000 })
        {
            var error = Assert.Throws<MessagePackSerializationException>(() =>
                MessagePackSerializer.Deserialize<List<Circle>>(bytes, MessagePackSerializerOptions.Standard.WithErrorLimit(limit)));
            Assert.Equal(Math.Min(limit, 1000), error.Errors.Count);
            Assert.Same(error, error.Errors[0]);
            Assert.Equal("$[" + (error.Errors.Count - 1) + "]", error.Errors[^1].Path);
        }

        Assert.Throws<ArgumentOutOfRangeException>(() => MessagePackSerializerOptions.Standard.WithErrorLimit(0));
        Assert.Single(new MessagePackSerializationException("text").Errors);
    }

    [Fact]
    public void The_text_has_their_number()
    {
        var error = Fails<int[]>("92c2c2", Paths, "unexpected_type 1 $[0]", "unexpected_type 2 $[1]");
        Assert.EndsWith("(unexpected_type at byte 1, $[0]) (and 1 more error)", error.Message, StringComparison.Ordinal);
        error = Fails<int[]>("93c2c2c2", Paths, "unexpected_type 1 $[0]", "unexpected_type 2 $[1]", "unexpected_type 3 $[2]");
        Assert.EndsWith("(unexpected_type at byte 1, $[0]) (and 2 more errors)", error.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("more", error.Errors[1].Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Offsets_are_those_of_the_decompressed_message()
    {
        var lz4 = Paths[0].WithCompression(MessagePackCompression.Lz4BlockArray).WithCompressionMinLength(1);
        byte[] bytes = MessagePackSerializer.Serialize(Enumerable.Repeat("xxxxxxxxxxxxxxxx", 20).ToArray(), lz4);
        var error = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<int[]>(bytes, lz4));
        Assert.Equal(20, error.Errors.Count);
        Assert.All(error.Errors, one => Assert.Equal(0, one.Lz4Offset));
    }

    // Neither the time, which grows with the number of values that are read, nor the memory depends on the number of errors
    // beyond the limit.
    [Fact]
    public void Many_errors_take_bounded_memory()
    {
        byte[] wrong = [0xdd, 0, 0x0f, 0xff, 0xff, .. Enumerable.Repeat((byte)0xc2, 0xfffff)];
        byte[] nested = [0xdd, 0, 0x0f, 0xff, 0xff, .. Enumerable.Repeat((byte)0x90, 0xfffff)];
        foreach (MessagePackSerializerOptions options in Paths)
        {
            foreach (Action read in new Action[]
            {
                () => MessagePackSerializer.Deserialize<int[]>(wrong, options),
                () => MessagePackSerializer.Deserialize<Circle[]>(wrong, options),
                () => MessagePackSerializer.Deserialize<Circle[]>(nested, options),
                () => MessagePackSerializer.Deserialize<IOld[]>(nested, options),
            })
            {
                Assert.Throws<MessagePackSerializationException>(read);
                long before = GC.GetAllocatedBytesForCurrentThread();
                var error = Assert.Throws<MessagePackSerializationException>(read);
                long used = GC.GetAllocatedBytesForCurrentThread() - before;
                Assert.Equal(100, error.Errors.Count);
                Assert.True(used < (16L << 20), $"{used} bytes");
            }
        }
    }

    // Each level has an error that is found after its content: a repeated key.
    [Fact]
    public void Nested_errors_are_each_read_once()
    {
        string hex = "c0", next = Wire.Str("Next"), kind = Wire.Str("kind") + Wire.Str("node");
        for (int i = 0; i < 40; i++)
        {
            hex = "83" + kind + next + hex + next + "05";
        }

        foreach (MessagePackSerializerOptions options in Paths)
        {
            var error = Assert.Throws<MessagePackSerializationException>(() => Wire.Read<Node>(hex, options));
            Assert.Equal(80, error.Errors.Count);
        }
    }

    private static void Same<T>(string json, params string[] errors)
    {
        byte[] bytes = MessagePackSerializer.ConvertFromJson(json);
        foreach (MessagePackSerializerOptions options in Paths)
        {
            var error = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<T>(bytes, options));
            Assert.Equal(errors, error.Errors.Select(one => $"{one.ErrorName} {one.Path}"));
            var first = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<T>(bytes, options.WithErrorLimit(1)));
            Assert.Equal((first.ErrorName, first.Offset, first.Path, first.Description), (error.ErrorName, error.Offset, error.Path, error.Description));
            Assert.Single(first.Errors);
        }
    }

    private static MessagePackSerializationException Fails<T>(string hex, MessagePackSerializerOptions[] paths, params string[] errors)
    {
        MessagePackSerializationException? error = null;
        foreach (MessagePackSerializerOptions options in paths)
        {
            error = Assert.Throws<MessagePackSerializationException>(() => Wire.Read<T>(hex, options));
            Assert.Equal(errors, error.Errors.Select(one => $"{one.ErrorName} {one.Offset} {one.Path}"));
        }

        return error!;
    }

    private sealed class EvenFormatter : IMessagePackFormatter<int>
    {
        public void Serialize(ref MessagePackWriter writer, int value, MessagePackSerializerOptions options) => writer.Write(value);

        public int Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
            reader.ReadInt32() is var value && (value & 1) == 0 ? value : throw new ArgumentException("odd");
    }
}
