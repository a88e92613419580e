namespace Hayapack.Tool;

/// <summary>The parsed arguments of a command.</summary>
internal sealed record Arguments
{
    internal List<string> Files { get; } = [];

    internal bool IsPlain { get; private set; }

    internal bool IsPretty { get; private set; } = Output.IsTerminal;

    internal bool IsQuiet { get; private set; }

    internal bool HasColours { get; private set; }

    internal bool OpensLz4 { get; private set; } = true;

    internal bool IsMessagePack { get; private set; }

    internal bool WantsHelp { get; private set; }

    internal string? Error { get; private set; }

    internal static Arguments Parse(string command, string[] args)
    {
        var given = new Arguments { HasColours = ColoursOnTerminal() };
        bool onlyFiles = false;
        for (int i = 0; i < args.Length; i++)
        {
            string[] pair = args[i].StartsWith("--", StringComparison.Ordinal) ? args[i].Split('=', 2) : [args[i]];
            string Value() => pair.Length > 1 ? pair[1] : ++i < args.Length ? args[i] : "";
            switch (pair[0])
            {
                case var name when onlyFiles || name == "-" || !name.StartsWith('-'):
                    given.Files.Add(args[i]);
                    break;
                case "--":
                    onlyFiles = true;
                    break;
                case "-h" or "--help":
                    given.WantsHelp = true;
                    break;
                case "--no-lz4":
                    given.OpensLz4 = false;
                    break;
                case "--from":
                    given.IsMessagePack = true;
                    given.Error ??= Value() == "msgpack" ? null : "argument --from: invalid choice (choose from msgpack)";
                    break;
                case "--pretty" or "--lines" when command == "cat":
                    given.IsPretty = pair[0] == "--pretty";
                    break;
                case "--plain" when command == "cat":
                    given.IsPlain = true;
                    break;
                case "--color" when command != "validate":
                    string choice = Value();
                    given.Error ??= choice is "auto" or "always" or "never" ? null : "argument --color: invalid choice (choose from auto, always, never)";
                    given.HasColours = choice == "always" || (choice == "auto" && ColoursOnTerminal());
                    break;
                case "-q" or "--quiet" when command == "validate":
                    given.IsQuiet = true;
                    break;
                default:
                    given.Error ??= $"unrecognized arguments: {args[i]}";
                    break;
            }
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
}
