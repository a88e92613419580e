using System.Text.Json.Serialization;

namespace Bench;

/// <summary>Writing objects most of whose members have default values: hayapack and System.Text.Json leave them out.</summary>
internal static class SparseCases
{
    public static IEnumerable<Workload> All() => [new("24 members, half of them default, as maps", "objects", Cases)];

    private static IEnumerable<Case> Cases()
    {
        // Which members have a value differs from one object to the next.
        var random = new Random(20261130);
        var model = new CaseBuilder<Sparse>(Plain.Array(512, () => Values.Sparse(random)), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<Sparse>(message));
#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Serialize(value), message => V3.Deserialize<Sparse>(message));
#endif
#if MESSAGEPACK4
        yield return model.Codec("messagepack4", value => V4.Default.Serialize(value), message => V4.Default.Deserialize<Sparse>(message));
#endif
        var types = SparseTypes.Default.Sparse;
        yield return model.Codec("json", value => SystemJson.SerializeToUtf8Bytes(value, types), message => SystemJson.Deserialize(message, types));
    }
}

[JsonSourceGenerationOptions(DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault)]
[JsonSerializable(typeof(Sparse))]
internal sealed partial class SparseTypes : JsonSerializerContext;
