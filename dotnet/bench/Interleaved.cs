using System.Diagnostics;
using System.Reflection;
using System.Runtime;
using BenchmarkDotNet.Attributes;

namespace Bench;

/// <summary>
/// Measures the same methods in one process, a few milliseconds of each in turn. It takes about a minute and gives usable
/// results on a busy computer, where measurements made minutes apart cannot be compared. In one process, all codecs share
/// the JIT's profile of framework code; BenchmarkDotNet avoids that with a process for each method.
/// </summary>
internal static class Interleaved
{
    private const int MaxWarmups = 40;

    /// <summary>Codecs that start cold are called until the JIT has compiled nothing for so many turns.</summary>
    private const int QuietWarmups = 3;

    /// <summary>Adds one sample for each round and each method of the class whose codec is selected.</summary>
    public static void Measure(Type type, Options options, Results results)
    {
        var mixes = type.GetProperty("Mix")?.GetCustomAttribute<ParamsAttribute>()?.Values ?? [null];
        foreach (var mix in mixes)
        {
            var instance = Activator.CreateInstance(type)!;
            type.GetProperty("Mix")?.SetValue(instance, mix);
            foreach (var direction in new[] { "Write", "Read" })
            {
                var model = Results.Model(type, mix);
                if (options.Model.Split('|').Any(text => (model + ": " + direction).Contains(text, StringComparison.OrdinalIgnoreCase)))
                {
                    Measure(new Cell(model, direction), instance, options, results);
                }
            }
        }
    }

    private static void Measure(Cell cell, object instance, Options options, Results results)
    {
        var runs = new List<(string Codec, Func<object?> Call, int Count)>();
        foreach (var method in instance.GetType().GetMethods().Where(method => method.Name.StartsWith(cell.Direction + "_", StringComparison.Ordinal)))
        {
            var codec = method.Name.Split('_', 2)[1];
            if ((options.Codecs.Length == 0 || options.Codecs.Contains(codec)) && (codec != "liblz4" || CompressedBenchmarks.HasLiblz4))
            {
                var call = method.ReturnType == typeof(int)
                    ? Boxed(method.CreateDelegate<Func<int>>(instance))
                    : method.CreateDelegate<Func<object?>>(instance);
                runs.Add((codec, call, method.GetCustomAttribute<BenchmarkAttribute>()!.OperationsPerInvoke));
            }
        }

        Warm([.. runs.Select(run => run.Call)]);
        var order = runs.ToArray();
        for (var round = 0; round < options.Rounds; round++)
        {
            Random.Shared.Shuffle(order);
            foreach (var (codec, call, count) in order)
            {
                var bytes = GC.GetAllocatedBytesForCurrentThread();
                var best = double.MaxValue;
                for (var i = 0; i < 3; i++)
                {
                    var started = Now(options.Cpu);
                    call();
                    best = Math.Min(best, (Now(options.Cpu) - started).TotalNanoseconds);
                }

                results.Add(cell, codec, new Sample(best / count, (GC.GetAllocatedBytesForCurrentThread() - bytes) / (3.0 * count)));
            }
        }
    }

    /// <summary>
    /// Calls all until the JIT has nothing more to compile. A method is compiled up to three times, in the background,
    /// each time after 30 calls and a pause of 100 ms: a number of calls alone would measure unoptimized code.
    /// </summary>
    private static void Warm(Func<object?>[] calls)
    {
        var quiet = 0;
        for (var i = 0; i < MaxWarmups && quiet < QuietWarmups; i++)
        {
            var compiled = JitInfo.GetCompiledMethodCount();
            foreach (var call in calls)
            {
                var started = Stopwatch.GetTimestamp();
                do
                {
                    call();
                }
                while (Stopwatch.GetElapsedTime(started).TotalMilliseconds < 30);
            }

            Thread.Sleep(200);
            quiet = JitInfo.GetCompiledMethodCount() == compiled ? quiet + 1 : 0;
        }
    }

    private static TimeSpan Now(bool cpu) => cpu ? Environment.CpuUsage.TotalTime : Stopwatch.GetElapsedTime(0);

    private static Func<object?> Boxed(Func<int> call) => () => call();
}
