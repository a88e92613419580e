namespace Bench;

/// <summary>An enum of the models that generate_models.py makes.</summary>
public enum Choice
{
    None,
    First,
    Second,
    Third,
}

public enum UserKind
{
    Unregistered = 2,
    Registered = 3,
    Moderator = 4,
}

public enum PostKind : byte
{
    Question = 1,
    Answer = 2,
}

/// <summary>The values of the models that generate_models.py makes.</summary>
internal static class RandomValues
{
    private const int Most = 8; // entries of a collection

    private static readonly string[] Words =
        "alpha order green total invoice please north 12 box café service update red paper long-term value 東京 item".Split(' ');

    public static T[] Many<T>(int count, Func<Random, T> make)
    {
        var random = new Random(20261201);
        return Plain.Array(count, () => make(random));
    }

    /// <summary>Returns a number: small ones are as frequent as large ones.</summary>
    public static int Int(Random random) => random.Next() >> random.Next(31);

    public static long Long(Random random) => (random.NextInt64() >> random.Next(63)) * (random.Next(4) == 0 ? -1 : 1);

    public static DateTime Date(Random random) => DateTime.UnixEpoch.AddSeconds(1_500_000_000 + random.Next(300_000_000));

    public static string Text(Random random) =>
        string.Join(' ', Plain.Array(1 + random.Next(5), () => Words[random.Next(Words.Length)]));

    public static List<T> List<T>(Random random, Func<Random, T> make) => [.. Plain.Array(random.Next(Most), () => make(random))];

    public static Dictionary<string, T> Dictionary<T>(Random random, Func<Random, T> make)
    {
        var made = new Dictionary<string, T>();
        for (var left = random.Next(Most); left > 0; left--)
        {
            made[$"{Words[random.Next(Words.Length)]} {left}"] = make(random);
        }

        return made;
    }
}
