using System.Buffers;
using Hayapack.Tests;

namespace Hayapack.Fuzz;

/// <summary>Reads inputs as messages that might be compressed, and compares the decompression of damaged blocks with liblz4.</summary>
internal static class Compressed
{
    private static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard
        .WithCompression(MessagePackCompression.Lz4BlockArray)
        .WithSecurity(MessagePackSecurity.UntrustedData
            .WithMaximumObjectGraphDepth(MessagePackLimits.Default.MaximumDepth)
            .WithMaximumDecompressedSize(1 << 20));

    internal static void Check(
        byte[] input, ReadOnlySequence<byte> split, Mutator random, Action<Differential.Answer, Differential.Answer, string> expect)
    {
        expect(
            Differential.Try(() => MessagePackSerializer.Deserialize<object>(input, Options)),
            Differential.Try(() => MessagePackSerializer.Deserialize<object>(split, Options)),
            "LZ4 in segments");
        if (random.Below(64) == 0)
        {
            Block(new Random(random.Below(int.MaxValue)));
        }
    }

    private static void Block(Random random)
    {
        int length = 1 + random.Next(random.Next(50) == 0 ? 200_000 : 2000);
        byte[] message = Lz4Samples.Make(Lz4Samples.Kinds[random.Next(Lz4Samples.Kinds.Length)], length, random.Next());
        byte[] block = Lz4Samples.Encode(message);
        if (!Lz4Samples.Compare(block, message.Length))
        {
            throw new InvalidOperationException("a block that was just written is not valid: " + Convert.ToHexString(block));
        }

        Lz4Samples.Change(block, random);
        Lz4Samples.Compare(block, message.Length);
    }
}
