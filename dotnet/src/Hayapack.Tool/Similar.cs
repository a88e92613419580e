namespace Hayapack.Tool;

/// <summary>Finds what a mistyped word may mean, as Python's module difflib does.</summary>
internal static class Similar
{
    /// <summary>Returns the word that is most similar to another one, or null if none has at least the least similarity.</summary>
    /// <param name="word">The word.</param>
    /// <param name="words">The words to choose from.</param>
    /// <param name="least">The least similarity, from 0 (nothing in common) to 1.</param>
    internal static string? Closest(string word, IEnumerable<string> words, double least) => words
        .Select(other => (Ratio: Ratio(other, word), Word: other))
        .Where(found => found.Ratio >= least)
        .OrderByDescending(found => found.Ratio)
        .ThenByDescending(found => found.Word, StringComparer.Ordinal)
        .FirstOrDefault().Word;

    /// <summary>Returns the long option that a word abbreviates or misspells, or null.</summary>
    internal static string? Option(string word, IEnumerable<string> options)
    {
        string name = word.Split('=')[0];
        return !name.StartsWith("--", StringComparison.Ordinal) || name.Length < 3
            ? null
            : options.FirstOrDefault(option => option.StartsWith(name, StringComparison.Ordinal)) ?? Closest(name, options, 0.8);
    }

    private static double Ratio(string one, string other) => one.Length + other.Length == 0 ? 1 : 2.0 * Matches(one, other) / (one.Length + other.Length);

    /// <summary>Returns the length of the longest text that both have, and of those to the left and to the right of it.</summary>
    private static int Matches(ReadOnlySpan<char> one, ReadOnlySpan<char> other)
    {
        (int size, int first, int second) = (0, 0, 0);
        for (int i = 0; i < one.Length; i++)
        {
            for (int j = 0; j < other.Length; j++)
            {
                int length = one[i..].CommonPrefixLength(other[j..]);
                if (length > size)
                {
                    (size, first, second) = (length, i, j);
                }
            }
        }

        return size == 0 ? 0 : Matches(one[..first], other[..second]) + size + Matches(one[(first + size)..], other[(second + size)..]);
    }
}
