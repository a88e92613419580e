namespace Bench;

/// <summary>
/// Checks before measuring that each codec reads its own output, and that codecs of the same format write the same bytes.
/// </summary>
internal static class Check
{
    public static void All()
    {
        foreach (var answer in ByIndex.Inputs.Answers(64))
        {
            var bytes = Ours.Serialize(answer);
            Same(bytes, Ours.Serialize(Ours.Deserialize<ByIndex.Answer>(bytes)!), "hayapack, Answer by index");
#if MESSAGEPACK
            Same(bytes, V3.Serialize(answer), "MessagePack-CSharp, Answer by index");
            Same(bytes, V3.Serialize(V3.Deserialize<ByIndex.Answer>(bytes)), "MessagePack-CSharp, Answer by index, read");
#endif
#if MESSAGEPACK4
            Same(bytes, V4.Default.Serialize(answer), "v4, Answer by index");
            Same(bytes, Ours.Serialize(V4.Default.Deserialize<ByIndex.Answer>(bytes)), "v4, Answer by index, read");
#endif
#if NERDBANK
            var nerdbank = new NerdbankSerializer();
            Same(bytes, Ours.Serialize(nerdbank.Deserialize<ByIndex.Answer>(nerdbank.Serialize(answer))!), "Nerdbank, Answer by index");
#endif
#if MEMORYPACK
            Same(bytes, Ours.Serialize(MemoryPackBytes.Deserialize<ByIndex.Answer>(MemoryPackBytes.Serialize(answer))!), "MemoryPack, Answer by index");
#endif
        }

        foreach (var answer in ByName.Inputs.Answers(64))
        {
            var bytes = Ours.Serialize(answer);
            Same(bytes, Ours.Serialize(Ours.Deserialize<ByName.Answer>(bytes)!), "hayapack, Answer by name");
#if MESSAGEPACK
            Same(bytes, V3.Serialize(answer), "MessagePack-CSharp, Answer by name");
#endif
#if MESSAGEPACK4
            Same(bytes, V4.Default.Serialize(answer), "v4, Answer by name");
#endif
            var types = ByName.JsonTypes.Default.Answer;
            Same(bytes, Ours.Serialize(SystemJson.Deserialize(SystemJson.SerializeToUtf8Bytes(answer, types), types)!), "System.Text.Json");
#if NEWTONSOFT
            Same(bytes, Ours.Serialize(NewtonsoftJson.DeserializeObject<ByName.Answer>(NewtonsoftJson.SerializeObject(answer))!), "Newtonsoft.Json");
#endif
#if UTF8JSON
            Same(bytes, Ours.Serialize(Utf8.Deserialize<ByName.Answer>(Utf8.Serialize(answer))), "Utf8Json");
#endif
        }

        Numbers();
        CompressedBenchmarks.Verify();
#if MESSAGEPACK
        foreach (var parcel in TypelessBenchmarks.Make(8))
        {
            Same(V3.Typeless.Serialize(parcel), Ours.Typeless.Serialize(parcel), "MessagePack-CSharp, typeless");
        }
#endif
    }

    private static void Numbers()
    {
        foreach (var mix in new[] { "small", "mixed", "large" })
        {
            foreach (var row in Rows.Integers(mix, 8))
            {
                Numbers(row);
            }
        }

        foreach (var row in Rows.Doubles(8))
        {
            Numbers(row);
        }
    }

    private static void Numbers<T>(T[] row)
    {
        var bytes = Ours.Serialize(row);
        Same(bytes, Ours.Serialize(Ours.Deserialize<T[]>(bytes)!), "hayapack, " + typeof(T).Name);
#if MESSAGEPACK
        Same(bytes, V3.Serialize(row), "MessagePack-CSharp, " + typeof(T).Name);
#endif
#if MESSAGEPACK4
        Same(bytes, V4.Default.Serialize(row), "v4, " + typeof(T).Name);
#endif
    }

    private static void Same(byte[] expected, byte[] found, string what)
    {
        if (!expected.AsSpan().SequenceEqual(found))
        {
            throw new InvalidOperationException($"{what}: the bytes differ\n  {Convert.ToHexString(expected)}\n  {Convert.ToHexString(found)}");
        }
    }
}
