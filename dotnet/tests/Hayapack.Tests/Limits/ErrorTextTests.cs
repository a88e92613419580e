using System.Text;
using Hayapack.Formatters;
using Hayapack.Resolvers;
using Xunit;

namespace Hayapack.Tests.Limits;

/// <summary>The texts of errors that users meet first: the value, the limit, the path.</summary>
public class ErrorTextTests
{
    [Fact]
    public void AnIntegerOutOfRange()
    {
        Assert.Equal("300 does not fit into Byte, 0 to 255. (int_range at byte 1, $[0])", Text<List<byte>>(new[] { 300 }));
        Assert.Equal("-1 does not fit into UInt16, 0 to 65535. (int_range at byte 0, $)", Text<ushort>(-1));
        Assert.Equal("-1 does not fit into UInt64, 0 to 18446744073709551615. (int_range at byte 0, $)", Text<ulong>(-1));
        Assert.Equal(
            "18446744073709551615 does not fit into Int64, -9223372036854775808 to 9223372036854775807. (int_range at byte 0, $)",
            Text<long>(ulong.MaxValue));
        Assert.Equal(
            "1099511627776 does not fit into Int32, -2147483648 to 2147483647. (int_range at byte 2, $[1])",
            Text<int[]>(new[] { 1L, 1L << 40 }));
    }

    [Fact]
    public void AnEmptyInput()
    {
        Assert.Equal("The input is empty. (truncated at byte 0, $)", Read<int>(""));
        Assert.Equal("The input is empty. (truncated at byte 0, $)", Read<List<int>>(""));
        Assert.Equal("The input is empty. (truncated at byte 0, $)", Read<object>(""));
        Assert.Equal("The input ends inside a value. (truncated at byte 0, $)", Read<string>("A5"));
    }

