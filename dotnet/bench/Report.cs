using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;

namespace Bench;

/// <summary>Formats the results as Markdown tables: losses first, then the goals, then every cell.</summary>
internal sealed class Report(Results results, IReadOnlyList<(string Name, double[] Milliseconds)> firstCalls)
{
    private const string Us = "hayapack";
    private const string Minimum = "minimum";

    // hayapack is to be at least this many times as fast as MessagePack-CSharp 3.1.
    private static readonly (string Model, string Direction, double Goal)[] Goals =
    [
        ("Answer, as arrays", "Write", 3.7), ("Answer, as arrays", "Read", 2.6), ("Answer, as maps", "Write", 3.8), ("Answer, as maps", "Read", 2.6),
        ("{int, string, double}, as arrays", "Write", 3.7), ("{int, string, double}, as arrays", "Read", 2.6),
        ("{int, string, double}, as maps", "Write", 3.8), ("{int, string, double}, as maps", "Read", 2.6),
        ("one record", "Write", 3.7), ("one record", "Read", 2.6), ("List<record> of 200", "Write", 4), ("List<record> of 200", "Read", 2),
        ("Dictionary<string, int> of 200", "Write", 4), ("Dictionary<string, int> of 200", "Read", 2),
        ("Dictionary<int, record> of 200", "Write", 4), ("Dictionary<int, record> of 200", "Read", 2),
        ("string[200], latin", "Write", 2.5), ("string[200], latin", "Read", 2),
        ("bool[1000]", "Write", 3), ("bool[1000]", "Read", 3), ("float[1000]", "Write", 3), ("float[1000]", "Read", 3),
        ("int[1000], mixed", "Write", 3), ("int[1000], mixed", "Read", 3), ("long[1000], mixed", "Write", 3), ("long[1000], mixed", "Read", 3),
        ("double[1000]", "Write", 3), ("double[1000]", "Read", 3), ("DateTime[1000]", "Write", 3), ("DateTime[1000]", "Read", 3),
        ("Guid[1000]", "Write", 3), ("Guid[1000]", "Read", 3),
        ("LZ4, 20 answers, block array", "Write", 2), ("LZ4, 20 answers, block array", "Read", 2),
        ("LZ4, 1280 answers, block array", "Write", 2), ("LZ4, 1280 answers, block array", "Read", 2),
        ("typeless objects", "Write", 2), ("typeless objects", "Read", 2),
        ("Answer to JSON and back", "Write", 1.5), ("Answer to JSON and back", "Read", 1.5),
    ];

    public string Text()
    {
        var text = new StringBuilder();
        Losses(text);
        Builds(text);
        GoalTable(text);
        foreach (var direction in new[] { "Write", "Read" })
        {
            foreach (var cell in results.Cells.Where(cell => cell.Direction == direction))
            {
                CellTable(text, cell);
            }
        }

        FirstCalls(text);
        text.Append(CultureInfo.InvariantCulture, $"\n{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.OSDescription}, {Machine()}. Load after the run: {Load()} (1, 5, 15 minutes).\n");
        return text.ToString();
    }

    private static string Name(string codec) => codec switch
    {
        Minimum => "minimum work",
        OtherBuild.Codec => "hayapack of the other build",
        "hand" => "written by hand, without checks",
        "liblz4" => "liblz4 only, without serializing",
        "plain" => "hayapack without LZ4",
        "thread" => "hayapack, one thread",
        "v3" => "MessagePack-CSharp " + Version("MessagePack"),
        "v4" => "MessagePack-CSharp v4 proposal",
        "microsoft" => "Microsoft's protocol, MessagePack-CSharp " + Version("MessagePack"),
        "nerdbank" => "Nerdbank.MessagePack " + Version("Nerdbank.MessagePack"),
        "memorypack" => "MemoryPack",
        "systemjson" => "System.Text.Json, generated",
        "newtonsoft" => "Newtonsoft.Json",
        "utf8json" => "Utf8Json",
        _ => codec,
    };

