using BenchmarkDotNet.Attributes;

namespace Bench.ByIndex;

/// <summary>Writing and reading answers, each as one message.</summary>
public class AnswerBenchmarks
{
    private const int Count = 512;

    private readonly Answer[] values = Inputs.Answers(Count);

    private byte[][] OurBytes => field ??= Prepared.Make(Inputs.Answers(Count), value => Ours.Serialize(value));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_hayapack()
    {
        var size = 0;
        foreach (var value in values)
        {
            size += Ours.Serialize(value).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public Answer? Read_hayapack()
    {
        Answer? read = null;
        foreach (var written in OurBytes)
        {
            read = Ours.Deserialize<Answer>(written);
        }

        return read;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_floor() => Prepared.CopyAll(OurBytes);

    [Benchmark(OperationsPerInvoke = Count)]
    public Answer? Read_floor()
    {
        Answer? read = null;
        foreach (var value in values)
        {
            read = Inputs.Copy(value);
        }

        return read;
    }

#if MESSAGEPACK
    private byte[][] V3Bytes => field ??= Prepared.Make(Inputs.Answers(Count), value => V3.Serialize(value));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_v3()
    {
        var size = 0;
        foreach (var value in values)
        {
            size += V3.Serialize(value).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public Answer? Read_v3()
    {
        Answer? read = null;
        foreach (var written in V3Bytes)
        {
            read = V3.Deserialize<Answer>(written);
        }

        return read;
    }
#endif

#if MESSAGEPACK4
    private byte[][] V4Bytes => field ??= Prepared.Make(Inputs.Answers(Count), value => V4.Default.Serialize(value));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_v4()
    {
        var size = 0;
        foreach (var value in values)
        {
            size += V4.Default.Serialize(value).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public Answer? Read_v4()
    {
        Answer? read = null;
        foreach (var written in V4Bytes)
        {
            read = V4.Default.Deserialize<Answer>(written);
        }

        return read;
    }
#endif

#if NERDBANK
    private readonly NerdbankSerializer nerdbank = new();
#endif

#if NERDBANK
    private byte[][] NerdbankBytes => field ??= Prepared.Make(Inputs.Answers(Count), value => new NerdbankSerializer().Serialize(value));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_nerdbank()
    {
        var size = 0;
        foreach (var value in values)
        {
            size += nerdbank.Serialize(value).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public Answer? Read_nerdbank()
    {
        Answer? read = null;
        foreach (var written in NerdbankBytes)
        {
            read = nerdbank.Deserialize<Answer>(written);
        }

        return read;
    }
#endif

#if MEMORYPACK && !BYNAME
    private byte[][] MemoryBytes => field ??= Prepared.Make(Inputs.Answers(Count), value => MemoryPackBytes.Serialize(value));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_memorypack()
    {
        var size = 0;
        foreach (var value in values)
        {
            size += MemoryPackBytes.Serialize(value).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public Answer? Read_memorypack()
    {
        Answer? read = null;
        foreach (var written in MemoryBytes)
        {
            read = MemoryPackBytes.Deserialize<Answer>(written);
        }

        return read;
    }
#endif

#if BYNAME
    private byte[][] JsonBytes => field ??= Prepared.Make(Inputs.Answers(Count), value => SystemJson.SerializeToUtf8Bytes(value, JsonTypes.Default.Answer));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_systemjson()
    {
        var size = 0;
        foreach (var value in values)
        {
            size += SystemJson.SerializeToUtf8Bytes(value, JsonTypes.Default.Answer).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public Answer? Read_systemjson()
    {
        Answer? read = null;
        foreach (var written in JsonBytes)
        {
            read = SystemJson.Deserialize(written, JsonTypes.Default.Answer);
        }

        return read;
    }
#endif

#if NEWTONSOFT && BYNAME
    private string[] NewtonsoftTexts => field ??= Prepared.Make(Inputs.Answers(Count), value => NewtonsoftJson.SerializeObject(value));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_newtonsoft()
    {
        var size = 0;
        foreach (var value in values)
        {
            size += NewtonsoftJson.SerializeObject(value).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public Answer? Read_newtonsoft()
    {
        Answer? read = null;
        foreach (var written in NewtonsoftTexts)
        {
            read = NewtonsoftJson.DeserializeObject<Answer>(written);
        }

        return read;
    }
#endif

#if UTF8JSON && BYNAME
    private byte[][] Utf8Bytes => field ??= Prepared.Make(Inputs.Answers(Count), value => Utf8.Serialize(value));

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write_utf8json()
    {
        var size = 0;
        foreach (var value in values)
        {
            size += Utf8.Serialize(value).Length;
        }

        return size;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public Answer? Read_utf8json()
    {
        Answer? read = null;
        foreach (var written in Utf8Bytes)
        {
            read = Utf8.Deserialize<Answer>(written);
        }

        return read;
    }
#endif
}
