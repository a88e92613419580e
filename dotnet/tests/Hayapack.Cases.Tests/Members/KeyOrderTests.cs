using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Hayapack;
using Hayapack.Resolvers;
using Xunit;
using Xunit.Abstractions;

namespace Cases;

/// <summary>
/// Generated code expects the keys of a map in the order in which it writes them, and searches others. Maps with members in any
/// order, missing, unknown, repeated and damaged have the values and the errors of the search alone, which another resolver
/// takes. HAYAPACK_SEED=N repeats a run.
/// </summary>
public sealed class KeyOrderTests(ITestOutputHelper output)
{
    private const int Messages = 400;

    // Of 1 to 8, 9 to 16, 17 to 24, 25 to 32 and more bytes with their headers, at the borders.
    private static readonly string[] Keys =
    [
        "", "a", "seven77", "eight888", "sevenXX", "fifteen15151515", "sixteen161616161", "twenty-three-23-23-23-2",
        "twenty-four-24-24-24-24-", "thirty-one-31-31-31-31-31-31-31", "thirty-two-32-32-32-32-32-32-32-", "texts", "numbers",
    ];

    [Fact]
    public void AnyOrderIsReadAsByTheSearch()
    {
        var general = MessagePackSerializerOptions.Standard.WithResolver(CompositeResolver.Create(StandardResolver.Instance));
        int seed = int.TryParse(Environment.GetEnvironmentVariable("HAYAPACK_SEED"), CultureInfo.InvariantCulture, out int given)
            ? given
            : Environment.TickCount & 0xffff;
        var random = new Random(seed);
        int read = 0, failed = 0;
        for (int turn = 0; turn < Messages; turn++)
        {
            byte[] whole = Message(random);
            foreach (byte[] message in Outcomes.Messages(whole))
            {
                string expected = Outcomes.Of(() => Text(MessagePackSerializer.Deserialize<KeyOrderModel>(message, general)));
                Assert.True(
                    expected == Outcomes.Of(() => Text(MessagePackSerializer.Deserialize<KeyOrderModel>(message))),
                    $"HAYAPACK_SEED={seed}: {Convert.ToHexStringLower(message)}: {expected}");
                if (message.Length > 1)
                {
                    int cut = random.Next(1, message.Length);
                    Assert.True(
                        expected == Outcomes.Of(() => Text(MessagePackSerializer.Deserialize<KeyOrderModel>(Pieces.Of(message, cut)))),
                        $"HAYAPACK_SEED={seed}, cut at {cut}: {Convert.ToHexStringLower(message)}: {expected}");
                }

                _ = expected.StartsWith('{') ? read++ : failed++;
            }
        }

        output.WriteLine($"seed {seed}: {read} read, {failed} refused");
        Assert.True(read > Messages && failed > Messages);
    }

    private static string Text(KeyOrderModel? model) => JsonSerializer.Serialize(model);

    /// <summary>Returns a map that begins with the members in order, and then differs.</summary>
    private static byte[] Message(Random random)
    {
        List<string> keys = [.. Keys];
        for (int change = random.Next(5); change > 0 && keys.Count > 1; change--)
        {
            int at = random.Next(keys.Count), to = random.Next(keys.Count);
            switch (random.Next(4))
            {
                case 0:
                    keys.RemoveAt(at);
                    break;
                case 1:
                    (keys[at], keys[to]) = (keys[to], keys[at]);
                    break;
                case 2:
                    keys.Insert(at, "unknown " + new string('x', random.Next(40)));
                    break;
                default:
                    if (random.Next(4) == 0)
                    {
                        keys.Insert(at, keys[to]);
                    }

                    break;
            }
        }

        var bytes = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(bytes);
        writer.WriteMapHeader(keys.Count);
        foreach (string key in keys)
        {
            writer.Write(key);
            switch (key)
            {
                case "texts" or "numbers":
                    WriteEntries(ref writer, random, key == "texts");
                    break;
                default:
                    writer.Write(random.Next() >> random.Next(31));
                    break;
            }
        }

        writer.Flush();
        return bytes.WrittenSpan.ToArray();
    }

    private static void WriteEntries(ref MessagePackWriter writer, Random random, bool texts)
    {
        if (random.Next(8) == 0)
        {
            writer.WriteNil();
            return;
        }

        int count = random.Next(5);
        writer.WriteMapHeader(count);
        for (int i = 0; i < count; i++)
        {
            // At times a repeated key, or nil.
            writer.Write(random.Next(20) == 0 ? null : "käse " + random.Next(40));
            if (texts)
            {
                writer.Write(random.Next(5) == 0 ? null : new StringBuilder().Append('é', random.Next(40)).ToString());
            }
            else
            {
                writer.Write(random.Next() >> random.Next(31));
            }
        }
    }
}

/// <summary>Members with keys of all sizes, and dictionaries.</summary>
[MessagePackObject]
public sealed class KeyOrderModel
{
    [Key("")]
    public int Empty { get; set; }

    [Key("a")]
    public int A { get; set; }

    [Key("seven77")]
    public int Seven { get; set; }

    [Key("eight888")]
    public int Eight { get; set; }

    [Key("sevenXX")]
    public long OtherSeven { get; set; }

    [Key("fifteen15151515")]
    public int Fifteen { get; set; }

    [Key("sixteen161616161")]
    public int Sixteen { get; set; }

    [Key("twenty-three-23-23-23-2")]
    public int TwentyThree { get; set; }

    [Key("twenty-four-24-24-24-24-")]
    public int TwentyFour { get; set; }

    [Key("thirty-one-31-31-31-31-31-31-31")]
    public int ThirtyOne { get; set; }

    [Key("thirty-two-32-32-32-32-32-32-32-")]
    public int ThirtyTwo { get; set; }

    [Key("texts")]
    public Dictionary<string, string?>? Texts { get; set; }

    [Key("numbers")]
    public Dictionary<string, int>? Numbers { get; set; }
}
