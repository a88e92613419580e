using System.Diagnostics;
using System.Runtime;

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

    /// <summary>Adds a sample for each round, codec and direction of one model.</summary>
    public static void Measure(IReadOnlyCollection<Case> cases, Options options, Results results)
    {
        foreach (var direction in new[] { "Write", "Read" })
        {
            var runs = cases.Where(one => options.Selects(one, direction))
                .Select(one => (Case: one, Call: direction == "Write" ? (Func<object?>)one.Write : one.Read)).ToArray();
            Warm([.. runs.Select(run => run.Call)]);
            for (var round = 0; round < options.Rounds; round++)
            {
                Random.Shared.Shuffle(runs);
                foreach (var (one, call) in runs)
                {
                    results.Add(new Cell(one.Model, direction), one.Codec, Sample(call, one.Count, options.Cpu));
                }
            }
        }
    }

    /// <summary>Returns the fastest of three calls.</summary>
    private static Sample Sample(Func<object?> call, int count, bool cpu)
    {
        var bytes = GC.GetAllocatedBytesForCurrentThread();
        var best = double.MaxValue;
        for (var i = 0; i < 3; i++)
        {
            var started = Now(cpu);
            call();
            best = Math.Min(best, (Now(cpu) - started).TotalNanoseconds);
        }

        return new Sample(best / count, (GC.GetAllocatedBytesForCurrentThread() - bytes) / (3.0 * count));
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
}
