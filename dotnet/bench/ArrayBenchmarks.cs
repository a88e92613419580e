using System.Text.Json.Serialization.Metadata;
using BenchmarkDotNet.Attributes;
using Bench.ByName;
#if NERDBANK
using PolyType;
#endif

namespace Bench;

#if NERDBANK
[GenerateShapeFor<int[]>]
[GenerateShapeFor<double[]>]
internal sealed partial class Shapes;
#endif

/// <summary>Writing and reading arrays of 1000 numbers.</summary>
/// <typeparam name="T">The numbers' type.</typeparam>
public abstract class ArrayBenchmarks<T>
    where T : unmanaged
{
    protected const int Count = 64;

    protected abstract T[][] Values { get; }

    protected abstract JsonTypeInfo<T[]> Json { get; }

    private byte[][] OurBytes => field ??= Prepared.Make(Values, value => Ours.Serialize(value));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_hayapack()
    {
        var size = 0;
        foreach (var value in Values)
        {
            size += Ours.Serialize(value).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public T[]? Read_hayapack()
    {
        T[]? read = null;
        foreach (var written in OurBytes)
        {
            read = Ours.Deserialize<T[]>(written);
        }

        return read;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_floor() => Prepared.CopyAll(OurBytes);

    [Benchmark(OperationsPerInvoke = Count)]
    public T[]? Read_floor()
    {
        T[]? read = null;
        foreach (var value in Values)
        {
            read = value.AsSpan().ToArray();
        }

        return read;
    }

#if MESSAGEPACK
    private byte[][] V3Bytes => field ??= Prepared.Make(Values, value => V3.Serialize(value));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_v3()
    {
        var size = 0;
        foreach (var value in Values)
        {
            size += V3.Serialize(value).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public T[]? Read_v3()
    {
        T[]? read = null;
        foreach (var written in V3Bytes)
        {
            read = V3.Deserialize<T[]>(written);
        }

        return read;
    }
#endif

#if MESSAGEPACK4
    private byte[][] V4Bytes => field ??= Prepared.Make(Values, value => V4.Default.Serialize(value));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_v4()
    {
        var size = 0;
        foreach (var value in Values)
        {
            size += V4.Default.Serialize(value).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public T[]? Read_v4()
    {
        T[]? read = null;
        foreach (var written in V4Bytes)
        {
            read = V4.Default.Deserialize<T[]>(written);
        }

        return read;
    }
#endif

#if NERDBANK
    private byte[][] NerdbankBytes => field ??= Prepared.Make(Values, WriteNerdbank);

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_nerdbank()
    {
        var size = 0;
        foreach (var value in Values)
        {
            size += WriteNerdbank(value).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public T[]? Read_nerdbank()
    {
        T[]? read = null;
        foreach (var written in NerdbankBytes)
        {
            read = ReadNerdbank(written);
        }

        return read;
    }

    protected abstract byte[] WriteNerdbank(T[] value);

    protected abstract T[]? ReadNerdbank(byte[] written);
#endif

#if MEMORYPACK
    private byte[][] MemoryBytes => field ??= Prepared.Make(Values, value => MemoryPackBytes.Serialize(value));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_memorypack()
    {
        var size = 0;
        foreach (var value in Values)
        {
            size += MemoryPackBytes.Serialize(value).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public T[]? Read_memorypack()
    {
        T[]? read = null;
        foreach (var written in MemoryBytes)
        {
            read = MemoryPackBytes.Deserialize<T[]>(written);
        }

        return read;
    }
#endif

    private byte[][] JsonBytes => field ??= Prepared.Make(Values, value => SystemJson.SerializeToUtf8Bytes(value, Json));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_systemjson()
    {
        var size = 0;
        foreach (var value in Values)
        {
            size += SystemJson.SerializeToUtf8Bytes(value, Json).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public T[]? Read_systemjson()
    {
        T[]? read = null;
        foreach (var written in JsonBytes)
        {
            read = SystemJson.Deserialize(written, Json);
        }

        return read;
    }
}

/// <summary>Writing and reading int[1000].</summary>
public class IntegersBenchmarks : ArrayBenchmarks<int>
{
#if NERDBANK
    private readonly NerdbankSerializer nerdbank = new();
#endif

    [Params("small", "mixed", "large")]
    public string Mix { get; set; } = "mixed";

    protected override int[][] Values => field ??= Rows.Integers(Mix, Count);

    protected override JsonTypeInfo<int[]> Json => JsonTypes.Default.Int32Array;

#if NERDBANK
    protected override byte[] WriteNerdbank(int[] value) => nerdbank.Serialize<int[], Shapes>(value);

    protected override int[]? ReadNerdbank(byte[] written) => nerdbank.Deserialize<int[], Shapes>(written);
#endif
}

/// <summary>Writing and reading double[1000].</summary>
public class DoublesBenchmarks : ArrayBenchmarks<double>
{
#if NERDBANK
    private readonly NerdbankSerializer nerdbank = new();
#endif

    protected override double[][] Values => field ??= Rows.Doubles(Count);

    protected override JsonTypeInfo<double[]> Json => JsonTypes.Default.DoubleArray;

#if NERDBANK
    protected override byte[] WriteNerdbank(double[] value) => nerdbank.Serialize<double[], Shapes>(value);

    protected override double[]? ReadNerdbank(byte[] written) => nerdbank.Deserialize<double[], Shapes>(written);
#endif
}
