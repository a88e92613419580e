using BenchmarkDotNet.Attributes;

namespace Bench;

/// <summary>The methods that BenchmarkDotNet runs, in a process for each case and direction.</summary>
public class Benchmarks
{
    private Case? found;

    /// <summary>Gets or sets the names of the cases to run, which the processes inherit; empty: all.</summary>
    internal static string[] Selected { get; set; } = [];

    /// <summary>Gets or sets the case's name.</summary>
    [ParamsSource(nameof(Names))]
    public string Name { get; set; } = "";

    public static IEnumerable<string> Names => Selected;

    [GlobalSetup]
    public void Setup() => found = Cases.All().First(one => one.Name == Name);

    [Benchmark]
    public object? Write() => found!.Write();

    [Benchmark]
    public object? Read() => found!.Read();
}
