using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
using Hayapack.Formatters;
using Xunit;

namespace Hayapack.Tests;

/// <summary>
/// Compares the code for several values at once, of each vector width, with writing and reading one value after the other, for
/// all lengths from 0 to 200. Vectors wider than the processor's are emulated by the runtime. The step dotnet/tests runs
/// these tests again without vector instructions, and without AVX2.
/// </summary>
public class VectorWidthTests
{
    private const int Longest = 200;
    private const byte Guard = 0xa5;
    private const int Guards = 64;

    private static readonly long[] Edges =
    [
        0, 1, -1, -32, -33, 127, 128, -128, -129, 255, 256, -32768, -32769, 32767, 65535, 65536, int.MaxValue, int.MinValue,
        uint.MaxValue, uint.MaxValue + 1L, int.MinValue - 1L, long.MaxValue, long.MinValue,
    ];

    private delegate int Vector(ref byte source, int count, ref byte destination, int done);

    private delegate int WriteWide(ref int source, int count, ref byte destination);

    private delegate int ReadWide(ref byte source, int count, ref int destination);

    [Fact]
    public void BooleansOfEachWidth()
    {
        var random = new Random(1);
        (Vector Write, Vector Read)[] widths =
            [(BooleanRuns.Write128, BooleanRuns.Read128), (BooleanRuns.Write256, BooleanRuns.Read256), (BooleanRuns.Write512, BooleanRuns.Read512)];
        for (int length = 1; length <= Longest; length++)
        {
            // In memory, each byte but 0 is true.
            byte[] values = [.. Enumerable.Range(0, length).Select(_ => (byte)(random.Next(2) * random.Next(1, 256)))];
            byte[] expected = [.. values.Select(value => value == 0 ? MessagePackCode.False : MessagePackCode.True)];
            foreach ((Vector write, Vector read) in widths)
            {
                byte[] bytes = Guarded(length);
                int done = write(ref values[0], length, ref bytes[0], 0);
                Assert.InRange(length - done, 0, 63);
                Assert.Equal(expected[..done], bytes[..done]);
                Assert.All(bytes[done..], one => Assert.Equal(Guard, one));

                byte[] back = Guarded(length);
                Assert.Equal(done, read(ref expected[0], length, ref back[0], 0));
                Assert.Equal(expected[..done].Select(code => (byte)(code & 1)), back[..done]);
                if (done > 0)
                {
                    int wrong = random.Next(done);
                    byte[] bad = [.. expected];
                    bad[wrong] = (byte)(random.Next(2) == 0 ? MessagePackCode.False - 1 : MessagePackCode.True + 1);
                    Assert.InRange(read(ref bad[0], length, ref back[0], 0), 0, wrong);
                }
            }
        }
    }

