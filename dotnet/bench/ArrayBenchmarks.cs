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

/// <summary>Writing and reading int[1000].</summary>
public class IntegersBenchmarks
{
    private const int Count = 64;

    [Params("small", "mixed", "large")]
    public string Mix { get; set; } = "mixed";

    private int[][] Values => field ??= Rows.Integers(Mix, Count);

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
    public int[]? Read_hayapack()
    {
        int[]? read = null;
        foreach (var written in OurBytes)
        {
            read = Ours.Deserialize<int[]>(written);
        }

        return read;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_floor()
    {
        var size = 0;
        foreach (var written in OurBytes)
        {
            size += written.AsSpan().ToArray().Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int[]? Read_floor()
    {
        int[]? read = null;
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
    public int[]? Read_v3()
    {
        int[]? read = null;
        foreach (var written in V3Bytes)
        {
            read = V3.Deserialize<int[]>(written);
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
    public int[]? Read_v4()
    {
        int[]? read = null;
        foreach (var written in V4Bytes)
        {
            read = V4.Default.Deserialize<int[]>(written);
        }

        return read;
    }
#endif

#if NERDBANK
    private readonly NerdbankSerializer nerdbank = new();

    private byte[][] NerdbankBytes => field ??= Prepared.Make(Values, value => new NerdbankSerializer().Serialize<int[], Shapes>(value));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_nerdbank()
    {
        var size = 0;
        foreach (var value in Values)
        {
            size += nerdbank.Serialize<int[], Shapes>(value).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int[]? Read_nerdbank()
    {
        int[]? read = null;
        foreach (var written in NerdbankBytes)
        {
            read = nerdbank.Deserialize<int[], Shapes>(written);
        }

        return read;
    }
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
    public int[]? Read_memorypack()
    {
        int[]? read = null;
        foreach (var written in MemoryBytes)
        {
            read = MemoryPackBytes.Deserialize<int[]>(written);
        }

        return read;
    }
#endif

    private byte[][] JsonBytes => field ??= Prepared.Make(Values, value => SystemJson.SerializeToUtf8Bytes(value, JsonTypes.Default.Int32Array));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_systemjson()
    {
        var size = 0;
        foreach (var value in Values)
        {
            size += SystemJson.SerializeToUtf8Bytes(value, JsonTypes.Default.Int32Array).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int[]? Read_systemjson()
    {
        int[]? read = null;
        foreach (var written in JsonBytes)
        {
            read = SystemJson.Deserialize(written, JsonTypes.Default.Int32Array);
        }

        return read;
    }
}

/// <summary>Writing and reading double[1000].</summary>
public class DoublesBenchmarks
{
    private const int Count = 64;

    private double[][] Values => field ??= Rows.Doubles(Count);

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
    public double[]? Read_hayapack()
    {
        double[]? read = null;
        foreach (var written in OurBytes)
        {
            read = Ours.Deserialize<double[]>(written);
        }

        return read;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_floor()
    {
        var size = 0;
        foreach (var written in OurBytes)
        {
            size += written.AsSpan().ToArray().Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public double[]? Read_floor()
    {
        double[]? read = null;
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
    public double[]? Read_v3()
    {
        double[]? read = null;
        foreach (var written in V3Bytes)
        {
            read = V3.Deserialize<double[]>(written);
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
    public double[]? Read_v4()
    {
        double[]? read = null;
        foreach (var written in V4Bytes)
        {
            read = V4.Default.Deserialize<double[]>(written);
        }

        return read;
    }
#endif

#if NERDBANK
    private readonly NerdbankSerializer nerdbank = new();

    private byte[][] NerdbankBytes => field ??= Prepared.Make(Values, value => new NerdbankSerializer().Serialize<double[], Shapes>(value));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_nerdbank()
    {
        var size = 0;
        foreach (var value in Values)
        {
            size += nerdbank.Serialize<double[], Shapes>(value).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public double[]? Read_nerdbank()
    {
        double[]? read = null;
        foreach (var written in NerdbankBytes)
        {
            read = nerdbank.Deserialize<double[], Shapes>(written);
        }

        return read;
    }
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
    public double[]? Read_memorypack()
    {
        double[]? read = null;
        foreach (var written in MemoryBytes)
        {
            read = MemoryPackBytes.Deserialize<double[]>(written);
        }

        return read;
    }
#endif

    private byte[][] JsonBytes => field ??= Prepared.Make(Values, value => SystemJson.SerializeToUtf8Bytes(value, JsonTypes.Default.DoubleArray));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_systemjson()
    {
        var size = 0;
        foreach (var value in Values)
        {
            size += SystemJson.SerializeToUtf8Bytes(value, JsonTypes.Default.DoubleArray).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public double[]? Read_systemjson()
    {
        double[]? read = null;
        foreach (var written in JsonBytes)
        {
            read = SystemJson.Deserialize(written, JsonTypes.Default.DoubleArray);
        }

        return read;
    }
}
