namespace Bench;

/// <summary>Generates arrays of 1000 numbers.</summary>
internal static class Rows
{
    public const int Length = 1000;

    /// <summary>Returns integers. small: 0 to 100; mixed: all encoded widths, both signs; large: random 32 bits.</summary>
    public static int[][] Integers(string mix, int count)
    {
        var random = new Random(20261124);
        return Make(count, () => mix switch
        {
            "small" => random.Next(101),
            "mixed" => (random.Next() >> random.Next(31)) * (random.Next(2) == 0 ? 1 : -1),
            _ => random.Next(int.MinValue, int.MaxValue),
        });
    }

    public static double[][] Doubles(int count)
    {
        var random = new Random(20261125);
        return Make(count, () => (random.NextDouble() * 2000) - 1000);
    }

    private static T[][] Make<T>(int count, Func<T> next) => Plain.Array(count, () => Plain.Array(Length, next));
}