    /// <summary>Groups end at the first integer that has a shorter form, or another format, or does not fit into an int.</summary>
    [Fact]
    public void WideIntegersOfEachWidth()
    {
        var random = new Random(4);
        List<(string Name, WriteWide Write, ReadWide Read)> widths =
            [("any", FiveByteIntegers.Write, (ref source, count, ref destination) => FiveByteIntegers.Read(ref source, count * FiveByteIntegers.Size, count, ref destination))];
        if (BitConverter.IsLittleEndian)
        {
            widths.Add(("128", FiveByteIntegers.Write128, FiveByteIntegers.Read128));
        }

        if (Avx2.IsSupported)
        {
            widths.Add(("AVX2", FiveByteIntegers.WriteAvx2, FiveByteIntegers.ReadAvx2));
        }

        int[] limits = [65536, -32769, int.MaxValue, int.MinValue];
        byte[][] others =
            [[0xce, 0x80, 0, 0, 0], [0xce, 0xff, 0xff, 0xff, 0xff], [0xca, 1, 2, 3, 4], [0xcf, 1, 2, 3, 4], [0xd6, 1, 2, 3, 4], [0xde, 1, 2, 3, 4], [0xc2, 1, 2, 3, 4]];
        for (int length = 1; length <= Longest; length++)
        {
            int[] values = Make(length, () => random.Next(3) == 0 ? limits[random.Next(4)] : random.Next(65536, int.MaxValue) * (random.Next(2) == 0 ? 1 : -1));
            byte[] expected = [.. values.SelectMany(value => Integer(random, value, isShortest: true))];
            Assert.Equal(length * FiveByteIntegers.Size, expected.Length);
            foreach ((string name, WriteWide write, ReadWide read) in widths)
            {
                byte[] bytes = Guarded(expected.Length);
                int done = write(ref values[0], length, ref bytes[0]);
                Assert.True(length - done is >= 0 and < 8, $"{name}: {done} of {length}");
                Assert.Equal(expected[..(done * FiveByteIntegers.Size)], bytes[..(done * FiveByteIntegers.Size)]);
                Assert.All(bytes[expected.Length..], one => Assert.Equal(Guard, one));

                int[] back = [.. Enumerable.Repeat(-1, length + 16)];
                int taken = read(ref expected[0], length, ref back[0]);
                Assert.True(length - taken is >= 0 and < 8, $"{name}: {taken} of {length}");
                Assert.Equal(values[..taken], back[..taken]);
                Assert.All(back[length..], one => Assert.Equal(-1, one));

                int at = random.Next(length);
                int[] shorter = [.. values];
                shorter[at] = random.Next(-32768, 65536);
                Assert.InRange(write(ref shorter[0], length, ref bytes[0]), 0, at);
                byte[] wrong = [.. expected];
                others[random.Next(others.Length)].CopyTo(wrong, at * FiveByteIntegers.Size);
                Assert.InRange(read(ref wrong[0], length, ref back[0]), 0, at);
            }

            // A uint 32 or int 32 of any value that fits is read, also if it has a shorter form.
            byte[] small =
                [0xdc, 0, (byte)length, .. values.SelectMany(_ => random.Next(2) == 0 ? (byte[])[0xd2, 0, 0, 0, 7] : [0xce, 0, 0, 0, 7])];
            Assert.Equal(Enumerable.Repeat(7, length), MessagePackSerializer.Deserialize<int[]>(small));
        }
    }

