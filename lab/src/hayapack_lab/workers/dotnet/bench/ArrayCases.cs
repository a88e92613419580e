using System.Text.Json.Serialization;
#if NERDBANK
using PolyType;
#endif

namespace Bench;

#if NERDBANK
[GenerateShapeFor<int[]>]
[GenerateShapeFor<double[]>]
internal sealed partial class Shapes;
#endif

[JsonSerializable(typeof(int[]))]
[JsonSerializable(typeof(double[]))]
internal sealed partial class ArrayTypes : JsonSerializerContext;

/// <summary>Writing and reading arrays of 1000 numbers, each as one message.</summary>
internal static class ArrayCases
{
    private const int Count = 64;

    public static IEnumerable<Workload> All() =>
    [
        .. new[] { "small", "mixed", "large" }.Select(mix => new Workload("int[1000], " + mix, "numbers", () => Integers(mix))),
        new("double[1000]", "numbers", Doubles),
    ];

    private static IEnumerable<Case> Integers(string mix)
    {
        var model = new CaseBuilder<int[]>(Rows.Integers(mix, Count), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<int[]>(message));
        yield return model.Minimum(value => Ours.Serialize(value), value => value.AsSpan().ToArray());
#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Serialize(value), message => V3.Deserialize<int[]>(message), isSame: true);
#endif
#if MESSAGEPACK4
        yield return model.Codec("messagepack4", value => V4.Default.Serialize(value), message => V4.Default.Deserialize<int[]>(message), isSame: true);
#endif
#if NERDBANK
        var nerdbank = new NerdbankSerializer();
        yield return model.Codec("nerdbank", value => nerdbank.Serialize<int[], Shapes>(value), message => nerdbank.Deserialize<int[], Shapes>(message));
#endif
#if MEMORYPACK
        yield return model.Codec("memorypack", value => MemoryPackBytes.Serialize(value), message => MemoryPackBytes.Deserialize<int[]>(message));
#endif
        var types = ArrayTypes.Default.Int32Array;
        yield return model.Codec("json", value => SystemJson.SerializeToUtf8Bytes(value, types), message => SystemJson.Deserialize(message, types));
    }

    private static IEnumerable<Case> Doubles()
    {
        var model = new CaseBuilder<double[]>(Rows.Doubles(Count), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<double[]>(message));
        yield return model.Minimum(value => Ours.Serialize(value), value => value.AsSpan().ToArray());
#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Serialize(value), message => V3.Deserialize<double[]>(message), isSame: true);
#endif
#if MESSAGEPACK4
        yield return model.Codec("messagepack4", value => V4.Default.Serialize(value), message => V4.Default.Deserialize<double[]>(message), isSame: true);
#endif
#if NERDBANK
        var nerdbank = new NerdbankSerializer();
        yield return model.Codec("nerdbank", value => nerdbank.Serialize<double[], Shapes>(value), message => nerdbank.Deserialize<double[], Shapes>(message));
#endif
#if MEMORYPACK
        yield return model.Codec("memorypack", value => MemoryPackBytes.Serialize(value), message => MemoryPackBytes.Deserialize<double[]>(message));
#endif
        var types = ArrayTypes.Default.DoubleArray;
        yield return model.Codec("json", value => SystemJson.SerializeToUtf8Bytes(value, types), message => SystemJson.Deserialize(message, types));
    }
}
