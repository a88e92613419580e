using System.Reflection;

namespace Hayapack.Tool;

/// <summary>Parses the arguments and runs a command on each input.</summary>
internal static class Commands
{
    private const string Usage = """
        usage: haya FILE...
               haya COMMAND [OPTION...] [FILE...]

        Shows MessagePack as JSON or value by value, and validates it. `haya FILE` shows a file
        as JSON.

        commands:
          cat        write MessagePack as JSON
          inspect    show every value with its offset, bytes, type and path
          validate   check every byte of every file

        options:
          -h, --help  show this help message and exit
          --version   show program's version number and exit

        Without FILE, or with "-", a COMMAND reads standard input.
        A word that names both a command and a file is the command: ./cat is the file.
        `haya help COMMAND` lists the options of a command.

        """;

    private const string ReadingHelp = """
          FILE                    a file, or "-" for standard input (the default); gzip is decompressed
          --from {msgpack}        read the input as MessagePack, even if it looks like something else
          --max-depth N           the most containers inside each other (default 1024)
          --no-lz4                treat ext 98 and 99 as ordinary ext values
          --invalid {fail,bytes,replace}
                                  a str that is not UTF-8: fail (the default), treat it as bytes, or
                                  replace the invalid bytes by U+FFFD
          --keep-going            report a message with bad content, skip it and continue; the status
                                  is that of the first error
          -h, --help              show this help message and exit

        """;

    private const string ColourHelp = "  --color {auto,always,never}\n                          auto: on a terminal, unless NO_COLOR is set\n";

    private const string Usages = "[-h] [--from {msgpack}] [--max-depth N] [--no-lz4] [--invalid {fail,bytes,replace}] [--keep-going]";

    private static readonly Dictionary<string, (string Usage, string Text)> Help = new()
    {
        ["cat"] = ($"usage: haya cat {Usages} [--pretty | --lines] [--plain] [--color {{auto,always,never}}] [--no-pager] [FILE ...]\n",
            "Writes MessagePack as JSON: indented on a terminal, otherwise one line per message.\n\n"
            + "  --pretty                indent by two\n  --lines                 one line per message\n"
            + "  --plain                 no tags: values that plain JSON can't represent are errors\n"
            + "  --no-pager              as for hayapack: haya never starts a pager\n" + ColourHelp + ReadingHelp),
        ["inspect"] = ($"usage: haya inspect {Usages} [--color {{auto,always,never}}] [FILE ...]\n",
            "Lists every value of a MessagePack stream with its offset, bytes, type and path.\n\n" + ColourHelp + ReadingHelp),
        ["validate"] = ($"usage: haya validate {Usages} [-q] [FILE ...]\n",
            "Checks every byte of every file.\n\n  -q, --quiet             no line for valid files\n" + ReadingHelp),
    };

    internal static int Run(string[] args, Output output)
    {
        args = Words.WithCommand(args, [.. Help.Keys]);
        switch (args[0])
        {
            case "-h" or "--help":
                output.Write(Usage);
                return Status.Good;
            case "--version":
                output.Write($"haya {typeof(Commands).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0]} (.NET)\n");
                return Status.Good;
        }

        (string Usage, string Text) help = Help[args[0]];
        Arguments given = Arguments.Parse(args[0], args[1..]);
        if (given.WantsHelp)
        {
            output.Write($"{help.Usage}\n{help.Text}");
            return Status.Good;
        }

        if (given.Error is not null)
        {
            string hint = given.Hint ?? $"`haya help {args[0]}` lists the options";
            throw new StopException($"{args[0]}: {given.Error}; {hint}", Status.Usage);
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
        Source? source = null;
        try
        {
            source = Input.Open(name, shown);
            if (!given.IsMessagePack)
            {
                Input.CheckMessagePack(source);
            }

            var reading = new Reading(given, output);
            var cutter = new Cutter(source, given.OpensLz4);
            switch (command)
            {
                case "cat":
                    Cat.Run(cutter, reading, given, output);
                    break;
                case "inspect":
                    Inspect.Run(cutter, reading, given, output);
                    break;
                default:
                    Validate.Run(cutter, reading, given, output);
                    break;
            }

            output.Flush();
            return reading.Status;
        }
        catch (UnwritableException)
        {
            throw;
        }
        catch (StopException stop)
        {
            output.Flush();
            shown = source?.NameFor(stop) ?? shown;
            Output.Say($"haya: {(shown.Length > 0 ? shown : "''")}: {stop.Message}");
            return stop.Status;
        }
        finally
        {
            source?.Dispose();
        }
    }
}
