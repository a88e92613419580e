using System.Diagnostics;
using System.Runtime;
using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Nodes;
using Shop.Model;

namespace Hayapack.Lab;

/// <summary>Measures a codec on the graph of article D, or on a workload of bench/.</summary>
/// <param name="name">The codec's name.</param>
/// <param name="reply">Answers a command line; the warm-up calls it so that its code is compiled before the timing.</param>
internal sealed class Worker(string name, Func<string, string> reply)
{
    private const string WarmUpWay = "warm up";
    private const string WarmUpSample = """{"do": "sample", "what": "warm up", "collect": true, "at_least": 4000000}""";
    private const int WarmedUp = 100; // orders from which on there is a warm-up; smaller graphs occur only in tests
    private const int WarmUpOrders = 25;
    private const int WarmUpRounds = 40; // the JIT recompiles a method after 30 calls
    private const int WarmUpSamples = 5;
    private const int WarmUpPause = 40; // milliseconds, for the JIT's background thread
    private const int LeastTurns = 5; // turns of these rounds at least: the JIT compiles code up to three times
    private const int MostTurns = 60;
    private const int Settled = 3; // turns without a newly compiled method that end the warm-up
    private const long Large = 50_000_000; // bytes of a sample's garbage that are given back to the system
    private const long Warm = 30_000_000; // nanoseconds; after shorter calls the number of calls per sample is estimated anew

    private const int WarmUpTime = 30; // milliseconds of each way in a turn, for a workload of bench/
    private const int WarmUpCalls = 10; // at least

    private readonly Dictionary<string, Func<object?>> ways = [];
    private readonly Dictionary<string, long> cost = [];
    private Codec? codec;
    private int messages = 1; // that a call goes through

    /// <summary>Gets the current operation, for error messages.</summary>
    internal string Doing { get; private set; } = "setting up";

    internal JsonObject Hello() => new()
    {
        ["version"] = VersionOf(name),
        ["facts"] = new JsonObject
        {
            ["runtime"] = $".NET {Environment.Version}",
            ["gc"] = GCSettings.IsServerGC ? "server" : "workstation, concurrent",
            ["processors"] = Environment.ProcessorCount,
            ["compressors"] = CompressedCodec.Levels,
            ["clock"] = "processor time of the process (getrusage)",
        },
    };

    internal JsonObject Use(JsonObject source)
    {
        Release();
        string workload = (string)source["workload"]!;
        if (workload == "d_graph")
        {
            return UseGraph(codec ??= Codec.Named(name), (int)source["seed"]!, (int)source["size"]!);
        }

#if BENCH
        if (workload == Bench.FirstCall.Key && Bench.FirstCall.Codecs.Contains(name))
        {
            return UseFirstCall();
        }

        if (Bench.Workloads.Find(workload, name) is { } found)
        {
            return UseCase(found, (bool?)source["warm"] ?? true);
        }
#endif

        throw new MissingException($".NET's {name} has no workload {workload}");
    }

    /// <summary>
    /// Calls a function once without timing, so that pools have what the last call returned to them, then for about
    /// <paramref name="atLeast"/> nanoseconds in total. Returns nanoseconds, allocated bytes of all threads, the garbage
    /// collections of each generation, the thread pool's completed work items and the contended locks per message, and the
    /// nanoseconds (elapsed time) of JIT compilation meanwhile. The first call of a process is measured in a new one.
    /// </summary>
    internal JsonObject Sample(string what, long atLeast)
    {
        Doing = what;
        Func<object?> way = ways[what];
#if BENCH
        if (what == Bench.FirstCall.Name)
        {
            return new JsonObject { ["ns"] = Bench.FirstCall.InNewProcess(name), ["calls"] = 1 };
        }
#endif

        if (cost.GetValueOrDefault(what) < Warm)
        {
            cost[what] = Timed(way, 1).Nanoseconds;
        }
        else
        {
            way();
        }

        long calls = Math.Max(1, atLeast / Math.Max(1000, cost[what]));
        TimeSpan compiling = JitInfo.GetCompilationTime();
        Cost spent = Timed(way, calls);
        cost[what] = spent.Nanoseconds / calls;
        if (spent.Allocated > Large)
        {
            GiveBack();
        }

        calls *= messages;
        return new JsonObject
        {
            ["ns"] = (double)spent.Nanoseconds / calls,
            ["calls"] = calls,
            ["allocated"] = spent.Allocated / calls,
            ["collections"] = new JsonArray([.. spent.Collections.Select(count => (JsonNode)((double)count / calls))]),
            ["work_items"] = (double)spent.WorkItems / calls,
            ["contentions"] = (double)spent.Contentions / calls,
            ["jit"] = (long)(JitInfo.GetCompilationTime() - compiling).TotalNanoseconds,
        };
    }

