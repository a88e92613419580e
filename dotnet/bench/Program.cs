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
    private static readonly Type[] Classes =
    [
        typeof(ByIndex.AnswerBenchmarks), typeof(ByName.AnswerBenchmarks),
        typeof(ByIndex.ReadingBenchmarks), typeof(ByName.ReadingBenchmarks),
        typeof(IntegersBenchmarks), typeof(DoublesBenchmarks), typeof(CompressedBenchmarks),
        typeof(TypelessBenchmarks), typeof(JsonBenchmarks),
    ];

    public static int Main(string[] arguments)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        if (arguments is ["first-call", var name])
        {
            Console.WriteLine(FirstCall.Measure(name).ToString("F3", CultureInfo.InvariantCulture));
            return 0;
        }

        var options = Options.Parse(arguments);
        Check.All();
        var results = new Results();
        if (options.Interleaved)
        {
            Array.ForEach(Classes, type => Interleaved.Measure(type, options, results));
        }
        else
        {
            MeasureByBenchmarkDotNet(options, results);
        }

        var report = new Report(results, options.FirstCalls ? FirstCall.MeasureAll() : []);
        if (options.Out.Length > 0)
        {
            File.WriteAllText(options.Out, report.Text());
        }

        Console.Write(report.Text());
        return results.IsEmpty ? 1 : 0;
    }

    private static void MeasureByBenchmarkDotNet(Options options, Results results)
    {
        for (var round = 1; round <= options.Rounds; round++)
        {
            Console.WriteLine($"==> round {round} of {options.Rounds}");
            foreach (var type in Classes)
            {
                results.Add(BenchmarkRunner.Run(type, Configuration(options)));
            }
        }
    }

    private static ManualConfig Configuration(Options options)
    {
        Directory.CreateDirectory(options.Artifacts);
        var log = new StreamLogger(Path.Combine(options.Artifacts, "log.txt"), append: true);
        var configuration = ManualConfig.CreateEmpty()
            .AddJob(Job.Default.WithWarmupCount(4).WithIterationCount(options.Iterations).WithIterationTime(TimeInterval.FromMilliseconds(120)))
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddLogger(log)
            .WithArtifactsPath(options.Artifacts);
        return options.Codecs.Length == 0
            ? configuration
            : configuration.AddFilter(new GlobFilter([.. options.Codecs.Select(codec => "*_" + codec)]));
    }
}