    /// <summary>
    /// The loops for AVX-512 write the same bytes, and none after those that the caller must have free; reading ends before
    /// the first value of another form. Without AVX-512 there is nothing to compare.
    /// </summary>
    [Fact]
    public void ValuesOfAvx512()
    {
        var random = new Random(5);
        byte[][] others =
            [[0xcf, 0x80, 0, 0, 0, 0, 0, 0, 0], [0xcb, 1, 2, 3, 4, 5, 6, 7, 8], [0xca, 1, 2, 3, 4], [0xc0], [0xc1], [0xc3], [0x80], [0x9f], [0xa0], [0xc4, 0], [0xd4, 1, 2], [0xdf, 0, 0, 0, 0]];
        for (int length = 1; length <= Longest; length++)
        {
            long[] longs = Make(length, () => random.Next(4) == 0 ? Edges[random.Next(Edges.Length)] : random.NextInt64() >> random.Next(64) ^ -random.Next(2));
            int[] ints = [.. longs.Select(value => (int)value)];
            if (Avx512Support.HasVbmi2)
            {
                byte[] bytes = Guarded(length * MessagePackPrimitives.MaxInt64Size);
                int done = MixedIntegers.WriteAvx512(ref longs[0], length, ref bytes[0], out int size);
                Assert.InRange(length - done, 0, 11);
                Assert.Equal(longs[..done].SelectMany(value => Integer(random, value, isShortest: true)), bytes[..size]);
                Assert.All(bytes[^Guards..], one => Assert.Equal(Guard, one));

                byte[][] forms = [.. longs.Select(value => Integer(random, value, isShortest: random.Next(3) > 0))];
                byte[] input = [.. forms.SelectMany(form => form)];
                long[] back = new long[length];
                done = MixedIntegers.ReadAvx512(ref input[0], input.Length, length, ref back[0], out size);
                Assert.True(length - done <= 8 || input.Length - size < 64, $"{done} of {length}");
                Assert.Equal(forms[..done].Sum(form => form.Length), size);
                Assert.Equal(longs[..done], back[..done]);

                int at = random.Next(length);
                forms[at] = others[random.Next(others.Length)];
                input = [.. forms.SelectMany(form => form)];
                Assert.InRange(MixedIntegers.ReadAvx512(ref input[0], input.Length, length, ref back[0], out _), 0, at);

                int[] narrow = new int[length];
                done = MixedIntegers.ReadAvx512(ref input[0], input.Length, length, ref narrow[0], out size);
                Assert.InRange(done, 0, at);
                Assert.Equal(longs[..done], narrow[..done].Select(value => (long)value));

                bytes = Guarded(length * MessagePackPrimitives.MaxInt32Size);
                done = MixedIntegers.WriteAvx512(ref ints[0], length, ref bytes[0], out size);
                Assert.InRange(length - done, 0, 7);
                Assert.Equal(ints[..done].SelectMany(value => Integer(random, value, isShortest: true)), bytes[..size]);
                Assert.All(bytes[^Guards..], one => Assert.Equal(Guard, one));
            }

            if (Avx512Support.HasVbmi2)
            {
                double[] doubles = [.. longs.Select(BitConverter.Int64BitsToDouble)];
                byte[] bytes = Guarded(length * DoubleRuns.Size);
                int done = DoubleRuns.WriteAvx512(ref doubles[0], length, ref bytes[0]);
                Assert.InRange(length - done, 0, 7);
                byte[] expected = [.. longs.SelectMany(value => (byte[])[0xcb, .. BitConverter.GetBytes(BinaryPrimitives.ReverseEndianness(value))])];
                Assert.Equal(expected[..(done * DoubleRuns.Size)], bytes[..(done * DoubleRuns.Size)]);
                Assert.All(bytes[^Guards..], one => Assert.Equal(Guard, one));

                long[] back = new long[length];
                Assert.Equal(done, DoubleRuns.ReadAvx512(ref expected[0], length, ref Unsafe.As<long, double>(ref back[0])));
                Assert.Equal(longs[..done], back[..done]);
                int at = random.Next(length);
                expected[at * DoubleRuns.Size]++;
                Assert.InRange(DoubleRuns.ReadAvx512(ref expected[0], length, ref doubles[0]), 0, at);

                byte[] wide = [.. longs.SelectMany(value => Integer(random, value, isShortest: false))];
                Assert.Equal(done, NineByteIntegers.Read(ref wide[0], wide.Length, length, ref back[0]));
                Assert.Equal(longs[..done], back[..done]);
                byte[][] wideOthers = [[0xcf, 0x80, 0, 0, 0, 0, 0, 0, 0], [0xcb, 1, 2, 3, 4, 5, 6, 7, 8], [0xce, 1, 2, 3, 4, 0xd3, 6, 7, 8]];
                wideOthers[random.Next(wideOthers.Length)].CopyTo(wide, at * NineByteIntegers.Size);
                Assert.InRange(NineByteIntegers.Read(ref wide[0], wide.Length, length, ref back[0]), 0, at);
            }
        }
    }

    [Fact]
    public void EachLengthAsOneByOne()
    {
        var random = new Random(2);
        for (int length = 0; length <= Longest; length++)
        {
            Compare(Make(length, () => random.Next(2) == 0), (ref MessagePackWriter writer, bool value) => writer.Write(value));
            Compare(Make(length, () => BitConverter.Int32BitsToSingle(random.Next(int.MinValue, int.MaxValue))), (ref MessagePackWriter writer, float value) => writer.Write(value));
            Compare(Make(length, () => BitConverter.Int64BitsToDouble(random.NextInt64(long.MinValue, long.MaxValue))), (ref MessagePackWriter writer, double value) => writer.Write(value));
            Compare(Make(length, () => Edges[random.Next(Edges.Length)]), (ref MessagePackWriter writer, long value) => writer.Write(value));
            Compare(Make(length, () => random.NextInt64(long.MinValue, long.MaxValue)), (ref MessagePackWriter writer, long value) => writer.Write(value));
            Compare(Make(length, () => random.NextInt64() >> random.Next(63)), (ref MessagePackWriter writer, long value) => writer.Write(value));
            Compare(Make(length, () => (int)Edges[random.Next(Edges.Length)]), (ref MessagePackWriter writer, int value) => writer.Write(value));
            Compare(Make(length, () => random.Next(length + 1) == 0 ? (int)Edges[random.Next(Edges.Length)] : random.Next(65536, int.MaxValue) ^ -random.Next(2)), (ref MessagePackWriter writer, int value) => writer.Write(value));
            Compare(Make(length, () => Time(random)), (ref MessagePackWriter writer, DateTime value) => writer.Write(value));
        }
    }

