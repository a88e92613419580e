using Xunit;

namespace Hayapack.Tests;

/// <summary>The Take methods of runs load no byte after the input: here an inaccessible page follows it.</summary>
public class CheckedRunTests
{
    private delegate int Taking(ref MessagePackReader reader, ref byte start, int offset, int left);

    private static readonly Taking[] All =
    [
        (ref MessagePackReader reader, ref byte start, int offset, int left) => reader.TakeBoolean(ref start, offset, left, out _),
        (ref MessagePackReader reader, ref byte start, int offset, int left) => reader.TakeByte(ref start, offset, left, out _),
        (ref MessagePackReader reader, ref byte start, int offset, int left) => reader.TakeSByte(ref start, offset, left, out _),
        (ref MessagePackReader reader, ref byte start, int offset, int left) => reader.TakeInt16(ref start, offset, left, out _),
        (ref MessagePackReader reader, ref byte start, int offset, int left) => reader.TakeUInt16(ref start, offset, left, out _),
        (ref MessagePackReader reader, ref byte start, int offset, int left) => reader.TakeInt32(ref start, offset, left, out _),
        (ref MessagePackReader reader, ref byte start, int offset, int left) => reader.TakeUInt32(ref start, offset, left, out _),
        (ref MessagePackReader reader, ref byte start, int offset, int left) => reader.TakeInt64(ref start, offset, left, out _),
        (ref MessagePackReader reader, ref byte start, int offset, int left) => reader.TakeUInt64(ref start, offset, left, out _),
        (ref MessagePackReader reader, ref byte start, int offset, int left) => reader.TakeChar(ref start, offset, left, out _),
        (ref MessagePackReader reader, ref byte start, int offset, int left) => reader.TakeSingle(ref start, offset, left, out _),
        (ref MessagePackReader reader, ref byte start, int offset, int left) => reader.TakeDouble(ref start, offset, left, out _),
        (ref MessagePackReader reader, ref byte start, int offset, int left) => reader.TakeDateTime(ref start, offset, left, out _),
    ];

    [Fact]
    public void NothingAfterTheInputIsRead()
    {
        var random = new Random(9);
        for (int length = 0; length <= 16; length++)
        {
            using var memory = new GuardedMemory(length);
            for (int code = 0; code < (length == 0 ? 1 : 256); code++)
            {
                random.NextBytes(memory.Span);
                if (length > 0)
                {
                    memory.Span[0] = (byte)code;
                }

                if (length > 1 && code is MessagePackCode.FixExt4 or MessagePackCode.FixExt8)
                {
                    memory.Span[1] = 0xff;
                }

                foreach (Taking take in All)
                {
                    Take(memory.Span, take);
                }
            }
        }
    }

    private static void Take(ReadOnlySpan<byte> bytes, Taking take)
    {
        var reader = new MessagePackReader(bytes);
        ref byte start = ref reader.PeekRun(100, out int left);
        Assert.Equal(bytes.Length, left);
        try
        {
            Assert.InRange(take(ref reader, ref start, 0, left), 1, bytes.Length);
        }
        catch (MessagePackSerializationException)
        {
        }
    }
}