    internal JsonObject Release()
    {
        messages = 1;
        ways.Clear();
        cost.Clear();
        GC.Collect();
        return [];
    }

    private static string VersionOf(string name) =>
#if BENCH
        Bench.Libraries.Version(name) ??
#endif
        Codec.Named(name).Version;

    /// <summary>Returns unused memory to the system, for the processes of the other codecs.</summary>
    private static void GiveBack() => GC.Collect(2, GCCollectionMode.Aggressive, blocking: true, compacting: true);

    private static Cost Timed(Func<object?> way, long calls)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        int[] before = [GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2)];
        long workItems = ThreadPool.CompletedWorkItemCount;
        long contentions = Monitor.LockContentionCount;
        long allocated = GC.GetTotalAllocatedBytes(precise: true);
        long start = ProcessorTime();
        for (long i = 0; i < calls; i++)
        {
            way();
        }

        long spent = ProcessorTime() - start;
        allocated = GC.GetTotalAllocatedBytes(precise: true) - allocated;
        int[] collections = [.. before.Select((count, generation) => GC.CollectionCount(generation) - count)];
        workItems = ThreadPool.CompletedWorkItemCount - workItems;
        contentions = Monitor.LockContentionCount - contentions;
        return new Cost(spent, allocated, collections, workItems, contentions);
    }

    /// <summary>Returns the processor time of all threads of this process in nanoseconds.</summary>
    private static long ProcessorTime() => Environment.CpuUsage.TotalTime.Ticks * 100;

    private JsonObject UseGraph(Codec codec, int seed, int size)
    {
        bool settled = true;
        if (size >= WarmedUp)
        {
            Export small = GraphGenerator.Make(seed, WarmUpOrders);
            ways[WarmUpWay] = () => codec.Write(small);
            settled = WarmUp(() => CallAll(codec, small));
            Release();
        }

        Export graph = GraphGenerator.Make(seed, size);
        byte[] digest = Digest(graph);
        Doing = "reference round trip";
        byte[] once = codec.WriteOnce(graph);
        bool kept = digest.SequenceEqual(Digest(codec.ReadOnce(once)));
        Doing = "encode";
        byte[] packed = codec.Write(graph).ToArray();
        Doing = "decode";
        kept &= digest.SequenceEqual(Digest(codec.Read(packed)));
        ways["encode"] = () => codec.Write(graph);
        ways["decode"] = () => codec.Read(packed);
        ways["reference round trip"] = () => codec.ReadOnce(codec.WriteOnce(graph));
        settled &= Settle(0, () => { });
        GiveBack();
        return new JsonObject
        {
            ["messages"] = 1,
            ["losses"] = kept ? [] : new JsonArray("values change"),
            ["size"] = packed.Length,
            ["post_size"] = once.Length,
            ["settled"] = settled,
            ["digest"] = Convert.ToHexStringLower(SHA256.HashData(packed)),
            ["ways"] = new JsonArray([.. ways.Keys.Select(way => (JsonNode)way)]),
            ["absent"] = new JsonObject(),
        };
    }

