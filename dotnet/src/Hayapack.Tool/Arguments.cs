using System.Globalization;
using System.Text.RegularExpressions;

namespace Hayapack.Tool;

/// <summary>The parsed arguments of a command.</summary>
internal sealed partial record Arguments
{
    private static readonly string[] Colours = ["auto", "always", "never"];

    /// <summary>The options of each command. Those that end with "=" have a value.</summary>
    private static readonly Dictionary<string, string[]> Known = new()
    {
        ["cat"] = ["--help", "--from=", "--max-depth=", "--no-lz4", "--invalid=", "--keep-going", "--pretty", "--lines", "--plain", "--color=", "--no-pager"],
        ["inspect"] = ["--help", "--from=", "--max-depth=", "--no-lz4", "--invalid=", "--keep-going", "--color="],
        ["validate"] = ["--help", "--from=", "--max-depth=", "--no-lz4", "--invalid=", "--keep-going", "--quiet"],
    };

    private string? look;

    internal List<string> Files { get; } = [];

    internal bool IsPlain { get; private set; }

    internal bool IsPretty { get; private set; } = Output.IsTerminal;

    internal bool IsQuiet { get; private set; }

    internal bool HasColours { get; private set; } = ColoursOnTerminal();

    internal bool OpensLz4 { get; private set; } = true;

    internal bool IsMessagePack { get; private set; }

    internal InvalidText Invalid { get; private set; }

    internal bool KeepsGoing { get; private set; }

    internal bool WantsHelp { get; private set; }

    /// <summary>Gets the text of the first error in the arguments.</summary>
    internal string? Error { get; private set; }

    /// <summary>Gets what to do about the error, if that is known.</summary>
    internal string? Hint { get; private set; }

    internal static Arguments Parse(string command, string[] args)
    {
        var given = new Arguments();
        var unknown = new List<string>();
        for (int i = 0; i < args.Length && given.Error is null && !given.WantsHelp; i++)
        {
            if (args[i] == "--")
            {
                given.Files.AddRange(args[(i + 1)..]);
                break;
            }

            if (!IsOption(command, args[i]))
            {
                given.Files.Add(args[i]);
                continue;
            }

            string[] pair = args[i].Split('=', 2);
            string name = Named(command, pair[0]);
            if (name.EndsWith('='))
            {
                string? value = pair.Length > 1 ? pair[1] : i + 1 < args.Length && !IsOption(command, args[i + 1]) ? args[++i] : null;
                given.Set(name[..^1], value);
            }
            else if (name.Length == 0)
            {
                unknown.Add(args[i]);
            }
            else if (pair.Length > 1)
            {
                given.Error ??= $"argument {Shown(name)}: ignored explicit argument '{pair[1]}'";
            }
            else
            {
                given.Set(name);
            }
        }

        if (given.Error is null && unknown.Count > 0 && !given.WantsHelp)
        {
            string? near = Similar.Option(unknown[0], Known[command].Select(option => option.TrimEnd('=')));
            given.Error = $"no such option: {unknown[0]}";
            given.Hint = near is null ? null : $"did you mean `{near}`?";
        }

        if (given.Files.Count == 0)
        {
            given.Files.Add("-");
        }

        return given;
    }

    private static bool ColoursOnTerminal() => Output.IsTerminal
        && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"))
        && Environment.GetEnvironmentVariable("TERM") != "dumb";

    private static string Shown(string name) => name switch { "--help" => "-h/--help", "--quiet" => "-q/--quiet", _ => name };

    /// <summary>
    /// Returns whether an argument is an option. As in Python's argparse, an unknown one that is a negative number or has a space
    /// is a file.
    /// </summary>
    private static bool IsOption(string command, string argument) => argument.StartsWith('-') && argument.Length > 1
        && (Named(command, argument.Split('=')[0]).Length > 0 || !(Number().IsMatch(argument) || argument.Contains(' ')));

    /// <summary>Returns the option of a name; empty if there is none. Options are not abbreviated.</summary>
    private static string Named(string command, string name)
    {
        name = name switch { "-h" => "--help", "-q" when command == "validate" => "--quiet", _ => name };
        return Array.Find(Known[command], option => option.TrimEnd('=') == name) ?? "";
    }

    [GeneratedRegex("""\A-(?:[0-9]+|[0-9]*\.[0-9]+)\z""")]
    private static partial Regex Number();

    private void Set(string option)
    {
        switch (option)
        {
            case "--help":
                WantsHelp = true;
                break;
            case "--no-lz4":
                OpensLz4 = false;
                break;
            case "--keep-going":
                KeepsGoing = true;
                break;
            case "--plain":
                IsPlain = true;
                break;
            case "--no-pager":
                break;
            case "--quiet":
                IsQuiet = true;
                break;
            default:
                Error ??= look is not null && look != option ? $"argument {option}: not allowed with argument {look}" : null;
                look = option;
                IsPretty = option == "--pretty";
                break;
        }
    }

    private void Set(string option, string? value)
    {
        string[] choices = option switch { "--from" => ["msgpack"], "--invalid" => ["fail", "bytes", "replace"], _ => Colours };
        if (value is null)
        {
            Error ??= $"argument {option}: expected one argument";
        }
        else if (option == "--max-depth")
        {
            if (int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int depth) && depth is >= 1 and <= Checks.MostDepth)
            {
                Checks.MaximumDepth = depth;
            }
            else
            {
                Error ??= $"argument {option}: '{value}' is not a whole number from 1 to {Checks.MostDepth}";
            }
        }
        else if (!choices.Contains(value))
        {
            Error ??= $"argument {option}: invalid choice: '{value}' (choose from {string.Join(", ", choices.Select(choice => $"'{choice}'"))})";
        }
        else if (option == "--from")
        {
            IsMessagePack = true;
        }
        else if (option == "--invalid")
        {
            Invalid = (InvalidText)Array.IndexOf(choices, value);
        }
        else
        {
            HasColours = value == "always" || (value == "auto" && ColoursOnTerminal());
        }
    }
}
