namespace Hayapack.Tool;

/// <summary>Finds what the words of a command line mean: a command, a file to show, or a mistake.</summary>
internal static class Words
{
    private const string Show = "cat";

    /// <summary>The commands that only the Python tool has; tools/suites/check_haya.py compares them with it.</summary>
    private static readonly string[] OfPython =
    [
        "compare", "completion", "convert", "count", "diff", "get", "head", "index", "lab", "query", "run", "split", "stats",
    ];

    private static readonly string[] OwnOptions = ["-h", "--help", "--version"];

    /// <summary>Returns the words, beginning with a command or an option; no words ask for the help.</summary>
    /// <exception cref="StopException">
    /// The first word is neither a command nor a file, or an option before a command, or one without a command and a file.
    /// </exception>
    internal static string[] WithCommand(string[] words, string[] commands)
    {
        if (words is [])
        {
            return ["--help"];
        }

        string first = words[0];
        if (commands.Contains(first) || OwnOptions.Contains(first))
        {
            return words;
        }

        if (first.StartsWith('-') && first != "-")
        {
            if (words.FirstOrDefault(commands.Contains) is string command)
            {
                throw new StopException($"{first}: the command comes first: haya {command} {first}", Status.Usage);
            }

            // Options of cat before its file.
            return words.Any(Path.Exists) ? [Show, .. words] : throw new StopException(
                $"{first}: an option needs a command or a file; `haya --help` lists the commands", Status.Usage);
        }

        if (first == "-" || MayBeFile(first))
        {
            return [Show, .. words];
        }

        if (first == "help")
        {
            return WithCommand([.. words.Skip(1).Take(1), "--help"], commands);
        }

        if (OfPython.Contains(first))
        {
            throw new StopException(
                $"{first}: no such command or file; `hayapack {first}` is a command of hayapack's Python tool, `haya --help` lists haya's", Status.Usage);
        }

        string? closest = Closest(first, commands);
        string hint = closest is null ? "`haya --help` lists the commands" : $"did you mean `haya {closest}`?";
        throw new StopException($"{first}: no such command or file; {hint}", Status.Usage);
    }

    /// <summary>Returns whether a word names a file, or looks like the name of one, so that the error is that it is missing.</summary>
    private static bool MayBeFile(string word) => Path.Exists(word) || word.Contains('.') || word.Contains(Path.DirectorySeparatorChar);

    /// <summary>Returns the command with the fewest edits to the word, at most two in five characters.</summary>
    private static string? Closest(string word, string[] commands)
    {
        string? closest = commands.MinBy(command => Edits(word, command));
        return closest is not null && Edits(word, closest) * 5 <= closest.Length * 2 ? closest : null;
    }

    /// <summary>Returns how many characters have to be inserted, removed or replaced, without regard to case.</summary>
    private static int Edits(string word, string command)
    {
        int[] row = [.. Enumerable.Range(0, command.Length + 1)];
        for (int i = 1; i <= word.Length; i++)
        {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= command.Length; j++)
            {
                int replaced = diagonal + (char.ToLowerInvariant(word[i - 1]) == command[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.Min(replaced, Math.Min(row[j], row[j - 1]) + 1);
            }
        }

        return row[command.Length];
    }
}