    [Fact]
    public void AMessageThatIsCompressed()
    {
        const string Advice = " The message looks compressed with LZ4: read it with options.WithCompression(MessagePackCompression.Lz4BlockArray).";
        int[] numbers = [.. Enumerable.Repeat(70_000, 100)];
        byte[] array = MessagePackSerializer.Serialize(numbers, MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray));
        byte[] block = MessagePackSerializer.Serialize(numbers, MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4Block));
        Assert.Equal($"Expected an integer, found an extension (code 98).{Advice} (unexpected_type at byte 1, $[0])", Read<int[]>(array));
        Assert.Equal($"Expected a map, found fixarray.{Advice} (unexpected_type at byte 0, $)", Read<Dictionary<string, int>>(array));
        Assert.Equal($"Expected an array, found an extension (code 99).{Advice} (unexpected_type at byte 0, $)", Read<int[]>(block));
        Assert.Equal("Expected an integer, found an extension (code 5). (unexpected_type at byte 1, $[0])", Read<int[]>("91D40500"));
        Assert.Equal("Expected an integer, found an extension (code 98). (unexpected_type at byte 2, $[1])", Read<int[]>("9205D46200"));

        // With compression, an inner ext is no message.
        MessagePackSerializerOptions on = MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4Block);
        Assert.DoesNotContain("LZ4", Read<int[]>("91D46300", on), StringComparison.Ordinal);
        Assert.Contains("truncated", Read<int>("C705"), StringComparison.Ordinal);
    }

    [Fact]
    public void AMessageThatIsTypelessOrJson()
    {
        Assert.Equal(
            "Expected an integer, found an extension (code 100). It is a typed value: MessagePackSerializer.Typeless reads it, with a TypeTable in its "
            + "options. (unexpected_type at byte 1, $[0])",
            Read<int[]>("91D464C0"));
        const string Json = " The input looks like JSON: MessagePackSerializer.ConvertFromJson reads it. (unexpected_type at byte 0, $)";
        Assert.Equal("Expected an array, found positive fixint." + Json, Fault<int[]>("{\"a\": 1}"u8.ToArray()).Message);
        Assert.Equal("Expected a map, found positive fixint." + Json, Fault<Dictionary<string, int>>("[1]"u8.ToArray()).Message);
        Assert.Equal("Expected an array, found positive fixint. (unexpected_type at byte 0, $)", Read<int[]>("7B"));
        Assert.Equal(
            "Expected an array, found positive fixint. The input looks compressed with gzip: decompress it first. (unexpected_type at byte 0, $)",
            Read<int[]>("1F8B08"));
        Assert.Equal("Expected an array, found positive fixint. (unexpected_type at byte 0, $)", Read<int[]>("1F08"));
        Assert.Equal("Expected an array, found positive fixint. (unexpected_type at byte 1, $[0])", Read<int[][]>("927B7B"));
    }

    [Fact]
    public void AnObjectWithTheOtherKindOfKeys()
    {
        Assert.Equal(
            "Expected an array, found fixmap. Hayapack.Tests.Limits.ErrorTextTests+Numbered has integer keys; with [MessagePackObject(true)] or string keys "
            + "it would be a map. (unexpected_type at byte 0, $)",
            Read<Numbered>("81A14101"));
        Assert.Equal(
            "Expected a map, found fixarray. Hayapack.Tests.Limits.ErrorTextTests+Node has string keys; with integer keys it would be an array. "
            + "(unexpected_type at byte 0, $)",
            Read<Node>("9101"));
        Assert.Equal("Expected a map, found fixarray. (unexpected_type at byte 0, $)", Read<Dictionary<string, int>>("9101"));
        Assert.Equal("Expected an array, found fixmap. (unexpected_type at byte 1, $[0])", Read<Numbered[]>("9181A14101"));
    }

    [Fact]
    public void ATextThatCannotBeConverted()
    {
        Assert.Equal("\"Mon\" is not a name of System.DayOfWeek. (invalid_value at byte 1, $[0])", Texts<DayOfWeek[]>("Mon", MessagePackSerializerOptions.Standard.WithResolver(
            CompositeResolver.Create([new EnumAsStringFormatter<DayOfWeek>()], [StandardResolver.Instance]))));
        Assert.Equal("\"1,5\" is not a decimal. (invalid_value at byte 1, $[0])", Texts<decimal[]>("1,5"));
        Assert.Equal("Expected an integer, found fixstr \"two\". (unexpected_type at byte 1, $[0])", Read<int[]>("91A374776F"));
        Assert.Equal("The input ends inside a value. (truncated at byte 1, $[0])", Read<int[]>("91A37477"));
        Assert.Equal("\"\" is not a Guid. (invalid_value at byte 1, $[0])", Texts<Guid[]>(""));
        static string Texts<T>(string text, MessagePackSerializerOptions? options = null) =>
            Fault<T>(MessagePackSerializer.Serialize(new[] { text }), options).Message;
    }

    /// <summary>An offset from user code may lie inside of a value or outside of the message.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(5)]
    [InlineData(int.MaxValue)]
    [InlineData(long.MaxValue)]
    [InlineData(-1)]
    [InlineData(long.MinValue)]
    public void AnOffsetOfUserCode(long offset)
    {
        MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithResolver(
            CompositeResolver.Create([new Misleading(offset)], [StandardResolver.Instance]));
        string text = Read<int[]>("92A374776F01", options);
        Assert.Contains(offset == 1 ? "\"two\" is odd." : "The text is odd.", text, StringComparison.Ordinal);
    }

    [Fact]
    public void AKeyThatComesTwice()
    {
        Assert.Equal("The map contains the key \"a\" twice. (duplicate_key at byte 4, ${key #1})", Read<Dictionary<string, int>>("82A16101A16102"));
        Assert.Equal("The map contains the key 300 twice. (duplicate_key at byte 5, ${key #1})", Read<Dictionary<int, int>>("82CD012C01CD012C02"));
        Assert.Equal("The map contains this key twice. (duplicate_key at byte 3, ${key #1})", Read<Dictionary<bool, int>>("82C301C302"));
    }

    [Fact]
    public void DeepNesting()
    {
        MessagePackSerializationException fault = Fault<object>([.. Enumerable.Repeat((byte)0x91, 100), 0xc0]);
        string expected = "The containers are nested deeper than the limit of 64.";
        Assert.Equal($"{expected} (too_deep at byte 64, ${string.Concat(Enumerable.Repeat("[0]", 13))}…{string.Concat(Enumerable.Repeat("[0]", 13))})", fault.Message);
        Assert.Equal("$" + string.Concat(Enumerable.Repeat("[0]", 64)), fault.Path);
        Assert.Equal(expected, fault.InnerException!.Message);

        var node = new Node();
        node.Next = node;
        fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(node));
        Assert.Equal(
            "The objects in a value of Hayapack.Tests.Limits.ErrorTextTests+Node are nested deeper than the limit of 64, or form a cycle. "
            + "Security.WithMaximumObjectGraphDepth changes the limit. (too_deep at byte 384, $.Next.Next.Next.Next.Next.Next.Next….Next.Next.Next.Next.Next.Next.Next.Next)",
            fault.Message);
    }

    [Fact]
    public void UserCodeThatThrows()
    {
        byte[] packed = MessagePackSerializer.Serialize(new[] { new Thrower { A = 1, B = [2] }, new Thrower { A = -1, B = [3, 4] } });
        MessagePackSerializationException fault = Fault<Thrower[]>(packed);
        Assert.Equal(("user_code", packed.Length - 1, "$[1].B[1]"), (fault.ErrorName, fault.Offset, fault.Path));
        Assert.IsType<ArgumentOutOfRangeException>(fault.InnerException);
        Assert.Equal(
            "Failed to deserialize Hayapack.Tests.Limits.ErrorTextTests+Thrower[]: user code threw ArgumentOutOfRangeException at or after this value.",
            fault.Description);
        fault = Fault<int[]>([0x92, 5, 6], MessagePackSerializerOptions.Standard.WithResolver(CompositeResolver.Create([new Refusing()], [StandardResolver.Instance])));
        Assert.Equal(("user_code", 0, "$"), (fault.ErrorName, fault.Offset, fault.Path));
    }

    [Fact]
    public void ATypeWithoutFormatter()
    {
        Assert.EndsWith(" or mark the member with [IgnoreMember].", Missing<Thread>(), StringComparison.Ordinal);
        Assert.EndsWith(" or mark the member with [IgnoreMember].", Missing<Action<int>>(), StringComparison.Ordinal);
        Assert.EndsWith(" or mark the member with [IgnoreMember].", Missing<IDisposable>(), StringComparison.Ordinal);
        Assert.Contains("Mark it with [Union] for each class", Missing<IShape>(), StringComparison.Ordinal);
        Assert.Contains("Mark it with [Union] for each class", Missing<Shape>(), StringComparison.Ordinal);
        Assert.Contains("Mark it with [MessagePackObject], name it in [assembly: GenerateFormatter(typeof(...))], or use", Missing<Plain>(), StringComparison.Ordinal);
        static string Missing<T>() => Assert.Throws<FormatterNotRegisteredException>(() => StandardResolver.Instance.GetFormatterWithVerify<T>()).Message;
    }

    [Fact]
    public void ATypeNameThatIsUnknown()
    {
        MessagePackSerializerOptions options = MessagePackSerializer.Typeless.DefaultOptions.WithTypeTable(new TypeTable { ThrowsOnUnknown = true });
        Assert.Equal("The table of types does not have \"N.Point, App\": register its type, new TypeTable().Add<N.Point>().", Unknown("N.Point, App"));
        Assert.Equal("The table of types does not have \"O+I, App\": register its type, new TypeTable().Add<O.I>().", Unknown("O+I, App"));
        Assert.Equal("The table of types does not have \"P`1[[I]], App\": register its type, new TypeTable().Add<T>().", Unknown("P`1[[I]], App"));
        Assert.StartsWith("The typed value has an empty type name", Unknown(""), StringComparison.Ordinal);
        MessagePackSerializerOptions declared = TypelessContractlessStandardResolver.Options;
        MessagePackSerializationException fault = Fault<IDisposable>([0xd5, 0x64, 0xa0, 5], declared);
        Assert.Equal(
            "The typed value has an empty type name: register its type under the name \"\", new TypeTable().Add<T>(\"\"), if it is of the type System.IDisposable.",
            fault.Description);

        string Unknown(string name)
        {
            byte[] payload = [(byte)(0xa0 + name.Length), .. Encoding.UTF8.GetBytes(name), 5];
            return Fault<object>([0xc7, (byte)payload.Length, 0x64, .. payload], options).Description;
        }
    }

    [Fact]
    public void Json()
    {
        Assert.Equal(
            "The text is not JSON: The JSON array contains a trailing comma at the end which is not supported in this mode. (invalid_json at byte 3)",
            Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.ConvertFromJson("[1,]")).Message);
        Assert.Equal(
            "bytes has no exact form in plain JSON.",
            Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.ConvertToJson(new byte[] { 0xc4, 1, 0 }, MessagePackJsonForm.Exact)).Description);

        Assert.Equal(
            "The JSON has no form in MessagePack: the integer 18446744073709551616 is out of range, -9223372036854775808 to 18446744073709551615.",
            FaultOf("[18446744073709551616]"));
        Assert.Equal($"The JSON has no form in MessagePack: the number {new string('1', 40)}… is out of range for a float64.", FaultOf(new string('1', 50) + "e999"));

        static string FaultOf(string json) =>
            Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.ConvertFromJson(json)).Description;
    }

    [Fact]
    public void AnExtensionResultShowsItsTypeAndLength() =>
        Assert.Equal("ext -5, 3 bytes", new ExtensionResult(-5, new byte[3]).ToString());

    [Fact]
    public void ACompressionThatDoesNotExist()
    {
        ArgumentOutOfRangeException fault = Assert.Throws<ArgumentOutOfRangeException>(() => MessagePackSerializerOptions.Standard.WithCompression((MessagePackCompression)9));
        Assert.Equal(("compression", (MessagePackCompression)9), (fault.ParamName, fault.ActualValue));
    }

    private static MessagePackSerializationException Fault<T>(byte[] packed, MessagePackSerializerOptions? options = null) =>
        Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<T>(packed, options));

    private static string Read<T>(byte[] packed) => Fault<T>(packed).Message;

    private static string Read<T>(string hex, MessagePackSerializerOptions? options = null) => Fault<T>(Convert.FromHexString(hex), options).Message;

    private static string Text<T>(object value)
    {
        byte[] packed = MessagePackSerializer.Serialize(value.GetType(), value);
        return Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<T>(packed)).Message;
    }

    [MessagePackObject]
    public class Numbered
    {
        [Key(0)]
        public int A { get; set; }
    }

    [MessagePackObject(true)]
    public class Node
    {
        public Node? Next { get; set; }
    }

    [MessagePackObject(true)]
    public class Thrower : IMessagePackSerializationCallbackReceiver
    {
        public int A { get; set; }

        public int[]? B { get; set; }

        public void OnBeforeSerialize()
        {
        }

        public void OnAfterDeserialize() => ArgumentOutOfRangeException.ThrowIfNegative(A);
    }

    public interface IShape;

    public abstract class Shape;

    public class Plain;

    private sealed class Refusing : IMessagePackFormatter<int[]?>
    {
        public void Serialize(ref MessagePackWriter writer, int[]? value, MessagePackSerializerOptions options) => throw new NotSupportedException();

        public int[]? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => throw new NotSupportedException();
    }

    private sealed class Misleading(long offset) : IMessagePackFormatter<int[]?>
    {
        public void Serialize(ref MessagePackWriter writer, int[]? value, MessagePackSerializerOptions options) => throw new NotSupportedException();

        public int[]? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
        {
            MessagePackReader.ThrowInvalidValue(offset, "The text is odd.");
            return null;
        }
    }
}
