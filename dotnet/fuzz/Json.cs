using System.Text;
using System.Text.Json;

namespace Hayapack.Fuzz;

/// <summary>
/// Converts inputs to JSON and back, and reads damaged JSON. Each conversion must return or throw
/// MessagePackSerializationException; the lossless form must give the same value again.
/// </summary>
internal static class Json
{
    private static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard;

    private const string Characters = "{}[]\",:\\u0019eE+-.tfn \ud800\udc00ä";

    private static readonly string[] Pieces =
    [
        "{", "}", "[", "]", "\"\":", "\"a\":1,", "\"$bytes\":\"AQ==\"", "\"$ext\":[1,\"\"]", "\"$map\":[[1,2]]", "\"$float\":\"nan\"", "1e999", "-0",
        "18446744073709551616", "\\ud800", "\\u0000", "null,", "tru", "\"$timestamp\":\"1970-01-01T00:00:00Z\"", "//",
    ];

    internal static void Check(byte[] input, Mutator random)
    {
        if (Try(() => MessagePackSerializer.ConvertToJson(input, MessagePackJsonForm.Lossless, Options)) is { } json)
        {
            byte[] message = MessagePackSerializer.ConvertFromJson(json, MessagePackJsonForm.Lossless, Options);
            string again = MessagePackSerializer.ConvertToJson(message, MessagePackJsonForm.Lossless, Options);
            if (again != json)
            {
                throw new InvalidOperationException($"lossless JSON changed: {json}, then {again}");
            }

            Damaged(json, MessagePackJsonForm.Lossless, random);
        }

        if (Try(() => MessagePackSerializer.ConvertToJson(input, MessagePackJsonForm.Plain, Options)) is { } text)
        {
            // The parser of .NET accepts it.
            using var parsed = JsonDocument.Parse(text, new() { MaxDepth = 2048 });
            Damaged(text, MessagePackJsonForm.Plain, random);
        }
    }

    private static T? Try<T>(Func<T> convert)
        where T : class
    {
        try
        {
            return convert();
        }
        catch (MessagePackSerializationException fault) when (fault.InnerException is null && fault.Offset >= 0)
        {
            return null;
        }
    }

    private static void Damaged(string json, MessagePackJsonForm form, Mutator random)
    {
        var text = new StringBuilder(json);
        for (int times = random.Below(3); times >= 0; times--)
        {
            int at = random.Below(text.Length + 1);
            switch (random.Below(3))
            {
                case 0 when at < text.Length:
                    text.Remove(at, Math.Min(text.Length - at, 1 + random.Below(4)));
                    break;
                case 1 when at < text.Length:
                    text[at] = Characters[random.Below(Characters.Length)];
                    break;
                default:
                    text.Insert(at, Pieces[random.Below(Pieces.Length)]);
                    break;
            }
        }

        if (Try(() => MessagePackSerializer.ConvertFromJson(text.ToString(), form, Options)) is { } read)
        {
            MessagePackSerializer.Validate(read);
        }
    }
}
