using System.Buffers;
using Xunit;

namespace Hayapack.Tests;

/// <summary>Arrays of numbers, which are read and written in groups by SIMD code.</summary>
public class RunTests
{
    private static readonly long[] Edges =
    [
        0, 1, 31, 32, 33, 127, 128, 255, 256, 65535, 65536, int.MaxValue, -1, -31, -32, -33, -128, -129, -32768, -32769, int.MinValue,
    ];

    [Fact]
    public void EachValueAtEachPlace()
    {
        foreach (long edge in Edges)
        {
            for (int at = 0; at < 40; at++)
            {
                long[] longs = new long[40];
                longs[at] = edge;
                Same(longs);
                Same(longs.Select(value => (int)value).ToArray());
                Same(longs.Select(value => (double)value).ToArray());
                Same(longs.Select(value => (short)value).ToArray());
                Same(longs.Select(value => (ulong)value).ToArray());
            }
        }

        Same(new[] { long.MinValue, long.MaxValue });
        Same(new[] { double.NaN, double.MinValue, 1e-300 });
    }

    /// <summary>A float32 that went through a double lost its signalling bit.</summary>
    /// <param name="bits">The bits of a NaN.</param>
    [Theory]
    [InlineData(0x7fc00000)]
    [InlineData(0x7fa76161)]
    [InlineData(0xff800001)]
    public void TheBitsOfNaNStay(uint bits)
    {
        byte[] one = [0xca, (byte)(bits >> 24), (byte)(bits >> 16), (byte)(bits >> 8), (byte)bits];
        byte[] two = [0x92, .. one, .. one];
        Assert.Equal(one, MessagePackSerializer.Serialize(MessagePackSerializer.Deserialize<float>(one)));
        Assert.Equal(one, MessagePackSerializer.Serialize(MessagePackSerializer.Deserialize<float?>(one)));
        Assert.Equal(two, MessagePackSerializer.Serialize(MessagePackSerializer.Deserialize<float[]>(two)));
        Assert.Equal(two, MessagePackSerializer.Serialize(MessagePackSerializer.Deserialize<List<float>>(two)));
        Assert.Equal(two, MessagePackSerializer.Serialize(MessagePackSerializer.Deserialize<object>(two)));
    }

    [Fact]
    public void MixedValuesInEveryLength()
    {
        var random = new Random(7);
        for (int length = 0; length < 70; length++)
        {
            int[] integers = [.. Enumerable.Range(0, length).Select(_ => random.Next(3) == 0 ? (int)Edges[random.Next(Edges.Length)] : random.Next(-32, 128))];
            Same(integers);
            Same(integers.ToList());
            Same(integers.Select(i => (long)i).ToList());
        }

        Same(Enumerable.Range(0, 100_000).ToArray());
        Same(Enumerable.Range(0, 100_000).Select(i => i / 3.0).ToArray());
    }

    [Fact]
    public void LargeValuesOfBothSigns()
    {
        var random = new Random(8);
        for (int round = 0; round < 200; round++)
        {
            int[] large = [.. Enumerable.Range(0, 40).Select(_ => random.Next(65536, int.MaxValue) * (random.Next(2) == 0 ? 1 : -1))];
            Same(large);
            large[random.Next(40)] = (int)Edges[random.Next(Edges.Length)];
            Same(large);
        }

        // Positive numbers as uint32 and as int32, both longer than the shortest form.
        byte[] bytes = [0xdc, 0, 32, .. Enumerable.Range(0, 32).SelectMany(i => new byte[] { (byte)(i % 3 == 0 ? 0xd2 : 0xce), 0, 0, 0, (byte)i })];
        Assert.Equal(Enumerable.Range(0, 32), MessagePackSerializer.Deserialize<int[]>(bytes));
        for (int at = 0; at < 32; at++)
        {
            byte[] wrong = [.. bytes];
            wrong[3 + (at * 5)] = 0xce;
            wrong[4 + (at * 5)] = 0x80;
            Fault<int[]>(wrong, "int_range", 3 + (at * 5), $"$[{at}]");
            wrong[3 + (at * 5)] = 0xca;
            Fault<int[]>(wrong, "unexpected_type", 3 + (at * 5), $"$[{at}]");
        }
    }

    [Fact]
    public void WrongElementsAreFoundWhereTheyAre()
    {
        for (int at = 0; at < 40; at++)
        {
            byte[] bytes = [0xdc, 0, 40, .. Enumerable.Repeat((byte)1, at), 0xc1, .. Enumerable.Repeat((byte)1, 39 - at)];
            Fault<int[]>(bytes, "reserved_byte", 3 + at, $"$[{at}]");
            bytes[3 + at] = 0xc0;
            Fault<int[]>(bytes, "unexpected_type", 3 + at, $"$[{at}]");
            Fault<long[]>(bytes, "unexpected_type", 3 + at, $"$[{at}]");
            Fault<double[]>(bytes, "unexpected_type", 3 + at, $"$[{at}]");
            byte[] large = [.. bytes[..(3 + at)], 0xcf, 255, 255, 255, 255, 255, 255, 255, 255, .. bytes[(4 + at)..]];
            Fault<int[]>(large, "int_range", 3 + at, $"$[{at}]");
            Fault<List<long>>(large, "int_range", 3 + at, $"$[{at}]");
        }
    }

    private static void Same<T>(T[] values)
    {
        byte[] bytes = MessagePackSerializer.Serialize(values);
        Assert.Equal(Convert.ToHexString(OneByOne(values)), Convert.ToHexString(bytes));
        Assert.Equal(values, MessagePackSerializer.Deserialize<T[]>(bytes));
        Assert.Equal(values, MessagePackSerializer.Deserialize<T[]>(Segments.Each(bytes, Math.Max(7, bytes.Length / 5))));
    }

    private static void Same<T>(List<T> values)
    {
        byte[] bytes = MessagePackSerializer.Serialize(values);
        Assert.Equal(Convert.ToHexString(OneByOne(values)), Convert.ToHexString(bytes));
        Assert.Equal(values, MessagePackSerializer.Deserialize<List<T>>(bytes));
        Assert.Equal(values, MessagePackSerializer.Deserialize<List<T>>(Segments.Split(bytes, bytes.Length / 2)));
    }

    private static byte[] OneByOne<T>(IReadOnlyList<T> values)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output);
        writer.WriteArrayHeader(values.Count);
        foreach (T value in values)
        {
            MessagePackSerializer.Serialize(ref writer, value);
        }

        writer.Flush();
        return output.WrittenSpan.ToArray();
    }

    private static void Fault<T>(byte[] bytes, string name, long offset, string path)
    {
        foreach (ReadOnlySequence<byte> input in new[] { new ReadOnlySequence<byte>(bytes), Segments.Each(bytes, 5) })
        {
            ReadOnlySequence<byte> message = input;
            var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<T>(message));
            Assert.Equal((name, offset, path), (fault.ErrorName, fault.Offset, fault.Path));
        }
    }
}
