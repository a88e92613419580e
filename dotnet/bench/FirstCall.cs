using System.Diagnostics;
using System.Globalization;

namespace Bench;

/// <summary>Measures the first write and read of an Answer in a new process.</summary>
internal static class FirstCall
{
    private const int Processes = 11;

    private static readonly string[] Names =
    [
        "hayapack, generated", "hayapack, by reflection",
#if MESSAGEPACK && !MESSAGEPACK_DYNAMIC
        "MessagePack-CSharp 3.1, generated",
#endif
#if MESSAGEPACK
        "MessagePack-CSharp 3.1, dynamic",
#endif
#if MESSAGEPACK4
        "MessagePack-CSharp v4 proposal",
#endif
#if NERDBANK
        "Nerdbank.MessagePack",
#endif
#if MEMORYPACK
        "MemoryPack",
#endif
        "System.Text.Json, generated",
#if NEWTONSOFT
        "Newtonsoft.Json",
#endif
#if UTF8JSON
        "Utf8Json",
#endif
    ];

    /// <summary>Returns the times of each codec in milliseconds, one for each of several processes, with the codecs in turn.</summary>
    public static IReadOnlyList<(string Name, double[] Milliseconds)> MeasureAll()
    {
        var times = Names.ToDictionary(name => name, _ => new List<double>());
        for (var i = 0; i < Processes; i++)
        {
            foreach (var name in Names)
            {
                using var process = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, ["first-call", name]) { RedirectStandardOutput = true })!;
                times[name].Add(double.Parse(process.StandardOutput.ReadToEnd(), CultureInfo.InvariantCulture));
                process.WaitForExit();
            }
        }

        return [.. times.Select(row => (row.Key, row.Value.ToArray()))];
    }

    public static double Measure(string name)
    {
        var indexed = ByIndex.Inputs.Answers(1)[0];
        var named = ByName.Inputs.Answers(1)[0];
        var started = Stopwatch.GetTimestamp();
        object? read = name switch
        {
            "hayapack, generated" => Ours.Deserialize<ByIndex.Answer>(Ours.Serialize(indexed)),
            "hayapack, by reflection" => ByReflection(indexed),
#if MESSAGEPACK
            "MessagePack-CSharp 3.1, generated" => V3.Deserialize<ByIndex.Answer>(V3.Serialize(indexed)),
            "MessagePack-CSharp 3.1, dynamic" => DynamicV3(indexed),
#endif
#if MESSAGEPACK4
            "MessagePack-CSharp v4 proposal" => V4.Default.Deserialize<ByIndex.Answer>(V4.Default.Serialize(indexed)),
#endif
#if NERDBANK
            "Nerdbank.MessagePack" => Nerdbank(indexed),
#endif
#if MEMORYPACK
            "MemoryPack" => MemoryPackBytes.Deserialize<ByIndex.Answer>(MemoryPackBytes.Serialize(indexed)),
#endif
            "System.Text.Json, generated" => Json(named),
#if NEWTONSOFT
            "Newtonsoft.Json" => NewtonsoftJson.DeserializeObject<ByName.Answer>(NewtonsoftJson.SerializeObject(named)),
#endif
#if UTF8JSON
            "Utf8Json" => Utf8.Deserialize<ByName.Answer>(Utf8.Serialize(named)),
#endif
            _ => throw new ArgumentException("no codec is called " + name),
        };
        GC.KeepAlive(read);
        return Stopwatch.GetElapsedTime(started).TotalMilliseconds;
    }

    private static ByIndex.Answer ByReflection(ByIndex.Answer answer)
    {
        var options = Hayapack.Resolvers.StandardResolverAllowPrivate.Options;
        return Ours.Deserialize<ByIndex.Answer>(Ours.Serialize(answer, options), options);
    }

#if MESSAGEPACK
    private static ByIndex.Answer DynamicV3(ByIndex.Answer answer)
    {
        var resolver = MessagePack.Resolvers.CompositeResolver.Create(
            MessagePack.Resolvers.BuiltinResolver.Instance, MessagePack.Resolvers.DynamicGenericResolver.Instance,
            MessagePack.Resolvers.DynamicEnumResolver.Instance, MessagePack.Resolvers.DynamicObjectResolver.Instance);
        var options = MessagePack.MessagePackSerializerOptions.Standard.WithResolver(resolver);
        return V3.Deserialize<ByIndex.Answer>(V3.Serialize(answer, options), options);
    }
#endif

#if NERDBANK
    private static ByIndex.Answer? Nerdbank(ByIndex.Answer answer)
    {
        var serializer = new NerdbankSerializer();
        return serializer.Deserialize<ByIndex.Answer>(serializer.Serialize(answer));
    }
#endif

    private static ByName.Answer? Json(ByName.Answer answer)
    {
        var types = ByName.JsonTypes.Default.Answer;
        return SystemJson.Deserialize(SystemJson.SerializeToUtf8Bytes(answer, types), types);
    }
}
