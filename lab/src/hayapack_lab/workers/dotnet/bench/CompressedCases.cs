using System.Runtime.InteropServices;
using Bench.ByIndex;
using Hayapack;

namespace Bench;

/// <summary>Arrays of answers as LZ4 messages. Times are of one answer, for all lengths of the arrays.</summary>
internal static partial class CompressedCases
{
    public const string Library = "liblz4.so.1";

    private const int Count = 1280;

    private const int BlockSize = 65536;

    public static IEnumerable<Workload> All() =>
    [
        .. new[] { 1, 20, 320, 640, 1280 }.Select(length => Workload(length, isOneBlock: false)), Workload(1280, isOneBlock: true),
    ];

    private static Workload Workload(int length, bool isOneBlock) => new(
        $"LZ4, {length} answer{(length == 1 ? "" : "s")}, {(isOneBlock ? "one block" : "block array")}", "LZ4", () => Answers(length, isOneBlock));

    /// <param name="length">The number of answers in a message, 1.6 KB each before compression.</param>
    /// <param name="isOneBlock">Whether the message is one block, or an array of blocks.</param>
    private static IEnumerable<Case> Answers(int length, bool isOneBlock)
    {
        var options = MessagePackSerializerOptions.Standard.WithCompression(isOneBlock ? MessagePackCompression.Lz4Block : MessagePackCompression.Lz4BlockArray);
        var oneThread = options.WithCompressionMaxDegreeOfParallelism(1);
        var model = new CaseBuilder<Answer[]>([.. AnswerGenerator.Answers(Count).Chunk(length)], value => Ours.Serialize(value), length);
        yield return model.Codec("hayapack", value => Ours.Serialize(value, options), message => Ours.Deserialize<Answer[]>(message, options));
        yield return model.Codec("hayapack one thread", value => Ours.Serialize(value, oneThread), read: null);
        yield return model.Codec("hayapack without lz4", value => Ours.Serialize(value), read: null);
        yield return model.Minimum(value => Ours.Serialize(value, options), value => Array.ConvertAll(value, Copies.Of));
        if (NativeLibrary.TryLoad(Library, out _))
        {
            yield return Liblz4(() => [.. AnswerGenerator.Answers(Count).Chunk(length).Select(value => Ours.Serialize(value))], isOneBlock);
        }
#if MESSAGEPACK
        var options3 = MessagePack.MessagePackSerializerOptions.Standard.WithCompression(
            isOneBlock ? MessagePack.MessagePackCompression.Lz4Block : MessagePack.MessagePackCompression.Lz4BlockArray);
        yield return model.Codec("messagepack", value => V3.Serialize(value, options3), message => V3.Deserialize<Answer[]>(message, options3));
#endif
    }

    /// <summary>Only compresses messages that are already serialized, with the same blocks, and copies the result.</summary>
    private static Case<byte[], byte[]> Liblz4(Func<byte[][]> messages, bool isOneBlock)
    {
        byte[] target = [];
        return new("liblz4", Count, messages, Compressed, () => [], read: null);

        byte[] Compressed(byte[] message)
        {
            if (target.Length < message.Length * 2)
            {
                target = new byte[message.Length * 2];
            }

            var length = 0;
            var step = isOneBlock ? message.Length : BlockSize;
            for (var at = 0; at < message.Length; at += step)
            {
                var block = message.AsSpan(at, Math.Min(step, message.Length - at));
                var rest = target.AsSpan(length);
                length += Compress(block, rest, block.Length, rest.Length);
            }

            return target.AsSpan(0, length).ToArray();
        }
    }

    [LibraryImport(Library, EntryPoint = "LZ4_compress_default")]
    private static partial int Compress(ReadOnlySpan<byte> source, Span<byte> target, int sourceLength, int targetLength);
}
