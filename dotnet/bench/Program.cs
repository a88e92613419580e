using System.Globalization;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Filters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using Perfolizer.Horology;

namespace Bench;

/// <summary>Measures hayapack and all rivals whose packages were restored. Start it with tools/bench/bench-dotnet.sh.</summary>
public static class Program
{
    public static int Main(string[] arguments)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        if (arguments is ["first-call", var name])
        {
            Console.WriteLine(FirstCall.Measure(name).ToString("F3", CultureInfo.InvariantCulture));
            return 0;
        }

        var options = Options.Parse(arguments);
        if (options.Against.Length > 0 && !options.Interleaved)
        {
            throw new ArgumentException("--against needs --interleaved");
        }

        var all = options.Against.Length > 0 ? Cases.All().Concat(OtherBuild.Cases(options.Against)) : Cases.All();
        var cases = all.Where(one => options.Selects(one, "Write") || options.Selects(one, "Read")).ToArray();
        Array.ForEach(cases, one => one.Check());
        var results = new Results();
        if (options.Interleaved)
        {
            foreach (var model in cases.GroupBy(one => one.Model))
            {
                Interleaved.Measure([.. model], options, results);
            }
        }
        else
        {
            MeasureByBenchmarkDotNet(cases, options, results);
        }

        var report = new Report(results, options.FirstCalls ? FirstCall.MeasureAll() : []);
        if (options.Out.Length > 0)
        {
            File.WriteAllText(options.Out, report.Text());
        }

        Console.Write(report.Text());
        return results.IsEmpty ? 1 : 0;
    }

    private static void MeasureByBenchmarkDotNet(Case[] cases, Options options, Results results)
    {
        var names = cases.ToDictionary(one => one.Name);
        Benchmarks.Selected = [.. names.Keys];
        for (var round = 1; round <= options.Rounds; round++)
        {
            Console.WriteLine($"==> round {round} of {options.Rounds}");
            results.Add(BenchmarkRunner.Run<Benchmarks>(Configuration(options, names)), names);
        }
    }

    private static ManualConfig Configuration(Options options, Dictionary<string, Case> cases)
    {
        Directory.CreateDirectory(options.Artifacts);
        var log = new StreamLogger(Path.Combine(options.Artifacts, "log.txt"), append: true);
        var configuration = ManualConfig.CreateEmpty()
            .AddJob(Job.Default.WithWarmupCount(4).WithIterationCount(options.Iterations).WithIterationTime(TimeInterval.FromMilliseconds(120)))
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddLogger(log)
            .WithArtifactsPath(options.Artifacts);
        return configuration.AddFilter(new SimpleFilter(benchmark =>
            options.Selects(cases[(string)benchmark.Parameters[nameof(Benchmarks.Name)]], benchmark.Descriptor.WorkloadMethod.Name)));
    }
}
