using System.Buffers;
using Xunit;

namespace Hayapack.Tests;

/// <summary>Serializing and deserializing compressed messages.</summary>
public class CompressionTests
{
    private static readonly MessagePackSerializerOptions Block =
        MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4Block);

    private static readonly MessagePackSerializerOptions Array =
        MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray);

    public static TheoryData<int> Sizes => [1, 63, 64, 65, 1000, 65_536, 65_537, 200_000, 300_000, 9_000_000];

    [Theory]
    [MemberData(nameof(Sizes))]
    public void EachFormIsReadWithEitherOption(int size)
    {
        string value = new('x', size);
        byte[] plain = MessagePackSerializer.Serialize(value);
        foreach (MessagePackSerializerOptions writing in new[] { Block, Array })
        {
            byte[] bytes = MessagePackSerializer.Serialize(value, writing);
            Assert.Equal(plain.Length >= 64, bytes.Length < plain.Length);
            foreach (MessagePackSerializerOptions reading in new[] { Block, Array })
            {
                Assert.Equal(value, MessagePackSerializer.Deserialize<string>(bytes, reading));
                Assert.Equal(value, MessagePackSerializer.Deserialize<string>(Segments.Each(bytes, 1000), reading));
                Assert.Equal(value, MessagePackSerializer.Deserialize(typeof(string), bytes, reading));
                Assert.Equal(value, MessagePackSerializer.Deserialize<string>(bytes, reading, out int read));
                Assert.Equal(bytes.Length, read);
            }

            var output = new ArrayBufferWriter<byte>();
            MessagePackSerializer.Serialize(output, value, writing);
            Assert.Equal(bytes, output.WrittenSpan.ToArray());
            Assert.Equal(bytes, MessagePackSerializer.Serialize(typeof(string), value, writing));
        }
    }

    [Fact]
    public void FormsAreThoseOfMessagePackCSharp()
    {
        string letters = new('a', 62);
        Assert.Equal("C71263D2000000403FD93E61010025506161616161", Convert.ToHexString(MessagePackSerializer.Serialize(letters, Block)));
        Assert.Equal("92D46240C60000000D3FD93E61010025506161616161", Convert.ToHexString(MessagePackSerializer.Serialize(letters, Array)));
        byte[] many = MessagePackSerializer.Serialize(new byte[200_000], Array);
        Assert.StartsWith("95C71262CE00010000CE00010000CE00010000CD0D45C6", Convert.ToHexString(many));
    }

    [Fact]
    public void ShortMessagesAndNumbersStayPlain()
    {
        MessagePackSerializerOptions all = Array.WithCompressionMinLength(1);
        Assert.Equal("A161", Convert.ToHexString(MessagePackSerializer.Serialize("a", Array)));
        Assert.Equal("07", Convert.ToHexString(MessagePackSerializer.Serialize(7, all)));
        Assert.Equal("92D46202C60000000320A161", Convert.ToHexString(MessagePackSerializer.Serialize("a", all)));
        Assert.Equal(64, MessagePackSerializer.Serialize(new string('a', 62), Array.WithCompressionMinLength(65)).Length);
    }

    /// <summary>A value that is an ext 99 is compressed, so that reading it does not take it for a compressed message.</summary>
    [Fact]
    public void WhatLooksCompressedIsCompressed()
    {
        var value = new ExtensionResult(99, new byte[] { 1 });
        byte[] bytes = MessagePackSerializer.Serialize(value, Array);
        Assert.Equal(new byte[] { 1 }, MessagePackSerializer.Deserialize<ExtensionResult>(bytes, Block).Data.ToArray());
    }

    [Fact]
    public void WithoutTheOptionCompressedMessagesAreExtensions()
    {
        byte[] bytes = MessagePackSerializer.Serialize(new string('a', 100), Block);
        Assert.Equal(99, MessagePackSerializer.Deserialize<ExtensionResult>(bytes).TypeCode);
        Assert.Equal("unexpected_type", Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<string>(bytes)).ErrorName);
    }

    [Fact]
    public void FaultsInsideSayWhereTheCompressedMessageBegins()
    {
        byte[] bytes = MessagePackSerializer.Serialize(new object[] { 1, new string('a', 100) }, Array);
        MessagePackSerializationException fault = Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<int[]>(bytes, Array));
        Assert.Equal(("unexpected_type", "$[1]", 0L), (fault.ErrorName, fault.Path, fault.Lz4Offset));
        Assert.True(fault.Offset > 1);
    }

    [Fact]
    public void TheFirstBadBlockOfManyIsReported()
    {
        byte[] message = new byte[9_000_000];
        new Random(5).NextBytes(message);
        byte[] bytes = MessagePackSerializer.Serialize(message, Array);
        int[] blocks = [.. Enumerable.Range(0, bytes.Length - 5).Where(i =>
            bytes[i] == 0xc6 && System.Buffers.Binary.BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(i + 1)) is > 65_536 and < 66_000)];
        foreach (int block in new[] { blocks[90], blocks[31] })
        {
            bytes[block + 5] = 0;
            bytes[block + 6] = 0;
        }

        MessagePackSerializationException fault = Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<byte[]>(bytes, Array));
        Assert.Equal(("invalid_lz4", "$[32]", (long)blocks[31]), (fault.ErrorName, fault.Path, fault.Offset));
    }

    [Fact]
    public void NothingThatIsReadRefersToThePool()
    {
        byte[] bytes = MessagePackSerializer.Serialize(new byte[5000], Array);
        ReadOnlySequence<byte> first = MessagePackSerializer.Deserialize<ReadOnlySequence<byte>>(bytes, Array);
        ReadOnlyMemory<byte> second = MessagePackSerializer.Deserialize<ReadOnlyMemory<byte>>(bytes, Array);
        MessagePackSerializer.Deserialize<byte[]>(
            MessagePackSerializer.Serialize(Enumerable.Repeat((byte)9, 5000).ToArray(), Array), Array);
        Assert.Equal(new byte[5000], first.ToArray());
        Assert.Equal(new byte[5000], second.ToArray());
    }

    /// <summary>A declared size is checked against the size of the block before memory is allocated.</summary>
    [Fact]
    public void NoMemoryForWhatIsOnlyDeclared()
    {
        byte[] bytes = Convert.FromHexString("C71263D204000000" + "3FD93E61010025506161616161");
        Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<string>(bytes, Array));
        long before = GC.GetAllocatedBytesForCurrentThread();
        MessagePackSerializationException fault = Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<string>(bytes, Array));
        Assert.Equal("invalid_lz4", fault.ErrorName);
        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < 100_000);
    }

    /// <summary>With LZ4, serializing allocates only the result, and deserializing only the objects.</summary>
    [Theory]
    [InlineData(10_000)]
    [InlineData(200_000)]
    public void AllocatesTheResultOnly(int size)
    {
        string value = string.Concat(Enumerable.Range(0, size / 5).Select(i => (i % 900).ToString("d5", null)));
        byte[] bytes = [];
        string read = string.Empty;
        for (int i = 0; i < 5; i++)
        {
            bytes = MessagePackSerializer.Serialize(value, Array);
            read = MessagePackSerializer.Deserialize<string>(bytes, Array);
        }

        long before = GC.GetAllocatedBytesForCurrentThread();
        bytes = MessagePackSerializer.Serialize(value, Array);
        long written = GC.GetAllocatedBytesForCurrentThread() - before;
        before = GC.GetAllocatedBytesForCurrentThread();
        read = MessagePackSerializer.Deserialize<string>(bytes, Array);
        long taken = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.True(written <= bytes.Length + 100, $"{written} bytes for a result of {bytes.Length}");
        Assert.True(taken <= (read.Length * 2) + 100, $"{taken} bytes for a text of {read.Length * 2}");
    }
}
