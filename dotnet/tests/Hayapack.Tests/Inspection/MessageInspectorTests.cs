using System.Buffers;
using Xunit;

namespace Hayapack.Tests.Inspection;

public class MessageInspectorTests
{
    private static readonly byte[] Sample = MessagePackSerializer.ConvertFromJson("""{"a":[1,{"b":"two"}],"c d":{"e":[]}}""");

    [Fact]
    public void ListsOffsetsHeadersDepthsAndPaths()
    {
        string[] expected =
        [
            "0+1 Map 2 d0 #0 $", "1+1 String 1 d1 #0 key ${key #0}", "3+1 Array 2 d1 #0 $.a", "4+1 Integer 0 d2 #0 $.a[0]",
            "5+1 Map 1 d2 #1 $.a[1]", "6+1 String 1 d3 #0 key $.a[1]{key #0}", "8+1 String 3 d3 #0 $.a[1].b",
            "12+1 String 3 d1 #1 key ${key #1}", "16+1 Map 1 d1 #1 $[\"c d\"]", "17+1 String 1 d2 #0 key $[\"c d\"]{key #0}",
            "19+1 Array 0 d2 #0 $[\"c d\"].e",
        ];
        foreach (ReadOnlySequence<byte> split in Segments.Splits(Sample))
        {
            Assert.Equal(expected, List(new MessageInspector(split), out string? fault));
            Assert.Null(fault);
        }
    }

