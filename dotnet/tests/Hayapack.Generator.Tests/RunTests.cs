using System.Buffers;
using Xunit;

namespace Hayapack.Generator.Tests;

/// <summary>Runs of members of bounded size, which generated code reads with a check of the remaining bytes for each value.</summary>
public class RunTests
{
    /// <summary>Members in random forms: the shortest, wide ones, nil where it is allowed, and other types of numbers.</summary>
    [Fact]
    [Trait("Tier", "long")]
    public void EachFormAndEachPrefix()
    {
        var random = new Random(6);
        for (int round = 0; round < 400; round++)
        {
            byte[] message = Message(random);

            // Bytes follow that would continue the message, if the reader took them.
            byte[] padded = [.. message, .. new byte[32]];
            Models.Numbers expected = MessagePackSerializer.Deserialize<Models.Numbers>(padded);
            byte[] bytes = MessagePackSerializer.Serialize(expected);
            Assert.Equal(bytes, MessagePackSerializer.Serialize(MessagePackSerializer.Deserialize<Models.Numbers>(message)));
            for (int size = 1; size < 40; size += 6)
            {
                Assert.Equal(bytes, MessagePackSerializer.Serialize(MessagePackSerializer.Deserialize<Models.Numbers>(Pieces(message, size))));
            }

            for (int length = 0; length < message.Length; length++)
            {
                var error = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<Models.Numbers>(padded.AsMemory(0, length)));
                var other = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<Models.Numbers>(Pieces(padded[..length], 3)));
                Assert.Equal(("truncated", other.Offset), (error.ErrorName, error.Offset));
            }
        }
    }

    [Theory]
    [InlineData(0, "d3 0000000080000000", "int_range")]
    [InlineData(0, "a0", "unexpected_type")]
    [InlineData(1, "cf 8000000000000000", "int_range")]
    [InlineData(2, "01", "unexpected_type")]
    [InlineData(4, "c3", "unexpected_type")]
    [InlineData(5, "ff", "int_range")]
    [InlineData(5, "ce 00010000", "int_range")]
    [InlineData(6, "cd 0100", "int_range")]
    [InlineData(7, "d1 ffff", "int_range")]
    [InlineData(8, "cc 80", "int_range")]
    [InlineData(9, "d0 ff", "int_range")]
    [InlineData(10, "a0", "unexpected_type")]
    [InlineData(15, "cd 8000", "int_range")]
    [InlineData(16, "ff", "int_range")]
    [InlineData(13, "d3 ffffffffffffffff", "int_range")]
    [InlineData(11, "d6 fe 00000000", "unexpected_type")]
    public void WrongMembersHaveTheirOffset(int index, string value, string name)
    {
        byte[] wrong = Convert.FromHexString(value.Replace(" ", string.Empty, StringComparison.Ordinal));
        byte[][] members = [.. Enumerable.Repeat(new byte[] { 0x01 }, 17)];
        members[2] = [0xc3];
        members[11] = [0xd6, 0xff, 0, 0, 0, 1];
        members[12] = [0xc0];
        members[index] = wrong;
        foreach (int padding in new[] { 0, 200 })
        {
            byte[] message = [0xdc, 0, 17, .. members.SelectMany(member => member), .. new byte[padding]];
            var error = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<Models.Numbers>(message));
            Assert.Equal((name, 3 + members.Take(index).Sum(member => member.Length), $"$[{index}]"), (error.ErrorName, error.Offset, error.Path));
        }
    }

    private static byte[] Message(Random random)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output);
        writer.WriteArrayHeader(17);
        Integer(ref writer, random, int.MinValue, int.MaxValue);
        Integer(ref writer, random, long.MinValue, long.MaxValue, nullable: true);
        writer.Write(random.Next(2) == 0);
        Integer(ref writer, random, -5, 5);
        Number(ref writer, random);
        Integer(ref writer, random, 0, char.MaxValue);
        Integer(ref writer, random, 0, byte.MaxValue, nullable: true);
        Integer(ref writer, random, 0, ushort.MaxValue);
        Integer(ref writer, random, sbyte.MinValue, sbyte.MaxValue);
        Integer(ref writer, random, 0, long.MaxValue);
        Number(ref writer, random);
        Time(ref writer, random);
        Time(ref writer, random);
        Integer(ref writer, random, 0, byte.MaxValue);
        Integer(ref writer, random, 0, byte.MaxValue, nullable: true);
        Integer(ref writer, random, short.MinValue, short.MaxValue);
        Integer(ref writer, random, 0, uint.MaxValue);
        writer.Flush();
        return output.WrittenSpan.ToArray();
    }

    private static void Integer(ref MessagePackWriter writer, Random random, long minimum, long maximum, bool nullable = false)
    {
        long value = random.Next(4) == 0 ? minimum : random.Next(4) == 0 ? maximum : Math.Clamp(random.NextInt64() >> random.Next(63), minimum, maximum);
        switch (random.Next(nullable ? 4 : 3))
        {
            case 0:
                writer.WriteInt64(value);
                break;
            case 1 when value >= 0:
                writer.WriteUInt64((ulong)value);
                break;
            case 3:
                writer.WriteNil();
                break;
            default:
                writer.Write(value);
                break;
        }
    }

    private static void Time(ref MessagePackWriter writer, Random random)
    {
        long unit = random.Next(2) == 0 ? 1 : TimeSpan.TicksPerSecond;
        writer.Write(DateTime.UnixEpoch.AddTicks(random.NextInt64(1L << 57) / unit * unit));
    }

    private static void Number(ref MessagePackWriter writer, Random random)
    {
        switch (random.Next(3))
        {
            case 0:
                writer.Write(random.NextSingle());
                break;
            case 1:
                writer.Write((double)random.NextSingle());
                break;
            default:
                writer.Write(random.Next(-1000, 1000));
                break;
        }
    }

    private static ReadOnlySequence<byte> Pieces(byte[] bytes, int size)
    {
        Piece? first = null;
        Piece? last = null;
        for (int at = 0; at < bytes.Length || first is null; at += size)
        {
            last = new Piece(bytes.AsMemory(at, Math.Min(size, bytes.Length - at)), last);
            first ??= last;
        }

        return new(first, 0, last!, last!.Memory.Length);
    }

    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        internal Piece(ReadOnlyMemory<byte> memory, Piece? before)
        {
            Memory = memory;
            if (before is not null)
            {
                RunningIndex = before.RunningIndex + before.Memory.Length;
                before.Next = this;
            }
        }
    }
}
