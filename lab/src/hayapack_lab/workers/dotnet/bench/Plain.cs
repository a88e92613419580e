namespace Bench;

/// <summary>Generates values of the workloads that generate_models.py lists in PLAIN, all different, from fixed seeds.</summary>
internal static class Plain
{
    private static readonly DateTime Begin = new(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    private static readonly Dictionary<string, string> Letters = new()
    {
        ["latin"] = "etaoinshrdlcumwfgypbvk   ",
        ["accents"] = "etaoinshrdlcumwfgypbvk   äüé",
        ["cyrillic"] = "оеаинтсрвлкмдпуяы   ",
        ["japanese"] = "東京都の人口は日本語で書く、。",
    };

    public static readonly string[] Keys = [.. Enumerable.Range(0, 200).Select(i => $"key {i * 7919}")];

    /// <summary>Returns texts of 3 to 40 characters in a script: latin, cyrillic, or japanese; accents is latin with some letters of 2 bytes.</summary>
    public static string[] Texts(Random random, string script, int length) => Array(length, () =>
        string.Create(random.Next(3, 41), (random, Letters[script]), static (span, state) =>
        {
            for (var i = 0; i < span.Length; i++)
            {
                span[i] = state.Item2[state.random.Next(state.Item2.Length)];
            }
        }));

    /// <summary>Returns a time: of whole seconds or of ticks, as services and measurements have them.</summary>
    public static DateTime Time(Random random) =>
        Begin.AddSeconds(random.Next(100_000_000)).AddTicks(random.Next(2) * random.Next(10_000_000));

    /// <summary>Returns an integer of any encoded width and either sign.</summary>
    public static long Mixed(Random random) => (random.NextInt64() >> random.Next(63)) * (random.Next(2) == 0 ? 1 : -1);

    public static Guid Identifier(Random random)
    {
        var bytes = new byte[16];
        random.NextBytes(bytes);
        return new Guid(bytes);
    }

    public static List<Trade>[] Lists(Random random) => Many(() => Array(200, () => Values.Trade(random)).ToList());

    public static T[][] Rows<T>(Func<T> next) => Many(() => Array(1000, next));

    public static T[] Many<T>(Func<T> next) => Array(32, next);

    public static T[] Array<T>(int length, Func<T> next)
    {
        var items = new T[length];
        for (var i = 0; i < length; i++)
        {
            items[i] = next();
        }

        return items;
    }
}
