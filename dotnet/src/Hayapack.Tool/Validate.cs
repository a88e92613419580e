namespace Hayapack.Tool;

/// <summary>haya validate: checks every byte of its inputs and counts their messages.</summary>
internal sealed class Validate(Output output) : Command(output)
{
    protected override void Take(ReadOnlyMemory<byte> message) => MessagePackSerializer.Validate(Opened(message), Limits);

    protected override void End(string name, long messages, long bytes) =>
        Output.Write($"{Output.Line(name)}: valid: {Output.Counted(messages, "message")}, {Output.Counted(bytes, "byte")}\n");
}