    /// <summary>Values in other formats than ours: wide forms of small numbers, integers among floats, floats of the other size.</summary>
    [Fact]
    public void OtherFormatsAsOneByOne()
    {
        var random = new Random(3);
        for (int length = 0; length <= Longest; length++)
        {
            for (int share = 1; share <= 10; share += 3)
            {
                ReadAsOneByOne(length, length, () => Integer(random, Edges[random.Next(Edges.Length)], random.Next(share) != 0), (ref MessagePackReader reader) => reader.ReadInt64());
                ReadAsOneByOne(length, length, () => Integer(random, (int)Edges[random.Next(Edges.Length)], random.Next(share) != 0), (ref MessagePackReader reader) => reader.ReadInt32());
                ReadAsOneByOne(length, length, () => Number(random, share, isDouble: false), (ref MessagePackReader reader) => reader.ReadSingle());
                ReadAsOneByOne(length, length, () => Number(random, share, isDouble: true), (ref MessagePackReader reader) => reader.ReadDouble());
            }
        }
    }

    [Fact]
    public void WrongValuesHaveTheirOffset()
    {
        foreach (int length in new[] { 1, 7, 16, 17, 40, 70, 133, 200 })
        {
            foreach (int at in new[] { 0, 1, length / 2, length - 1 }.Where(at => at < length).Distinct())
            {
                Fails<bool[]>(length, at, [MessagePackCode.True], [0x01], "unexpected_type");
                Fails<float[]>(length, at, [0xca, 1, 2, 3, 4], [0xa0], "unexpected_type");
                Fails<double[]>(length, at, [0xcb, 1, 2, 3, 4, 5, 6, 7, 8], [0xc3], "unexpected_type");
                Fails<long[]>(length, at, [0xcd, 1, 2], [0xcf, 0x80, 0, 0, 0, 0, 0, 0, 0], "int_range");
                Fails<long[]>(length, at, [0xcd, 1, 2], [0xc2], "unexpected_type");
                Fails<long[]>(length, at, [0xd3, 1, 2, 3, 4, 5, 6, 7, 8], [0xc1], "reserved_byte");
                Fails<long[]>(length, at, [0xcf, 1, 2, 3, 4, 5, 6, 7, 8], [0xcf, 0xff, 0, 0, 0, 0, 0, 0, 0], "int_range");
                Fails<long[]>(length, at, [0xd3, 0x81, 2, 3, 4, 5, 6, 7, 8], [0xcb, 1, 2, 3, 4, 5, 6, 7, 8], "unexpected_type");
                Fails<DateTime[]>(length, at, [0xd6, 0xff, 1, 2, 3, 4], [0xd6, 0xfe, 1, 2, 3, 4], "unexpected_type");
            }
        }
    }

    [Fact]
    public void DeclaredCountsAreComparedWithTheInput()
    {
        foreach (uint count in new uint[] { 17, 5000, 1 << 24, int.MaxValue, uint.MaxValue })
        {
            byte[] message = [0xdd, 0, 0, 0, 0, 0xc2, 0xc3];
            BinaryPrimitives.WriteUInt32BigEndian(message.AsSpan(1), count);
            long before = GC.GetAllocatedBytesForCurrentThread();
            Truncated<bool[]>(message);
            Truncated<float[]>(message);
            Truncated<double[]>(message);
            Truncated<long[]>(message);
            Truncated<DateTime[]>(message);
            Truncated<List<DateTime>>(message);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
        }
    }

