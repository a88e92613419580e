namespace Bench.ByIndex;

/// <summary>Writing and reading objects, each as one message.</summary>
internal static class ObjectCases
{
#if BYNAME
    private const string Form = "as maps";
#else
    private const string Form = "as arrays";
#endif

    public static IEnumerable<Workload> All() =>
    [
        new("Answer, " + Form, "objects", Answers),
        new("{int, string, double}, " + Form, "objects", Readings),
    ];

    private static IEnumerable<Case> Answers()
    {
        var model = new Model<Answer>(Inputs.Answers(512), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<Answer>(message));
        yield return model.Minimum(value => Ours.Serialize(value), Inputs.Copy);
#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Serialize(value), message => V3.Deserialize<Answer>(message), isSame: true);
#endif
#if MESSAGEPACK4
        yield return model.Codec("messagepack4", value => V4.Default.Serialize(value), message => V4.Default.Deserialize<Answer>(message), isSame: true);
#endif
#if NERDBANK
        var nerdbank = new NerdbankSerializer();
        yield return model.Codec("nerdbank", value => nerdbank.Serialize(value), message => nerdbank.Deserialize<Answer>(message));
#endif
#if MEMORYPACK && !BYNAME
        yield return model.Codec("memorypack", value => MemoryPackBytes.Serialize(value), message => MemoryPackBytes.Deserialize<Answer>(message));
#endif
#if BYNAME
        var types = AnswerTypes.Default.Answer;
        yield return model.Codec("json", value => SystemJson.SerializeToUtf8Bytes(value, types), message => SystemJson.Deserialize(message, types));
#endif
#if NEWTONSOFT && BYNAME
        yield return model.Codec("newtonsoft", value => NewtonsoftJson.SerializeObject(value), text => NewtonsoftJson.DeserializeObject<Answer>(text));
#endif
#if UTF8JSON && BYNAME
        yield return model.Codec("utf8json", value => Utf8.Serialize(value), message => Utf8.Deserialize<Answer>(message));
#endif
    }

    private static IEnumerable<Case> Readings()
    {
        var model = new Model<Reading>(Inputs.Readings(4096), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<Reading>(message));
        yield return model.Minimum(value => Ours.Serialize(value), Inputs.Copy);
#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Serialize(value), message => V3.Deserialize<Reading>(message), isSame: true);
#endif
#if MESSAGEPACK4
        yield return model.Codec("messagepack4", value => V4.Default.Serialize(value), message => V4.Default.Deserialize<Reading>(message), isSame: true);
#endif
#if NERDBANK
        var nerdbank = new NerdbankSerializer();
        yield return model.Codec("nerdbank", value => nerdbank.Serialize(value), message => nerdbank.Deserialize<Reading>(message));
#endif
#if MEMORYPACK && !BYNAME
        yield return model.Codec("memorypack", value => MemoryPackBytes.Serialize(value), message => MemoryPackBytes.Deserialize<Reading>(message));
#endif
#if BYNAME
        var types = AnswerTypes.Default.Reading;
        yield return model.Codec("json", value => SystemJson.SerializeToUtf8Bytes(value, types), message => SystemJson.Deserialize(message, types));
#endif
#if NEWTONSOFT && BYNAME
        yield return model.Codec("newtonsoft", value => NewtonsoftJson.SerializeObject(value), text => NewtonsoftJson.DeserializeObject<Reading>(text));
#endif
#if UTF8JSON && BYNAME
        yield return model.Codec("utf8json", value => Utf8.Serialize(value), message => Utf8.Deserialize<Reading>(message));
#endif
    }
}
