using System.Buffers;
using System.Text;
using System.Text.Json;

namespace Hayapack.Fuzz;

/// <summary>
/// Converts inputs to JSON in each form, and damaged JSON texts to messages. The size of the output is bounded by that of
/// the input, whatever the input.
/// </summary>
internal static class Json
{
    private const int JsonPerByte = 11;
    private const double MessagePerByte = 2.25;

    private static readonly byte[][] Pieces = Array.ConvertAll(
        [
            "[", "]", "{", "}", ",", ":", "\"", "\"\":", "[[[[", "null", "1e1,", "-0.0", "1e400", "18446744073709551616",
            "\\u0000", "\\ud800", "\\udc00", "\ud83d\ude00", "\"$", "\"$map\":", "{\"$ext\":", "{\"$bytes\":\"aGk=\"}",
            "{\"$float\":\"nan\"}", "{\"$float32\":0.1}", "\"$type\":\"A\",",
        ],
        Encoding.UTF8.GetBytes);

    private static readonly MessagePackSerializerOptions Deep = MessagePackSerializerOptions.Standard.WithSecurity(
        MessagePackSecurity.UntrustedData.WithMaximumObjectGraphDepth(MessagePackLimits.Default.MaximumDepth));

    internal static void Check(
        byte[] input, ReadOnlySequence<byte> split, Mutator random, Action<Differential.Answer, Differential.Answer, string> expect)
    {
        var form = (MessagePackJsonForm)random.Below(3);
        Differential.Answer answer = Differential.Try(() => MessagePackSerializer.ConvertToJson(input, form, Deep));
        expect(answer, Differential.Try(() => MessagePackSerializer.ConvertToJson(split, form, Deep)), "JSON in segments");
        if (answer.Value is not string json)
        {
            return;
        }

        byte[] text = Encoding.UTF8.GetBytes(json);
        if (text.Length > (JsonPerByte * input.Length) + 2)
        {
            throw new InvalidOperationException($"{text.Length} bytes of JSON for {input.Length} bytes");
        }

        JsonDocument.Parse(text, new JsonDocumentOptions { MaxDepth = int.MaxValue }).Dispose();
        byte[]? back = FromJson(text, form);
        if (form == MessagePackJsonForm.Lossless)
        {
            if (back is null)
            {
                throw new InvalidOperationException("lossless JSON is refused: " + json);
            }

            expect(answer, Differential.Try(() => MessagePackSerializer.ConvertToJson(back, form, Deep)), "lossless JSON comes back");
        }

        Damage(ref text, random);
        if (FromJson(text, form) is { } message && form != MessagePackJsonForm.Plain)
        {
            // What was read from any text comes back, whatever the text was. The exact form has none for repeated keys.
            Differential.Answer again = Differential.Try(() => MessagePackSerializer.ConvertToJson(message, form, Deep));
            byte[]? same = again.Value is string written ? FromJson(Encoding.UTF8.GetBytes(written), form) : null;
            if (same is null ? form == MessagePackJsonForm.Lossless || !again.Is("json_loss") : !same.AsSpan().SequenceEqual(message))
            {
                throw new InvalidOperationException($"{Encoding.UTF8.GetString(text)} becomes {Convert.ToHexString(message)}, {again} and {Convert.ToHexString(same ?? [])}");
            }
        }
    }

    /// <summary>Changes, inserts, removes or repeats bytes of a JSON text.</summary>
    private static void Damage(ref byte[] text, Mutator random)
    {
        for (int times = random.Below(3); times >= 0; times--)
        {
            int at = random.Below(text.Length);
            switch (random.Below(4))
            {
                case 0:
                    text[at] = (byte)random.Below(256);
                    break;
                case 1:
                    text = [.. text.AsSpan(0, at), .. Pieces[random.Below(Pieces.Length)], .. text.AsSpan(at)];
                    break;
                case 2 when text.Length > 1:
                    text = [.. text.AsSpan(0, at), .. text.AsSpan(at + 1)];
                    break;
                default:
                    int end = at + random.Below(Math.Min(text.Length - at, 20) + 1);
                    text = [.. text.AsSpan(0, end), .. text.AsSpan(at)];
                    break;
            }
        }
    }

    /// <summary>Converts a JSON text; returns null if it is refused.</summary>
    private static byte[]? FromJson(byte[] text, MessagePackJsonForm form)
    {
        byte[] message;
        try
        {
            message = MessagePackSerializer.ConvertFromJson(text, form, Deep);
        }
        catch (MessagePackSerializationException fault) when (fault.ErrorName is "invalid_json" or "lone_surrogate" or "too_deep" && fault.Offset >= 0 && fault.Offset <= text.Length)
        {
            return null;
        }

        if (message.Length > (MessagePerByte * text.Length) + 9)
        {
            throw new InvalidOperationException($"{message.Length} bytes for {text.Length} bytes of JSON");
        }

        // $ext with the type of timestamps takes any data, as in the other languages.
        Differential.Answer valid = Differential.Try(() => MessagePackSerializer.Validate(message));
        return valid.Fault is null ? message
            : valid.Is("invalid_timestamp") ? null
            : throw new InvalidOperationException($"JSON becomes {Convert.ToHexString(message)}, which is not valid: {valid.Fault}");
    }
}