    private static void Truncated<T>(byte[] message) =>
        Assert.Equal("truncated", Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<T>(message)).ErrorName);

    private static void Fails<T>(int length, int at, byte[] right, byte[] wrong, string name)
    {
        byte[] message = [0xdc, 0, (byte)length, .. Enumerable.Range(0, length).SelectMany(i => i == at ? wrong : right)];
        var error = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<T>(message));
        Assert.Equal((name, 3 + (at * right.Length)), (error.ErrorName, error.Offset));
    }

    private delegate void WriteOne<T>(ref MessagePackWriter writer, T value);

    private delegate T ReadOne<T>(ref MessagePackReader reader);

    private static void Compare<T>(T[] values, WriteOne<T> one)
        where T : struct
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output);
        writer.WriteArrayHeader(values.Length);
        foreach (T value in values)
        {
            one(ref writer, value);
        }

        writer.Flush();
        byte[] expected = output.WrittenSpan.ToArray();
        Assert.Equal(expected, MessagePackSerializer.Serialize(values));
        Assert.Equal(expected, MessagePackSerializer.Serialize(values.ToList()));
        var piecewise = new ArrayBufferWriter<byte>(16);
        MessagePackSerializer.Serialize(piecewise, values);
        Assert.Equal(expected, piecewise.WrittenSpan.ToArray());

        // Compared as bytes: a NaN is not equal to itself.
        T[] back = MessagePackSerializer.Deserialize<T[]>(expected);
        Assert.Equal(values.Length, back.Length);
        Assert.Equal(expected, MessagePackSerializer.Serialize(back));
        Assert.Equal(expected, MessagePackSerializer.Serialize(MessagePackSerializer.Deserialize<List<T>>(expected)));
        foreach (int size in new[] { 1, 7, 33, 100 })
        {
            Assert.Equal(expected, MessagePackSerializer.Serialize(MessagePackSerializer.Deserialize<T[]>(Segments.Each(expected, size))));
        }
    }

    private static void ReadAsOneByOne<T>(int length, int count, Func<byte[]> next, ReadOne<T> one)
    {
        byte[] message = [0xdc, 0, (byte)count, .. Enumerable.Range(0, length).SelectMany(_ => next())];
        var reader = new MessagePackReader(message);
        T[] expected = new T[reader.ReadArrayHeader()];
        for (int i = 0; i < expected.Length; i++)
        {
            expected[i] = one(ref reader);
        }

        byte[] bytes = MessagePackSerializer.Serialize(expected);
        Assert.Equal(bytes, MessagePackSerializer.Serialize(MessagePackSerializer.Deserialize<T[]>(message)));
        Assert.Equal(bytes, MessagePackSerializer.Serialize(MessagePackSerializer.Deserialize<T[]>(Segments.Each(message, 29))));
    }

    private static byte[] Number(Random random, int share, bool isDouble)
    {
        if (random.Next(10) >= share)
        {
            return isDouble ? [0xcb, 0x40, .. Bytes(random, 7)] : [0xca, 0x40, .. Bytes(random, 3)];
        }

        return random.Next(3) switch
        {
            0 => [0xca, 0x40, .. Bytes(random, 3)],
            1 => [0xcb, 0x40, .. Bytes(random, 7)],
            _ => Integer(random, random.Next(-200, 200), isShortest: true),
        };
    }

    private static byte[] Integer(Random random, long value, bool isShortest)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output);
        if (isShortest)
        {
            writer.Write(value);
        }
        else if (value >= 0 && random.Next(2) == 0)
        {
            writer.WriteUInt64((ulong)value);
        }
        else
        {
            writer.WriteInt64(value);
        }

        writer.Flush();
        return output.WrittenSpan.ToArray();
    }

    private static DateTime Time(Random random) => random.Next(5) switch
    {
        0 => DateTime.UnixEpoch.AddSeconds(random.Next()),
        1 => DateTime.UnixEpoch.AddTicks(random.NextInt64(1L << 57)),
        2 => new DateTime(random.NextInt64(DateTime.MaxValue.Ticks), DateTimeKind.Unspecified),
        3 => DateTime.UnixEpoch.AddSeconds(uint.MaxValue + (long)random.Next(2)),
        _ => random.Next(2) == 0 ? DateTime.MinValue : DateTime.MaxValue,
    };

    private static byte[] Bytes(Random random, int count)
    {
        byte[] bytes = new byte[count];
        random.NextBytes(bytes);
        return bytes;
    }

    private static T[] Make<T>(int length, Func<T> next) => [.. Enumerable.Range(0, length).Select(_ => next())];

    private static byte[] Guarded(int length)
    {
        byte[] bytes = new byte[length + Guards];
        Array.Fill(bytes, Guard);
        return bytes;
    }
}
