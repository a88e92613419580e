using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;

namespace Hayapack.Tool;

/// <summary>Collects the output of inspect, and counts repeated keys and encodings that are longer than needed.</summary>
internal sealed class Dump(bool hasColours, Output output)
{
    /// <summary>The number of a value's bytes that are shown.</summary>
    internal const int ShownBytes = 8;

    private const int MaxDepth = 1024;

    /// <summary>The extension type of typed values.</summary>
    private const sbyte TypedCode = 100;

    private readonly StringBuilder lines = new();
    private MessagePackPath path = new();
    private string mark = "";
    private long spare;
    private long longForms;
    private long repeated;

    /// <summary>The number of open typed values. The content of more than <see cref="MaxDepth"/> inside each other is not shown.</summary>
    private int typedValues;

    /// <summary>
    /// Gets or sets a value indicating whether the format prescribes the encodings of the values shown, as in the frame of an
    /// LZ4 message. They are then not counted as longer than needed.
    /// </summary>
    internal bool IsFixed { get; set; }

    private sealed class Level
    {
        /// <summary>The component of the path of the value after the last key.</summary>
        internal string ValueComponent = "";
        internal Dictionary<string, long>? Keys;
    }

    internal void Message(long number)
    {
        if (number > 0)
        {
            Line(Paint($"message {number + 1}:", "1"));
        }
    }

    internal void Content(int size, ReadOnlySpan<byte> content)
    {
        double percent = Math.Round(100.0 * size / content.Length, MidpointRounding.ToEven);
        Line(Paint(string.Create(CultureInfo.InvariantCulture, $"{"",8}  LZ4: {Texts.Counted(size, "byte")} hold {content.Length}, {percent:F0} %"), "1"));
        mark = "> ";
        Values(content, 0, "$");
        mark = "";
    }

    /// <summary>Shows one value and the values in it. Stops without an error where the data is truncated or malformed.</summary>
    /// <param name="data">The encoded value.</param>
    /// <param name="shift">The offset of the data in the input.</param>
    /// <param name="outside">The path of the value.</param>
    internal void Values(ReadOnlySpan<byte> data, long shift, string outside)
    {
        path = MessagePackPath.Parse(outside);
        Values(data, shift, isTyped: false);
    }

    /// <summary>Shows the value whose path is <see cref="path"/>.</summary>
    /// <param name="isTyped">Whether it is the content of a typed value. Repeated keys of its outermost map are then not noted.</param>
    private void Values(ReadOnlySpan<byte> data, long shift, bool isTyped)
    {
        var inspector = new MessageInspector(data, Checks.Limits(Checks.MaximumDepth), MessageInspectorOptions.StructureOnly | MessageInspectorOptions.Incomplete);
        int outside = path.Count;
        var levels = new List<Level>();
        try
        {
            while (inspector.Read())
            {
                MessagePackHeader head = inspector.Header;
                int at = (int)inspector.Offset;
                int body = at + head.Length;
                int end = (int)inspector.End;
                int depth = inspector.Depth;
                bool isKey = inspector.IsKey;
                levels.RemoveRange(depth, levels.Count - depth);
                Level? level = depth > 0 ? levels[^1] : null;
                string? key = null;
                if (level is not null)
                {
                    path.Truncate(outside + depth - 1);
                    if (!inspector.IsInMap)
                    {
                        path.AddIndex(inspector.Index);
                    }
                    else if (isKey)
                    {
                        path.AddKey(inspector.Index);
                        key = isTyped && depth == 1 ? null : Keys.IdentityOf(data[at..end], head);
                    }
                    else
                    {
                        path.Add(level.ValueComponent);
                    }
                }

                Value(data, at, body, end, head, shift, isKey ? level : null, inspector.Index, key);
                if (isKey)
                {
                    level!.ValueComponent = Keys.ComponentOf(data[at..], inspector.Index);
                }

                if (head.IsContainer)
                {
                    levels.Add(new Level());
                }
            }
        }
        catch (MessagePackSerializationException)
        {
            // The error in the structure is reported by the cutter, which has found it as well.
        }
        finally
        {
            inspector.Dispose();
        }
    }

    /// <summary>Shows the header of a container whose values follow.</summary>
    internal void Header(byte[] header, long offset, string path)
    {
        MessagePackHeader.TryRead(header, out MessagePackHeader head);
        Line(header, offset, MessagePackPath.Shorten(path), [], head, Shown.Of(header, header.Length, head, default));
    }

    /// <summary>Shows a str, bin or ext by its first bytes and its size.</summary>
    internal void Payload(byte[] first, long offset, MessagePackHeader head, string path) =>
        Line(first.AsSpan(0, Math.Min(first.Length, ShownBytes + 1)), offset, MessagePackPath.Shorten(path), [], head, Texts.Counted(head.PayloadLength, "byte"));

