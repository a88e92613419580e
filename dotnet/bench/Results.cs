using BenchmarkDotNet.Reports;

namespace Bench;

/// <summary>One cell of the tables: writing or reading a model.</summary>
internal sealed record Cell(string Model, string Direction);

/// <summary>One measurement: nanoseconds and allocated bytes for one object.</summary>
internal readonly record struct Sample(double Nanoseconds, double Bytes);

/// <summary>The measurements: one sample per cell, codec and round.</summary>
internal sealed class Results
{
    private readonly Dictionary<(Cell Cell, string Codec), List<Sample>> samples = [];

    public bool IsEmpty => samples.Count == 0;

    public IEnumerable<Cell> Cells => samples.Keys.Select(key => key.Cell).Distinct();

    public void Add(Summary summary)
    {
        foreach (var report in summary.Reports)
        {
            if (report.ResultStatistics is null)
            {
                Console.WriteLine($"failed: {report.BenchmarkCase.DisplayInfo}");
                continue;
            }

            var method = report.BenchmarkCase.Descriptor.WorkloadMethod.Name.Split('_', 2);
            var bytes = report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase) ?? double.NaN;
            var model = Model(report.BenchmarkCase.Descriptor.Type, report.BenchmarkCase.Parameters["Mix"]);
            Add(new Cell(model, method[0]), method[1], new Sample(report.ResultStatistics.Median, bytes));
        }
    }

    public void Add(Cell cell, string codec, Sample sample)
    {
        if (!samples.TryGetValue((cell, codec), out var list))
        {
            samples.Add((cell, codec), list = []);
        }

        list.Add(sample);
    }

    public IReadOnlyList<string> Codecs(Cell cell) => [.. samples.Keys.Where(key => key.Cell == cell).Select(key => key.Codec)];

    public IReadOnlyList<Sample> Samples(Cell cell, string codec) => samples.TryGetValue((cell, codec), out var list) ? list : [];

    public static string Model(Type type, object? mix) => type.Name switch
    {
        nameof(TypelessBenchmarks) => "typeless objects",
        nameof(JsonBenchmarks) => "Answer to JSON and back",
        nameof(IntegersBenchmarks) => $"int[1000], {mix}",
        nameof(CompressedBenchmarks) => $"LZ4, {mix}",
        nameof(DoublesBenchmarks) => "double[1000]",
        nameof(ByIndex.AnswerBenchmarks) => "Answer, " + Form(type),
        _ => "{int, string, double}, " + Form(type),
    };

    private static string Form(Type type) => type.Namespace == typeof(ByIndex.Answer).Namespace ? "as arrays" : "as maps";
}
