using System.Buffers;

namespace Hayapack.Tool;

/// <summary>haya cat: writes each message as a line of JSON, in the lossless form of ConvertToJson.</summary>
internal sealed class Cat(Output output, bool isPretty) : Command(output)
{
    /// <summary>Deeper values are not indented further, so that a deep message of many values has no output of many times its size.</summary>
    private const int MostIndented = 32;

    private static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard.WithSecurity(
        MessagePackSecurity.UntrustedData.WithMaximumObjectGraphDepth(Limits.MaximumDepth));

    /// <summary>The JSON of a message: none of it is written if the message has an error.</summary>
    private readonly ArrayBufferWriter<byte> json = new();

    protected override void Take(ReadOnlyMemory<byte> message)
    {
        message = Opened(message);
        if (IsContent)
        {
            MessagePackSerializer.Validate(message, Limits); // the conversion ignores bytes after the content's first message
        }

        json.ResetWrittenCount();
        MessagePackSerializer.ConvertToJson(new ReadOnlySequence<byte>(message), json, MessagePackJsonForm.Lossless, Options);
        if (isPretty)
        {
            Indent(json.WrittenSpan);
        }
        else
        {
            Output.Write(json.WrittenSpan);
        }

        Output.Write("\n"u8);
    }

    /// <summary>Writes JSON, which has no space between its tokens, with each element and each entry on its own line.</summary>
    private void Indent(ReadOnlySpan<byte> text)
    {
        int depth = 0;
        int written = 0;
        for (int i = 0; i < text.Length; i++)
        {
            switch ((char)text[i])
            {
                case '"':
                    while (text[++i] != '"')
                    {
                        i += text[i] == '\\' ? 1 : 0;
                    }

                    break;
                case ':':
                    Output.Write(text[written..(i + 1)]);
                    Output.Write(" "u8);
                    written = i + 1;
                    break;
                case ',':
                    Output.Write(text[written..(i + 1)]);
                    NewLine(depth);
                    written = i + 1;
                    break;
                case '{' or '[' when text[i + 1] is (byte)'}' or (byte)']':
                    i++;
                    break;
                case '{' or '[':
                    Output.Write(text[written..(i + 1)]);
                    NewLine(++depth);
                    written = i + 1;
                    break;
                case '}' or ']':
                    Output.Write(text[written..i]);
                    NewLine(--depth);
                    written = i;
                    break;
            }
        }

        Output.Write(text[written..]);
    }

    private void NewLine(int depth) => Output.Write("\n" + new string(' ', 2 * Math.Min(depth, MostIndented)));
}
