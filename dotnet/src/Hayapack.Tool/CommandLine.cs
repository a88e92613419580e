using System.Reflection;

namespace Hayapack.Tool;

/// <summary>Parses the arguments and runs a command on each input.</summary>
internal static class CommandLine
{
    private const int BadData = 1;
    private const int BadUsage = 2;

    private const string Help = """
        usage: haya COMMAND [OPTION...] [FILE...]
               haya FILE...

        Shows files of MessagePack messages, or checks them.

        commands:
          cat        write each message as one line of JSON; also `haya FILE...`
          inspect    write a line for each value: offset, size, format, content
          validate   check every byte and count the messages

        options:
          -p, --pretty  cat: indent the JSON
          -h, --help    show this text
          --version     show the version

        Without FILE, or with "-", a command reads standard input. LZ4 is decompressed.
        Exit status: 0, 1 for bad data or a file that cannot be read, 2 for wrong usage.

        """;

    private static readonly string[] Names = ["cat", "inspect", "validate"];

    /// <summary>Runs the command of the arguments.</summary>
    /// <returns>The exit status.</returns>
    /// <exception cref="StopException">The arguments are wrong, or the output cannot be written.</exception>
    internal static async Task<int> RunAsync(string[] words, Output output)
    {
        switch (words)
        {
            case [] or ["-h" or "--help", ..]:
                output.Write(Help);
                return 0;
            case ["--version", ..]:
                string version = typeof(CommandLine).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;
                output.Write($"haya {version.Split('+')[0]} (.NET)\n");
                return 0;
            case [var first, ..] when !Names.Contains(first):
                if (!File.Exists(first))
                {
                    throw new StopException(
                        $"{first}: no such command or file; the commands are {string.Join(", ", Names)}, and hayapack, the Python tool, has more", BadUsage);
                }

                words = ["cat", .. words];
                break;
        }

        var files = new List<string>();
        bool isPretty = false;
        for (int i = 1; i < words.Length; i++)
        {
            switch (words[i])
            {
                case "-h" or "--help":
                    output.Write(Help);
                    return 0;
                case "-p" or "--pretty" when words[0] == "cat":
                    isPretty = true;
                    break;
                case "--":
                    files.AddRange(words[(i + 1)..]);
                    i = words.Length;
                    break;
                case ['-', _, ..]:
                    throw new StopException($"{words[0]}: no such option: {words[i]}; `haya --help` lists the options", BadUsage);
                default:
                    files.Add(words[i]);
                    break;
            }
        }

        Command command = words[0] switch
        {
            "cat" => new Cat(output, isPretty),
            "inspect" => new Inspect(output),
            _ => new Validate(output),
        };
        int status = 0;
        foreach (string file in files is [] ? ["-"] : files)
        {
            status = await command.RunAsync(file) ? status : BadData;
        }

        return status;
    }
}
