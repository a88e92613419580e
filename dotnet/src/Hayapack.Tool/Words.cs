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

    /// <summary>What other programs call a command.</summary>
    private static readonly Dictionary<string, string> OtherNames = new()
    {
        ["show"] = "cat",
        ["view"] = "cat",
        ["print"] = "cat",
        ["dump"] = "cat",
        ["decode"] = "cat",
        ["encode"] = "convert",
        ["check"] = "validate",
        ["info"] = "stats",
        ["size"] = "stats",
        ["sql"] = "query",
        ["bench"] = "compare",
    };

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

            if (words.Any(Path.Exists))
            {
                return [Show, .. words]; // options of cat before its file
            }

            throw new StopException(Similar.Option(first, OwnOptions) is string near
                ? $"no such option: {first}; did you mean `{near}`?"
                : $"{first}: an option needs a command or a file; `haya --help` lists the commands", Status.Usage);
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

        string? closest = OtherNames.GetValueOrDefault(first.ToLowerInvariant()) ?? Similar.Closest(first.ToLowerInvariant(), [.. commands, .. OfPython], 0.6);
        string hint = closest is null ? "`haya --help` lists the commands" : $"did you mean `{(OfPython.Contains(closest) ? "hayapack" : "haya")} {closest}`?";
        throw new StopException($"{first}: no such command or file; {hint}", Status.Usage);
    }

    /// <summary>Returns whether a word names a file, or looks like the name of one, so that the error is that it is missing.</summary>
    private static bool MayBeFile(string word) => word.Length == 0 || Path.Exists(word) || word.Contains('.') || word.Contains(Path.DirectorySeparatorChar);
}