    private static string Version(string assembly)
    {
        try
        {
            return System.Reflection.Assembly.Load(assembly).GetName().Version!.ToString(2);
        }
        catch (IOException)
        {
            return "";
        }
    }

    private static string Machine()
    {
        const string Path = "/proc/cpuinfo";
        var model = File.Exists(Path)
            ? File.ReadLines(Path).FirstOrDefault(line => line.StartsWith("model name", StringComparison.Ordinal))?.Split(':')[1].Trim()
            : null;
        return $"{model ?? RuntimeInformation.ProcessArchitecture.ToString()}, {Environment.ProcessorCount} cores, {(Vector512.IsHardwareAccelerated ? "vectors of 512" : Vector256.IsHardwareAccelerated ? "vectors of 256" : "vectors of 128")} bits";
    }

    private static string Load()
    {
        const string Path = "/proc/loadavg";
        return File.Exists(Path) ? string.Join(' ', File.ReadAllText(Path).Split(' ').Take(3)) : "not known";
    }

    private static string Time(double nanoseconds) => nanoseconds switch
    {
        < 1000 => nanoseconds.ToString("F1", CultureInfo.InvariantCulture) + " ns",
        _ => (nanoseconds / 1000).ToString("F2", CultureInfo.InvariantCulture) + " µs",
    };

    private static string Bytes(double bytes) => bytes.ToString("N0", CultureInfo.InvariantCulture) + " B";

    private static string Span((double Middle, double Low, double High) ratio) =>
        string.Create(CultureInfo.InvariantCulture, $"{ratio.Middle:F2} ({ratio.Low:F2}–{ratio.High:F2})");

    private static double Median(IEnumerable<double> values)
    {
        var sorted = values.Order().ToArray();
        return sorted.Length % 2 == 1 ? sorted[sorted.Length / 2] : (sorted[(sorted.Length / 2) - 1] + sorted[sorted.Length / 2]) / 2;
    }

    /// <summary>
    /// Returns the ratio of a codec's time to hayapack's in each round: the median and the range; from ten rounds on, the
    /// quartiles instead of the range.
    /// </summary>
    private (double Middle, double Low, double High)? Ratio(Cell cell, string codec)
    {
        var ours = results.Samples(cell, Us);
        var theirs = results.Samples(cell, codec);
        if (ours.Count == 0 || theirs.Count == 0)
        {
            return null;
        }

        var ratios = theirs.Zip(ours, (their, our) => their.Nanoseconds / our.Nanoseconds).Order().ToArray();
        var cut = ratios.Length < 10 ? 0 : ratios.Length / 4;
        return (Median(ratios), ratios[cut], ratios[^(cut + 1)]);
    }

    private void Losses(StringBuilder text)
    {
        text.Append("### Where hayapack loses\n\n| model | | codec | its time / hayapack's (rounds) | allocated | hayapack |\n| --- | --- | --- | ---: | ---: | ---: |\n");
        var rows = from cell in results.Cells
                   from codec in results.Codecs(cell)
                   where codec is not (Us or OtherBuild.Codec or Minimum or "hand" or "plain" or "liblz4" or "thread")
                   let ratio = Ratio(cell, codec)
                   let bytes = Median(results.Samples(cell, codec).Select(sample => sample.Bytes))
                   let ourBytes = Median(results.Samples(cell, Us).Select(sample => sample.Bytes).DefaultIfEmpty(double.NaN))
                   where ratio is { Low: < 1 } || bytes < ourBytes * 0.995
                   orderby ratio?.Middle
                   select $"| {cell.Model} | {cell.Direction.ToLowerInvariant()} | {Name(codec)} | {Span(ratio ?? default)} | {Bytes(bytes)} | {Bytes(ourBytes)} |\n";
        var none = true;
        foreach (var row in rows)
        {
            text.Append(row);
            none = false;
        }

        text.Append(none ? "| none | | | | | |\n\n" : "\n");
    }

