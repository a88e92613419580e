using Hayapack.Compression;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.Tests;

/// <summary>The LZ4 codec: round trips, malicious blocks, and comparison with liblz4 if it is installed.</summary>
public class Lz4CodecTests(ITestOutputHelper output)
{
    public static TheoryData<string> Kinds => new(Lz4Samples.Kinds);

    [Theory]
    [MemberData(nameof(Kinds))]
    public void RoundTripsOfEveryShortLengthAndSomeLong(string kind)
    {
        IEnumerable<int> lengths = Enumerable.Range(1, 400)
            .Concat([1000, 4095, 4096, 65535, 65536, 65537, 70_000, 200_000, 1_000_000]);
        foreach (int length in lengths)
        {
            byte[] message = Lz4Samples.Make(kind, length, length);
            byte[] block = Lz4Samples.Encode(message);
            Assert.True(block.Length <= Lz4BlockEncoder.MaximumLength(length));
            Decoded(message, block);
            if (Lz4Native.IsAvailable)
            {
                Assert.Equal(message, Lz4Native.Decode(block, length));
                Decoded(message, Lz4Native.Encode(message));
            }
        }

        output.WriteLine(Lz4Native.IsAvailable ? "compared with liblz4" : "not run: liblz4 is not installed");
    }

    /// <summary>With every acceleration liblz4 reads the block, and nothing is written behind the target.</summary>
    [Theory]
    [InlineData(2)]
    [InlineData(17)]
    [InlineData(65_537)]
    public void EveryAccelerationRoundTrips(int acceleration)
    {
        foreach (string kind in Lz4Samples.Kinds)
        {
            foreach (int length in new[] { 1, 17, 18, 19, 40, 333, 5000, 65_536, 70_000, Lz4FrameWriter.LeastParallel + 1 })
            {
                byte[] message = Lz4Samples.Make(kind, length, length);
                byte[] block = Lz4Samples.Encode(message, 2, acceleration);
                Assert.True(block.Length <= Lz4BlockEncoder.MaximumLength(length));
                Decoded(message, block);
                Assert.True(!Lz4Native.IsAvailable || message.AsSpan().SequenceEqual(Lz4Native.Decode(block, length)));
                if (length <= Lz4BlockEncoder.MaximumSource)
                {
                    using var source = new GuardedMemory(length);
                    using var target = new GuardedMemory(Lz4BlockEncoder.MaximumLength(length));
                    message.CopyTo(source.Span);
                    Lz4BlockEncoder.Encode(source.Span, target.Span, acceleration);
                }
            }
        }
    }

    [Fact]
    public void AccelerationIsAnOptionOfTheSerializer()
    {
        MessagePackSerializerOptions usual = MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray);
        string[] value = [.. Enumerable.Range(0, 5000).Select(i => $"item {i * 7919 % 5000}")];
        byte[] slow = MessagePackSerializer.Serialize(value, usual);
        byte[] fast = MessagePackSerializer.Serialize(value, usual.WithCompressionAcceleration(50).WithOmitAssemblyVersion(true));
        Assert.True(slow.Length < fast.Length, $"{slow.Length} {fast.Length}");
        Assert.Equal(value, MessagePackSerializer.Deserialize<string[]>(fast, usual));
        Assert.Equal(slow, MessagePackSerializer.Serialize(value, usual.WithCompressionAcceleration(1)));
        Assert.Throws<ArgumentOutOfRangeException>(() => usual.WithCompressionAcceleration(0));
        Assert.Throws<ArgumentOutOfRangeException>(() => usual.WithCompressionAcceleration(65_538));
    }

    /// <summary>The block and the message end at the end of guarded memory, which detects writes past it.</summary>
    [Theory]
    [MemberData(nameof(Kinds))]
    public void NothingIsWrittenBehindTheTarget(string kind)
    {
        foreach (int length in new[] { 1, 5, 12, 13, 17, 18, 19, 24, 33, 34, 40, 333, 5000, 65536 })
        {
            byte[] message = Lz4Samples.Make(kind, length, 7);
            byte[] block = Lz4Samples.Encode(message);
            using var guarded = new GuardedMemory(length);
            using var guardedBlock = new GuardedMemory(block.Length);
            block.CopyTo(guardedBlock.Span);
            Assert.True(Lz4BlockDecoder.TryDecode(guardedBlock.Span, guarded.Span));
            Assert.True(message.AsSpan().SequenceEqual(guarded.Span));

            using var source = new GuardedMemory(length);
            using var target = new GuardedMemory(Lz4BlockEncoder.MaximumLength(length));
            message.CopyTo(source.Span);
            int written = Lz4BlockEncoder.Encode(source.Span, target.Span, acceleration: 1);
            Assert.True(block.AsSpan().SequenceEqual(target.Span[..written]));
        }
    }

    [Fact]
    public void EveryTruncationAndEveryOtherSizeIsRefused()
    {
        foreach (string kind in Lz4Samples.Kinds)
        {
            byte[] message = Lz4Samples.Make(kind, 700, 3);
            byte[] block = Lz4Samples.Encode(message);
            for (int length = 0; length < block.Length; length++)
            {
                Refused(block.AsSpan(0, length), message.Length);
            }

            foreach (int size in new[] { 1, 2, message.Length - 1, message.Length + 1, message.Length * 2 })
            {
                Refused(block, size);
            }
        }
    }

    [Theory]
    [InlineData("f0", 100)] // the source ends inside a length
    [InlineData("f0ffffffffffffffff", 100)]
    [InlineData("1061000050616161616100", 10)] // distance 0
    [InlineData("1061020050616161616161", 10)] // a match before the beginning of the target
    [InlineData("1f610100ffffffffffff0050616161616161", 100)] // a match longer than the target
    [InlineData("4461616161010000", 12)] // ends with a match
    [InlineData("00", 1)]
    [InlineData("106161", 1)] // bytes after the last literal
    public void HostileBlocksAreRefused(string block, int size) => Refused(Convert.FromHexString(block), size);

    /// <summary>For damaged blocks the result equals liblz4's, and no memory outside is accessed.</summary>
    [Fact]
    [Trait("Tier", "long")]
    public void ChangedBlocksAreAnsweredAsByLiblz4()
    {
        var random = new Random(20261122);
        int accepted = 0;
        for (int i = 0; i < 40_000; i++)
        {
            string kind = Lz4Samples.Kinds[random.Next(Lz4Samples.Kinds.Length)];
            byte[] message = Lz4Samples.Make(kind, 1 + random.Next(300), i);
            byte[] block = Lz4Samples.Encode(message);
            Lz4Samples.Change(block, random);
            accepted += Lz4Samples.Compare(block, message.Length) ? 1 : 0;
        }

        output.WriteLine($"{accepted} of 40000 changed blocks are valid; {(Lz4Native.IsAvailable ? "compared with liblz4" : "not run: liblz4 is not installed")}");
    }

    private static void Decoded(byte[] message, byte[] block)
    {
        byte[] decoded = new byte[message.Length];
        Assert.True(Lz4BlockDecoder.TryDecode(block, decoded));
        Assert.True(message.AsSpan().SequenceEqual(decoded));
    }

    private static void Refused(ReadOnlySpan<byte> block, int size)
    {
        using var source = new GuardedMemory(block.Length);
        using var target = new GuardedMemory(size);
        block.CopyTo(source.Span);
        Assert.False(Lz4BlockDecoder.TryDecode(source.Span, target.Span));
    }
}