    [Theory]
    [InlineData("c1", "reserved_byte 0 $")]
    [InlineData("92c1", "truncated 0 $")]
    [InlineData("9201c1", "reserved_byte 2 $[1]")]
    [InlineData("", "truncated 0 $")]
    [InlineData("dd", "truncated 0 $")]
    [InlineData("ddffffffff01", "truncated 0 $")]
    [InlineData("81a161dfffffffff", "truncated 3 $.a")]
    [InlineData("91a2ff", "truncated 1 $[0]")]
    [InlineData("91a1ff", "invalid_utf8 1 $[0]")]
    [InlineData("91c7ffffffffff00", "truncated 1 $[0]")]
    [InlineData("91d5ff0000", "invalid_timestamp 1 $[0]")]
    public void ReportsTheErrorsOfValidate(string hexadecimal, string expected)
    {
        byte[] input = Convert.FromHexString(hexadecimal);
        var error = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Validate(input));
        Assert.Equal(expected, $"{error.ErrorName} {error.Offset} {error.Path}");
        foreach (ReadOnlySequence<byte> split in Segments.Splits(input))
        {
            List(new MessageInspector(split), out string? fault);
            Assert.Equal(expected, fault);
        }
    }

    [Fact]
    public void EachPrefixIsTruncatedAndListsTheValuesBefore()
    {
        string[] whole = List(new MessageInspector(Sample), out _);
        for (int size = 0; size < Sample.Length; size++)
        {
            string[] some = List(new MessageInspector(Sample.AsSpan(0, size), null, MessageInspectorOptions.Incomplete), out string? fault);
            Assert.Equal(whole.Take(some.Length), some);
            Assert.StartsWith("truncated ", fault, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void StructureOnlyAcceptsBadText()
    {
        byte[] input = [0x92, 0xa1, 0xff, 0xd5, 0xff, 0, 0];
        Assert.Equal(3, List(new MessageInspector(input, null, MessageInspectorOptions.StructureOnly), out string? fault).Length);
        Assert.Null(fault);
    }

    [Fact]
    public void DeepNestingNeedsNoStack()
    {
        byte[] deep = [.. Enumerable.Repeat((byte)0x91, 1_000_000), 0xc0];
        var limits = new MessagePackLimits { MaximumDepth = int.MaxValue };
        int depth = 0;
        using var inspector = new MessageInspector(deep, limits);
        while (inspector.Read())
        {
            depth = inspector.Depth;
        }

        Assert.Equal(1_000_000, depth);
        List(new MessageInspector(deep), out string? fault);
        Assert.StartsWith("too_deep 1024 ", fault, StringComparison.Ordinal);
    }

    [Fact]
    public void LimitsAndAnErrorStay()
    {
        var inspector = new MessageInspector(Sample, new MessagePackLimits { MaximumStringLength = 2 });
        var names = new List<string>();
        for (int calls = 0; calls < 2; calls++)
        {
            try
            {
                while (inspector.Read())
                {
                }
            }
            catch (MessagePackSerializationException error)
            {
                names.Add($"{error.ErrorName} {error.Offset}");
            }
        }

        inspector.Dispose();
        Assert.Equal(["str_limit 8", "str_limit 8"], names);
        List(new MessageInspector(Sample, new MessagePackLimits { MaximumMessageLength = 5 }), out string? fault);
        Assert.Equal("size_limit 0 $", fault);
    }

    [Fact]
    public void TypedValuesAreEnteredIfAskedFor()
    {
        byte[] typed = [0xd6, 100, 0xa1, (byte)'T', 0x91, 0x05];
        Assert.Single(List(new MessageInspector(typed), out _));
        Assert.Equal(4, List(new MessageInspector(typed, new MessagePackLimits { TypedValues = true }), out string? fault).Length);
        Assert.Null(fault);
    }

    [Fact]
    public void NothingIsAllocatedForAValue()
    {
        byte[] input = MessagePackSerializer.Serialize(Enumerable.Range(0, 10_000).ToArray());
        long Read()
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            using var inspector = new MessageInspector(input);
            while (inspector.Read())
            {
            }

            return GC.GetAllocatedBytesForCurrentThread() - before;
        }

        Read();
        Assert.InRange(Read(), 0, 1000);
    }

    [Fact]
    public void PathAtFindsValuesOnly()
    {
        Assert.Equal("$.a[1].b", MessageInspector.PathAt(Sample, 8));
        Assert.Equal("$.a[1].b", MessageInspector.PathAt(Sample.AsSpan(0, 8), 8));
        Assert.Null(MessageInspector.PathAt(Sample, 9));
        Assert.Null(MessageInspector.PathAt(Sample, 1000));
    }

    [Fact]
    public void TheScannerFindsEndsInAnyPieces()
    {
        byte[] two = [.. Sample, 0xc0];
        for (int step = 1; step <= two.Length; step++)
        {
            var scanner = new MessageScanner();
            int length = 0;
            for (int size = 0; !scanner.TryFindEnd(two.AsSpan(0, Math.Min(size, two.Length)), out length); size += step)
            {
                Assert.Equal(0, length);
            }

            Assert.Equal(Sample.Length, length);
            scanner.Reset();
            Assert.True(scanner.TryFindEnd(two.AsSpan(length), out length));
            Assert.Equal(1, length);
        }
    }

    [Fact]
    public void TheScannerRejectsFewerBytesAndKeepsAnError()
    {
        var scanner = new MessageScanner(new MessagePackLimits { MaximumDepth = 1 });
        Assert.False(scanner.TryFindEnd([0x92, 0x01], out _));
        Assert.Throws<ArgumentException>(() => scanner.TryFindEnd([0x92], out _));
        for (int calls = 0; calls < 2; calls++)
        {
            var error = Assert.Throws<MessagePackSerializationException>(() => scanner.TryFindEnd([0x92, 0x01, 0x90], out _));
            Assert.Equal(("too_deep", 2L), (error.ErrorName, error.Offset));
        }
    }

    [Fact]
    public void HeadersOfAllFormats()
    {
        for (int code = 0; code < 256; code++)
        {
            byte[] value = new byte[MessagePackCode.HeaderLength((byte)code)];
            value.AsSpan().Fill(1);
            value[0] = (byte)code;
            if (code == MessagePackCode.NeverUsed)
            {
                Assert.Throws<MessagePackSerializationException>(() => MessagePackHeader.TryRead(value, out _));
                continue;
            }

            Assert.True(MessagePackHeader.TryRead(value, out MessagePackHeader header));
            Assert.Equal((MessagePackCode.ToMessagePackType((byte)code), (byte)code, value.Length), (header.Type, header.Code, header.Length));
            Assert.False(MessagePackHeader.TryRead(value.AsSpan(0, value.Length - 1), out header));
            Assert.Equal(default, header);
        }
    }

    [Fact]
    public void DecompressReturnsTheContent()
    {
        byte[] plain = MessagePackSerializer.Serialize(new string('x', 1000));
        foreach (MessagePackCompression form in (MessagePackCompression[])[MessagePackCompression.Lz4Block, MessagePackCompression.Lz4BlockArray])
        {
            byte[] compressed = MessagePackSerializer.Serialize(new string('x', 1000), MessagePackSerializerOptions.Standard.WithCompression(form));
            Assert.Equal(form, MessagePackSerializer.DetectCompression(compressed));
            Assert.Equal(form, MessagePackSerializer.DetectCompression(compressed.AsSpan(0, 12)));
            Assert.Equal(plain, MessagePackSerializer.Decompress(compressed));
            var error = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Decompress(compressed, 1002));
            Assert.Equal(MessagePackErrorNames.Lz4Limit, error.ErrorName);
            Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Decompress(compressed.AsSpan(0, compressed.Length - 1)));
        }

        Assert.Null(MessagePackSerializer.Decompress(plain));
        Assert.Equal(MessagePackCompression.None, MessagePackSerializer.DetectCompression([]));
    }

    [Fact]
    public void PathsAreBuiltParsedAndShortened()
    {
        var path = new MessagePackPath();
        path.Add(MessagePackPath.ComponentOf([0xa1, (byte)'a'], 0));
        path.AddIndex(7);
        path.AddKey(2);
        Assert.Equal(("$.a[7]{key #2}", 3), (path.ToString(), path.Count));
        Assert.Equal(path.ToString(), MessagePackPath.Parse(path.ToString()).ToString());
        path.Truncate(1);
        Assert.Equal("$.a", path.ToString());
        Assert.Throws<ArgumentOutOfRangeException>(() => path.Truncate(2));
        string hostile = MessagePackPath.ComponentOf([0xa3, 0x1b, 0xc2, 0x9b], 0);
        Assert.Equal("[\"\\x1b\\xc2\\x9b\"]", hostile);
        Assert.InRange(MessagePackPath.Shorten("$" + string.Concat(Enumerable.Repeat("[1000000]", 10_000))).Length, 1, 1000);
    }

    private static string[] List(MessageInspector inspector, out string? fault)
    {
        var lines = new List<string>();
        fault = null;
        try
        {
            while (inspector.Read())
            {
                MessagePackHeader header = inspector.Header;
                lines.Add($"{inspector.Offset}+{header.Length} {header.Type} {(header.IsContainer ? header.Count : header.Type == MessagePackType.String ? header.PayloadLength : 0)} "
                    + $"d{inspector.Depth} #{inspector.Index} {(inspector.IsKey ? "key " : "")}{inspector.GetPath()}");
            }
        }
        catch (MessagePackSerializationException error)
        {
            fault = $"{error.ErrorName} {error.Offset} {error.Path}";
        }
        finally
        {
            inspector.Dispose();
        }

        return [.. lines];
    }
}