    /// <summary>Compares two builds of hayapack, if there is another one; the rows that became slower are first.</summary>
    private void Builds(StringBuilder text)
    {
        var rows = (from cell in results.Cells
                    let ratio = Ratio(cell, OtherBuild.Codec)
                    where ratio is not null
                    orderby ratio.Value.Middle
                    select (Cell: cell, Ratio: ratio.Value)).ToList();
        if (rows.Count == 0)
        {
            return;
        }

        text.Append("### Two builds of hayapack\n\n| model | | time of the other build / this one's (rounds) |\n| --- | --- | ---: |\n");
        rows.ForEach(row => text.Append(CultureInfo.InvariantCulture, $"| {row.Cell.Model} | {row.Cell.Direction.ToLowerInvariant()} | {Span(row.Ratio)} |\n"));
        var mean = Math.Exp(rows.Average(row => Math.Log(row.Ratio.Middle)));
        text.Append(CultureInfo.InvariantCulture, $"\nGeometric mean of {rows.Count} rows: {mean:F3}.\n\n");
    }

    private void GoalTable(StringBuilder text)
    {
        text.Append("### The project's goals\n\nSet before the measurement: the least ratio of MessagePack-CSharp 3.1's time to hayapack's. Allocations are beside the minimum work's.\n\n");
        text.Append("| model | | goal | measured (rounds) | met | allocated | minimum work |\n| --- | --- | ---: | ---: | --- | ---: | ---: |\n");
        foreach (var (model, direction, goal) in Goals)
        {
            var cell = new Cell(model, direction);
            if (Ratio(cell, "v3") is not { } ratio)
            {
                continue;
            }

            text.Append(CultureInfo.InvariantCulture, $"| {model} | {direction.ToLowerInvariant()} | {goal:F1} | {Span(ratio)} | {(ratio.Middle >= goal ? "yes" : "**no**")} | {Allocated(cell, Us)} | {Allocated(cell, Minimum)} |\n");
        }

        text.Append('\n');
    }

    private string Allocated(Cell cell, string codec)
    {
        var samples = results.Samples(cell, codec);
        return samples.Count == 0 ? "–" : Bytes(Median(samples.Select(sample => sample.Bytes)));
    }

    private void CellTable(StringBuilder text, Cell cell)
    {
        text.Append(CultureInfo.InvariantCulture, $"### {cell.Model}: {cell.Direction.ToLowerInvariant()}\n\n| codec | time | / hayapack's (rounds) | allocated |\n| --- | ---: | ---: | ---: |\n");
        foreach (var codec in results.Codecs(cell).OrderBy(codec => Median(results.Samples(cell, codec).Select(sample => sample.Nanoseconds))))
        {
            var samples = results.Samples(cell, codec);
            var name = codec == Us ? $"**{Us}**" : Name(codec);
            var ratio = Ratio(cell, codec) is { } found && codec != Us ? Span(found) : "";
            text.Append(CultureInfo.InvariantCulture, $"| {name} | {Time(Median(samples.Select(sample => sample.Nanoseconds)))} | {ratio} | {Allocated(cell, codec)} |\n");
        }

        text.Append('\n');
    }

    private void FirstCalls(StringBuilder text)
    {
        if (firstCalls.Count == 0)
        {
            return;
        }

        text.Append("### First call\n\nThe time to write and read the first `Answer` in a new process. The program is compiled only by the JIT.\n\n| codec | milliseconds (least–largest) |\n| --- | ---: |\n");
        foreach (var (name, times) in firstCalls.OrderBy(row => Median(row.Milliseconds)))
        {
            text.Append(CultureInfo.InvariantCulture, $"| {name} | {Median(times):F1} ({times.Min():F1}–{times.Max():F1}) |\n");
        }
    }
}
