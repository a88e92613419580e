using System.Reflection;

namespace Hayapack.Tool;

/// <summary>Parses the arguments and runs a command on each input.</summary>
internal static class Commands
{
    private const string Usage = """
        usage: haya [-h] [--version] COMMAND ...

        Shows MessagePack as JSON or value by value, and validates it.

        commands:
          cat        write MessagePack as JSON
          inspect    show every value with its offset, bytes, type and path
          validate   check every byte of every file

        haya COMMAND --help lists the options of a command.

        """;

    private const string Reading = """
          FILE                    a file, or "-" for standard input (the default); gzip is decompressed
          --from msgpack          read the input as MessagePack, whatever it looks like
          --no-lz4                show ext 98 and 99 as ext values, do not decompress them
          -h, --help              show this help

        """;

    private static readonly Dictionary<string, string> Help = new()
    {
        ["cat"] = "usage: haya cat [--pretty | --lines] [--plain] [--color {auto,always,never}] [FILE ...]\n\nWrites MessagePack as JSON: indented on a terminal, else one line per message.\n\n"
            + "  --pretty, --lines       indent by two spaces, or one line per message\n  --plain                 no tags: fail at values that plain JSON cannot represent\n  --color WHEN            auto: on a terminal, unless NO_COLOR is set\n" + Reading,
        ["inspect"] = "usage: haya inspect [--color {auto,always,never}] [FILE ...]\n\nShows every value with its offset, bytes, type and path.\n\n"
            + "  --color WHEN            auto: on a terminal, unless NO_COLOR is set\n" + Reading,
        ["validate"] = "usage: haya validate [-q] [FILE ...]\n\nChecks every byte of every file.\n\n"
            + "  -q, --quiet             print nothing for valid files\n" + Reading,
    };

    internal static int Run(string[] args, Output output)
    {
        if (args is [])
        {
            return Wrong("the following arguments are required: COMMAND");
        }

        switch (args[0])
        {
            case "-h" or "--help":
                output.Write(Usage);
                return Status.Good;
            case "--version":
                output.Write($"haya {typeof(Commands).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0]} (.NET)\n");
                return Status.Good;
        }

        if (!Help.TryGetValue(args[0], out string? help))
        {
            return Wrong($"argument COMMAND: invalid choice: '{args[0]}' (choose from cat, inspect, validate)");
        }

        Arguments given = Arguments.Parse(args[0], args[1..]);
        if (given.WantsHelp)
        {
            output.Write(help);
            return Status.Good;
        }

        if (given.Error is not null)
        {
            return Wrong(given.Error);
        }

        int status = Status.Good;
        foreach (string name in given.Files)
        {
            int found = One(args[0], name, given, output);
            status = status == Status.Good ? found : status;
        }

        return status;
    }

    private static int One(string command, string name, Arguments given, Output output)
    {
        string shown = name == "-" ? "standard input" : name;
        try
        {
            var input = new Input(name, shown, given);
            switch (command)
            {
                case "cat":
                    Cat.Run(input, given, output);
                    break;
                case "inspect":
                    Inspect.Run(input, given, output);
                    break;
                default:
                    Validate.Run(input, given, output);
                    break;
            }

            return Status.Good;
        }
        catch (UnwritableException)
        {
            throw;
        }
        catch (StopException stop)
        {
            output.Flush();
            Output.Say($"hayapack: {shown}: {stop.Message}");
            return stop.Status;
        }
    }

    private static int Wrong(string why)
    {
        Output.Say(Usage.Split('\n')[0]);
        Output.Say($"haya: error: {why}");
        return Status.Usage;
    }
}
