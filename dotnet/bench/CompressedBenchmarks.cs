using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;
using Bench.ByIndex;
using Hayapack;

namespace Bench;

/// <summary>Arrays of answers as LZ4 messages. One operation is one answer, for all lengths of the arrays.</summary>
public partial class CompressedBenchmarks
{
    private const string Library = "liblz4.so.1";

    private const int Count = 1280;

    /// <summary>The number of answers per message (1.6 KB each before compression), and the LZ4 format.</summary>
    [Params(
        "1 answer, block array", "20 answers, block array", "320 answers, block array", "640 answers, block array",
        "1280 answers, block array", "1280 answers, one block")]
    public string Mix { get; set; } = "";

    private Answer[][] Values => field ??= [.. Inputs.Answers(Count).Chunk(int.Parse(Mix.AsSpan(0, Mix.IndexOf(' ')), null))];

    /// <summary>Gets a value indicating whether liblz4 is installed.</summary>
    internal static bool HasLiblz4 { get; } = NativeLibrary.TryLoad(Library, out _);

    private byte[][] PlainBytes => field ??= Prepared.Make(Values, value => Ours.Serialize(value));

    private byte[] Target => field ??= new byte[PlainBytes.Max(plain => plain.Length) * 2];

    private bool IsOneBlock => Mix.EndsWith("one block", StringComparison.Ordinal);

    private MessagePackSerializerOptions OurOptions => field ??= MessagePackSerializerOptions.Standard
        .WithCompression(IsOneBlock ? MessagePackCompression.Lz4Block : MessagePackCompression.Lz4BlockArray);

    private MessagePackSerializerOptions OneThread => field ??= OurOptions.WithCompressionMaxDegreeOfParallelism(1);

    private byte[][] OurBytes => field ??= Prepared.Make(Values, value => Ours.Serialize(value, OurOptions));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_hayapack()
    {
        var size = 0;
        foreach (var value in Values)
        {
            size += Ours.Serialize(value, OurOptions).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public object? Read_hayapack()
    {
        object? read = null;
        foreach (var written in OurBytes)
        {
            read = Ours.Deserialize<Answer[]>(written, OurOptions);
        }

        return read;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_thread()
    {
        var size = 0;
        foreach (var value in Values)
        {
            size += Ours.Serialize(value, OneThread).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_plain()
    {
        var size = 0;
        foreach (var value in Values)
        {
            size += Ours.Serialize(value).Length;
        }

        return size;
    }

    /// <summary>Only compresses messages that are already serialized, with the same blocks, and copies the result.</summary>
    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_liblz4()
    {
        var size = 0;
        foreach (var plain in PlainBytes)
        {
            var length = 0;
            var step = IsOneBlock ? plain.Length : 65536;
            for (var at = 0; at < plain.Length; at += step)
            {
                var block = plain.AsSpan(at, Math.Min(step, plain.Length - at));
                var rest = Target.AsSpan(length);
                length += Compress(block, rest, block.Length, rest.Length);
            }

            size += Target.AsSpan(0, length).ToArray().Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_floor() => Prepared.CopyAll(OurBytes);

    [Benchmark(OperationsPerInvoke = Count)]
    public object? Read_floor()
    {
        object? read = null;
        foreach (var value in Values)
        {
            read = Array.ConvertAll(value, Inputs.Copy);
        }

        return read;
    }

#if MESSAGEPACK
    private MessagePack.MessagePackSerializerOptions V3Options => field ??= MessagePack.MessagePackSerializerOptions.Standard
        .WithCompression(IsOneBlock ? MessagePack.MessagePackCompression.Lz4Block : MessagePack.MessagePackCompression.Lz4BlockArray);

    private byte[][] V3Bytes => field ??= Prepared.Make(Values, value => V3.Serialize(value, V3Options));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_v3()
    {
        var size = 0;
        foreach (var value in Values)
        {
            size += V3.Serialize(value, V3Options).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public object? Read_v3()
    {
        object? read = null;
        foreach (var written in V3Bytes)
        {
            read = V3.Deserialize<Answer[]>(written, V3Options);
        }

        return read;
    }
#endif

    [LibraryImport(Library, EntryPoint = "LZ4_compress_default")]
    private static partial int Compress(ReadOnlySpan<byte> source, Span<byte> target, int sourceLength, int targetLength);

    /// <summary>Checks that each library reads the other's output.</summary>
    internal static void Verify()
    {
#if MESSAGEPACK
        foreach (var mix in new[] { "1 answer, block array", "20 answers, block array", "1280 answers, block array", "1280 answers, one block" })
        {
            var one = new CompressedBenchmarks { Mix = mix };
            var plain = Ours.Serialize(one.Values[0]);
            if (!Ours.Serialize(Ours.Deserialize<Answer[]>(one.V3Bytes[0], one.OurOptions)).AsSpan().SequenceEqual(plain) ||
                !Ours.Serialize(V3.Deserialize<Answer[]>(one.OurBytes[0], one.V3Options)).AsSpan().SequenceEqual(plain))
            {
                throw new InvalidOperationException("LZ4: hayapack and MessagePack-CSharp read different values");
            }

            Console.WriteLine($"LZ4, {mix}: {plain.Length} bytes plain, hayapack {one.OurBytes[0].Length}, MessagePack-CSharp {one.V3Bytes[0].Length}");
        }
#endif
    }
}