    internal void Summary(long messages, long bytes)
    {
        string text = $"{Texts.Counted(messages, "message")}, {Texts.Counted(bytes, "byte")}";
        if (longForms > 0)
        {
            text += $"; {Texts.Counted(spare, "byte")} more than needed, in {Texts.Counted(longForms, "value")}";
        }

        if (repeated > 0)
        {
            text += $"; {repeated} key{(repeated > 1 ? "s repeat" : " repeats")}";
        }

        Line(Paint(text, "1"));
    }

    internal void Flush()
    {
        output.Write(lines.ToString());
        lines.Clear();
    }

    /// <param name="data">The bytes around the value.</param>
    /// <param name="at">The offset of the value in the data.</param>
    /// <param name="body">The offset of its payload.</param>
    /// <param name="end">The offset after the payload.</param>
    /// <param name="head">The header.</param>
    /// <param name="shift">The offset of the data in the input.</param>
    /// <param name="map">The map of which it is a key, or null.</param>
    /// <param name="entry">The number of its entry in the map.</param>
    /// <param name="key">What is equal for equal keys, or null.</param>
    private void Value(
        ReadOnlySpan<byte> data, int at, int body, int end, MessagePackHeader head, long shift, Level? map, long entry, string? key)
    {
        var notes = new List<string>();
        long over = IsFixed ? 0 : Wasteful.Spare(data[at..end], body - at, head);
        if (over > 0)
        {
            notes.Add($"{Texts.Counted(over, "byte")} more than needed");
            spare += over;
            longForms++;
        }

        if (head.Type == MessagePackType.String && !System.Text.Unicode.Utf8.IsValid(data[body..end]))
        {
            notes.Add("not UTF-8");
        }

        if (map is not null && key is not null)
        {
            map.Keys ??= [];
            if (!map.Keys.TryAdd(key, entry))
            {
                notes.Add($"repeats key #{map.Keys[key]}");
                repeated++;
            }
        }

        bool isTyped = false;
        int value = 0;
        if (head is { Type: MessagePackType.Extension, ExtensionTypeCode: TypedCode })
        {
            // The content of typed values inside each other is shown by recursion.
            isTyped = TypedValues.IsTyped(data[body..end], out value)
                && typedValues < MaxDepth && RuntimeHelpers.TryEnsureSufficientExecutionStack();
        }

        Line(data[at..Math.Min(end, at + ShownBytes + 1)], at + shift, path.ToString(), notes, head, Shown.Of(data[at..end], body - at, head, isTyped ? data[body..(body + value)] : default));
        if (!isTyped)
        {
            return;
        }

        bool wasFixed = IsFixed;
        ReadOnlySpan<byte> content = data[body..end];
        MessagePackHeader.TryRead(content, out MessagePackHeader name);
        Value(content, 0, name.Length, value, name, shift + body, null, 0, null);
        IsFixed = true;
        typedValues++;
        Values(content[value..], shift + body + value, isTyped: true);
        typedValues--;
        IsFixed = wasFixed;
    }

    private void Line(ReadOnlySpan<byte> start, long offset, string path, List<string> notes, MessagePackHeader head, string shown)
    {
        var bytes = new StringBuilder();
        foreach (byte one in start[..Math.Min(start.Length, ShownBytes)])
        {
            bytes.Append(CultureInfo.InvariantCulture, $"{(bytes.Length > 0 ? " " : "")}{one:x2}");
        }

        bytes.Append(start.Length > ShownBytes ? "…" : "");
        List<string> parts =
        [
            Paint($"{mark}{offset}".PadLeft(8), "2"),
            bytes.ToString().PadRight((3 * ShownBytes) + 1),
            Paint(Texts.Format(start[0]).PadRight(Texts.LongestFormat), "1"),
            Paint(path, "34"),
            Paint(shown, Style(head.Type)),
        ];
        if (notes.Count > 0)
        {
            parts.Add(Paint("! " + string.Join(", ", notes), "31"));
        }

        Line(string.Join("  ", parts.Where(part => part.Length > 0)));
    }

    private static string? Style(MessagePackType type) => type switch
    {
        MessagePackType.String => "32",
        MessagePackType.Integer or MessagePackType.Float => "36",
        MessagePackType.Binary or MessagePackType.Extension => "33",
        _ => null,
    };

    private string Paint(string text, string? style) => hasColours && style is not null && text.Length > 0 ? $"\e[{style}m{text}\e[0m" : text;

    private void Line(string text) => lines.Append(text).Append('\n');
}
