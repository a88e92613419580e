using System.Globalization;

namespace Bench;

/// <summary>
/// The command line: --rounds=N --iterations=N --out=FILE --artifacts=FOLDER --no-first-calls, --codecs=hayapack,v3 (only
/// these codecs; minimum: the minimum work, until version 0.2 also by its old name, floor; hand: code written by hand for one
/// model, without checks), --model=TEXT|TEXT (only cells with one of the texts in their names). --interleaved measures in one process,
/// without BenchmarkDotNet; --cpu then measures the CPU time of all threads of the process, not elapsed time, and
/// --against=FILE measures hayapack of another build beside it: its Hayapack.Bench.dll.
/// </summary>
internal sealed record Options(
    bool Interleaved, bool Cpu, int Rounds, int Iterations, string[] Codecs, string Model, string Out, string Artifacts, bool FirstCalls,
    string Against)
{
    public static Options Parse(string[] arguments)
    {
        var options = new Options(false, false, 3, 7, [], "", "", "BenchmarkDotNet.Artifacts", true, "");
        foreach (var argument in arguments)
        {
            var (name, value) = argument.Split('=', 2) is [var left, var right] ? (left, right) : (argument, "");
            options = name switch
            {
                "--rounds" => options with { Rounds = int.Parse(value, CultureInfo.InvariantCulture) },
                "--iterations" => options with { Iterations = int.Parse(value, CultureInfo.InvariantCulture) },
                "--interleaved" => options with { Interleaved = true, Rounds = Math.Max(options.Rounds, 40) },
                "--cpu" => options with { Cpu = true },
                "--codecs" => options with { Codecs = [.. value.Split(',').Select(codec => codec == "floor" ? "minimum" : codec)] },
                "--model" => options with { Model = value },
                "--out" => options with { Out = value },
                "--artifacts" => options with { Artifacts = value },
                "--against" => options with { Against = value },
                "--no-first-calls" => options with { FirstCalls = false },
                _ => throw new ArgumentException("unknown option " + argument),
            };
        }

        return options;
    }

    /// <summary>Whether a case is to be measured in a direction, "Write" or "Read".</summary>
    public bool Selects(Case one, string direction) =>
        (direction == "Write" ? one.CanWrite : one.CanRead) && (Codecs.Length == 0 || one.Codec == OtherBuild.Codec || Codecs.Contains(one.Codec)) &&
        Model.Split('|').Any(text => (one.Model + ": " + direction).Contains(text, StringComparison.OrdinalIgnoreCase));
}
