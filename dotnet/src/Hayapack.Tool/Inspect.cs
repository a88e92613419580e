using System.Globalization;

namespace Hayapack.Tool;

/// <summary>haya inspect: writes a line for each value with its offset, its size, its format and its content, shortened.</summary>
internal sealed class Inspect(Output output) : Command(output)
{
    /// <summary>The number of bytes of a str that are shown.</summary>
    private const int MostText = 60;

    /// <summary>The number of bytes of a bin or an ext that are shown.</summary>
    private const int MostBytes = 16;

    /// <summary>Deeper values show their depth instead of more spaces.</summary>
    private const int MostIndented = 32;

    protected override void Take(ReadOnlyMemory<byte> message)
    {
        Values(message, 0);
        ReadOnlyMemory<byte> content = Opened(message);
        if (IsContent)
        {
            Output.Write($"{"",17}  LZ4: {Output.Counted(message.Length, "byte")} hold {content.Length}\n");
            Values(content, 1);
        }

        MessagePackSerializer.Validate(content, Limits);
    }

    protected override void TakeDamaged(ReadOnlyMemory<byte> start) => Values(start, 0);

    /// <summary>Writes the lines of a message; ends before the first value that is not valid.</summary>
    /// <param name="message">The message, or its first bytes.</param>
    /// <param name="outside">The depth of the message.</param>
    private void Values(ReadOnlyMemory<byte> message, int outside)
    {
        // Only if all ext 100 are typed values, they are shown as such: others belong to another program.
        MessagePackLimits limits = Limits with { TypedValues = true };
        if (Lengths(message.Span, limits) is not { } lengths)
        {
            limits = Limits;
            lengths = Lengths(message.Span, limits)!;
        }

        using MessageInspector inspector = Inspector(message.Span, limits);
        try
        {
            for (int containers = 0; inspector.Read();)
            {
                MessagePackHeader header = inspector.Header;
                int start = (int)inspector.Offset;
                int length = header.IsContainer ? lengths[containers++] : header.Length + (int)header.PayloadLength;
                bool isTyped = limits.TypedValues && header is { Type: MessagePackType.Extension, ExtensionTypeCode: ReservedExtensionTypeCodes.TypelessFormatter };
                string shown = isTyped ? "type 100: a type's name and a value"
                    : Shown(header, message.Slice(start, header.IsContainer ? header.Length : length));
                string offset = IsContent ? $"+{start}" : OffsetOf(start).ToString(CultureInfo.InvariantCulture);
                Line(offset, length, inspector.Depth + outside, $"{MessagePackCode.ToFormatName(header.Code)}  {shown}{(inspector.IsKey ? ":" : "")}");
            }
        }
        catch (MessagePackSerializationException)
        {
            // The same error is reported after the lines.
        }
    }

    /// <summary>
    /// Returns the length in bytes of each container, in the order of their headers; 0 for those that are not complete. Null if an
    /// ext 100 is not a typed value, or too many are in each other.
    /// </summary>
    private static List<int>? Lengths(ReadOnlySpan<byte> message, MessagePackLimits limits)
    {
        var lengths = new List<int>();
        var open = new Stack<(int Container, int Start, int Depth)>();
        using MessageInspector inspector = Inspector(message, limits);
        try
        {
            bool isInside;
            do
            {
                isInside = inspector.Read();
                int offset = isInside ? (int)inspector.Offset : (int)inspector.End;
                while (open.TryPeek(out (int Container, int Start, int Depth) last) && (!isInside || last.Depth >= inspector.Depth))
                {
                    lengths[last.Container] = offset - last.Start;
                    open.Pop();
                }

                if (isInside && inspector.Header.IsContainer)
                {
                    open.Push((lengths.Count, offset, inspector.Depth));
                    lengths.Add(0);
                }
            }
            while (isInside);

            return lengths;
        }
        catch (MessagePackSerializationException error)
        {
            bool isOfTyped = limits.TypedValues && error.ErrorName is MessagePackErrorNames.InvalidTyped or MessagePackErrorNames.TooDeep;
            return isOfTyped ? null : lengths;
        }
    }

    private static MessageInspector Inspector(ReadOnlySpan<byte> message, MessagePackLimits limits) =>
        new(message, limits, MessageInspectorOptions.StructureOnly | MessageInspectorOptions.Incomplete);

    private static string Shown(MessagePackHeader header, ReadOnlyMemory<byte> value)
    {
        ReadOnlySpan<byte> payload = value.Span[header.Length..];
        return header switch
        {
            { Type: MessagePackType.Array } => Output.Counted(header.Count, "element"),
            { Type: MessagePackType.Map } => header.Count == 1 ? "1 entry" : $"{header.Count} entries",
            { Type: MessagePackType.String } => Text(payload),
            { Type: MessagePackType.Binary } => Bytes(payload),
            { Type: MessagePackType.Extension, ExtensionTypeCode: not -1 } => $"type {header.ExtensionTypeCode}, {Bytes(payload)}",
            { Type: MessagePackType.Extension } => Json(value, MessagePackJsonForm.Lossless) ?? $"not a timestamp, {Bytes(payload)}",
            _ => Json(value)!,
        };
    }

    private static string Text(ReadOnlySpan<byte> payload)
    {
        int size = Math.Min(payload.Length, MostText);
        while (size > 0 && size < payload.Length && (payload[size] & 0xc0) == 0x80)
        {
            size--; // inside a character
        }

        byte[] start = [MessagePackCode.Str8, (byte)size, .. payload[..size]];
        string ending = size < payload.Length ? "…" : "";
        return Json(start) is { } text ? text + ending : $"not UTF-8, {Bytes(payload)}";
    }

    private static string Bytes(ReadOnlySpan<byte> payload)
    {
        string first = BitConverter.ToString(payload[..Math.Min(payload.Length, MostBytes)].ToArray()).Replace('-', ' ');
        return $"{Output.Counted(payload.Length, "byte")}{(first.Length > 0 ? ": " : "")}{first.ToLowerInvariant()}{(payload.Length > MostBytes ? " …" : "")}";
    }

    private static string? Json(ReadOnlyMemory<byte> value, MessagePackJsonForm form = MessagePackJsonForm.Plain)
    {
        try
        {
            return MessagePackSerializer.ConvertToJson(value, form);
        }
        catch (MessagePackSerializationException)
        {
            return null;
        }
    }

    private void Line(string offset, int length, int depth, string text)
    {
        string spaces = depth <= MostIndented ? new string(' ', 2 * depth) : $"{new string(' ', 2 * MostIndented)}({depth}) ";
        Output.Write(string.Create(CultureInfo.InvariantCulture, $"{offset,8} {(length == 0 ? "-" : $"{length}"),8}  {spaces}{text}\n"));
    }
}
