using System.Text;

namespace Bench;

/// <summary>Converting messages to JSON in MessagePack-CSharp's form, and JSON to messages.</summary>
internal static class JsonCases
{
    private const int Count = 128;

    public static IEnumerable<Workload> All() => [new("Answer to JSON and back", "JSON", Answers)];

    private static IEnumerable<Case> Answers()
    {
        var messages = Array.ConvertAll(ByName.AnswerGenerator.Answers(Count), value => Ours.Serialize(value));
        var model = new CaseBuilder<byte[]>(messages, message => Encoding.UTF8.GetBytes(Ours.ConvertToJson(message)));
        yield return model.Codec("hayapack", message => Ours.ConvertToJson(message), text => Ours.ConvertFromJson(text));
#if MESSAGEPACK
        yield return model.Codec("messagepack", message => V3.ConvertToJson(message), text => V3.ConvertFromJson(text));
#endif
    }
}
