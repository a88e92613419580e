using System.Globalization;
using Cases;
using Ours = Hayapack.MessagePackSerializer;
using Theirs = MessagePack.MessagePackSerializer;

namespace Oracle;

/// <summary>Shows each intended difference of docs/dotnet.md on one input: the results of MessagePack-CSharp and hayapack.</summary>
internal static class MeantDifferences
{
    private static readonly byte[] Deep = [.. Enumerable.Repeat((byte)0x91, 100), 0x90];

    private static readonly (string What, Func<object?> Theirs, Func<object?> Ours, string ExpectedTheirs, string ExpectedOurs)[] Rows =
    [
        ("text with a lone surrogate", () => Theirs.Serialize("a\ud800"), () => Ours.Serialize("a\ud800"), "0xa461efbfbd", "error"),
        ("bytes that are no UTF-8", () => Theirs.Deserialize<string>(Hex("a1ff")), () => Ours.Deserialize<string>(Hex("a1ff")), "\"\\uFFFD\"", "error"),
        ("the same key twice in a map", () => Theirs.Deserialize<NamedPoint>(Hex("82a15801a15802")), () => Ours.Deserialize<NamedPoint>(Hex("82a15801a15802")), "NamedPoint{X=2, Y=0, Label=null}", "error"),
        ("a name of a type", () => Theirs.Deserialize<Type>(Theirs.Serialize(typeof(int))), () => Ours.Deserialize<Type>(Theirs.Serialize(typeof(int))), "System.Int32", "error"),
        ("100 arrays inside each other", () => Theirs.Deserialize<object>(Deep) is not null, () => Ours.Deserialize<object>(Deep) is not null, "true", "error"),
        ("a union with an unknown key", () => Theirs.Deserialize<IShape>(Hex("920990")), () => Ours.Deserialize<IShape>(Hex("920990")), "null", "null"),
        ("a union's object of a type that is not listed", () => Theirs.Serialize<IShape>(new Unlisted()), () => Ours.Serialize<IShape>(new Unlisted()), "0xc0", "error"),
        ("the same with UnlistedUnionType.Nil", () => Theirs.Serialize<IShape>(new Unlisted()), () => Ours.Serialize<IShape>(new Unlisted(), Hayapack.MessagePackSerializerOptions.Standard.WithUnlistedUnionTypes(Hayapack.UnlistedUnionType.Nil)), "0xc0", "0xc0"),
        ("32 bytes in the old format", () => Theirs.Serialize(new byte[32], TheirForms.Writing(Form.OldSpec)).Length, () => Ours.Serialize(new byte[32], Forms.Writing(Form.OldSpec)).Length, "35", "35"),
        ("a key of 34 bytes in the old format", () => Theirs.Serialize(new NamedObject(), TheirForms.Writing(Form.OldSpec)).Length, () => Ours.Serialize(new NamedObject(), Forms.Writing(Form.OldSpec)).Length, "85", "86"),
        ("nil for a struct", () => Theirs.Deserialize<PlainStruct>(Hex("c0")), () => Ours.Deserialize<PlainStruct>(Hex("c0")), "error", "error"),
    ];

    /// <summary>Prints the rows and returns the number of unexpected results.</summary>
    public static int Check()
    {
        var wrong = 0;
        foreach (var (what, theirs, ours, expectedTheirs, expectedOurs) in Rows)
        {
            var (theirOutcome, ourOutcome) = (Outcome(theirs), Outcome(ours));
            var expected = theirOutcome.StartsWith(expectedTheirs, StringComparison.Ordinal) && ourOutcome.StartsWith(expectedOurs, StringComparison.Ordinal);
            wrong += expected ? 0 : 1;
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{(expected ? "as meant" : "NOT AS MEANT")}: {what}: MessagePack-CSharp: {theirOutcome}; hayapack: {ourOutcome}"));
        }

        return wrong;
    }

    private static byte[] Hex(string text) => Convert.FromHexString(text);

    private static string Outcome(Func<object?> call)
    {
        try
        {
            return Show.Text(call());
        }
        catch (Hayapack.MessagePackSerializationException error)
        {
            return "error: " + error.Message;
        }
        catch (MessagePack.MessagePackSerializationException error)
        {
            return "error: " + error.GetBaseException().Message;
        }
    }

    private sealed class Unlisted : IShape;
}
