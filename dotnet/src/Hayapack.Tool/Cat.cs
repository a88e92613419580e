using Hayapack.Json;

namespace Hayapack.Tool;

/// <summary>haya cat: converts MessagePack to JSON.</summary>
internal static class Cat
{
    internal static void Run(Input input, Arguments given, Output output)
    {
        byte[] bytes = input.Bytes;
        MessagePackJsonForm form = given.IsPlain ? MessagePackJsonForm.Exact : MessagePackJsonForm.Lossless;
        int number = 0;
        for (int at = 0; at < bytes.Length; number++)
        {
            // With --plain, only the structure is checked first: a value without a JSON form is reported before
            // errors in the content of later values.
            int end = given.IsPlain ? Messages.End(bytes, at) : -1;
            end = end < 0 ? Messages.Check(bytes, at, number) : end;
            byte[]? content = given.OpensLz4 ? Messages.Opened(bytes, at, end, number) : null;
            Write(content ?? bytes.AsSpan(at, end - at), content is null ? at : 0, content is null ? "" : $"byte {at}: in its LZ4 content, ", number, form, given, output);
            at = end;
        }

        if (number == 0)
        {
            throw new StopException("byte 0: the input is empty");
        }
    }

    private static void Write(
        ReadOnlySpan<byte> message, int shift, string outer, int number, MessagePackJsonForm form, Arguments given, Output output)
    {
        var json = new JsonBuffer(null);
        try
        {
            MessagePackSerializer.WriteJson(ref json, message, form, MessagePackLimits.Default.MaximumDepth);
            json.Byte((byte)'\n');
            if (given.IsPretty || given.HasColours)
            {
                output.Write(new Layout(given.IsPretty, given.HasColours).Text(json.Text));
            }
            else
            {
                output.Write(json.Text);
            }
        }
        catch (MessagePackSerializationException loss) when (loss.ErrorName == MessagePackErrorNames.JsonLoss)
        {
            string text = loss.Detail!;
            throw new StopException($"{outer}byte {shift + loss.Offset}: {text}, at {loss.Path}{Texts.Numbered(number)}", Status.Refused);
        }
        catch (MessagePackSerializationException fault)
        {
            throw new StopException($"{outer}byte {shift + fault.Offset}: {FaultText.Of(fault.ErrorName, message[(int)fault.Offset..], 0)}, at {fault.Path}{Texts.Numbered(number)}");
        }
        finally
        {
            json.Dispose();
        }
    }
}

/// <summary>haya validate: checks that files contain only valid messages.</summary>
internal static class Validate
{
    internal static void Run(Input input, Arguments given, Output output)
    {
        byte[] bytes = input.Bytes;
        int number = 0;
        for (int at = 0; at < bytes.Length; number++)
        {
            int end = Messages.Check(bytes, at, number);
            if (given.OpensLz4)
            {
                Messages.Opened(bytes, at, end, number);
            }

            at = end;
        }

        if (number == 0)
        {
            throw new StopException("byte 0: the input is empty");
        }

        if (!given.IsQuiet)
        {
            output.Write(Texts.Line($"{input.Name}: valid: {Texts.Counted(number, "message")}, {Texts.Counted(bytes.Length, "byte")}") + "\n");
        }
    }
}
