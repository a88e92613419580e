using System.Diagnostics;
using System.Globalization;

namespace Bench;

/// <summary>Measures the first write and read of an Answer in a new process.</summary>
internal static class FirstCall
{
    public const string Key = "first_call";
    public const string Name = "first call";

    /// <summary>The codecs' names.</summary>
    public static readonly string[] Codecs =
    [
        "hayapack", "hayapack reflection",
#if MESSAGEPACK && !MESSAGEPACK_DYNAMIC
        "messagepack",
#endif
#if MESSAGEPACK
        "messagepack dynamic",
#endif
#if MESSAGEPACK4
        "messagepack4",
#endif
#if NERDBANK
        "nerdbank",
#endif
#if MEMORYPACK
        "memorypack",
#endif
        "json",
#if NEWTONSOFT
        "newtonsoft",
#endif
#if UTF8JSON
        "utf8json",
#endif
    ];

    /// <summary>Returns the nanoseconds of processor time in a new process, which has the JIT's settings of any program.</summary>
    public static double InNewProcess(string codec)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!, [Name, codec]) { RedirectStandardOutput = true };
        start.Environment.Remove("DOTNET_TC_CallCountingDelayMs");
        using var process = Process.Start(start)!;
        var printed = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0
            ? double.Parse(printed, CultureInfo.InvariantCulture)
            : throw new InvalidOperationException($"the new process ended with status {process.ExitCode}");
    }

    /// <summary>Returns the nanoseconds of processor time of this process for its first write and read.</summary>
    public static double Measure(string codec)
    {
        var indexed = ByIndex.AnswerGenerator.Answers(1)[0];
        var named = ByName.AnswerGenerator.Answers(1)[0];
        var started = Environment.CpuUsage.TotalTime;
        object? read = codec switch
        {
            "hayapack" => Ours.Deserialize<ByIndex.Answer>(Ours.Serialize(indexed)),
            "hayapack reflection" => ByReflection(indexed),
#if MESSAGEPACK
            "messagepack" => V3.Deserialize<ByIndex.Answer>(V3.Serialize(indexed)),
            "messagepack dynamic" => DynamicV3(indexed),
#endif
#if MESSAGEPACK4
            "messagepack4" => V4.Default.Deserialize<ByIndex.Answer>(V4.Default.Serialize(indexed)),
#endif
#if NERDBANK
            "nerdbank" => Nerdbank(indexed),
#endif
#if MEMORYPACK
            "memorypack" => MemoryPackBytes.Deserialize<ByIndex.Answer>(MemoryPackBytes.Serialize(indexed)),
#endif
            "json" => Json(named),
#if NEWTONSOFT
            "newtonsoft" => NewtonsoftJson.DeserializeObject<ByName.Answer>(NewtonsoftJson.SerializeObject(named)),
#endif
#if UTF8JSON
            "utf8json" => Utf8.Deserialize<ByName.Answer>(Utf8.Serialize(named)),
#endif
            _ => throw new ArgumentException("no codec is called " + codec),
        };
        var spent = Environment.CpuUsage.TotalTime - started;
        GC.KeepAlive(read);
        return spent.TotalNanoseconds;
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
        var types = ByName.AnswerTypes.Default.Answer;
        return SystemJson.Deserialize(SystemJson.SerializeToUtf8Bytes(answer, types), types);
    }
}