#if BENCH
    private JsonObject UseFirstCall()
    {
        ways[Bench.FirstCall.Name] = () => null;
        return new JsonObject
        {
            ["messages"] = 1,
            ["losses"] = new JsonArray(),
            ["ways"] = new JsonArray(Bench.FirstCall.Name),
            ["absent"] = new JsonObject(),
        };
    }

    /// <param name="one">The case.</param>
    /// <param name="warm">False: without a warm-up, for tests.</param>
    private JsonObject UseCase(Bench.Case one, bool warm)
    {
        Doing = "round trip";
        bool kept = one.KeepsValues();
        Dictionary<string, Func<object?>> found = [];
        if (one.CanWrite)
        {
            found["encode"] = one.Write;
        }

        if (one.CanRead)
        {
            found["decode"] = one.Read;
        }

        ways[WarmUpWay] = found.Values.First();
        bool settled = warm && WarmUp(() => CallAll(found));
        Release();
        messages = one.Count;
        foreach ((string what, Func<object?> way) in found)
        {
            ways[what] = way;
        }

        var answer = new JsonObject
        {
            ["messages"] = messages,
            ["losses"] = kept ? [] : new JsonArray("values change"),
            ["settled"] = settled,
            ["ways"] = new JsonArray([.. ways.Keys.Select(way => (JsonNode)way)]),
            ["absent"] = new JsonObject(),
        };
        if (one.Size is { } size)
        {
            answer["size"] = size;
        }

        if (one.Digest is { } digest)
        {
            answer["digest"] = Convert.ToHexStringLower(digest);
        }

        return answer;
    }

    /// <summary>Calls each function for some time: the JIT compiles a method again after 30 calls.</summary>
    private void CallAll(Dictionary<string, Func<object?>> found)
    {
        foreach ((string what, Func<object?> way) in found)
        {
            Doing = what;
            long start = Stopwatch.GetTimestamp();
            for (int calls = 0; calls < WarmUpCalls || Stopwatch.GetElapsedTime(start).TotalMilliseconds < WarmUpTime; calls++)
            {
                way();
            }
        }
    }
#endif

    /// <summary>Calls functions, and answers commands as the measurement does, until the JIT compiles no more methods.</summary>
    private bool WarmUp(Action callAll) => Settle(LeastTurns, () =>
    {
        callAll();
        for (int round = 0; round < WarmUpSamples; round++)
        {
            reply(WarmUpSample);
        }
    });

    /// <summary>Calls all functions on a small graph.</summary>
    private void CallAll(Codec codec, Export small)
    {
        for (int round = 0; round < WarmUpRounds; round++)
        {
            Doing = "encode";
            byte[] packed = codec.WriteOnce(small);
            codec.Write(small);
            Doing = "decode";
            codec.ReadOnce(packed);
            codec.Read(packed);
        }

        Digest(small);
    }

    /// <summary>
    /// Waits until the JIT's background thread has compiled what was called often, with an action before each wait. Returns whether
    /// it came to that.
    /// </summary>
    private static bool Settle(int least, Action act)
    {
        long compiled = 0;
        int quiet = 0;
        for (int turn = 0; turn < MostTurns && (turn < least || quiet < Settled); turn++)
        {
            act();
            Thread.Sleep(WarmUpPause);
            long now = JitInfo.GetCompiledMethodCount();
            quiet = now == compiled ? quiet + 1 : 0;
            compiled = now;
        }

        return quiet >= Settled;
    }

    /// <summary>Returns a digest of all values, which does not depend on the codec.</summary>
    private static byte[] Digest(Export graph)
    {
        using var hash = SHA256.Create();
        using (var stream = new CryptoStream(Stream.Null, hash, CryptoStreamMode.Write))
        {
            JsonSerializer.Serialize(stream, graph, JsonTypes.Default.Export);
        }

        return hash.Hash!;
    }

    private sealed record Cost(long Nanoseconds, long Allocated, int[] Collections, long WorkItems, long Contentions);
}
