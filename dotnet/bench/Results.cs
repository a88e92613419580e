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

    public void Add(Summary summary, IReadOnlyDictionary<string, Case> cases)
    {
        foreach (var report in summary.Reports)
        {
            if (report.ResultStatistics is null)
            {
                Console.WriteLine($"failed: {report.BenchmarkCase.DisplayInfo}");
                continue;
            }

            var one = cases[(string)report.BenchmarkCase.Parameters[nameof(Benchmarks.Name)]];
            var bytes = report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase) / (double)one.Count ?? double.NaN;
            var cell = new Cell(one.Model, report.BenchmarkCase.Descriptor.WorkloadMethod.Name);
            Add(cell, one.Codec, new Sample(report.ResultStatistics.Median / one.Count, bytes));
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
}
