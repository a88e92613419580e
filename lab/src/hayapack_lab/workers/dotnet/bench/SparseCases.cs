#if MESSAGEPACK
using MessagePack;
#else
using Hayapack;
#endif
using System.Text.Json.Serialization;
using Rule = Hayapack.MessagePackMemberAttribute;

namespace Bench;

/// <summary>Writing objects most of whose members have default values: hayapack and System.Text.Json leave them out.</summary>
internal static class SparseCases
{
    public static IEnumerable<Workload> All() => [new("24 members, half of them default, as maps", "objects", Cases)];

    private static IEnumerable<Case> Cases()
    {
        var model = new Model<Sparse>(Make(512), value => Ours.Serialize(value));
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

    // Which members have a value differs from one object to the next.
    private static Sparse[] Make(int count)
    {
        var random = new Random(20261130);
        var made = new Sparse[count];
        for (var i = 0; i < count; i++)
        {
            made[i] = new Sparse
            {
                Id = random.Next(2) == 0 ? 0 : random.Next(1, 5000),
                Name = random.Next(2) == 0 ? null : Text(random),
                Price = random.Next(2) == 0 ? 0 : random.NextDouble(),
                IsOpen = random.Next(2) != 0,
                Volume = random.Next(2) == 0 ? 0 : random.NextInt64(1, 1L << 40),
                Note = random.Next(2) == 0 ? null : Text(random),
                Count = random.Next(2) == 0 ? 0 : random.Next(1, 5000),
                Made = random.Next(2) == 0 ? default : DateTime.UnixEpoch.AddSeconds(random.Next(1, 1 << 30)),
                Weight = random.Next(2) == 0 ? 0 : random.NextDouble(),
                Parent = random.Next(2) == 0 ? null : random.Next(1, 100),
                Code = random.Next(2) == 0 ? null : Text(random),
                IsPaid = random.Next(2) != 0,
                Width = random.Next(2) == 0 ? 0 : random.Next(1, 5000),
                Height = random.Next(2) == 0 ? 0 : random.Next(1, 5000),
                Share = random.Next(2) == 0 ? 0 : random.NextSingle() + 1,
                City = random.Next(2) == 0 ? null : Text(random),
                Stamp = random.Next(2) == 0 ? 0 : random.NextInt64(1, 1L << 40),
                Sent = random.Next(2) == 0 ? default : DateTime.UnixEpoch.AddSeconds(random.Next(1, 1 << 30)),
                Level = random.Next(2) == 0 ? 0 : random.Next(1, 5000),
                Owner = random.Next(2) == 0 ? null : Text(random),
                Tax = random.Next(2) == 0 ? 0 : random.NextDouble(),
                IsOld = random.Next(2) != 0,
                Rank = random.Next(2) == 0 ? 0 : random.Next(1, 5000),
                Unit = random.Next(2) == 0 ? null : Text(random),
            };
        }

        return made;
    }

    private static string Text(Random random) => "text" + random.Next(10_000);
}

[MessagePackObject(true)]
public sealed partial class Sparse
{
    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public int Id { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public string? Name { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public double Price { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public bool IsOpen { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public long Volume { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public string? Note { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public int Count { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public DateTime Made { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public double Weight { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public int? Parent { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public string? Code { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public bool IsPaid { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public int Width { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public int Height { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public float Share { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public string? City { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public long Stamp { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public DateTime Sent { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public int Level { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public string? Owner { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public double Tax { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public bool IsOld { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public int Rank { get; set; }

    [Rule(OmitDefaults = Hayapack.OmitDefaults.Default)]
    public string? Unit { get; set; }
}

[JsonSourceGenerationOptions(DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault)]
[JsonSerializable(typeof(Sparse))]
internal sealed partial class SparseTypes : JsonSerializerContext;
