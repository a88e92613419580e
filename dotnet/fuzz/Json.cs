using System.Buffers;
using System.Text;
using System.Text.Json;

namespace Hayapack.Fuzz;

/// <summary>
/// Converts inputs to JSON in each form, and JSON texts with a changed byte to messages. The size of the output is bounded
/// by that of the input, whatever the input.
/// </summary>
internal static class Json
{
    private const int JsonPerByte = 11;
    private const double MessagePerByte = 2.25;

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
        if (form == MessagePackJsonForm.Lossless)
        {
            byte[] back = FromJson(text, form) ?? throw new InvalidOperationException("lossless JSON is refused: " + json);
            expect(answer, Differential.Try(() => MessagePackSerializer.ConvertToJson(back, form, Deep)), "lossless JSON comes back");
        }

        text[random.Below(text.Length)] = (byte)random.Below(256);
        FromJson(text, form);
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

        MessagePackSerializer.Validate(message);
        return message;
    }
}
